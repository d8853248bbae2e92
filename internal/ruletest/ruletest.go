// Package ruletest runs a rule on the programs below testdata/src and compares
// its findings with what comments in the programs want.
//
// A comment names the findings of its line, each by a regular expression:
//
//	s.AddTool(mcp.NewTool("ping"), ping) // want `warning regular: tool "ping" has no description`
//
// The expression is matched against severity, profile and message, as shown.
// It is quoted as in Go; several follow one another. A number before the
// first one moves the line, for places where no comment can stand:
//
//	// want +1 "has hidden characters"
//
// A line without a comment wants no finding, so that a program without any is
// a test that the rule stays silent.
package ruletest

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/engine"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/load"
	"github.com/mcpvet/mcpvet/internal/testkit"
)

// Run runs the analyzer of a rule, in one load, on the programs in the given
// folders of testdata/src, with all that lies below them: "tooldesc" for
// testdata/src/tooldesc.
//
// The programs are analysed apart from the others of their module: they must
// not import from other folders.
func Run(t *testing.T, a *analysis.Analyzer, folders ...string) {
	t.Helper()
	wants, findings := analyse(t, a, folders)
	if len(wants) == 0 {
		t.Fatalf("no comment in %s wants a finding: such a test can't fail", strings.Join(folders, ", "))
	}
	for _, fault := range compare(wants, findings) {
		t.Error(fault)
	}
}

// Gaps runs the analyzer of a rule on programs that it gets wrong: one in each
// folder below the given one of testdata/src, with the comments that a right
// answer would satisfy. known has the reason for each. A program that is judged
// right fails the test, since its gap is closed, and so does one without a
// reason.
func Gaps(t *testing.T, a *analysis.Analyzer, folder string, known map[string]string) {
	t.Helper()
	wants, findings := analyse(t, a, []string{folder})
	programs, err := os.ReadDir(filepath.Join(testkit.Module(t), "src", folder))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range programs {
		names = append(names, p.Name())
	}
	for _, fault := range judge(folder, names, known, wants, findings) {
		t.Error(fault)
	}
}

// judge says which gaps are closed, and which programs and reasons do not
// belong together.
func judge(folder string, programs []string, known map[string]string, wants []*want, findings []finding.Finding) []string {
	var faults []string
	for _, name := range programs {
		below := path.Join("src", folder, name) + "/"
		if known[name] == "" {
			faults = append(faults, fmt.Sprintf("%s: say in the test why the rule gets this program wrong", below))
		}
		if len(compare(
			slices.DeleteFunc(slices.Clone(wants), func(w *want) bool { return !strings.HasPrefix(w.file, below) }),
			slices.DeleteFunc(slices.Clone(findings), func(f finding.Finding) bool { return !strings.HasPrefix(f.Pos.File, below) }),
		)) == 0 {
			faults = append(faults, fmt.Sprintf("%s: a gap is closed: move the program to those that the rule gets right, and drop its reason", below))
		}
	}
	for name := range known {
		if !slices.Contains(programs, name) {
			faults = append(faults, fmt.Sprintf("src/%s/%s: the test has a reason for a program that is not there", folder, name))
		}
	}
	slices.Sort(faults)
	return faults
}

