package toolreg

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/internal/testkit"
	"github.com/mcpvet/mcpvet/models"
)

// An analysed is one package of a run of Analyzer alone.
type analysed struct {
	path string
	dir  string
	res  *Result
	fact *Program // nil without
}

// analyse loads the test programs and runs Analyzer over them.
func analyse(t *testing.T) []analysed {
	t.Helper()
	loaded := testkit.Load(t, testkit.Module(t), testkit.Programs)
	// with tests: without, nothing could ask for the fact of a main package
	defer testkit.Attach(t, loaded.Fset, config.Settings{IncludeTests: true})()
	var out []analysed
	for _, act := range testkit.Analyze(t, loaded.Packages, nil, Analyzer) {
		if !loaded.Selected(act.Package.PkgPath) {
			continue
		}
		a := analysed{path: act.Package.PkgPath, dir: filepath.Dir(act.Package.CompiledGoFiles[0]), res: act.Result.(*Result)}
		for _, f := range act.AllPackageFacts() {
			if p, ok := f.Fact.(*Program); ok && f.Package == act.Package.Types {
				a.fact = p
			}
		}
		out = append(out, a)
	}
	return out
}

// TestFactRoundTrip writes and reads the fact of every test program: the
// bytes are the same each time, and an evaluation of what was read records
// the same as one of what was written.
func TestFactRoundTrip(t *testing.T) {
	set, err := models.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	programs := analyse(t)
	if len(programs) < 20 {
		t.Fatalf("only %d packages", len(programs))
	}
	compared := 0
	for _, a := range programs {
		if a.fact == nil {
			t.Errorf("%s has no fact", a.path)
			continue
		}
		data := encodeProgram(t, a.fact)
		if !bytes.Equal(data, encodeProgram(t, a.fact)) {
			t.Errorf("%s: the second encoding differs from the first", a.path)
		}
		var read Program
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&read); err != nil {
			t.Fatalf("%s: %v", a.path, err)
		}
		if got, want := read.String(), a.fact.String(); got != want {
			t.Errorf("%s: read %s, wrote %s", a.path, got, want)
		}
		pkgs, err := read.packages()
		if err != nil {
			t.Fatalf("%s: %v", a.path, err)
		}
		// without the bytes that reading keeps
		fresh := &Program{}
		for _, p := range pkgs {
			fresh.parts = append(fresh.parts, partOf(p))
		}
		if !bytes.Equal(data, encodeProgram(t, fresh)) {
			t.Errorf("%s: what was read is written as other bytes", a.path)
		}
		if a.res.Machine == nil {
			continue
		}
		world := interp.NewWorld(set, pkgs)
		m := evaluate(world, pkgs[len(pkgs)-1], nil).m
		if got, want := sites(m), sites(a.res.Machine); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: registrations after reading: %v\nbefore: %v", a.path, got, want)
		}
		compared += len(m.Events.Registrations)
	}
	if compared < 100 {
		t.Errorf("only %d registrations were compared", compared)
	}
}

func encodeProgram(t *testing.T, p *Program) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(p); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// sites lists where and what was registered, in order.
func sites(m *interp.Machine) []string {
	var out []string
	for _, r := range m.Events.Registrations {
		name := r.Name
		if name == nil && r.Descriptor != nil {
			name = m.Get(r.Descriptor, "Name")
		}
		text := fmt.Sprintf("%T", name)
		if s, ok := interp.AsString(name); ok {
			text = s
		}
		out = append(out, fmt.Sprint(r.Kind, r.Symbol, r.Func, text, r.Site, r.Calls, interp.PosOf(r.Descriptor)))
	}
	return out
}

// TestFactDeterminism loads the programs twice, each time in another order:
// facts must not show it, because go vet's cache would miss.
func TestFactDeterminism(t *testing.T) {
	first := map[string][]byte{}
	for _, a := range analyse(t) {
		first[a.path] = encodeProgram(t, a.fact)
	}
	var differ []string
	for _, a := range analyse(t) {
		if !bytes.Equal(first[a.path], encodeProgram(t, a.fact)) {
			differ = append(differ, a.path)
		}
	}
	slices.Sort(differ)
	if len(differ) > 0 {
		t.Errorf("the facts of %d of %d packages differ from one run to the next: %q", len(differ), len(first), differ)
	}
}

