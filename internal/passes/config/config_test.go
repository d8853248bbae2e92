package config

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/finding"
)

// newPass returns a pass over one file of a package.
func newPass(t *testing.T, pkgPath string, mod *analysis.Module) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "/p/a.go", "package a\n", parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return &analysis.Pass{Analyzer: Analyzer, Fset: fset, Files: []*ast.File{file}, Pkg: types.NewPackage(pkgPath, "a"), Module: mod}
}

func settings(t *testing.T, pass *analysis.Pass) *Result {
	t.Helper()
	res, err := Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	return res.(*Result)
}

func TestScope(t *testing.T) {
	for name, test := range map[string]struct {
		path string
		mod  *analysis.Module
		want bool
	}{
		"main module":       {"m/a", &analysis.Module{Path: "m"}, true},
		"dependency":        {"d/a", &analysis.Module{Path: "d", Version: "v1.0.0"}, false},
		"standard library":  {"fmt", nil, false},
		"no module, either": {"fmt", &analysis.Module{}, false},
		"files by name":     {"command-line-arguments", nil, true},
	} {
		res := settings(t, newPass(t, test.path, test.mod))
		if res.InScope != test.want {
			t.Errorf("%s: in scope %v, want %v", name, res.InScope, test.want)
		}
		if test.want && (res.Models == nil || res.Config == nil || res.SDKVersion == nil || res.Profile != finding.Regular) {
			t.Errorf("%s: %+v", name, res)
		}
	}
}

// TestNoFiles: a package whose files are all tests, which golangci-lint leaves out.
func TestNoFiles(t *testing.T) {
	pass := newPass(t, "m/a", &analysis.Module{Path: "m"})
	pass.Files = nil
	if res := settings(t, pass); res.InScope {
		t.Error("a package without files is in scope")
	}
}

func TestAttach(t *testing.T) {
	pass := newPass(t, "d/a", &analysis.Module{Path: "d", Version: "v1.0.0"})
	yes := true
	cfg := &Config{Path: "/p/.mcpvet.yaml", Profile: finding.Auditor, Tests: &yes}
	detach, err := Attach(pass.Fset, Settings{Config: cfg, InScope: func(*analysis.Pass) bool { return true }, SDKVersion: func(m string) string { return m + "!" }, Quiet: true})
	if err != nil {
		t.Fatal(err)
	}
	res := settings(t, pass)
	if !res.InScope || res.Config != cfg || res.Profile != finding.Auditor || !res.IncludeTests || res.IncludeGenerated || !res.Quiet || res.SDKVersion("x") != "x!" {
		t.Errorf("attached: %+v", res)
	}
	// Another file set is another run.
	if other := settings(t, newPass(t, "d/a", &analysis.Module{Path: "d", Version: "v1.0.0"})); other.InScope {
		t.Errorf("another run: %+v", other)
	}
	detach()
	if res := settings(t, pass); res.InScope {
		t.Errorf("detached: %+v", res)
	}
}

