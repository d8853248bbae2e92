package engine

import (
	"context"
	"go/ast"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/ssa"
)

// A shed lets go of the syntax and the SSA form of a package as soon as the
// last of the analyzers that read them has run: a driver keeps all it has to
// the end, and what is kept is gone through by each collection of garbage.
type shed struct {
	readers int // that run on each package

	mu    sync.Mutex
	ran   map[*types.Package]int
	built map[*types.Package]*ssa.Result
}

// shedding returns guarded analyzers of which the readers are the only ones
// that see syntax, and the last of them the last one.
func shedding(ctx context.Context, roots []*analysis.Analyzer) []*analysis.Analyzer {
	s := &shed{ran: map[*types.Package]int{}, built: map[*types.Package]*ssa.Result{}}
	seen := map[*analysis.Analyzer]bool{}
	var count func(list []*analysis.Analyzer)
	count = func(list []*analysis.Analyzer) {
		for _, a := range list {
			if !seen[a] {
				seen[a] = true
				if reads(a) {
					s.readers++
				}
				count(a.Requires)
			}
		}
	}
	count(roots)
	return guarded(ctx, roots, s.run)
}

// reads reports whether an analyzer reads syntax.
func reads(a *analysis.Analyzer) bool { return slices.Contains(a.Requires, config.Syntax) }

// run runs an analyzer.
func (s *shed) run(a *analysis.Analyzer, pass *analysis.Pass) (any, error) {
	if !reads(a) {
		pass.Files, pass.TypesInfo = nil, nil
		return a.Run(pass)
	}
	res, err := a.Run(pass)
	s.mu.Lock()
	defer s.mu.Unlock()
	if built, ok := res.(*ssa.Result); ok && built != nil {
		s.built[pass.Pkg] = built
	}
	if s.ran[pass.Pkg]++; s.ran[pass.Pkg] == s.readers {
		drop(pass, s.built[pass.Pkg])
		delete(s.built, pass.Pkg)
	}
	return res, err
}

// drop empties what others still refer to. Files keep where they are.
func drop(pass *analysis.Pass, built *ssa.Result) {
	for _, f := range pass.Files {
		*f = ast.File{Package: f.Package, Name: f.Name, FileStart: f.FileStart, FileEnd: f.FileEnd}
	}
	*pass.TypesInfo = types.Info{FileVersions: pass.TypesInfo.FileVersions}
	if built != nil {
		*built = ssa.Result{Partial: built.Partial, Failed: built.Failed}
	}
}
