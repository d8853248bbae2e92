package toolreg_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
)

// stubs are the packages that random programs import, as far as they use
// them: what counts are the names, which the models know.
var stubs = map[string]string{
	"fmt":     "package fmt\nfunc Sprint(a ...any) string\nfunc Sprintf(format string, a ...any) string\n",
	"os":      "package os\nfunc Getenv(key string) string\n",
	"os/exec": "package exec\ntype Cmd struct{}\nfunc Command(name string, arg ...string) *Cmd\nfunc (*Cmd) Output() ([]byte, error)\n",
	"strings": "package strings\nfunc ToUpper(s string) string\nfunc HasPrefix(s, prefix string) bool\nfunc Join(elems []string, sep string) string\n",
	"github.com/mark3labs/mcp-go/mcp": `package mcp
type Tool struct { Name, Description string }
type ToolOption func(*Tool)
func NewTool(name string, opts ...ToolOption) Tool
`,
	"github.com/mark3labs/mcp-go/server": `package server
import "github.com/mark3labs/mcp-go/mcp"
type MCPServer struct{}
type ServerOption func(*MCPServer)
type ToolHandlerFunc func() error
func NewMCPServer(name, version string, opts ...ServerOption) *MCPServer
func (s *MCPServer) AddTool(tool mcp.Tool, handler ToolHandlerFunc)
`,
}

// A stubImporter type-checks stubs.
type stubImporter struct {
	fset *token.FileSet
	done map[string]*types.Package
}

func (im *stubImporter) Import(path string) (*types.Package, error) {
	if p, ok := im.done[path]; ok {
		return p, nil
	}
	src, ok := stubs[path]
	if !ok {
		return nil, fmt.Errorf("no stub for %s", path)
	}
	f, err := parser.ParseFile(im.fset, path+".go", src, 0)
	if err != nil {
		return nil, err
	}
	conf := types.Config{Importer: im}
	p, err := conf.Check(path, im.fset, []*ast.File{f}, nil)
	im.done[path] = p
	return p, err
}

// evaluateText type-checks a program of one file and returns what it offers.
func evaluateText(text string) (*inventory.Inventory, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "main.go", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: &stubImporter{fset, map[string]*types.Package{}}, GoVersion: "go1.26"}
	pkg, err := conf.Check("example.test/random", fset, []*ast.File{f}, info)
	if err != nil {
		return nil, err
	}
	detach, err := config.Attach(fset, config.Settings{InScope: func(*analysis.Pass) bool { return true }})
	if err != nil {
		return nil, err
	}
	defer detach()
	r := &passRunner{fset: fset, file: f, pkg: pkg, info: info, done: map[*analysis.Analyzer]any{}}
	res, err := r.run(posture.Analyzer)
	if err != nil {
		return nil, err
	}
	return posture.Merge([]*posture.Result{res.(*posture.Result)}), nil
}

// A passRunner runs analyzers on one package of one file.
type passRunner struct {
	fset *token.FileSet
	file *ast.File
	pkg  *types.Package
	info *types.Info
	done map[*analysis.Analyzer]any
}

func (r *passRunner) run(a *analysis.Analyzer) (any, error) {
	if res, ok := r.done[a]; ok {
		return res, nil
	}
	results := map[*analysis.Analyzer]any{}
	for _, req := range a.Requires {
		res, err := r.run(req)
		if err != nil {
			return nil, err
		}
		results[req] = res
	}
	res, err := a.Run(&analysis.Pass{
		Analyzer: a, Fset: r.fset, Files: []*ast.File{r.file}, Pkg: r.pkg, TypesInfo: r.info, TypesSizes: types.SizesFor("gc", "amd64"), ResultOf: results,
		Report:            func(analysis.Diagnostic) {},
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Name, err)
	}
	r.done[a] = res
	return res, nil
}