func TestModelsOfConfig(t *testing.T) {
	cfg, err := Parse("/p/.mcpvet.yaml", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	with, err := newResult(cfg, "", false, false)
	if err != nil {
		t.Fatal(err)
	}
	without, err := newResult(nil, "", false, false)
	if err != nil {
		t.Fatal(err)
	}
	if with.Models.Func("corp.example/kit.Expose") == nil || without.Models.Func("corp.example/kit.Expose") != nil {
		t.Error("the rows of the configuration are not merged, or leak")
	}
	if with.Models.Digest() == without.Models.Digest() {
		t.Error("one digest for two sets of models")
	}
}

func TestFlags(t *testing.T) {
	t.Cleanup(func() { flags = flagValues{} })
	path := filepath.Join(t.TempDir(), FileName)
	text := "version: 1\nprofile: pedantic\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	digest := DigestOf([]byte(text))
	fs := flag.NewFlagSet("test", flag.ContinueOnError)
	fs.SetOutput(new(strings.Builder))
	RegisterGlobal(fs)

	for args, want := range map[string]string{
		"-config=" + FileName:                          "not an absolute path",
		"-config=" + path:                              "use -config=" + path + "@" + digest,
		"-config=" + path + "@sha256:00":               "has changed; use -config=" + path + "@" + digest,
		"-config=" + path + ".missing@" + digest:       "no such file",
		"-profile=loud":                                "known: regular, pedantic, auditor",
		"-config=" + filepath.Dir(path) + "@sha256:00": "not a regular file",
	} {
		if err := fs.Parse([]string{args}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", args, err, want)
		}
	}
	if err := fs.Parse([]string{"-config=" + path + "@" + digest, "-generated"}); err != nil {
		t.Fatal(err)
	}
	main := &analysis.Module{Path: "m"}
	res := settings(t, newPass(t, "m/a", main))
	if res.Profile != finding.Pedantic || !res.IncludeGenerated || res.IncludeTests || res.Config.Path != path {
		t.Errorf("%+v", res)
	}
	again := settings(t, newPass(t, "m/b", main))
	if again.Models != res.Models {
		t.Error("the models are merged once more for another package")
	}
	// The profile of the flag wins over that of the file.
	if err := fs.Parse([]string{"-profile=auditor"}); err != nil {
		t.Fatal(err)
	}
	if res := settings(t, newPass(t, "m/a", main)); res.Profile != finding.Auditor {
		t.Errorf("profile %s", res.Profile)
	}
}

func TestVersions(t *testing.T) {
	for _, test := range []struct{ file, module, want string }{
		{"/home/me/go/pkg/mod/github.com/mark3labs/mcp-go@v1.2.1/server/server.go", "github.com/mark3labs/mcp-go", "v1.2.1"},
		{"/go/pkg/mod/github.com/!think!in!a!i!x!y!z/go-mcp@v0.2.0/server/s.go", "github.com/ThinkInAIXYZ/go-mcp", "v0.2.0"},
		{"github.com/mark3labs/mcp-go@v1.2.1/server/server.go", "github.com/mark3labs/mcp-go", "v1.2.1"}, // -trimpath
		{"/src/mcp-go/server/server.go", "github.com/mark3labs/mcp-go", ""},                              // replaced by a folder
		{"/go/pkg/mod/github.com/a/b@v1.0.0/c.go", "github.com/a/b/v2", ""},
	} {
		if got := cacheVersion(test.file, test.module); got != test.want {
			t.Errorf("%s: got %q, want %q", test.file, got, test.want)
		}
	}
	list := filepath.Join(t.TempDir(), "modules.txt")
	text := "# github.com/a/b v1.2.3\n## explicit; go 1.26\ngithub.com/a/b\n# github.com/a/bc v2.0.0 => ../bc\n"
	if err := os.WriteFile(list, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for module, want := range map[string]string{"github.com/a/b": "v1.2.3", "github.com/a/bc": "v2.0.0", "github.com/a": ""} {
		if got := vendoredVersion(list, module); got != want {
			t.Errorf("%s: got %q, want %q", module, got, want)
		}
	}
	if got := vendoredVersion(list+".missing", "github.com/a/b"); got != "" {
		t.Errorf("without a list: %q", got)
	}
}

func TestImportedVersion(t *testing.T) {
	pass := newPass(t, "m/a", &analysis.Module{Path: "m"})
	f := pass.Fset.AddFile("/go/pkg/mod/github.com/a/b@v1.2.3/c/c.go", -1, 10)
	inner := types.NewPackage("github.com/a/b/c", "c")
	inner.Scope().Insert(types.NewVar(f.Pos(1), inner, "V", types.Typ[types.Int]))
	middle := types.NewPackage("m/middle", "middle")
	middle.SetImports([]*types.Package{inner})
	pass.Pkg.SetImports([]*types.Package{middle})
	res := settings(t, pass)
	if got := res.SDKVersion("github.com/a/b"); got != "v1.2.3" {
		t.Errorf("got %q", got)
	}
	if got := res.SDKVersion("github.com/a"); got != "" {
		t.Errorf("got %q for a module that is not imported", got)
	}
}
