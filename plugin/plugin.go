// Package plugin makes mcpvet a linter of golangci-lint: a module plugin, which
// a golangci-lint that is built with it knows as "mcpvet". docs/golangci-lint.md
// says how to set it up.
//
// It is a package of mcpvet's module, and not a module: what .custom-gcl.yml
// names is a module and a package in it, so that one version number says which
// rules run, and all that golangci-lint's build gets besides is what the command
// line has, too.
package plugin

import (
	"context"
	"fmt"
	"go/token"
	"os"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/engine"
	"github.com/mcpvet/mcpvet/internal/linters"
	"github.com/mcpvet/mcpvet/internal/passes/config"
)

// Name is the name of the linter.
const Name = "mcpvet"

func init() { register.Plugin(Name, New) }

// New makes the linter from its settings: the keys of a .mcpvet.yaml, and
// "config" with the path of one.
func New(settings any) (register.LinterPlugin, error) {
	wd, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("find the current folder: %w", err)
	}
	c, err := config.FromSettings(settings, wd)
	if err != nil {
		return nil, err
	}
	return &linter{c}, nil
}

type linter struct{ config *config.Config }

// GetLoadMode asks for types: facts and bodies need them.
func (*linter) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns one analyzer, named as the linter is: golangci-lint puts
// the names of others before their messages.
func (l *linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	config.Use(l.config)
	root := linters.New(Name, fit)
	return keyed(engine.Guard(context.Background(), []*analysis.Analyzer{root})[0], strings.TrimPrefix(l.config.Digest, "sha256:")[:16]), nil
}

// fit takes from a diagnostic what golangci-lint does not handle: it makes an
// issue of its own of each related place, and of the edits of a fix it leaves out
// those in other files.
func fit(fset *token.FileSet, d analysis.Diagnostic) analysis.Diagnostic {
	d.Related = nil
	file := fset.File(d.Pos)
	for _, fix := range d.SuggestedFixes {
		for _, e := range fix.TextEdits {
			if fset.File(e.Pos) != file {
				d.SuggestedFixes = nil
				return d
			}
		}
	}
	return d
}

// keyed makes the results that golangci-lint keeps depend on a key, and returns
// the roots. It keeps facts under the names of their analyzers and findings under
// those of all roots; what it can't know of is the content of a configuration.
func keyed(root *analysis.Analyzer, key string) []*analysis.Analyzer {
	done := map[*analysis.Analyzer]bool{root: true}
	var rename func(*analysis.Analyzer)
	rename = func(a *analysis.Analyzer) {
		for _, req := range a.Requires {
			if !done[req] {
				done[req] = true
				req.Name += "_" + key
				rename(req)
			}
		}
	}
	rename(root)
	return []*analysis.Analyzer{root, {
		Name: Name + "_" + key,
		Doc:  Name + "_" + key + ": stand for the configuration",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}}
}