// faults compares what the evaluator finds in a random program with what the
// program registers. Where all is known the two are the same; where a program
// asks its environment, nothing that it registers in any environment may be
// missing. It is an error when the program is of no use.
func (p *program) faults() ([]string, error) {
	inv, err := evaluateText(p.text) // first, because a program without some statements may not compile
	if err != nil {
		return nil, err
	}
	want := map[string]bool{}
	for bits := range 1 << p.unknown {
		env := make([]bool, p.unknown)
		for i := range env {
			env[i] = bits>>i&1 == 1
		}
		names, ok := p.run(env)
		if !ok {
			return nil, errors.New("it does not end")
		}
		for n := range names {
			want[n] = true
		}
	}
	var patterns []*regexp.Regexp
	have := map[string]bool{}
	var reasons []string
	for _, tool := range inv.Tools {
		switch {
		case tool.Name != nil:
			have[*tool.Name] = true
		case tool.Pattern != "":
			patterns = append(patterns, regexp.MustCompile("^(?s:"+tool.Pattern+")$"))
			reasons = append(reasons, tool.Pattern)
		default:
			patterns = append(patterns, regexp.MustCompile("")) // it says that it does not know
			reasons = append(reasons, fmt.Sprint(tool.Unknown))
		}
	}
	var faults []string
	for _, n := range sortedNames(want) {
		known := slices.ContainsFunc(patterns, func(re *regexp.Regexp) bool { return re.MatchString(n) })
		if !have[n] && !known {
			faults = append(faults, fmt.Sprintf("missing %q", n))
		}
	}
	if p.unknown > 0 {
		return faults, nil
	}
	for _, n := range sortedNames(have) {
		if !want[n] {
			faults = append(faults, fmt.Sprintf("extra %q", n))
		}
	}
	for _, r := range reasons {
		faults = append(faults, fmt.Sprintf("not known: %q", r))
	}
	return faults, nil
}

// checkRandom checks the program of a seed, and reports a small one with the
// same kind of fault. It reports whether the program was of use.
func checkRandom(t *testing.T, seed uint64, unknown bool) bool {
	t.Helper()
	avoid := make([]gap, len(knownGaps))
	for i, k := range knownGaps {
		avoid[i] = k.gap
	}
	p := newProgram(seed, unknown, nil, avoid)
	start := time.Now()
	faults, err := p.faults()
	if err != nil {
		t.Logf("seed %d: %v", seed, err)
		return false
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("seed %d: the evaluation took %v", seed, d)
	}
	if len(faults) == 0 {
		return true
	}
	skip := map[int]bool{}
	for again := true; again; {
		again = false
		for i := p.stmts - 1; i >= 0; i-- {
			if skip[i] {
				continue
			}
			skip[i] = true
			smaller := newProgram(seed, unknown, skip, avoid)
			if f, err := smaller.faults(); err != nil || len(f) == 0 || f[0][:4] != faults[0][:4] {
				delete(skip, i)
				continue
			}
			again = true
		}
	}
	small := newProgram(seed, unknown, skip, avoid)
	if f, err := small.faults(); err == nil {
		p, faults = small, f
	}
	t.Errorf("seed %d, unknown %v: %s\n%s", seed, unknown, strings.Join(faults, ", "), strings.TrimPrefix(p.text, randomHeader))
	return true
}

// TestRandomPrograms runs the same programs each time.
func TestRandomPrograms(t *testing.T) {
	const n = 300
	used := 0
	for seed := range uint64(n) {
		if checkRandom(t, seed, seed%2 == 1) {
			used++
		}
		if t.Failed() {
			return
		}
	}
	if used < n/2 {
		t.Errorf("only %d of %d programs were of use", used, n)
	}
}

// TestRandomGaps checks that the known gaps are gaps.
func TestRandomGaps(t *testing.T) {
	for _, k := range knownGaps {
		faults, err := newProgram(k.seed, k.unknown, nil, nil).faults()
		if err != nil {
			t.Errorf("seed %d: %v", k.seed, err)
		}
		if len(faults) == 0 {
			t.Errorf("a gap is closed: remove %q, and what avoids it", k.gap)
		}
	}
}

// FuzzEvaluate looks for a random program that the evaluator gets wrong, or
// that makes a pass panic.
func FuzzEvaluate(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, seed%2 == 1)
	}
	f.Fuzz(func(t *testing.T, seed uint64, unknown bool) { checkRandom(t, seed, unknown) })
}
