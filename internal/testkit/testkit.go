// Package testkit has what the tests of the passes have in common: where the
// test programs are, one load of them for all tests, and a run of analyzers
// that fails the test where one of them fails.
package testkit

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/mcpvet/mcpvet/internal/load"
	"github.com/mcpvet/mcpvet/internal/passes/config"
)

// The test programs: what selects them in their module, and the import path
// that is the beginning of theirs.
const (
	Programs   = "./src/toolreg/..."
	PathPrefix = "example.test/mcpvet/src/toolreg/"
)

// Dir returns the module of the test programs, as an absolute path: testdata of
// the module that the test belongs to.
func Dir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find testdata: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "testdata", "go.mod")); err == nil {
			return filepath.Join(dir, "testdata"), nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no testdata/go.mod above the folder of the test: run it in a checkout of mcpvet")
		}
		dir = up
	}
}

// Module is Dir for a test.
func Module(tb testing.TB) string {
	tb.Helper()
	dir, err := Dir()
	if err != nil {
		tb.Fatal(err)
	}
	return dir
}

// Load loads what patterns select in the module in dir, anew each time.
func Load(tb testing.TB, dir string, patterns ...string) *load.Result {
	tb.Helper()
	loaded, err := load.Load(tb.Context(), load.Options{Dir: dir, Patterns: patterns})
	if err != nil {
		tb.Fatal(err)
	}
	return loaded
}

var loadPrograms = sync.OnceValues(func() (*load.Result, error) {
	dir, err := Dir()
	if err != nil {
		return nil, err
	}
	return load.Load(context.Background(), load.Options{Dir: dir, Patterns: []string{Programs}})
})

// Loaded returns the test programs, loaded once for all tests of a package.
func Loaded(tb testing.TB) *load.Result {
	tb.Helper()
	loaded, err := loadPrograms()
	if err != nil {
		tb.Fatal(err)
	}
	return loaded
}

// Program returns the package of one test program in its folder, not those
// below it.
func Program(tb testing.TB, loaded *load.Result, folder string) []*packages.Package {
	tb.Helper()
	for _, p := range loaded.Packages {
		if p.PkgPath == PathPrefix+folder {
			return []*packages.Package{p}
		}
	}
	tb.Fatalf("there is no test program %s", folder)
	return nil
}

// Attach gives the packages of a file set their settings, until the returned
// function is called. Without InScope everything is in scope.
func Attach(tb testing.TB, fset *token.FileSet, settings config.Settings) (detach func()) {
	tb.Helper()
	if settings.InScope == nil {
		settings.InScope = func(*analysis.Pass) bool { return true }
	}
	detach, err := config.Attach(fset, settings)
	if err != nil {
		tb.Fatal(err)
	}
	return detach
}

// Analyze runs analyzers over packages, which have settings, and returns one
// action for each analyzer and package. An analyzer that fails fails the test.
func Analyze(tb testing.TB, pkgs []*packages.Package, opts *checker.Options, analyzers ...*analysis.Analyzer) []*checker.Action {
	tb.Helper()
	graph, err := checker.Analyze(analyzers, pkgs, opts)
	if err != nil {
		tb.Fatal(err)
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			tb.Fatalf("%v: %v", act, act.Err)
		}
	}
	return graph.Roots
}
