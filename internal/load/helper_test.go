package load

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/txtar"
)

// TestMain makes the tests independent of the settings of the machine, and
// keeps them off the network.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{"GOPROXY": "off", "GOFLAGS": "", "GOWORK": "", "GOENV": "off"} {
		if err := os.Setenv(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// tree writes the files of a txtar archive to a new directory.
func tree(t *testing.T, archive string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// load loads, and checks what holds for every result. Unless the test asks for
// a loader it is the one from source; MCPVET_FULL=1 compares it with the other.
func load(t *testing.T, o Options) *Result {
	t.Helper()
	if o.Mode != "" {
		return loadAs(t, o)
	}
	o.Mode = Source
	res := loadAs(t, o)
	if os.Getenv("MCPVET_FULL") != "" && !o.Untrusted {
		o.Mode = Export
		sameResult(t, res, loadAs(t, o))
	}
	return res
}

func loadAs(t *testing.T, o Options) *Result {
	t.Helper()
	res, err := Load(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	validate(t, res)
	return res
}

// loadNothing expects a *NothingError that mentions all of words.
func loadNothing(t *testing.T, o Options, words ...string) {
	t.Helper()
	_, err := Load(t.Context(), o)
	var nothing *NothingError
	if !errors.As(err, &nothing) {
		t.Fatalf("Load: %v, want a *NothingError", err)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("Load: %v, which lacks %q", err, w)
		}
	}
}

// packageFact is a fact for an analyzer that crosses packages.
type packageFact struct{ Seen []string }

func (*packageFact) AFact() {}

// validate builds SSA over every package and runs analyzers, one of them
// with facts, through the driver that the engine uses.
func validate(t *testing.T, res *Result) {
	t.Helper()
	index := make(map[*packages.Package]int)
	for i, p := range res.Packages {
		index[p] = i
		if p.IllTyped {
			t.Errorf("%s is marked as ill-typed, analyzers would skip it", p.ID)
		}
		for path, imp := range p.Imports {
			if j, ok := index[imp]; !ok || j >= i {
				t.Errorf("%s imports %s, which is not an earlier package in scope", p.ID, path)
			}
		}
		for _, f := range p.Syntax {
			if tf := res.Fset.File(f.FileStart); tf == nil || !slices.Contains(p.GoFiles, tf.Name()) {
				t.Errorf("%s: the syntax of %s has no physical position", p.ID, f.Name.Name)
			}
		}
		buildSSA(t, p)
	}
	facts := &analysis.Analyzer{
		Name: "facts", Doc: "facts: cross packages", FactTypes: []analysis.Fact{new(packageFact)},
		Requires: []*analysis.Analyzer{buildssa.Analyzer}, ResultType: reflect.TypeFor[[]string](),
		Run: func(pass *analysis.Pass) (any, error) {
			fact := &packageFact{Seen: []string{pass.Pkg.Path()}}
			for _, f := range pass.AllPackageFacts() {
				fact.Seen = append(fact.Seen, f.Fact.(*packageFact).Seen...)
			}
			pass.ExportPackageFact(fact)
			return fact.Seen, nil
		},
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{facts}, res.Packages, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Errorf("%s: %v", act, act.Err)
			continue
		}
		for path := range act.Package.Imports {
			if !slices.Contains(act.Result.([]string), path) {
				t.Errorf("no fact travelled from %s to %s", path, act.Package.ID)
			}
		}
	}
}

// buildSSA builds p the way buildssa does; a panic fails the test.
func buildSSA(t *testing.T, p *packages.Package) *ssa.Package {
	t.Helper()
	prog := ssa.NewProgram(p.Fset, ssa.BuilderMode(0))
	for _, imp := range p.Types.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	pkg := prog.CreatePackage(p.Types, p.Syntax, p.TypesInfo, false)
	pkg.Build()
	return pkg
}

// paths returns the import paths of the packages of res, in its order.
func paths(res *Result) []string {
	var out []string
	for _, p := range res.Packages {
		out = append(out, p.PkgPath)
	}
	return out
}

func wantPaths(t *testing.T, res *Result, want ...string) {
	t.Helper()
	if got := paths(res); !slices.Equal(got, want) {
		t.Errorf("packages: %v, want %v", got, want)
	}
}

// pkg returns the package of that path.
func pkg(t *testing.T, res *Result, path string) *packages.Package {
	t.Helper()
	for _, p := range res.Packages {
		if p.PkgPath == path {
			return p
		}
	}
	t.Fatalf("no package %s in %v", path, paths(res))
	return nil
}

// wantProblem expects a problem of that kind whose text has all of words.
func wantProblem(t *testing.T, res *Result, kind Kind, words ...string) {
	t.Helper()
next:
	for _, p := range res.Problems {
		if p.Kind != kind {
			continue
		}
		for _, w := range words {
			if !strings.Contains(p.String(), w) {
				continue next
			}
		}
		return
	}
	t.Errorf("no %s problem with %q in:\n%s", kind, words, problemText(res))
}

func wantNoProblems(t *testing.T, res *Result) {
	t.Helper()
	if len(res.Problems) > 0 {
		t.Errorf("unexpected problems:\n%s", problemText(res))
	}
}

func problemText(res *Result) string {
	var lines []string
	for _, p := range res.Problems {
		lines = append(lines, string(p.Kind)+" "+p.String())
	}
	return strings.Join(lines, "\n")
}

// analysed returns the names of the functions of p that have code.
func analysed(t *testing.T, p *packages.Package) []string {
	t.Helper()
	var out []string
	prog := buildSSA(t, p)
	for name, m := range prog.Members {
		if f, ok := m.(*ssa.Function); ok && len(f.Blocks) > 0 && name != "init" {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func wantAnalysed(t *testing.T, p *packages.Package, want ...string) {
	t.Helper()
	if got := analysed(t, p); !slices.Equal(got, want) {
		t.Errorf("%s: functions with code: %v, want %v", p.ID, got, want)
	}
}
