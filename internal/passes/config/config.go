// Package config is the pass that hands settings to all others: what is in
// scope, the models, the profile.
//
// Settings come from one of two places. The engine attaches them to the file
// set that it loaded the packages into. Under go vet and golangci-lint
// nothing is attached, and they come from the analyzer's flags, with the
// module of the package telling what is in scope.
package config

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/srcpos"
	"github.com/mcpvet/mcpvet/models"
)

// Analyzer determines the settings. Its result is a *Result, never nil.
//
// Its flags are config, profile, tests and generated.
var Analyzer = &analysis.Analyzer{
	Name:             "mcpconfig",
	Doc:              "mcpconfig: determine the settings and whether the package is in scope",
	Run:              run,
	ResultType:       reflect.TypeFor[*Result](),
	RunDespiteErrors: true,
}

// Syntax is required by analyzers that read the syntax of a package or its
// types' information, or what is made of them and refers to them. A driver that
// knows who does can let go of them early.
var Syntax = &analysis.Analyzer{
	Name:             "mcpsyntax",
	Doc:              "mcpsyntax: read the syntax of the package",
	Run:              func(*analysis.Pass) (any, error) { return nil, nil },
	RunDespiteErrors: true,
}

// A Result holds the settings for one package.
type Result struct {
	InScope bool // false: the package is a dependency, and the other fields are zero

	Models           *models.Set
	Config           *Config // never nil in scope
	Profile          finding.Profile
	IncludeTests     bool // analyse _test.go files
	IncludeGenerated bool // analyse generated files
	// SDKVersion returns the version in use of the module with this path,
	// as "v1.2.3"; "" when it is unknown.
	SDKVersion func(module string) string
	// Quiet says that nobody reads Diagnostics: the driver takes findings
	// from the results of rules.
	Quiet bool
	// Unseen says that no rule that runs asks for what comes back from outside
	// and is seen: secrets, errors, texts of others.
	Unseen bool
	// Evaluator returns the main package whose pass evaluates the start-up
	// code of a package with its own, and nil where the package's pass does.
	Evaluator func(*types.Package) *types.Package
}

// Includes reports whether the file is one to be analysed: neither a test nor
// generated, unless asked for.
func (r *Result) Includes(fset *token.FileSet, file *ast.File) bool {
	if !r.IncludeTests && IsTest(fset, file) {
		return false
	}
	return r.IncludeGenerated || !srcpos.Generated(fset, file)
}

// IsTest reports whether a file belongs to the tests of its package.
func IsTest(fset *token.FileSet, file *ast.File) bool {
	// The name on disk: a //line directive changes what a file is called,
	// and not what it is.
	return strings.HasSuffix(fset.PositionFor(file.FileStart, false).Filename, "_test.go")
}

// Settings are what a driver attaches for one run.
type Settings struct {
	Config           *Config // nil: none
	InScope          func(*analysis.Pass) bool
	Profile          finding.Profile
	IncludeTests     bool
	IncludeGenerated bool
	SDKVersion       func(module string) string // nil: unknown
	Quiet            bool                       // see Result
	Unseen           bool                       // see Result
	// Evaluator is that of Result. Nil: every package for itself, as it must
	// be where a package is analysed without those that import it.
	Evaluator func(*types.Package) *types.Package
}

// attached maps a *token.FileSet to its *Result. A file set stands for one
// run: the packages of one load share it, and no two loads do.
var attached sync.Map

// Attach gives the settings to all passes over packages of the file set,
// until the returned function is called.
func Attach(fset *token.FileSet, s Settings) (detach func(), err error) {
	res, err := newResult(s.Config, s.Profile, s.IncludeTests, s.IncludeGenerated)
	if err != nil {
		return nil, err
	}
	res.SDKVersion, res.Quiet, res.Unseen = s.SDKVersion, s.Quiet, s.Unseen
	if res.SDKVersion == nil {
		res.SDKVersion = func(string) string { return "" }
	}
	if s.Evaluator != nil {
		res.Evaluator = s.Evaluator
	}
	attached.Store(fset, &attachment{result: res, inScope: s.InScope})
	return func() { attached.Delete(fset) }, nil
}

type attachment struct {
	result  *Result
	inScope func(*analysis.Pass) bool
}

func run(pass *analysis.Pass) (any, error) {
	if a, ok := attached.Load(pass.Fset); ok {
		a := a.(*attachment)
		if !a.inScope(pass) {
			return &Result{}, nil
		}
		return a.result, nil
	}
	// Out of scope nothing is read: go vet runs once per dependency. A folder
	// with nothing but tests is a package without files to golangci-lint.
	if !InMainModule(pass) || len(pass.Files) == 0 {
		return &Result{}, nil
	}
	res, err := flags.result()
	if err != nil {
		return nil, err
	}
	own := *res
	own.SDKVersion = func(module string) string { return importedVersion(pass, module) }
	return &own, nil
}

// InMainModule reports whether the package belongs to a main module: one that
// is being worked on, as opposed to a dependency or the standard library.
func InMainModule(pass *analysis.Pass) bool {
	if m := pass.Module; m != nil && m.Path != "" {
		return m.Version == ""
	}
	if flags.packages.match(pass.Pkg.Path()) {
		return true
	}
	// Files named on the command line belong to no module.
	return strings.HasPrefix(pass.Pkg.Path(), "command-line-arguments")
}

// newResult merges the builtin models with those of the configuration. A
// value that is set in the command line's flags wins over the file's.
func newResult(c *Config, p finding.Profile, tests, generated bool) (*Result, error) {
	if c == nil {
		c = new(Config)
	}
	set, err := models.Builtin()
	if err != nil {
		return nil, fmt.Errorf("builtin models: %w", err)
	}
	if !reflect.ValueOf(c.Models).IsZero() {
		set = set.With(c.Models)
	}
	res := &Result{InScope: true, Models: set, Config: c, Profile: p, IncludeTests: tests, IncludeGenerated: generated,
		Evaluator: func(*types.Package) *types.Package { return nil }}
	if res.Profile == "" {
		res.Profile = c.Profile
	}
	if res.Profile == "" {
		res.Profile = finding.Regular
	}
	if c.Tests != nil {
		res.IncludeTests = res.IncludeTests || *c.Tests
	}
	if c.Generated != nil {
		res.IncludeGenerated = res.IncludeGenerated || *c.Generated
	}
	return res, nil
}
