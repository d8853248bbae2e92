package load

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const nested = `
-- one/go.mod --
module example.com/one

go 1.24
-- one/one.go --
package one

import "strings"

func One(b *strings.Builder) {}
-- one/inner/go.mod --
module example.com/inner

go 1.23
-- one/inner/inner.go --
package inner

import "strings"

func Inner(b *strings.Builder) {}
-- two/go.mod --
module example.com/two

go 1.24

require example.com/one v0.0.0

replace example.com/one => ../one
-- two/two.go --
package two

import "example.com/one"

func Two() { one.One(nil) }
-- testdata/three/go.mod --
module example.com/three
-- testdata/three/three.go --
package three
-- _skip/go.mod --
module example.com/skip
-- node_modules/x/go.mod --
module example.com/x
-- vendor/y/go.mod --
module example.com/y
-- bad/go.mod --
module example.com/bad

go 1.99
-- bad/bad.go --
package bad
`

func TestNestedModules(t *testing.T) {
	dir := tree(t, nested)
	res := load(t, Options{Dir: dir})
	wantPaths(t, res, "example.com/inner", "example.com/one", "example.com/two")
	wantProblem(t, res, KindModule, "bad", "install Go 1.99")
	var mods []string
	for _, m := range res.Modules {
		mods = append(mods, m.Path+"@"+m.GoVersion)
	}
	if want := []string{"example.com/one@1.24", "example.com/inner@1.23", "example.com/two@1.24"}; !slices.Equal(mods, want) {
		t.Errorf("modules: %v, want %v", mods, want)
	}
	// one is a main module and a dependency: it is analysed once, and two
	// leads to the same package.
	if pkg(t, res, "example.com/two").Imports["example.com/one"] != pkg(t, res, "example.com/one") {
		t.Error("two does not import the package one that is analysed")
	}
	// The standard library is shared.
	param := func(path, name string) string {
		f := pkg(t, res, path).Types.Scope().Lookup(name)
		return f.Type().String()
	}
	if param("example.com/one", "One") != param("example.com/inner", "Inner") {
		t.Error("signatures differ")
	}
	if pkg(t, res, "example.com/one").Types.Imports()[0] != pkg(t, res, "example.com/inner").Types.Imports()[0] {
		t.Error("strings was checked twice")
	}
}

func TestNestedFromModule(t *testing.T) {
	dir := tree(t, nested)
	one := filepath.Join(dir, "one")
	wantPaths(t, load(t, Options{Dir: one, Patterns: []string{"."}}), "example.com/one")
	wantPaths(t, load(t, Options{Dir: one}), "example.com/inner", "example.com/one")
	wantPaths(t, load(t, Options{Dir: filepath.Join(one, "inner")}), "example.com/inner")
	wantPaths(t, load(t, Options{Dir: dir, Patterns: []string{"./two"}}), "example.com/two")
	wantPaths(t, load(t, Options{Dir: dir, Patterns: []string{"example.com/two"}, FollowIfUsed: []string{"example.com/none"}}),
		"example.com/inner", "example.com/one", "example.com/two")
	wantPaths(t, load(t, Options{Dir: dir, Patterns: []string{"./testdata/three"}}), "example.com/three")
}

func TestFollow(t *testing.T) {
	dir := tree(t, nested)
	two := filepath.Join(dir, "two")
	res := load(t, Options{Dir: two, Follow: []string{"example.com/one"}})
	wantPaths(t, res, "example.com/one", "example.com/two")
	wantAnalysed(t, pkg(t, res, "example.com/one"), "One")
	if !res.Selected("example.com/one") || !res.Selected("example.com/two") {
		t.Error("what is followed is not selected")
	}
	if m := res.Modules; len(m) != 2 || m[0].Main || m[0].Source != "example.com/one" || !m[1].Main || m[1].Source != "" {
		t.Errorf("modules: %v", res.Modules)
	}
	res = load(t, Options{Dir: two, FollowIfUsed: []string{"example.com/nothing/..."}})
	wantNoProblems(t, res)
	wantPaths(t, res, "example.com/two")
	if v, ok := res.Deps["example.com/one"]; !ok || v != "v0.0.0" {
		t.Errorf("dependencies: %v", res.Deps)
	}
}

