package toolreg_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/models"
)

// A flowProgram has functions that pass a string on to a shell or not, in the
// same two forms as a program.
type flowProgram struct {
	text string
	// passes reports whether the text that a function gets is in what a shell
	// runs then, for some number and environment.
	passes map[string]bool
}

// mark is a text that no random program has.
const mark = "QJW"

const registering = `s.AddTool(mcp.NewTool(name), nil)`

// newFlowProgram generates a program of a few functions, each of which is
// reached by way of one named like it with an f before.
func newFlowProgram(seed uint64, unknown bool) *flowProgram {
	g := &generator{r: rand.New(rand.NewPCG(seed, 11)), scope: map[string][]string{}, bodies: map[string]func(*machine, string, int) string{}, budget: 60}
	if !unknown {
		g.unknown = -1
	}
	var b strings.Builder
	header := strings.Replace(randomHeader, registering, `_, _ = exec.Command("sh", "-c", name).Output()`, 1)
	header = strings.Replace(header, "\t\"github.com/mark3labs/mcp-go/mcp\"\n", "", 1)
	b.WriteString(strings.Replace(header, "\t\"os\"\n", "\t\"os\"\n\t\"os/exec\"\n", 1))
	for range 3 {
		b.WriteString(g.helperOf(2 + g.r.IntN(8)))
	}
	p := &flowProgram{passes: map[string]bool{}}
	for _, h := range g.helpers {
		fmt.Fprintf(&b, "func f%s(s *server.MCPServer, a string, n int) { add(s, %s(s, a, n)) }\n\n", h, h)
		p.passes[h] = g.passes(h)
	}
	p.text = b.String()
	return p
}

// passes runs a function in all environments and for some numbers.
func (g *generator) passes(name string) bool {
	unknown := max(g.unknown, 0)
	for bits := range 1 << min(unknown, 6) {
		env := make([]bool, unknown)
		for i := range env {
			env[i] = bits>>i&1 == 1
		}
		for _, n := range []int{0, 1, 2, 3, 7} {
			for text := range g.trial(name, env, n) {
				if strings.Contains(strings.ToUpper(text), mark) {
					return true
				}
			}
		}
	}
	return false
}

// trial runs a function once; one that does not end passes nothing.
func (g *generator) trial(name string, env []bool, n int) (names map[string]bool) {
	m := &machine{env: env, names: map[string]bool{}, vars: map[string]any{}}
	defer func() {
		if v := recover(); v != nil {
			if _, long := v.(tooLong); !long {
				panic(v)
			}
			names = nil
		}
	}()
	m.names[g.bodies[name](m, mark, n)] = true
	return m.names
}

// follow lowers a program, runs the engine on each of its functions as an entry
// with all parameters filled by the client, and returns those from which the
// string reaches the shell.
func follow(text string) (map[string]bool, error) {
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
	res, err := r.run(toolreg.Analyzer)
	if err != nil {
		return nil, err
	}
	w := res.(*toolreg.Result).World
	out := map[string]bool{}
	runEntries(w, flow.DefaultLimits(), func(id string) bool { return true }, func(id string, f flow.Flow) {
		if f.Source.Name == "a" && f.Mask.Has(flow.KindMask(models.KindShell)) {
			out[id[strings.LastIndexByte(id, '.')+1:]] = true
		}
	})
	return out, nil
}

// runEntries runs an engine on the functions of a program that are chosen, with
// all their parameters filled by the client.
func runEntries(w *interp.World, limits flow.Limits, chosen func(id string) bool, found func(id string, f flow.Flow)) (entries int, full bool) {
	e := flow.New(w.Models, w.Packages(), w.Type, limits)
	for _, p := range w.Packages() {
		for _, id := range slices.Sorted(maps.Keys(p.Funcs)) { // else what the limit cuts off changes
			fn := p.Funcs[id]
			if !chosen(id) {
				continue
			}
			in := flow.Entry{Func: id}
			for i, param := range fn.Params {
				in.Params = append(in.Params, flow.Param{Index: i, Class: models.ClassArgument, Name: param.Name})
			}
			entries++
			for _, f := range e.Run(in) {
				found(id, f)
			}
		}
	}
	return entries, e.Exhausted()
}

// checkFlows checks the program of a seed: what reaches the shell when it runs
// is found. It returns the number of functions whose text does, and does not.
func checkFlows(t *testing.T, seed uint64, unknown bool) (passing, others, alarms int) {
	t.Helper()
	p := newFlowProgram(seed, unknown)
	start := time.Now()
	found, err := follow(p.text)
	if err != nil {
		t.Logf("seed %d: %v", seed, err)
		return 0, 0, 0
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("seed %d: the analysis took %v", seed, d)
	}
	for h, passes := range p.passes {
		switch {
		case passes && !found["f"+h]:
			t.Errorf("seed %d, unknown %v: %s passes its text to a shell, and that is missed\n%s", seed, unknown, h, p.text)
		case passes:
			passing++
		default:
			others++
			if found["f"+h] {
				alarms++
			}
		}
	}
	return passing, others, alarms
}

// TestRandomFlows runs the engine on the same programs each time.
func TestRandomFlows(t *testing.T) {
	const n = 400
	passing, others, alarms := 0, 0, 0
	for seed := range uint64(n) {
		p, o, a := checkFlows(t, seed, seed%2 == 1)
		passing, others, alarms = passing+p, others+o, alarms+a
		if t.Failed() {
			return
		}
	}
	t.Logf("%d functions pass their text to a shell; of %d that don't %d are said to", passing, others, alarms)
	if passing < n/4 || others < n/4 {
		t.Errorf("too few of the functions are of use: %d pass their text, %d don't", passing, others)
	}
}

// FuzzFlows looks for a program in which the engine misses a flow, panics, or
// does not end.
func FuzzFlows(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, seed%2 == 1)
	}
	f.Fuzz(func(t *testing.T, seed uint64, unknown bool) { checkFlows(t, seed, unknown) })
}
