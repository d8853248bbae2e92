package ruletest

import (
	"bytes"
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/engine"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/load"
	"github.com/mcpvet/mcpvet/internal/rewrite"
	"github.com/mcpvet/mcpvet/internal/testkit"
)

// An offer says what fix a finding is to have:
//
//	os.ReadFile(filepath.Join(root, name)) // fix review MCP003
//
// The word is safe, review or none. A number before the rule moves the line.
type offer struct {
	file string
	line int
	kind string
	rule string
}

var offered = regexp.MustCompile(`^// fix (safe|review|none) (?:([+-]\d+) )?(MCP\d{3})$`)

func offersOf(name string, data []byte) ([]offer, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var out []offer
	for _, group := range file.Comments {
		for _, c := range group.List {
			m := offered.FindStringSubmatch(c.Text)
			line := fset.Position(c.Pos()).Line
			if m == nil {
				if strings.HasPrefix(c.Text, "// fix ") {
					return nil, fmt.Errorf("%s:%d: no fix is meant by %q", name, line, c.Text)
				}
				continue
			}
			if m[2] != "" {
				n, err := strconv.Atoi(m[2])
				if err != nil {
					return nil, err
				}
				line += n
			}
			out = append(out, offer{name, line, m[1], m[3]})
		}
	}
	return out, nil
}

// A program under test, in a folder of its own.
type fixed struct {
	dir    string
	offers []offer
	lacks  bool // fixes may need modules that are not there
}

