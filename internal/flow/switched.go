package flow

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Switched returns the name of a setting on whose value it depends whether the
// call is made at all, "" without: is says which names are those of such
// settings. The functions on the way are asked, and what they call to decide.
func (c Call) Switched(is func(name string) bool) string {
	if name := c.Frame.x.switched(c.at.block, is); name != "" {
		return name
	}
	for f := c.Frame; f.caller != nil; f = f.caller {
		if name := f.caller.x.switched(f.at.block, is); name != "" {
			return name
		}
	}
	return ""
}

// Among returns how many functions the call that leads to the frame may mean.
func (f *Frame) Among() int {
	if f.caller == nil {
		return 1
	}
	return len(f.e.targets(f.caller.sum, f.at).list)
}

// SwitchedAt returns the same of what is written at one of the places.
func (e *Engine) SwitchedAt(places []program.Pos, is func(name string) bool) string {
	want := map[program.Pos]bool{}
	for _, p := range places {
		want[p] = true
	}
	for _, id := range e.ids {
		f := e.funcs[id]
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				in := &f.Blocks[b].Instrs[i]
				if in.Op != program.OpCall || !want[in.Pos] {
					continue
				}
				if x := e.fn(id); b < len(x.Blocks) {
					if name := x.switched(int32(b), is); name != "" {
						return name
					}
				}
			}
		}
	}
	return ""
}

// switched returns the name of a setting that decides whether a block is
// reached.
func (x *fn) switched(block int32, is func(string) bool) string {
	for b := range x.Blocks {
		blk := &x.Blocks[b]
		n := len(blk.Instrs)
		if int32(b) == block || len(blk.Succs) != 2 || n == 0 || blk.Instrs[n-1].Op != program.OpIf {
			continue
		}
		if x.leads(blk.Succs[0], block, int32(b)) == x.leads(blk.Succs[1], block, int32(b)) {
			continue
		}
		if name := x.setting(blk.Instrs[n-1].Args[0], is, maxSetting); name != "" {
			return name
		}
	}
	return ""
}

// leads reports whether a block is reached from another one, other than through
// a third.
func (x *fn) leads(from, to, without int32) bool {
	seen := map[int32]bool{without: true}
	for queue := []int32{from}; len(queue) > 0; {
		b := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if seen[b] {
			continue
		}
		if b == to {
			return true
		}
		seen[b] = true
		queue = append(queue, x.Blocks[b].Succs...)
	}
	return false
}

// maxSetting bounds how far back the names in a condition are looked for.
const maxSetting = 10

// setting returns a name that is says yes to among those of what a condition is
// made of: fields, variables, parameters, constants it is compared with,
// functions, and the conditions in functions of the program that it asks.
func (x *fn) setting(r program.Ref, is func(string) bool, depth int) string {
	says := func(name string) string {
		name = name[strings.LastIndexAny(name, "/.")+1:]
		if len(name) < maxName && is(name) {
			return name
		}
		return ""
	}
	if c := x.constant(r); c != nil {
		if c.Kind == program.ConstGlobal || c.Kind == program.ConstString && !strings.Contains(c.S, " ") {
			return says(c.S)
		}
		return ""
	}
	if depth == 0 {
		return ""
	}
	d := x.def(r)
	if d == nil {
		if r > 0 && int(r) <= len(x.Params) {
			return says(x.Params[r-1].Name)
		}
		return ""
	}
	switch d.Op {
	case program.OpFieldAddr, program.OpField:
		if name := says(d.Sym); name != "" {
			return name
		}
		if name := says(x.e.inJSON(d)); name != "" {
			return name
		}
		if of := x.def(d.Args[0]); of == nil || of.Op != program.OpCall && of.Op != program.OpExtract {
			return ""
		}
	case program.OpCall:
		if g := x.e.fn(d.Sym); g != nil && g != x {
			if name := g.hinges(is, depth-2); name != "" {
				return name
			}
		}
		if name := says(d.Sym); name != "" {
			return name
		}
	case program.OpLoad, program.OpConvert, program.OpChangeInterface, program.OpPhi, program.OpBinOp, program.OpUnOp, program.OpExtract:
	default:
		return ""
	}
	for _, a := range d.Args {
		if name := x.setting(a, is, depth-1); name != "" {
			return name
		}
	}
	return ""
}

// hinges returns the name of a setting on which a condition in the function
// depends, or what it returns.
func (x *fn) hinges(is func(string) bool, depth int) string {
	if depth <= 0 {
		return ""
	}
	for b := range x.Blocks {
		n := len(x.Blocks[b].Instrs)
		if n == 0 {
			continue
		}
		last := &x.Blocks[b].Instrs[n-1]
		if last.Op != program.OpIf && last.Op != program.OpReturn {
			continue
		}
		for _, a := range last.Args {
			if name := x.setting(a, is, depth); name != "" {
				return name
			}
		}
	}
	return ""
}
