package httphandler

import (
	"maps"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/program"
)

// Reachable returns the functions that a program gets to from a package: from
// its main and all initialisers, or, where it is no program, from all of it. A
// value that is put into an interface may have each of its methods called. A
// function that an initialiser puts into a variable is reached where the
// variable is read.
func Reachable(w *interp.World, pkg string) map[string]bool {
	r := &reach{w: w, out: map[string]bool{}, typed: map[string]bool{}, read: map[string]bool{}, kept: map[string][]string{}}
	for _, p := range w.Packages() {
		r.init(p.Init)
	}
	for _, p := range w.Packages() {
		if p.Path != pkg {
			continue
		}
		for _, id := range slices.Sorted(maps.Keys(p.Funcs)) {
			f := p.Funcs[id]
			switch {
			case strings.HasPrefix(f.Name, "init#"), p.Main && f.Name == "main":
				r.add(id)
			case !p.Main && f.Parent == "" && id != p.Init:
				r.add(id)
			}
		}
	}
	for len(r.todo) > 0 {
		f := r.todo[len(r.todo)-1]
		r.todo = r.todo[:len(r.todo)-1]
		r.follow(f)
	}
	return r.out
}

type reach struct {
	w     *interp.World
	out   map[string]bool
	typed map[string]bool
	todo  []*program.Func
	read  map[string]bool     // globals
	kept  map[string][]string // global -> functions that its initialiser puts there
}

func (r *reach) add(id string) {
	if f := r.w.Func(id); f != nil && !r.out[id] {
		r.out[id] = true
		r.todo = append(r.todo, f)
	}
}

// follow adds what a function gets to.
func (r *reach) follow(f *program.Func) {
	for _, id := range f.Calls {
		r.add(id)
	}
	for _, c := range f.Consts {
		if c.Kind == program.ConstGlobal && !r.read[c.S] {
			r.read[c.S] = true
			for _, id := range r.kept[c.S] {
				r.add(id)
			}
		}
	}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			r.instr(&f.Blocks[b].Instrs[i])
		}
	}
}

func (r *reach) instr(in *program.Instr) {
	switch in.Op {
	case program.OpMakeClosure, program.OpBoundMethod:
		r.add(in.Sym)
	case program.OpMakeInterface:
		if r.typed[in.Type] {
			return
		}
		r.typed[in.Type] = true
		if t := r.w.Type(in.Type); t != nil {
			for _, m := range t.Methods {
				r.add(m.ID)
			}
		}
	}
}

// init adds what an initialiser gets to, but for the functions that it puts
// into variables.
func (r *reach) init(id string) {
	f := r.w.Func(id)
	if f == nil {
		return
	}
	r.out[id] = true
	kept := map[string]bool{}
	defs := map[program.Ref]*program.Instr{}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			defs[in.Dst] = in
			if in.Op != program.OpStore {
				continue
			}
			if g := f.Global(in.Args[0]); g != "" {
				for _, id := range functions(f, defs, in.Args[1], maxInit) {
					kept[id] = true
					r.kept[g] = append(r.kept[g], id)
				}
			}
		}
	}
	for _, id := range f.Calls {
		if !kept[id] {
			r.add(id)
		}
	}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			if in := &f.Blocks[b].Instrs[i]; !kept[in.Sym] {
				r.instr(in)
			}
		}
	}
}

// maxInit bounds how far a value is followed to the functions in it.
const maxInit = 4

// functions lists the functions that a value is, or is made from by a call that
// gets them: sync.OnceValue(open).
func functions(f *program.Func, defs map[program.Ref]*program.Instr, ref program.Ref, depth int) []string {
	if c := f.Constant(ref); c != nil {
		if c.Kind == program.ConstFunc {
			return []string{c.S}
		}
		return nil
	}
	in := defs[ref]
	if in == nil || depth == 0 {
		return nil
	}
	switch in.Op {
	case program.OpMakeClosure:
		return []string{in.Sym}
	case program.OpConvert, program.OpChangeInterface, program.OpCall:
		var out []string
		for _, a := range in.Args {
			out = append(out, functions(f, defs, a, depth-1)...)
		}
		return out
	}
	return nil
}