// TestFollowNothing follows what is not there.
func TestFollowNothing(t *testing.T) {
	dir := filepath.Join(tree(t, platform), "main")
	missing := tree(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.24\n\nrequire example.com/gone v1.0.0\n-- a.go --\npackage a\n\nimport _ \"example.com/gone/kit\"\n")
	for _, tt := range []struct{ dir, pattern, want string }{
		{dir, "example.com/nothing/...", "no package of a dependency matches"},
		{dir, "example.com/unused", "go.mod requires example.com/unused, but no package of it is imported"},
		{dir, "../lib", "give the path of its module in place of the folder: example.com/lib"},
		{dir, ".", "in place of the folder: example.com/main"},
		{dir, "./sub", "not a folder"},
		{missing, "example.com/gone", "its package example.com/gone/kit is missing"},
		{missing, "example.com/gone/...", "go mod download"},
		{missing, "example.com/gon", "no package of a dependency matches"},
	} {
		_, err := Load(t.Context(), Options{Dir: tt.dir, Follow: []string{tt.pattern}})
		var follow *FollowError
		if !errors.As(err, &follow) || follow.Pattern != tt.pattern || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want a *FollowError with %q", tt.pattern, err, tt.want)
		}
	}
	// A module that is worked on is in scope anyhow.
	res := load(t, Options{Dir: dir, Follow: []string{"example.com/main", "example.com/lib"}})
	wantPaths(t, res, "example.com/lib", "example.com/main")
}

func TestWorkspace(t *testing.T) {
	archive := strings.ReplaceAll(nested, "\n\nreplace example.com/one => ../one", "") + `
-- go.work --
go 1.24

use ./one
use ./two
`
	dir := tree(t, archive)
	for _, o := range []Options{
		{Dir: dir, Patterns: []string{"./one", "./two"}},
		{Dir: filepath.Join(dir, "two"), Patterns: []string{"."}},
		{Dir: filepath.Join(dir, "two"), Untrusted: true},
	} {
		res := load(t, o)
		wantPaths(t, res, "example.com/one", "example.com/two")
		wantNoProblems(t, res)
		for _, p := range res.Packages {
			if !p.Module.Main {
				t.Errorf("%s is not of a main module", p.ID)
			}
		}
	}
	// inner is below a member but not one itself.
	wantPaths(t, load(t, Options{Dir: filepath.Join(dir, "one")}), "example.com/inner", "example.com/one", "example.com/two")

	t.Setenv("GOWORK", "off")
	res := load(t, Options{Dir: filepath.Join(dir, "two")})
	wantPaths(t, res, "example.com/two")
	wantProblem(t, res, KindMissing, "example.com/one")
}

