package load

import (
	"context"
	"errors"
	"go/ast"
	"go/types"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

const okModule = `
-- go.mod --
module example.com/ok

go 1.24
-- main.go --
package main

import (
	"fmt"
	"net/http"
	_ "net/http/pprof"

	"example.com/ok/a"
	"example.com/ok/b"
)

func main() {
	fmt.Println(a.Sum([]int{1, 2}), b.Name)
	for i := range 3 {
		defer func() { fmt.Println(i) }()
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { _ = a.Pair[string]{} })
}
-- a/a.go --
// Package a has comments.
package a

// Pair is generic.
type Pair[T any] struct{ X, Y T }

// Sum adds.
func Sum(xs []int) (n int) {
	for _, x := range xs {
		n += x // inner comment
	}
	return n
}
-- b/b.go --
package b

import "example.com/ok/a"

var Name = name(a.Sum(nil))

func name(n int) string { return string(rune('a' + n)) }
-- testdata/ignored/x.go --
package ignored
`

func TestOK(t *testing.T) {
	dir := tree(t, okModule)
	res := load(t, Options{Dir: dir})
	wantNoProblems(t, res)
	wantPaths(t, res, "example.com/ok/a", "example.com/ok/b", "example.com/ok")
	if len(res.Modules) != 1 || res.Modules[0] != (Module{Path: "example.com/ok", Dir: dir, GoVersion: "1.24", Main: true}) {
		t.Errorf("modules: %v", res.Modules)
	}
	main := pkg(t, res, "example.com/ok")
	if m := main.Module; m == nil || !m.Main || m.Path != "example.com/ok" || m.Dir != dir || m.GoVersion != "1.24" {
		t.Errorf("module: %+v", m)
	}
	if len(main.Imports) != 2 {
		t.Errorf("imports: %v, want a and b only", main.Imports)
	}
	if main.Name != "main" || !slices.Equal(main.CompiledGoFiles, []string{filepath.Join(dir, "main.go")}) {
		t.Errorf("package: %s %v", main.Name, main.CompiledGoFiles)
	}
	info := main.TypesInfo
	if len(info.Instances) == 0 || len(info.Scopes) == 0 || len(info.FileVersions) == 0 || len(info.Implicits)+len(info.Selections) == 0 {
		t.Error("type information is incomplete")
	}
	if len(pkg(t, res, "example.com/ok/b").TypesInfo.InitOrder) != 1 {
		t.Error("b has no initialisation order")
	}
	if a := pkg(t, res, "example.com/ok/a"); len(a.Syntax[0].Comments) != 4 {
		t.Errorf("a has %d comments, want 4", len(a.Syntax[0].Comments))
	}
	wantAnalysed(t, main, "main")
}

// smallModule imports nothing.
const smallModule = `
-- go.mod --
module example.com/ok

go 1.24
-- main.go --
package main

func main() {}
-- a/a.go --
package a
-- b/b.go --
package b
-- testdata/ignored/x.go --
package ignored
-- testdata/nested/go.mod --
module example.com/nested
-- testdata/nested/x.go --
package nested
`

func TestSelection(t *testing.T) {
	dir := tree(t, smallModule)
	all := []string{"example.com/ok", "example.com/ok/a", "example.com/ok/b"}
	for _, tt := range []struct {
		dir      string
		patterns []string
		want     []string
	}{
		{".", nil, all},
		{".", []string{"..."}, all},
		{".", []string{"example.com/ok/..."}, all},
		{".", []string{"."}, all[:1]},
		{".", []string{"./a", "./b/..."}, all[1:]},
		{".", []string{"a"}, all[1:2]},
		{".", []string{"a/..."}, all[1:2]},
		{".", []string{"example.com/ok/b"}, all[2:]},
		{".", []string{filepath.Join(dir, "b")}, all[2:]},
		{".", []string{filepath.Join(dir, "b", "...")}, all[2:]},
		{".", []string{"main.go"}, all[:1]},
		{".", []string{"./b/b.go", "a/a.go"}, all[1:]},
		{"a", nil, all[1:2]},
		{"a", []string{"../b"}, all[2:]},
		{"a", []string{"example.com/ok/b"}, all[2:]},
		{".", []string{"./testdata/ignored"}, []string{"example.com/ok/testdata/ignored"}},
		{".", []string{"./testdata/..."}, []string{"example.com/nested", "example.com/ok/testdata/ignored"}},
	} {
		res := load(t, Options{Dir: filepath.Join(dir, tt.dir), Patterns: tt.patterns})
		var got []string
		for _, p := range res.Packages {
			if res.Selected(p.PkgPath) {
				got = append(got, p.PkgPath)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("in %s %v selects %v, want %v", tt.dir, tt.patterns, got, tt.want)
		}
		for _, path := range all {
			pkg(t, res, path) // the module is always loaded whole
		}
		wantNoProblems(t, res)
	}
}

func TestPatternMatchesNothing(t *testing.T) {
	dir := tree(t, smallModule)
	res := load(t, Options{Dir: dir, Patterns: []string{"./a", "./none", "example.com/other/..."}})
	wantProblem(t, res, KindPattern, "./none", "no such folder")
	wantProblem(t, res, KindPattern, "example.com/other/...", "no package")
	loadNothing(t, Options{Dir: dir, Patterns: []string{"./none"}}, "./none", "no such folder")
	loadNothing(t, Options{Dir: dir, Patterns: []string{"x.go"}}, "x.go", "no such file")
	loadNothing(t, Options{Dir: dir, Patterns: []string{"nope", "./none/..."}}, "no pattern matches")
}

func TestNothing(t *testing.T) {
	loadNothing(t, Options{Dir: tree(t, "")}, "is empty", "-C")
	loadNothing(t, Options{Dir: tree(t, "-- README --\n")}, "no Go files")
	loadNothing(t, Options{Dir: tree(t, "-- a.go --\npackage a\n")}, "no go.mod", "go mod init")
	loadNothing(t, Options{Dir: tree(t, "-- go.mod --\nmodule m\n")}, "no Go files")
	loadNothing(t, Options{Dir: tree(t, "-- go.mod --\nmodule m\n-- a_plan9.go --\npackage a\n"), GOOS: "linux"},
		"build constraints", "linux", "--goos")
	loadNothing(t, Options{Dir: tree(t, "-- go.mod --\nmodule\n-- a.go --\npackage a\n")}, "go.mod")

	_, err := Load(t.Context(), Options{Dir: filepath.Join(t.TempDir(), "none")})
	if err == nil || !strings.Contains(err.Error(), "does not exist") || !strings.Contains(err.Error(), "-C") {
		t.Errorf("a folder that does not exist: %v", err)
	}
	file := filepath.Join(tree(t, smallModule), "main.go")
	if _, err := Load(t.Context(), Options{Dir: file}); err == nil || !strings.Contains(err.Error(), "is a file") {
		t.Errorf("a file for a folder: %v", err)
	}
	if _, err := Load(t.Context(), Options{Dir: tree(t, smallModule), GOARCH: "pdp11"}); err == nil || !strings.Contains(err.Error(), "pdp11") {
		t.Errorf("an unknown GOARCH: %v", err)
	}
}

func TestGoTooNew(t *testing.T) {
	dir := tree(t, `
-- go.mod --
module example.com/new

go 1.99
-- a.go --
package a
`)
	loadNothing(t, Options{Dir: dir}, "needs Go 1.99", "install Go 1.99", "the go command here is 1.")
}

func TestGoVersion(t *testing.T) {
	// Without loops of their own, Go 1.21 modules share the variable.
	dir := tree(t, `
-- go.mod --
module example.com/old

go 1.17
-- a.go --
package a

func F[T any](x T) {}

func G() {}
-- b.go --
//go:build go1.22

package a

func H() { for range 3 {} }
`)
	res := load(t, Options{Dir: dir})
	wantProblem(t, res, KindType, "a.go:3", "go1.18")
	versions := pkg(t, res, "example.com/old").TypesInfo.FileVersions
	for f, v := range versions {
		want := "go1.17"
		if f.GoVersion != "" {
			want = "go1.22"
		}
		if v != want {
			t.Errorf("version of a file: %s, want %s", v, want)
		}
	}
}

func TestKnownVersion(t *testing.T) {
	for v, want := range map[string]string{"": "", "go1.16": "go1.16", builtWith(): builtWith(), builtWith() + ".9": builtWith() + ".9", "go1.99": builtWith(), "go1.99.1": builtWith()} {
		if got := knownVersion(v); got != want {
			t.Errorf("knownVersion(%q) = %q, want %q", v, got, want)
		}
	}
}

func TestBuildConstraints(t *testing.T) {
	dir := tree(t, `
-- go.mod --
module example.com/tags

go 1.24
-- a.go --
package a

const Size = ^uint(0)

func Common() string { return other() }
-- a_linux.go --
package a

func other() string { return "linux" }
-- a_windows.go --
package a

import "golang.org/x/sys/windows"

func other() string { return windows.Nothing }
-- a_extra.go --
//go:build extra

package a

func Extra() {}
`)
	res := load(t, Options{Dir: dir, GOOS: "linux", GOARCH: "amd64"})
	wantNoProblems(t, res)
	p := pkg(t, res, "example.com/tags")
	wantAnalysed(t, p, "Common", "other")
	if len(p.IgnoredFiles) != 2 {
		t.Errorf("ignored: %v", p.IgnoredFiles)
	}
	p = pkg(t, load(t, Options{Dir: dir, GOOS: "linux", GOARCH: "386", Tags: []string{"x", "extra"}}), "example.com/tags")
	wantAnalysed(t, p, "Common", "Extra", "other")
	if p.TypesSizes.Sizeof(types.Typ[types.Uint]) != 4 || p.Types.Scope().Lookup("Size").(*types.Const).Val().ExactString() != "4294967295" {
		t.Error("386 has the sizes of another machine")
	}
	res = load(t, Options{Dir: dir, GOOS: "windows", GOARCH: "amd64"})
	wantProblem(t, res, KindMissing, "golang.org/x/sys/windows", "a_windows.go:3:8")
	wantAnalysed(t, pkg(t, res, "example.com/tags"), "Common", "other")
	res = load(t, Options{Dir: dir, GOOS: "linux", GOARCH: "amd64", Patterns: []string{".", "a_windows.go"}})
	wantProblem(t, res, KindPattern, "a_windows.go", "not part of the build")
}

func TestLineDirectives(t *testing.T) {
	dir := tree(t, `
-- go.mod --
module example.com/line

go 1.24
-- a.go --
package a

//line /etc/passwd:100
func F() int { return "x" }

//line other.go:7
func G() {}
`)
	res := load(t, Options{Dir: dir})
	file := filepath.Join(dir, "a.go")
	wantProblem(t, res, KindType, file+":4:23")
	p := pkg(t, res, "example.com/line")
	for _, d := range p.Syntax[0].Decls {
		pos := res.Fset.PositionFor(d.Pos(), false)
		if pos.Filename != file || pos.Line > 8 {
			t.Errorf("declaration at %v, which is not in the file", pos)
		}
	}
	wantAnalysed(t, p, "F", "G")
}

func TestGenerated(t *testing.T) {
	dir := tree(t, `
-- go.mod --
module example.com/gen

go 1.24
-- gen.go --
// Code generated by a tool. DO NOT EDIT.

package a

func Generated() {}
-- a.go --
package a

func F() { Generated() }
`)
	gen, own := filepath.Join(dir, "gen.go"), filepath.Join(dir, "a.go")
	res := load(t, Options{Dir: dir})
	wantAnalysed(t, pkg(t, res, "example.com/gen"), "F", "Generated")
	if res.Reported(gen) || !res.Reported(own) {
		t.Error("generated files must not be reported on unless asked for")
	}
	for _, f := range res.Packages[0].Syntax {
		if IsGenerated(f) != (res.Fset.File(f.FileStart).Name() == gen) {
			t.Error("IsGenerated is wrong")
		}
	}
	res = load(t, Options{Dir: dir, Generated: true})
	if !res.Reported(gen) || !res.Reported(own) {
		t.Error("all files must be reported on when asked for")
	}
}

func TestDeterministic(t *testing.T) {
	dir := tree(t, okModule+brokenFiles)
	var first string
	for range 3 {
		res := load(t, Options{Dir: dir})
		got := strings.Join(paths(res), " ") + problemText(res)
		for _, p := range res.Packages {
			for _, f := range p.Syntax {
				ast.Inspect(f, func(n ast.Node) bool {
					if n != nil {
						got += string(rune(n.Pos()))
					}
					return true
				})
			}
		}
		if first == "" {
			first = got
		}
		if got != first {
			t.Fatal("two loads differ")
		}
	}
}

func TestCancel(t *testing.T) {
	dir := tree(t, smallModule)
	before := runtime.NumGoroutine()
	for _, d := range []time.Duration{0, time.Millisecond, 50 * time.Millisecond, 150 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), d)
		_, err := Load(ctx, Options{Dir: dir})
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %v: %v, want the context's error", d, err)
		}
		if d == 0 && err == nil {
			t.Error("a context that has ended does not stop a load")
		}
		cancel()
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}
