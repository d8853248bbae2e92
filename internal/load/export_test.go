package load

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// platform is a program whose dependency dep needs lib, another dependency.
const platform = `
-- main/go.mod --
module example.com/main

go 1.24

require (
	example.com/dep v0.0.0
	example.com/lib v0.0.0
	example.com/unused v0.0.0
)

replace (
	example.com/dep => ../dep
	example.com/lib => ../lib
	example.com/unused => ../unused
)
-- main/a.go --
package main

import (
	"errors"

	"example.com/dep"
	"example.com/lib"
)

var errStop = errors.New("stop")

type local struct{ dep.Named }

func main() {
	if err := dep.Run(lib.Job{Name: dep.Default}, func(j *lib.Job) error { return errStop }); err != nil {
		panic(dep.Pair[string, int]{First: err.Error()}.First + local{}.Greet())
	}
}

func implements() dep.Runner { return lib.Job{} }
-- dep/go.mod --
module example.com/dep

go 1.24

require example.com/lib v0.0.0
-- dep/dep.go --
package dep

import "example.com/lib"

const Default = "default"

type Pair[A, B any] struct {
	First  A
	Second B
}

type Runner interface{ Start() (done bool) }

type Named struct{ name string }

func (n Named) Greet() string { return unexported(n.name) }

func Run(j lib.Job, f func(*lib.Job) error) error { return f(&j) }

func unexported(s string) string { return s }
-- lib/go.mod --
module example.com/lib

go 1.24
-- lib/lib.go --
package lib

type Job struct{ Name string }

func (Job) Start() bool { return true }
-- unused/go.mod --
module example.com/unused
-- unused/unused.go --
package unused
`

func TestExport(t *testing.T) {
	o := Options{Dir: filepath.Join(tree(t, platform), "main")}
	want := loadWith(t, o, Source, Source)
	wantNoProblems(t, want)

	// Nobody built it, and auto does not: not the first time, nor for the second.
	for range 2 {
		res := loadWith(t, o, Auto, Source)
		if !strings.HasPrefix(res.ModeReason, "there is no export data for ") {
			t.Errorf("reason: %s", res.ModeReason)
		}
		sameResult(t, want, res)
	}
	sameResult(t, want, loadWith(t, o, Export, Export))
	sameResult(t, want, loadWith(t, o, Auto, Export)) // from here on there is export data

	// What is followed comes from source, and so does what needs it.
	o.Follow = []string{"example.com/lib/..."}
	want = loadWith(t, o, Source, Source)
	wantNoProblems(t, want)
	wantPaths(t, want, "example.com/lib", "example.com/main")
	sameResult(t, want, loadWith(t, o, Auto, Export))

	o.Untrusted = true
	sameResult(t, want, loadWith(t, o, Auto, Source))
	o.Mode = Export
	if _, err := Load(t.Context(), o); err == nil || !strings.Contains(err.Error(), "auto or source") {
		t.Errorf("untrusted code is compiled: %v", err)
	}
	if _, err := Load(t.Context(), Options{Dir: o.Dir, Mode: "fast"}); err == nil || !strings.Contains(err.Error(), `"fast"`) || !strings.Contains(err.Error(), "[auto export source]") {
		t.Errorf("an unknown mode: %v", err)
	}
}

