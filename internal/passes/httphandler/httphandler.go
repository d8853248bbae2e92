// Package httphandler finds the functions of a program that serve HTTP requests,
// for the passes that follow what comes in by them.
package httphandler

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A Handler is a function that serves HTTP requests: a handler, what middleware
// makes around one, or what an SDK calls for each request.
type Handler struct {
	Func    *program.Func
	Row     *models.Endpoint
	Carrier bool // it sends requests on
	SDK     bool // it is a part of an SDK: what it calls are handlers of tools
}

// Analyzer finds them. Its result is a []*Handler, nil out of scope.
var Analyzer = &analysis.Analyzer{
	Name:       "mcphttphandler",
	Doc:        "mcphttphandler: find the functions that serve HTTP requests",
	Run:        run,
	Requires:   []*analysis.Analyzer{config.Analyzer, toolreg.Analyzer},
	ResultType: reflect.TypeFor[[]*Handler](),
}

func run(pass *analysis.Pass) (any, error) {
	regs := pass.ResultOf[toolreg.Analyzer].(*toolreg.Result)
	if regs == nil || regs.World == nil {
		return []*Handler(nil), nil
	}
	return of(regs.World, pass.Pkg.Path(), pass.ResultOf[config.Analyzer].(*config.Result).IncludeTests), nil
}

// of lists the functions of a program that serve HTTP requests, by their
// types, as far as the program reaches them: from the functions of the package
// that it was loaded for, which for a program are its main and initialisers.
func of(w *interp.World, pkg string, tests bool) []*Handler {
	reached := Reachable(w, pkg)
	given := serverGivers(w, reached)
	var out []*Handler
	for _, p := range w.Packages() {
		for _, id := range slices.Sorted(maps.Keys(p.Funcs)) {
			f := p.Funcs[id]
			if !reached[id] || !tests && strings.HasSuffix(f.Pos.File, "_test.go") {
				continue
			}
			if row := endpoint(w.Models, f); row != nil {
				out = append(out, &Handler{Func: f, Row: row, SDK: w.Models.ModelOf(p.Path) != nil})
			} else if given[id] {
				out = append(out, &Handler{Func: f, Row: &perRequest})
			} else if carries(f) {
				out = append(out, &Handler{Func: f, Row: &carrier, Carrier: true})
			}
		}
	}
	return out
}

// perRequest is the row of a function that an SDK asks, for each request, which
// server is to answer it; carrier that of one that sends requests to others.
var (
	perRequest = models.Endpoint{Headers: []string{"arg0.Header"}}
	carrier    = models.Endpoint{}
)

// carries reports whether a function is the RoundTrip of a client: it reads the
// context of the request, wherever that was sent from.
func carries(f *program.Func) bool {
	return f.Recv && len(f.Params) == 2 && f.Params[1].Type == "*net/http.Request" && strings.HasSuffix(f.Name, ".RoundTrip")
}

// serverGivers lists the functions that SDKs ask for each request which server
// is to answer it.
func serverGivers(w *interp.World, reached map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, p := range w.Packages() {
		for id, f := range p.Funcs {
			if !reached[id] {
				continue
			}
			defs := map[program.Ref]*program.Instr{}
			for b := range f.Blocks {
				for i := range f.Blocks[b].Instrs {
					in := &f.Blocks[b].Instrs[i]
					defs[in.Dst] = in
					rows := w.Models.Func(in.Sym)
					if in.Op != program.OpCall || rows == nil {
						continue
					}
					for _, t := range rows.Transports {
						if p, err := models.ParsePath(t.GetServer); err == nil && p.Root == models.RootArg && p.Index < len(in.Args) && len(p.Steps) == 0 {
							for _, g := range functions(f, defs, in.Args[p.Index], maxInit) {
								out[g] = true
							}
						}
					}
				}
			}
		}
	}
	return out
}

// endpoint returns the row that a function's type fits, or nil.
func endpoint(set *models.Set, f *program.Func) *models.Endpoint {
	params := f.Params
	if f.Recv {
		params = params[1:]
	}
	types := make([]string, len(params))
	for i, p := range params {
		types[i] = p.Type
	}
	for _, row := range set.EndpointsOf(types) {
		if row.Returns == "" || returnsContext(f) {
			return &row
		}
	}
	return nil
}

// returnsContext reports whether the one result of a function is a context: one
// that it got, or one that a call gave it.
func returnsContext(f *program.Func) bool {
	if f.Results != 1 {
		return false
	}
	contexts := map[program.Ref]bool{}
	for i, p := range f.Params {
		contexts[program.Ref(i+1)] = p.Type == "context.Context"
	}
	for _, b := range f.Blocks { // twice: a phi may come before what it joins
		for _, in := range b.Instrs {
			if in.Op == program.OpCall && in.Class == string(program.ClassContext) {
				contexts[in.Dst] = true
			}
		}
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch {
			case in.Op == program.OpPhi && slices.ContainsFunc(in.Args, func(a program.Ref) bool { return contexts[a] }):
				contexts[in.Dst] = true
			case in.Op == program.OpReturn && len(in.Args) == 1 && contexts[in.Args[0]]:
				return true
			}
		}
	}
	return false
}