func TestWorkspaceBroken(t *testing.T) {
	dir := tree(t, "-- go.work --\nuse (\n-- a/go.mod --\nmodule a\n-- a/a.go --\npackage a\n")
	_, err := Load(t.Context(), Options{Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "go.work") || !strings.Contains(err.Error(), "GOWORK=off") {
		t.Errorf("a broken go.work: %v", err)
	}
	dir = tree(t, "-- go.work --\ngo 1.24\nuse ./gone\nuse ./a\n-- a/go.mod --\nmodule example.com/a\n-- a/a.go --\npackage a\n")
	res := load(t, Options{Dir: dir})
	wantPaths(t, res, "example.com/a")
	wantProblem(t, res, KindModule, "go.work", "gone")
}

// TestHiddenFolder loads modules from places that patterns leave out.
func TestHiddenFolder(t *testing.T) {
	dir := tree(t, `
-- .hidden/go.mod --
module example.com/hidden
-- .hidden/a.go --
package a
-- .hidden/sub/b.go --
package b
-- go.work --
go 1.24

use ./.hidden
`)
	for _, work := range []string{"", "off"} {
		t.Setenv("GOWORK", work)
		wantPaths(t, load(t, Options{Dir: filepath.Join(dir, ".hidden")}), "example.com/hidden", "example.com/hidden/sub")
	}
}

const vendored = `
-- go.mod --
module example.com/ven

go 1.24

require example.com/dep v1.0.0
-- a.go --
package a

import "example.com/dep"

func F() string { return dep.Name() }
-- vendor/modules.txt --
# example.com/dep v1.0.0
## explicit; go 1.20
example.com/dep
-- vendor/example.com/dep/dep.go --
package dep

func Name() string { return unexported() }

func unexported() string { return "dep" }
`

func TestVendor(t *testing.T) {
	dir := tree(t, vendored)
	for _, o := range []Options{{Dir: dir}, {Dir: dir, Untrusted: true}, {Dir: dir, Follow: []string{"example.com/dep"}}} {
		for _, flags := range []string{"", "-mod=mod"} {
			t.Setenv("GOFLAGS", flags)
			res := load(t, o)
			wantNoProblems(t, res)
			wantAnalysed(t, pkg(t, res, "example.com/ven"), "F")
			if res.Deps["example.com/dep"] != "v1.0.0" {
				t.Errorf("dependencies: %v", res.Deps)
			}
			if len(o.Follow) > 0 {
				wantAnalysed(t, pkg(t, res, "example.com/dep"), "Name", "unexported")
			}
		}
	}
	bad := tree(t, strings.Replace(vendored, "require example.com/dep v1.0.0", "require example.com/dep v1.1.0", 1))
	loadNothing(t, Options{Dir: bad}, "inconsistent vendoring", "go mod vendor")
}

// TestReadOnly loads with settings that would have the go command change
// go.mod, and with settings that only an untrusted load must ignore.
func TestReadOnly(t *testing.T) {
	dir := tree(t, smallModule)
	mod := filepath.Join(dir, "go.mod")
	before, err := os.ReadFile(mod)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOFLAGS", "-mod=mod")
	load(t, Options{Dir: dir})
	t.Setenv("GOFLAGS", "-tags=extra -modfile=/nonexistent/go.mod")
	load(t, Options{Dir: dir, Untrusted: true})
	after, err := os.ReadFile(mod)
	if err != nil {
		t.Fatal(err)
	}
	if string(before) != string(after) {
		t.Errorf("go.mod changed to:\n%s", after)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.sum")); err == nil {
		t.Error("a go.sum was written")
	}
}

func TestUntrustedEnv(t *testing.T) {
	for _, name := range []string{"GOFLAGS", "GOCACHEPROG", "GOAUTH", "GODEBUG", "GOPRIVATE", "GOVCS", "GIT_CONFIG_COUNT", "CGO_CFLAGS"} {
		t.Setenv(name, "evil")
	}
	env := make(map[string]string)
	for _, kv := range untrustedEnv(map[string]string{"GOMODCACHE": "/cache"}) {
		name, value, _ := strings.Cut(kv, "=")
		env[name] = value
	}
	for name, value := range env {
		if value == "evil" {
			t.Errorf("%s is taken over", name)
		}
	}
	for name, want := range map[string]string{"GOENV": "off", "GOPROXY": "off", "GOFLAGS": "", "GOMODCACHE": "/cache", "GIT_CONFIG_NOSYSTEM": "1"} {
		if got, ok := env[name]; !ok || got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// TestProfile loads main packages of which one has a profile to optimise by.
func TestProfile(t *testing.T) {
	dir := tree(t, `
-- go.mod --
module example.com/profile

go 1.24
-- a/main.go --
package main

import "os"

func main() { os.Exit(len(os.Args)) }
-- a/default.pgo --
GO PREPROFILE V1
-- b/main.go --
package main

import "os"

func main() { os.Exit(0) }
`)
	for _, mode := range []Mode{Source, Auto} {
		res := load(t, Options{Dir: dir, Mode: mode})
		wantNoProblems(t, res)
		wantPaths(t, res, "example.com/profile/a", "example.com/profile/b")
	}
}
