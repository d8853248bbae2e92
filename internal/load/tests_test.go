package load

import (
	"path/filepath"
	"testing"
)

const withTests = `
-- go.mod --
module example.com/tst

go 1.24
-- a/a.go --
package a

type T struct{}

func A() {}
-- a/a_test.go --
package a

import (
	"testing"

	"example.com/tst/b"
)

func (T) OnlyInTests() { b.B() }

func TestA(t *testing.T) { b.Helper(T{}) }
-- a/x_test.go --
package a_test

import (
	"testing"

	"example.com/tst/a"
)

func TestX(t *testing.T) { a.T{}.OnlyInTests() }
-- b/b.go --
package b

func B() {}

func Helper(x interface{ OnlyInTests() }) {}
-- b/b_test.go --
package b

import (
	"testing"

	"example.com/tst/a"
)

func TestB(t *testing.T) { a.A() }
-- c/c.go --
package c

import "example.com/tst/a"

func C() { a.A() }
-- only/only_test.go --
package only

import "testing"

func TestOnly(t *testing.T) {}
-- ext/ext_test.go --
package ext_test

import "testing"

func TestExt(t *testing.T) {}
`

func TestWithTests(t *testing.T) {
	dir := tree(t, withTests)
	res := load(t, Options{Dir: dir})
	wantPaths(t, res, "example.com/tst/a", "example.com/tst/b", "example.com/tst/c")
	wantNoProblems(t, res)
	wantAnalysed(t, pkg(t, res, "example.com/tst/a"), "A")

	res = load(t, Options{Dir: dir, Tests: true})
	wantNoProblems(t, res)
	wantPaths(t, res, "example.com/tst/a", "example.com/tst/b", "example.com/tst/a_test", "example.com/tst/c",
		"example.com/tst/ext_test", "example.com/tst/only")
	// The tests of a and b import each other.
	a, b := pkg(t, res, "example.com/tst/a"), pkg(t, res, "example.com/tst/b")
	wantAnalysed(t, a, "A", "TestA")
	wantAnalysed(t, b, "B", "Helper", "TestB")
	x := pkg(t, res, "example.com/tst/a_test")
	if x.ID != "example.com/tst/a_test [example.com/tst/a.test]" || x.ForTest != "example.com/tst/a" || x.Imports["example.com/tst/a"] != a {
		t.Errorf("external tests: %s for %s, imports %v", x.ID, x.ForTest, x.Imports)
	}
	if c := pkg(t, res, "example.com/tst/c"); c.Imports["example.com/tst/a"] != a {
		t.Error("c imports another a")
	}
	seen := make(map[string]bool)
	for _, p := range res.Packages {
		for _, f := range p.Syntax {
			name := res.Fset.File(f.FileStart).Name()
			if seen[name] {
				t.Errorf("%s is analysed twice", name)
			}
			seen[name] = true
		}
	}
	if len(seen) != 8 {
		t.Errorf("%d files are analysed, want 8", len(seen))
	}
	res = load(t, Options{Dir: dir, Tests: true, Patterns: []string{"./a", filepath.Join("b", "b_test.go")}})
	for path, want := range map[string]bool{"example.com/tst/a": true, "example.com/tst/a_test": true, "example.com/tst/b": true, "example.com/tst/c": false} {
		if res.Selected(path) != want {
			t.Errorf("selected %s: %v", path, !want)
		}
	}
}
