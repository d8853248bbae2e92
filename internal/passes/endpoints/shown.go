package endpoints

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// maxDepth bounds how far what helpers read is followed.
const maxDepth = 5

// derive says of each register of a function what of the request it comes from.
func (f *finder) derive(body *program.Func, depth int) map[program.Ref]Shown {
	out := map[program.Ref]Shown{}
	request := f.along(body)
	for changed := true; changed; {
		changed = false
		mark := func(r program.Ref, s Shown) {
			if r > 0 && out[r]|s != out[r] {
				out[r] |= s
				changed = true
			}
		}
		for b := range body.Blocks {
			for i := range body.Blocks[b].Instrs {
				in := &body.Blocks[b].Instrs[i]
				var s Shown
				for _, a := range in.Args {
					s |= out[a]
				}
				switch in.Op {
				case program.OpStore:
					mark(in.Args[0], out[in.Args[1]])
					continue
				case program.OpMapUpdate:
					continue
				case program.OpField, program.OpFieldAddr:
					if row := f.w.Models.ShowsField(in.Owner, in.Sym); row != nil {
						s |= shownOf(row.Gives)
					}
				case program.OpLookup: // r.Header["Authorization"]
					if name, ok := constText(body, in.Args[1]); ok && f.header(body, in.Args[0]) {
						s |= shownOf(f.w.Models.ShowsName(name))
					}
				case program.OpCall:
					s |= f.called(body, in, request, depth)
				case program.OpPhi:
					s |= f.decided(body, int32(b), out)
				}
				mark(in.Dst, s)
			}
		}
	}
	return out
}

// along lists the registers of a function that hold the request, or its context.
func (f *finder) along(body *program.Func) map[program.Ref]bool {
	out := f.requests(body)
	for i, p := range body.Params {
		if p.Type == "context.Context" {
			out[program.Ref(i+1)] = true
		}
	}
	for b := range body.Blocks {
		for i := range body.Blocks[b].Instrs {
			in := &body.Blocks[b].Instrs[i]
			if in.Op == program.OpCall && in.Class == string(program.ClassContext) && len(in.Args) > 0 && out[in.Args[0]] {
				out[in.Dst] = true
			}
		}
	}
	return out
}

// called says what the result of a call comes from, beyond its arguments.
func (f *finder) called(body *program.Func, in *program.Instr, request map[program.Ref]bool, depth int) Shown {
	rows := f.w.Models.Func(in.Sym)
	if rows != nil && rows.Show != nil {
		if rows.Show.Gives != "" {
			return shownOf(rows.Show.Gives)
		}
		args := in.Args
		if strings.HasPrefix(in.Sym, "(") {
			args = args[1:]
		}
		if len(args) == 0 {
			return 0
		}
		name, ok := constText(body, args[0])
		if !ok {
			return ShownSecret
		}
		if s := shownOf(f.w.Models.ShowsName(name)); s != 0 {
			return s
		}
		return 0
	}
	if !slices.ContainsFunc(in.Args, func(a program.Ref) bool { return request[a] || f.header(body, a) }) {
		return 0
	}
	var s Shown
	for _, id := range f.callees(in) {
		s |= f.reading(id, depth+1)
	}
	if s == 0 && f.w.Func(in.Sym) == nil && in.Mode == program.CallStatic && !standard(in.Sym) && (rows == nil || !rows.Serves()) && in.N > 0 && verifies(in) {
		return ShownAuth // a library's own check of the request
	}
	return s
}

// verifies reports whether a call's results can be the answer of a check: an
// error, or a boolean among them.
func verifies(in *program.Instr) bool { return strings.ContainsRune(in.Class, program.ClassError) }

// standard reports whether a function is of the standard library: its import
// path has no dot in the first element.
func standard(sym string) bool {
	path := strings.TrimLeft(sym, "(*")
	first, _, _ := strings.Cut(path, "/")
	if i := strings.IndexByte(path, '/'); i < 0 {
		return true
	}
	return !strings.Contains(first, ".")
}

// callees lists the functions of the program that a call can run.
func (f *finder) callees(in *program.Instr) []string {
	switch in.Mode {
	case program.CallStatic:
		return []string{in.Sym}
	case program.CallInvoke:
		return f.w.Implementations(in.Sym)
	}
	return nil
}

// reading says what a function, or one that it calls, reads of a request.
func (f *finder) reading(id string, depth int) Shown {
	if s, ok := f.reads[id]; ok {
		return s
	}
	body := f.w.Func(id)
	if body == nil || depth > maxDepth {
		return 0
	}
	f.reads[id] = 0 // of one that calls itself
	var s Shown
	for _, v := range f.derive(body, depth) {
		s |= v
	}
	s &^= ShownTarget
	f.reads[id] = s
	return s
}

// header reports whether a register holds the headers of a request.
func (f *finder) header(body *program.Func, r program.Ref) bool {
	in := definition(body, r)
	for in != nil && (in.Op == program.OpLoad || in.Op == program.OpConvert || in.Op == program.OpChangeInterface) {
		in = definition(body, in.Args[0])
	}
	return in != nil && (in.Op == program.OpField || in.Op == program.OpFieldAddr) && in.Sym == "Header"
}

// decided says what decided which way control took to a join of constants.
func (f *finder) decided(body *program.Func, b int32, out map[program.Ref]Shown) Shown {
	var s Shown
	todo := slices.Clone(body.Blocks[b].Preds)
	seen := map[int32]bool{b: true}
	for n := 0; len(todo) > 0 && n < 12; n++ {
		p := todo[0]
		todo = todo[1:]
		if seen[p] {
			continue
		}
		seen[p] = true
		blk := &body.Blocks[p]
		if k := len(blk.Instrs); k > 0 && blk.Instrs[k-1].Op == program.OpIf {
			if v := out[blk.Instrs[k-1].Args[0]]; v != 0 {
				s |= v
				continue
			}
		}
		todo = append(todo, blk.Preds...)
	}
	return s &^ ShownTarget
}

func constText(body *program.Func, r program.Ref) (string, bool) {
	if r >= 0 || int(-r) > len(body.Consts) {
		return "", false
	}
	c := &body.Consts[-r-1]
	return c.S, c.Kind == program.ConstString
}