func (f *fixed) findings(t *testing.T, analyzers []*analysis.Analyzer) *engine.Result {
	t.Helper()
	res, err := engine.Run(context.Background(), engine.Options{
		Load: load.Options{Dir: f.dir}, Analyzers: analyzers, Root: f.dir, Fixes: true, AllowEmpty: true, Profile: finding.Auditor,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range res.NotSeen {
		if f.lacks {
			continue // what uses those modules
		}
		t.Errorf("%s: not analysed: %s", n.What, n.Reason)
	}
	return res
}

// plan returns what fixes of a result do; want says which of them are taken.
func (f *fixed) plan(res *engine.Result, want func(finding.Finding) bool) *rewrite.Plan {
	content := map[string][]byte{}
	for name, text := range res.Sources {
		content[filepath.Join(f.dir, filepath.FromSlash(name))] = text
	}
	var items []rewrite.Item
	for _, found := range res.Findings {
		if found.Suppressed != nil || len(found.Fixes) == 0 || !f.requires(found.Fixes[0].Needs) || !want(found) {
			continue
		}
		fix := found.Fixes[0]
		fix.Edits = slices.Clone(fix.Edits)
		for i := range fix.Edits {
			fix.Edits[i].Pos.File = filepath.Join(f.dir, filepath.FromSlash(fix.Edits[i].Pos.File))
		}
		items = append(items, rewrite.Item{Rule: found.Rule, At: found.Pos, Fix: fix})
	}
	return rewrite.New(items, content, nil)
}

// requires reports whether the module of the programs requires modules. One that
// it does not is not there to compile them.
func (f *fixed) requires(modules []string) bool {
	if f.lacks {
		return true
	}
	data, err := os.ReadFile(filepath.Join(f.dir, "go.mod"))
	return err == nil && !slices.ContainsFunc(modules, func(m string) bool { return !strings.Contains(string(data), m+" v") })
}

// isolateAll copies folders of testdata/src into a module of their own.
func isolateAll(t *testing.T, folders []string) *fixed {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := isolate(testkit.Module(t), dir, folders); err != nil {
		t.Fatal(err)
	}
	f := &fixed{dir: dir}
	for name, data := range goFiles(t, dir) {
		list, err := offersOf(name, data)
		if err != nil {
			t.Fatal(err)
		}
		f.offers = append(f.offers, list...)
	}
	return f
}

// goFiles returns the Go files below a folder, by their names in it.
func goFiles(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(name)
		out[filepath.ToSlash(rel)] = data
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Fixes runs rules on the programs in folders of testdata/src, and looks at the
// fixes that they offer: each comment "// fix KIND RULE" must be true, and with all
// that are offered there the programs must be as their golden files beside them
// (NAME.go.golden), compile, pass go vet, and have none of those findings. With
// update the golden files are written.
func Fixes(t *testing.T, analyzers []*analysis.Analyzer, update bool, folders ...string) {
	t.Helper()
	f := isolateAll(t, folders)
	if len(f.offers) == 0 {
		t.Fatal("no comment says what is offered: such a test can't fail")
	}
	res := f.findings(t, analyzers)
	at := func(found finding.Finding) []offer {
		var out []offer
		for _, o := range f.offers {
			if o.file == found.Pos.File && o.line == found.Pos.Line && o.rule == found.Rule {
				out = append(out, o)
			}
		}
		return out
	}
	seen := map[offer]bool{}
	for _, found := range res.Findings {
		for _, o := range at(found) {
			seen[o] = true
			has := "none"
			if len(found.Fixes) > 0 {
				has = map[bool]string{true: "safe", false: "review"}[found.Fixes[0].Safe]
			}
			if has != o.kind || len(found.Fixes) > 1 {
				t.Errorf("%s:%d: %s: the fix is %q (of %d), want %q: %s", o.file, o.line, o.rule, has, len(found.Fixes), o.kind, found.Message)
			}
		}
	}
	for _, o := range f.offers {
		if !seen[o] {
			t.Errorf("%s:%d: %s reports nothing", o.file, o.line, o.rule)
		}
	}
	plan := f.plan(res, func(found finding.Finding) bool { return len(at(found)) > 0 })
	for _, l := range plan.Left {
		t.Errorf("%s: %s: left out: %s", l.At, l.Rule, l.Reason)
	}
	if err := plan.Write(); err != nil {
		t.Fatal(err)
	}
	for _, file := range plan.Files {
		rel, err := filepath.Rel(f.dir, file.Name)
		if err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join(testkit.Module(t), rel+".golden")
		if update {
			if err := os.WriteFile(golden, file.New, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(golden); err != nil || !bytes.Equal(want, file.New) {
			t.Errorf("%s is not as %s says (%v): run the test with -update and look at what changes", rel, golden, err)
		}
	}
	f.vet(t)
	for _, found := range f.findings(t, analyzers).Findings {
		for _, o := range f.offers {
			if o.kind != "none" && o.rule == found.Rule && o.file == found.Pos.File && len(found.Fixes) > 0 {
				t.Errorf("%s:%d: a fix is offered again: %s", found.Pos.File, found.Pos.Line, found.Fixes[0].Title)
				break
			}
		}
	}
}

// vet compiles the programs and runs go vet on them.
func (f *fixed) vet(t *testing.T) {
	t.Helper()
	cmd := exec.Command("go", "vet", "-lostcancel=false", "./...") // one of the programs is to have that fault
	cmd.Dir = f.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("with the fixes: go vet: %v\n%s", err, out)
	}
}

// FixAll applies all fixes that rules offer for programs, and again until none is
// offered: what comes out must compile, pass go vet, and end after some rounds.
func FixAll(t *testing.T, analyzers []*analysis.Analyzer, folders ...string) {
	t.Helper()
	f := isolateAll(t, folders)
	total := 0
	for round := 0; ; round++ {
		plan := f.plan(f.findings(t, analyzers), func(finding.Finding) bool { return true })
		for _, l := range plan.Left {
			if strings.Contains(l.Reason, "parse") || strings.Contains(l.Reason, "overlap") {
				t.Errorf("%s: %s: %s: %s", l.At, l.Rule, l.Fix.Title, l.Reason)
			}
		}
		if len(plan.Files) == 0 {
			break
		}
		if round == 6 {
			t.Fatalf("after %d rounds there is still something to fix, as at %s: %s", round, plan.Applied[0].At, plan.Applied[0].Fix.Title)
		}
		total += len(plan.Applied)
		if err := plan.Write(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d fixes", total)
	if total == 0 {
		t.Error("no fix is offered")
	}
	f.vet(t)
}

// FixWithout applies all fixes for programs in a module that does not have the
// companion yet, which some of them use: until somebody gets it, what it says of the
// program is not known, and none must be made again.
func FixWithout(t *testing.T, analyzers []*analysis.Analyzer, folders ...string) {
	t.Helper()
	f := isolateAll(t, folders)
	args := []string{"mod", "edit"}
	for _, module := range companions {
		args = append(args, "-droprequire="+module, "-dropreplace="+module)
	}
	f.run(t, args...)
	f.lacks = true
	used := false
	for round := 0; ; round++ {
		plan := f.plan(f.findings(t, analyzers), func(finding.Finding) bool { return true })
		if len(plan.Files) == 0 {
			break
		}
		if round == 3 {
			t.Fatalf("after %d rounds there is still something to fix, as at %s: %s", round, plan.Applied[0].At, plan.Applied[0].Fix.Title)
		}
		used = used || slices.ContainsFunc(plan.Applied, func(it rewrite.Item) bool { return len(it.Fix.Needs) > 0 })
		if err := plan.Write(); err != nil {
			t.Fatal(err)
		}
	}
	if !used {
		t.Error("no fix uses the companion")
	}
}

// companions are the modules of the companion.
var companions = []string{"github.com/mcpvet/mcpvet/guard", "github.com/mcpvet/mcpvet/guard/gosdk", "github.com/mcpvet/mcpvet/guard/mcpgo"}

// run runs the go command in the module of the programs.
func (f *fixed) run(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = f.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// FixModule applies all fixes that rules offer under the regular profile for the
// programs of a module, each in a folder PROGRAM/part. Of those findings whose rule
// is in rules each must be gone, but for those of which notFixed, by PROGRAM and
// rule, says why not. What comes out must compile, pass go vet, and have no finding
// of one of these rules that the program had none of.
func FixModule(t *testing.T, analyzers []*analysis.Analyzer, module, part string, rules map[string]bool, notFixed map[string]string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	copyModule(t, module, dir)
	requireCompanion(t, dir)
	f := &fixed{dir: dir}
	of := func(found finding.Finding) (string, bool) {
		program, rest, ok := strings.Cut(found.Pos.File, "/")
		return program + " " + found.Rule, ok && strings.HasPrefix(rest, part+"/") && rules[found.Rule] && found.Suppressed == nil && finding.Regular.Includes(found.Profile)
	}
	first := map[string]int{}
	for round := 0; ; round++ {
		res := f.findings(t, analyzers)
		plan := f.plan(res, func(found finding.Finding) bool { return finding.Regular.Includes(found.Profile) })
		left := map[string]int{}
		for _, found := range res.Findings {
			if key, ok := of(found); ok {
				left[key]++
			}
		}
		if round == 0 {
			first = left
		}
		if len(plan.Files) > 0 && round < 6 {
			if err := plan.Write(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if len(plan.Files) > 0 {
			t.Errorf("after %d rounds there is still something to fix", round)
		}
		gone := 0
		for key := range first {
			switch {
			case left[key] == 0 && notFixed[key] != "":
				t.Errorf("%s: it is fixed: drop its reason", key)
			case left[key] > 0 && notFixed[key] == "":
				t.Errorf("%s: it is not fixed", key)
			case left[key] == 0:
				gone++
			}
		}
		for key := range left {
			if first[key] == 0 && notFixed[key] == "" {
				t.Errorf("%s: it was not there before the fixes", key)
			}
		}
		t.Logf("of %d kinds of findings %d are gone", len(first), gone)
		break
	}
	f.vet(t)
}

// requireCompanion makes a module require the companion of the working tree, which
// is not published: fixes may use it.
func requireCompanion(t *testing.T, dir string) {
	t.Helper()
	guard, err := filepath.Abs(filepath.Join(testkit.Module(t), "..", "guard"))
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"mod", "edit"}
	for name, at := range map[string]string{"": guard, "/gosdk": filepath.Join(guard, "gosdk"), "/mcpgo": filepath.Join(guard, "mcpgo")} {
		module := "github.com/mcpvet/mcpvet/guard" + name
		args = append(args, "-require="+module+"@v0.0.0", "-replace="+module+"="+at)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go mod edit: %v\n%s", err, out)
	}
}

func copyModule(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}
