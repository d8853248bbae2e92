package engine

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A PanicError says that an analyzer panicked. It is a fault of mcpvet, and
// never one of the code under analysis.
type PanicError struct {
	Analyzer string
	Package  string
	Value    any    // what it panicked with
	Stack    []byte // of the goroutine
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("internal error: %s failed on package %s: %v; please report it at https://github.com/mcpvet/mcpvet/issues",
		e.Analyzer, e.Package, firstLine(e.Value))
}

func firstLine(v any) string {
	s, _, _ := strings.Cut(fmt.Sprint(v), "\n")
	return s
}

// Guard returns copies of the analyzers, and of all that they require, that
// turn a panic into an error and do nothing once ctx is done. A driver runs
// analyzers in goroutines of its own, where nobody else could recover.
//
// A pass of a copy sees the original analyzer and its results under the
// original analyzers, so that analyzers need not know.
func Guard(ctx context.Context, analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	return guarded(ctx, analyzers, func(a *analysis.Analyzer, pass *analysis.Pass) (any, error) { return a.Run(pass) })
}

// guarded is Guard, with what runs an analyzer.
func guarded(ctx context.Context, analyzers []*analysis.Analyzer, run func(*analysis.Analyzer, *analysis.Pass) (any, error)) []*analysis.Analyzer {
	copies := make(map[*analysis.Analyzer]*analysis.Analyzer)
	var guard func(*analysis.Analyzer) *analysis.Analyzer
	guard = func(orig *analysis.Analyzer) *analysis.Analyzer {
		if c, ok := copies[orig]; ok {
			return c
		}
		c := new(*orig)
		copies[orig] = c
		c.Requires = make([]*analysis.Analyzer, len(orig.Requires))
		for i, req := range orig.Requires {
			c.Requires[i] = guard(req)
		}
		c.Run = func(pass *analysis.Pass) (res any, err error) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			defer func() {
				if v := recover(); v != nil {
					res, err = nil, &PanicError{Analyzer: orig.Name, Package: pass.Pkg.Path(), Value: v, Stack: debug.Stack()}
				}
			}()
			own := *pass
			own.Analyzer = orig
			own.ResultOf = make(map[*analysis.Analyzer]any, len(orig.Requires))
			for i, req := range orig.Requires {
				own.ResultOf[req] = pass.ResultOf[c.Requires[i]]
			}
			return run(orig, &own)
		}
		return c
	}
	out := make([]*analysis.Analyzer, len(analyzers))
	for i, a := range analyzers {
		out[i] = guard(a)
	}
	return out
}