// TestExportNot loads programs that export data can't serve.
func TestExportNot(t *testing.T) {
	for _, tt := range []struct {
		name, old, new string
		want           string
	}{
		{"syntax error", "import (\n", "import {\n", "an error in package example.com/main"},
		{"missing package", `"errors"`, "\"errors\"\n\t_ \"example.com/missing\"", "an error in package example.com/missing"},
		{"dependency does not compile", "return f(&j)", "return 1", "there is no export data for example.com/dep"},
		{"workspace is broken", "-- main/a.go --", "-- main/go.work --\ngo 1.24\nuse .\nuse ./gone\n-- main/a.go --", "go list failed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			archive := strings.Replace(platform, tt.old, tt.new, 1)
			if archive == platform {
				t.Fatal("the program is as before")
			}
			o := Options{Dir: filepath.Join(tree(t, archive), "main")}
			o.Mode = Export
			res, err := Load(t.Context(), o)
			o.Mode = Source
			want, wantErr := Load(t.Context(), o)
			if wantErr != nil {
				if err == nil || err.Error() != wantErr.Error() {
					t.Errorf("export: %v\nsource: %v", err, wantErr)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if res.Mode != Source || !strings.Contains(res.ModeReason, tt.want) {
				t.Errorf("the %s loader was used (%s), want the source loader because of %q", res.Mode, res.ModeReason, tt.want)
			}
			sameResult(t, want, res)
		})
	}
}

// TestExportDamaged has the export data of a dependency damaged, gone, or that
// of another package.
func TestExportDamaged(t *testing.T) {
	o := Options{Dir: filepath.Join(tree(t, platform), "main"), Mode: Export}
	want := load(t, o)
	if want.Mode != Export {
		t.Fatal(want.ModeReason)
	}
	for name, damage := range map[string]func(good, other []byte) []byte{
		"as it was": func(good, _ []byte) []byte { return good },
		"gone":      func(_, _ []byte) []byte { return nil },
		"no data":   func(_, _ []byte) []byte { return []byte("!<arch>\nthis is none") },
		"cut":       func(good, _ []byte) []byte { return good[:bytes.Index(good, []byte("$$B\nu"))+200] },
		"altered": func(good, _ []byte) []byte {
			at := bytes.Index(good, []byte("$$B\nu")) + 40
			return slices.Replace(slices.Clone(good), at, at+400, bytes.Repeat([]byte{0xff}, 400)...)
		},
		"another one": func(_, other []byte) []byte { return other },
	} {
		t.Run(name, func(t *testing.T) {
			l, err := newLoader(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			pats := parsePatterns(l.dir, l.opts.Patterns)
			units, err := l.findUnits(pats)
			if err != nil {
				t.Fatal(err)
			}
			if err := l.listAll(t.Context(), units); err != nil {
				t.Fatal(err)
			}
			selected, err := l.selectPackages(pats)
			if err != nil {
				t.Fatal(err)
			}
			data := make(map[string][]byte)
			for _, n := range l.nodes {
				if n.export != "" && strings.HasPrefix(n.path, "example.com/") {
					if data[n.path], err = os.ReadFile(n.export); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, n := range l.nodes {
				if n.path != "example.com/lib" {
					continue
				}
				n.export = filepath.Join(t.TempDir(), "lib.a")
				if text := damage(data["example.com/lib"], data["example.com/dep"]); text != nil {
					if err := os.WriteFile(n.export, text, 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := l.typecheck(t.Context()); err != nil {
				t.Fatal(err)
			}
			res, err := l.result(selected)
			if err != nil {
				t.Fatal(err)
			}
			validate(t, res)
			sameResult(t, want, res)
			if name == "as it was" {
				if res.Mode != Export {
					t.Errorf("good export data is not used: %s", res.ModeReason)
				}
			} else if res.Mode != Source || !strings.Contains(res.ModeReason, "the export data of package example.com/lib can't be used") {
				t.Errorf("loader %s, reason %q", res.Mode, res.ModeReason)
			}
		})
	}
}

// TestExportVersions loads modules that use different versions of one package.
func TestExportVersions(t *testing.T) {
	dir := tree(t, `
-- one/go.mod --
module example.com/one

go 1.24

require example.com/dep v0.0.0

replace example.com/dep => ../.dep1
-- one/one.go --
package one

import "example.com/dep"

func One(t dep.T) string { return t.First.Value }
-- two/go.mod --
module example.com/two

go 1.24

require (
	example.com/dep v0.0.0
	example.com/user v0.0.0
)

replace example.com/dep => ../.dep2

replace example.com/user => ../.user
-- two/two.go --
package two

import (
	"example.com/dep"
	"example.com/user"
)

func Two(t dep.T) string { return user.Second(t) + t.Second.Value }
-- .user/go.mod --
module example.com/user
-- .user/user.go --
package user

import "example.com/dep"

func Second(t dep.T) string { return t.Second.Value }
-- .dep1/go.mod --
module example.com/dep
-- .dep1/dep.go --
package dep

import "example.com/dep/inner"

type T struct{ First inner.V }
-- .dep1/inner/inner.go --
package inner

type V struct{ Value string }
-- .dep2/go.mod --
module example.com/dep
-- .dep2/dep.go --
package dep

import "example.com/dep/inner"

type T struct{ Second inner.V }
-- .dep2/inner/inner.go --
package inner

type V struct{ Value, Other string }
`)
	o := Options{Dir: dir}
	want := loadWith(t, o, Source, Source)
	wantNoProblems(t, want)
	sameResult(t, want, loadWith(t, o, Export, Export))
}

// TestExportSurroundings loads a library twice: as a module of its own, and as
// a dependency of another one that chooses other versions for it.
func TestExportSurroundings(t *testing.T) {
	dir := tree(t, `
-- go.mod --
module example.com/program

go 1.24

require (
	example.com/dep v0.0.0
	example.com/library v0.0.0
)

replace example.com/dep => ./.dep2

replace example.com/library => ./library
-- program.go --
package program

import "example.com/library"

func Use() string { return library.Name() }
-- library/go.mod --
module example.com/library

go 1.24

require example.com/dep v0.0.0

replace example.com/dep => ../.dep1
-- library/library.go --
package library

import "example.com/dep"

func Name() string { return dep.T{}.Name }
-- .dep1/go.mod --
module example.com/dep
-- .dep1/dep.go --
package dep

type T struct{ Name string }
-- .dep2/go.mod --
module example.com/dep
-- .dep2/dep.go --
package dep

type T struct{ Other, Name string }
`)
	o := Options{Dir: dir}
	want := loadWith(t, o, Source, Source)
	wantNoProblems(t, want)
	sameResult(t, want, loadWith(t, o, Export, Export))
}

// TestExportNested loads modules that need each other, with tests.
func TestExportNested(t *testing.T) {
	dir := tree(t, nested+`
-- two/two_test.go --
package two_test

import (
	"testing"

	"example.com/one"
	"example.com/two"
)

func TestTwo(t *testing.T) { two.Two(); one.One(nil) }
`)
	for _, tests := range []bool{false, true} {
		o := Options{Dir: dir, Tests: tests, Patterns: []string{"./one/...", "./two/..."}}
		want := loadWith(t, o, Source, Source)
		res := loadWith(t, o, Export, Export)
		sameResult(t, want, res)
		if pkg(t, res, "example.com/one").Types.Imports()[0] != pkg(t, res, "example.com/inner").Types.Imports()[0] {
			t.Error("strings was read twice")
		}
	}
}

// TestExportTypeErrors loads a program with errors that only the parser and the
// type checker find, and with calls that never return.
func TestExportTypeErrors(t *testing.T) {
	archive := strings.Replace(platform, "func implements() dep.Runner { return lib.Job{} }",
		"func implements() dep.Runner { return lib.Job{}.Name }\n\nfunc unknown() { dep.Missing() }\n\nfunc broken() { x := ; }", 1)
	archive += `
-- main/never.go --
package main

import (
	"log"
	"os"
)

func never(n int) string {
	switch n {
	case 1:
		os.Exit(1)
	case 2:
		log.Fatal("two")
	default:
		return "default"
	}
	panic("not reached")
}
`
	o := Options{Dir: filepath.Join(tree(t, archive), "main")}
	want := loadWith(t, o, Source, Source)
	wantProblem(t, want, KindType, "dep.Missing")
	sameResult(t, want, loadWith(t, o, Export, Export))
}

// TestExportCgo loads a dependency that uses C, which the export loader knows
// only where there is a C compiler.
func TestExportCgo(t *testing.T) {
	archive := strings.Replace(platform, "package lib\n", "package lib\n\n// int twice(int x) { return 2*x; }\nimport \"C\"\n\nfunc Twice(x int) int { return int(C.twice(C.int(x))) }\n", 1)
	o := Options{Dir: filepath.Join(tree(t, archive), "main"), Mode: Export}
	res := load(t, o)
	wantNoProblems(t, res)
	o.Mode = Source
	sameResult(t, load(t, o), res)
}
