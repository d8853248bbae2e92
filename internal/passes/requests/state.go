package requests

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/program"
)

// PerRequest reports whether a function is made for one request: it is a
// closure of a function that gets one.
func (res *Result) PerRequest(id string) bool {
	for f := res.World.Func(id); f != nil && f.Parent != ""; {
		if f = res.World.Func(f.Parent); f == nil {
			return false
		}
		if slices.ContainsFunc(f.Params, func(p program.Param) bool {
			return p.Type == "*net/http.Request" || p.Type == "context.Context" || res.World.Models.IsRequest(strings.TrimPrefix(p.Type, "*"))
		}) {
			return true
		}
	}
	return false
}

// Kept reports whether a sink keeps what it gets: the streams and the shared
// clients of other modules have rules of their own.
func (res *Result) Kept(s *flow.Sink) bool {
	if s.Field == "" || strings.Contains(s.Sym, ".") && s.Sym != s.Field {
		return true // below a receiver or a captured variable
	}
	i := strings.LastIndexByte(s.Field, '.')
	return slices.ContainsFunc(res.World.Packages(), func(p *program.Package) bool { return i > 0 && p.Path == s.Field[:i] })
}

// Read reports whether the program reads what is kept at a sink: what is only
// written, or asked whether it is there, nobody finds.
func (res *Result) Read(s *flow.Sink) bool {
	if s.Field == "" {
		return true // a captured variable
	}
	if res.reads == nil {
		res.reads = map[string]bool{}
		for _, p := range res.World.Packages() {
			for _, f := range p.Funcs {
				readsOf(f, res.reads)
			}
		}
	}
	return res.reads[s.Field]
}

// readsOf notes which globals and fields a function reads.
func readsOf(f *program.Func, out map[string]bool) {
	defs := map[program.Ref]*program.Instr{}
	used := map[program.Ref]bool{} // for more than to be written to, or compared with nil
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			defs[in.Dst] = in
			for op, a := range in.Args {
				switch {
				case in.Op == program.OpStore && op == 0, in.Op == program.OpMapUpdate && op == 0, in.Op == program.OpFieldAddr, in.Op == program.OpIndexAddr:
				case in.Op == program.OpBinOp && isNil(f, in.Args[1-op]):
				default:
					used[a] = true
				}
			}
		}
	}
	for _, in := range defs {
		for range 6 { // what is read through an address is read
			if len(in.Args) == 0 || in.Op != program.OpFieldAddr && in.Op != program.OpIndexAddr || !used[in.Dst] {
				break
			}
			used[in.Args[0]] = true
			if in = defs[in.Args[0]]; in == nil {
				break
			}
		}
	}
	for ref, in := range defs {
		if !used[ref] || len(in.Args) == 0 {
			continue
		}
		switch in.Op {
		case program.OpFieldAddr, program.OpField:
			owner, _, _ := strings.Cut(in.Owner, "[")
			out[owner+"."+in.Sym] = true
		case program.OpLoad:
			if g := f.Global(in.Args[0]); g != "" {
				out[g] = true
			}
		}
	}
	for i, c := range f.Consts {
		if c.Kind == program.ConstGlobal && used[program.Ref(-i-1)] && !loadsOnly(f, program.Ref(-i-1)) {
			out[c.S] = true
		}
	}
}

// loadsOnly reports whether a global is used for loads and stores only, of which
// the loads count by what is done with them.
func loadsOnly(f *program.Func, ref program.Ref) bool {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			if slices.Contains(in.Args, ref) && in.Op != program.OpLoad && in.Op != program.OpStore {
				return false
			}
		}
	}
	return true
}

func isNil(f *program.Func, ref program.Ref) bool {
	c := f.Constant(ref)
	return c != nil && c.Kind == program.ConstNil
}
