package testkit

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/passes/config"
)

// TestDir finds the programs of this module, from any folder in it only.
func TestDir(t *testing.T) {
	dir, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "src", "toolreg")); err != nil {
		t.Error(err)
	}
	t.Chdir(t.TempDir())
	if dir, err := Dir(); err == nil {
		t.Errorf("outside of a module there is %s", dir)
	}
}

// TestProgram analyses one program with settings, and without afterwards.
func TestProgram(t *testing.T) {
	loaded := Load(t, Module(t), "./src/toolreg/families")
	pkgs := Program(t, loaded, "families")
	inScope := func() bool {
		seen := false
		Analyze(t, pkgs, nil, &analysis.Analyzer{Name: "asks", Doc: "asks: whether a package is in scope", Requires: []*analysis.Analyzer{config.Analyzer},
			Run: func(pass *analysis.Pass) (any, error) {
				seen = pass.ResultOf[config.Analyzer].(*config.Result).InScope
				return nil, nil
			}})
		return seen
	}
	detach := Attach(t, loaded.Fset, config.Settings{})
	if !inScope() {
		t.Error("a package is not in scope, although there is no rule for it")
	}
	detach()
	detach = Attach(t, loaded.Fset, config.Settings{InScope: func(*analysis.Pass) bool { return false }})
	defer detach()
	if inScope() {
		t.Error("a package is in scope against the settings")
	}
}