// analyse runs the analyzer of a rule on programs, and returns what their
// comments want and what is found.
func analyse(t *testing.T, a *analysis.Analyzer, folders []string) ([]*want, []finding.Finding) {
	t.Helper()
	rule, ok := checklist.BySlug(a.Name)
	if !ok {
		t.Fatalf("the checklist has no rule %q", a.Name)
	}
	src := testkit.Module(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	wants, err := isolate(src, dir, folders)
	if err != nil {
		t.Fatal(err)
	}
	res, err := engine.Run(context.Background(), engine.Options{
		Load:      load.Options{Dir: dir},
		Analyzers: []*analysis.Analyzer{a},
		Root:      dir,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]inventory.NotSeen{res.NotSeen, res.Inventory.NotSeen} {
		for _, n := range list {
			t.Errorf("%s:%d: not analysed: %s: %s", n.Position.File, n.Position.Line, n.What, n.Reason)
		}
	}
	findings := slices.DeleteFunc(res.Findings, func(f finding.Finding) bool { return f.Rule != rule.ID || f.Suppressed != nil })
	return wants, findings
}

// isolate copies the module file and the folders to dir, and reads what their
// comments want.
func isolate(src, dir string, folders []string) ([]*want, error) {
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(src, name))
		if err != nil {
			return nil, err
		}
		if name == "go.mod" {
			if data, err = replaceFrom(src, data); err != nil {
				return nil, err
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return nil, err
		}
	}
	var wants []*want
	for _, folder := range folders {
		from := path.Join("src", folder)
		err := filepath.WalkDir(filepath.Join(src, from), func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(src, name)
			if err != nil {
				return err
			}
			to := filepath.Join(dir, rel)
			if d.IsDir() {
				return os.MkdirAll(to, 0o755)
			}
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if filepath.Ext(name) == ".go" {
				list, err := wantsOf(filepath.ToSlash(rel), data)
				if err != nil {
					return err
				}
				wants = append(wants, list...)
			}
			return os.WriteFile(to, data, 0o644)
		})
		if err != nil {
			return nil, err
		}
	}
	return wants, nil
}

// replaceFrom lets the folders that replace modules in a go.mod stay where they
// are: below src.
func replaceFrom(src string, gomod []byte) ([]byte, error) {
	f, err := modfile.Parse("go.mod", gomod, nil)
	if err != nil {
		return nil, err
	}
	for _, r := range slices.Clone(f.Replace) {
		if modfile.IsDirectoryPath(r.New.Path) && !filepath.IsAbs(r.New.Path) {
			if err := f.AddReplace(r.Old.Path, r.Old.Version, filepath.Join(src, r.New.Path), ""); err != nil {
				return nil, err
			}
		}
	}
	return f.Format()
}

// A want is one expression of a comment.
type want struct {
	file string
	line int
	text string // as written
	re   *regexp.Regexp
}

var comment = regexp.MustCompile(`^//\s*want\s+(?:([+-]\d+)\s+)?(["` + "`" + `].*)$`)

// wantsOf reads the comments of a file.
func wantsOf(name string, data []byte) ([]*want, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var out []*want
	for _, group := range file.Comments {
		for _, c := range group.List {
			m := comment.FindStringSubmatch(c.Text)
			line := fset.PositionFor(c.Pos(), false).Line
			if m == nil {
				if strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(c.Text, "//")), "want ") {
					return nil, fmt.Errorf("%s:%d: the comment wants nothing that is quoted: %s", name, line, c.Text)
				}
				continue
			}
			if m[1] != "" {
				move, err := strconv.Atoi(m[1])
				if err != nil {
					return nil, fmt.Errorf("%s:%d: %w", name, line, err)
				}
				line += move
			}
			for rest := m[2]; rest != ""; rest = strings.TrimSpace(rest) {
				quoted, err := strconv.QuotedPrefix(rest)
				if err != nil {
					return nil, fmt.Errorf("%s:%d: %s is no quoted string", name, line, rest)
				}
				rest = rest[len(quoted):]
				text, err := strconv.Unquote(quoted)
				if err != nil {
					return nil, fmt.Errorf("%s:%d: %s: %w", name, line, quoted, err)
				}
				re, err := regexp.Compile(text)
				if err != nil {
					return nil, fmt.Errorf("%s:%d: %w", name, line, err)
				}
				out = append(out, &want{name, line, text, re})
			}
		}
	}
	return out, nil
}

// compare says what is missing and what is too much.
func compare(wants []*want, findings []finding.Finding) []string {
	var faults []string
	left := slices.Clone(wants)
	for _, f := range findings {
		text := fmt.Sprintf("%s %s: %s", f.Severity, f.Profile, f.Message)
		i := slices.IndexFunc(left, func(w *want) bool {
			return w.file == f.Pos.File && w.line == f.Pos.Line && w.re.MatchString(text)
		})
		if i < 0 {
			faults = append(faults, fmt.Sprintf("%s:%d: reported and not wanted: %s", f.Pos.File, f.Pos.Line, text))
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	for _, w := range left {
		faults = append(faults, fmt.Sprintf("%s:%d: wanted and not reported: %s", w.file, w.line, w.text))
	}
	return faults
}
