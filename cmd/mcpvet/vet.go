package main

import (
	"context"
	"encoding/gob"
	"encoding/json"
	"flag"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/mcpvet/mcpvet/analyzers"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/engine"
	"github.com/mcpvet/mcpvet/internal/passes/config"
)

// isVetTool reports whether the go command is the caller: it asks for the
// version and the flags of a vet tool, then runs it on one .cfg file per
// package.
func isVetTool(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	return args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(last, ".cfg") && !strings.Contains(last, "=")
}

// vet speaks the protocol of "go vet -vettool" and ends the process.
func vet(last string) {
	tuneGC()
	roots := append(analyzers.All(), emit.Directives)
	for _, a := range roots {
		config.RegisterProfile(&a.Flags)
	}
	all := engine.Guard(context.Background(), roots)
	if isDependency(last) {
		// Nothing in a dependency is ours to analyse: what its functions do is
		// known from models. The types are still written for its importers.
		registerFacts(all, make(map[*analysis.Analyzer]bool))
		unitchecker.Run(last, nil)
	}
	config.RegisterGlobal(flag.CommandLine)
	unitchecker.Main(all...)
}

// isDependency reports whether a .cfg asks only for the facts of a package of
// another module or of the standard library.
func isDependency(cfgFile string) bool {
	if !strings.HasSuffix(cfgFile, ".cfg") {
		return false
	}
	data, err := os.ReadFile(cfgFile)
	if err != nil {
		return false // unitchecker reports it
	}
	var cfg struct {
		VetxOnly      bool
		ModulePath    string // until go1.26
		ModuleVersion string
		Module        *struct{ Path, Version string } // from go1.27
	}
	if err := json.Unmarshal(data, &cfg); err != nil || !cfg.VetxOnly {
		return false
	}
	path, version := cfg.ModulePath, cfg.ModuleVersion
	if cfg.Module != nil {
		path, version = cfg.Module.Path, cfg.Module.Version
	}
	return path == "" || version != ""
}

// registerFacts makes the types of facts known to gob. A dependency may
// import a package in scope (a module that a replace directive points out of
// the workspace), and unitchecker decodes the facts of all imports.
func registerFacts(list []*analysis.Analyzer, seen map[*analysis.Analyzer]bool) {
	for _, a := range list {
		if seen[a] {
			continue
		}
		seen[a] = true
		for _, f := range a.FactTypes {
			gob.Register(f)
		}
		registerFacts(a.Requires, seen)
	}
}