// TestFactSize holds facts to a budget: under go vet every importer reads and
// writes those of all packages in scope below it.
func TestFactSize(t *testing.T) {
	var facts, source int
	for _, a := range analyse(t) {
		if a.fact == nil {
			continue
		}
		data, err := a.fact.parts[len(a.fact.parts)-1].data()
		if err != nil {
			t.Fatal(err)
		}
		size := sourceSize(t, a.dir)
		facts += len(data)
		source += size
		if max := 2*size + 10_000; len(data) > max {
			t.Errorf("%s: %d bytes of source give a fact of %d bytes, more than %d", a.path, size, len(data), max)
		}
	}
	t.Logf("%d bytes of facts for %d bytes of source", facts, source)
	if 2*facts > 5*source {
		t.Errorf("%d bytes of facts for %d bytes of source", facts, source)
	}
}

// TestFactRepeats holds facts to what is said once: a type that a package below
// describes is not described again.
func TestFactRepeats(t *testing.T) {
	shared, types := 0, 0
	for _, a := range analyse(t) {
		pkgs, err := a.fact.packages()
		if err != nil {
			t.Fatal(err)
		}
		own := pkgs[len(pkgs)-1]
		types += len(own.Types)
		for _, below := range pkgs[:len(pkgs)-1] {
			shared++
			for name, typ := range own.Types {
				if reflect.DeepEqual(typ, below.Types[name]) {
					t.Errorf("%s describes %s as %s does", own.Path, name, below.Path)
				}
			}
		}
	}
	if shared < 10 || types < 100 {
		t.Errorf("only %d imports and %d types were compared", shared, types)
	}
}

// TestFactExport says which packages have a fact when tests are left out.
func TestFactExport(t *testing.T) {
	loaded := testkit.Load(t, testkit.Module(t), "./src/toolreg/kinds/...")
	defer testkit.Attach(t, loaded.Fset, config.Settings{})()
	facts := map[string]bool{}
	for _, act := range testkit.Analyze(t, loaded.Packages, nil, Analyzer) {
		for _, f := range act.AllPackageFacts() {
			if f.Package == act.Package.Types {
				facts[act.Package.Name] = true
			}
		}
	}
	if !facts["registry"] || facts["main"] {
		t.Errorf("facts of %v, want those of the library, and not of the program that nothing imports", facts)
	}
}

func sourceSize(t *testing.T, dir string) (n int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		st, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		n += int(st.Size())
	}
	return n
}

// TestFactDamaged reads facts that were cut or changed: an error, and never a panic.
func TestFactDamaged(t *testing.T) {
	pkg := &program.Package{Path: "example.test/p", Funcs: map[string]*program.Func{"example.test/p.F": {ID: "example.test/p.F", Blocks: []program.Block{{}}}}, Types: map[string]*program.Type{}}
	data := encodeProgram(t, &Program{parts: []*part{partOf(pkg)}})
	failed := 0
	read := func(data []byte) {
		var p Program
		err := gob.NewDecoder(bytes.NewReader(data)).Decode(&p)
		if err == nil {
			_, err = p.packages()
		}
		if err != nil {
			failed++
		}
		_ = p.String()
	}
	for i := range data {
		read(data[:i])
	}
	if failed != len(data) {
		t.Errorf("%d of %d cut facts were read without an error", len(data)-failed, len(data))
	}
	for i := range data {
		changed := bytes.Clone(data)
		changed[i] ^= 0x55
		read(changed)
	}
	if _, err := program.Decode([]byte("not deflated")); err == nil || !strings.Contains(err.Error(), "decode package") {
		t.Errorf("error %v, want one that says what was decoded", err)
	}
}
