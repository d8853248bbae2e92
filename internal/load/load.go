// Package load turns patterns into type-checked packages.
//
// It asks the go command which packages there are, and parses and type-checks
// itself those in scope, which get full syntax and type information: the
// packages of the main modules and of followed modules. Of every other package
// only what an importer can see matters, and there are two loaders for that.
//
// The source loader parses them too, but function bodies are skipped before
// parsing, unexported declarations that nothing visible needs are dropped, and
// packages that are then no longer needed are never read. Nothing is compiled.
//
// The export loader reads their types from the export data that the compiler
// left in the build cache. Auto takes it only where the cache has all that is
// needed, so nothing is compiled either; Export has the go command compile what
// the cache lacks. Where export data can't be used the source loader steps in.
// Both give the same packages. Nothing of the loaded code is ever run.
//
// Code that does not parse or type-check is loaded as far as possible: the
// statements or declarations at fault are left out, so that go/ssa can be built
// over every package of a Result, and each loss is a Problem. Values that are
// lost with them are variables of a package mcpvet.unknown.
//
// A package that is imported but cannot be had, as of a private module, is made
// up from its uses: its types, functions and methods are there in name, with
// the types that the code around them asks for. It too is a Problem.
package load

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/tools/go/packages"
)

// Options say what to load.
type Options struct {
	Dir       string   // directory that patterns are relative to; "" is the current one
	Patterns  []string // as for the go command, or .go files; none means ./...
	Tests     bool     // load _test.go files too
	Generated bool     // report on generated files too (they are loaded either way)
	Tags      []string // build tags
	GOOS      string   // target, "" for the go command's default
	GOARCH    string
	Untrusted bool // ignore the environment's Go settings, stay off the network, compile nothing
	Mode      Mode // which loader; "" is Auto

	// Follow are patterns of dependency modules, or of packages of them, to
	// bring in scope; they may contain "...". One that matches nothing is an
	// error, unless it is in FollowIfUsed, which serves as a standing setting
	// for several modules.
	Follow       []string
	FollowIfUsed []string
}

// A Result is what Load found. Its packages come in dependency order.
type Result struct {
	Fset *token.FileSet

	// Packages are the packages in scope. Their Imports lead to other
	// packages in scope only, so that go/analysis/checker ends there.
	Packages []*packages.Package

	Modules  []Module          // main modules and followed ones, sorted by directory
	Deps     map[string]string // version of every module that provides a package, main modules excluded
	Problems []Problem         // what was not analysed, or only in part

	Mode       Mode   // the loader that was used: Export or Source
	ModeReason string // why it was the source loader, "" if that was asked for

	// Selected reports whether the package of that path is one to report on:
	// the patterns select it, or it is of a followed module.
	Selected func(pkgPath string) bool

	// Reported reports whether findings in the file of that name are wanted:
	// all but generated files, and those too with Options.Generated.
	Reported func(filename string) bool
}

// A Module is a module in scope.
type Module struct {
	Path      string
	Version   string // "" for a main module
	Dir       string // "" if it is vendored
	GoVersion string // the go line of go.mod, "" if there is none
	Main      bool   // false: followed
	Source    string // of a followed one, what its files come from: "path@version", without a version if that is a folder
}

// IsGenerated reports whether file says that it was generated, in the form
// that https://go.dev/s/generatedcode asks for.
func IsGenerated(file *ast.File) bool { return ast.IsGenerated(file) }

// A loader holds the state of one Load.
type loader struct {
	opts    Options
	dir     string // absolute
	gocmd   *goCommand
	sizes   types.Sizes
	workers int

	mode   Mode   // Export as long as export data is to be used, else Source
	reason string // why mode changed to Source

	fset      *token.FileSet
	synth     *synth  // what stands in for missing packages, nil if none is missing
	nodes     []*node // all, interned, dependencies first
	problems  []Problem
	generated map[string]bool // physical file names
}

// Load loads the main modules that o.Patterns point into, whole, and decides
// which of their packages the patterns select.
//
// It fails with a *NothingError when no package could be loaded or selected,
// and with a *FollowError when a pattern of o.Follow matches nothing.
// Everything less is a Problem of the Result.
func Load(ctx context.Context, o Options) (*Result, error) {
	l, err := newLoader(ctx, o)
	if err != nil {
		return nil, err
	}
	selected, err := l.load(ctx)
	if err != nil {
		return nil, err
	}
	return l.result(selected)
}

func newLoader(ctx context.Context, o Options) (*loader, error) {
	dir, err := checkDir(o.Dir)
	if err != nil {
		return nil, err
	}
	if len(o.Patterns) == 0 {
		o.Patterns = []string{"./..."}
	}
	mode, reason, err := o.loader()
	if err != nil {
		return nil, err
	}
	l := &loader{
		opts:      o,
		dir:       dir,
		workers:   runtime.GOMAXPROCS(0),
		mode:      mode,
		reason:    reason,
		fset:      token.NewFileSet(),
		generated: make(map[string]bool),
	}
	if l.gocmd, err = newGoCommand(ctx, o); err != nil {
		return nil, err
	}
	if l.mode == Export && o.Mode != Export && l.gocmd.cold {
		l.useSource("the build cache is empty")
	}
	if l.sizes = types.SizesFor("gc", l.gocmd.goarch); l.sizes == nil {
		return nil, fmt.Errorf("unknown GOARCH %q: see go tool dist list for the known ones", l.gocmd.goarch)
	}
	return l, nil
}

// load lists, parses and type-checks, and returns the paths of the packages
// that the patterns select.
func (l *loader) load(ctx context.Context) (selected map[string]bool, err error) {
	pats := parsePatterns(l.dir, l.opts.Patterns)
	units, err := l.findUnits(pats)
	if err != nil {
		return nil, err
	}
	if err := l.listAll(ctx, units); err != nil {
		return nil, err
	}
	if selected, err = l.selectPackages(pats); err != nil {
		return nil, err
	}
	return selected, l.typecheck(ctx)
}

// checkDir returns dir as an absolute path, if it is a directory.
func checkDir(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("cannot use directory %q: %w", dir, err)
	}
	st, err := os.Stat(abs)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", fmt.Errorf("directory %s does not exist: check the path given with -C: %w", abs, err)
	case err != nil:
		return "", fmt.Errorf("cannot use directory %s: %w", abs, err)
	case !st.IsDir():
		return "", fmt.Errorf("%s is a file: -C takes a directory; give files as patterns", abs)
	}
	return abs, nil
}

// builtWith is the newest Go version whose language go/types here knows.
func builtWith() string {
	tags := build.Default.ReleaseTags
	return tags[len(tags)-1]
}
