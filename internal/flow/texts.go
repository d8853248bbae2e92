package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// maxUp bounds how far up the callers the values of parameters are looked for.
const maxUp = 24

// Sym returns what is known of a value in a frame: what callers on the way pass,
// and what start-up code has bound to the entry, in the place of parameters.
func (f *Frame) Sym(r program.Ref) *Sym { return f.bound(f.x.sym(r), 0) }

func (f *Frame) bound(s *Sym, depth int) *Sym {
	if depth > maxUp || !s.open() || s.deep(maxBound) {
		return s
	}
	return s.bind(func(p *Sym) *Sym {
		if v := f.fromStart(p); v != nil {
			return v
		}
		up, arg, embed := f.passer(program.Ref(p.N))
		if up == nil || len(embed) > 0 {
			return p
		}
		q := Sym{Kind: SymParam, N: 1, Path: p.Path}
		at := f.at
		if up == f.made {
			at = f.madeAt
		}
		return up.bound(up.x.argument([]program.Ref{arg}, &q, at, maxSym-1), depth+1)
	})
}

// fromStart returns the text or the list of texts that start-up code has bound
// to a parameter of an entry, nil if it has not.
func (f *Frame) fromStart(p *Sym) *Sym {
	if f.kind != frameEntry || f.sum.bind == nil {
		return nil
	}
	if t, ok := f.sum.bind.Text(int(p.N)-1, p.Path.steps()); ok {
		return &Sym{Kind: SymText, S: t}
	}
	if ts, ok := f.sum.bind.List(int(p.N)-1, p.Path.steps()); ok {
		out := &Sym{Kind: SymList}
		for _, t := range ts {
			out.Kids = append(out.Kids, &Sym{Kind: SymText, S: t})
		}
		return out
	}
	return nil
}

// Pieces returns the constant parts of a text in order, with one that is not
// known as "\x00".
func (s *Sym) Pieces() string {
	var b strings.Builder
	s.pieces(&b, maxBound)
	return b.String()
}

// Gap is what Pieces has in the place of a part that is not known.
const Gap = "\x00"

func (s *Sym) pieces(b *strings.Builder, depth int) {
	switch {
	case s == nil || depth == 0:
		b.WriteString(Gap)
	case s.Kind == SymText:
		b.WriteString(s.S)
	case s.Kind == SymConcat:
		for _, k := range s.Kids {
			k.pieces(b, depth-1)
		}
	case s.Kind == SymCall && len(s.Kids) > 0: // a call that puts a text together: its parts in order
		for _, k := range s.Kids {
			switch k.Kind {
			case SymText, SymConcat, SymCall:
				k.pieces(b, depth-1)
				b.WriteString(Gap)
			case SymList:
				for _, e := range k.Kids {
					e.pieces(b, depth-1)
					b.WriteString(Gap)
				}
			}
		}
		b.WriteString(Gap)
	default:
		b.WriteString(Gap)
	}
}

// HasText reports whether a constant text in the function is one that is says
// yes to.
func (f *Frame) HasText(is func(string) bool) bool {
	return slices.ContainsFunc(f.x.Consts, func(c program.Const) bool { return c.Kind == program.ConstString && is(c.S) })
}

// Via returns the function outside the program that the frame's function was
// handed to, "" if it was called otherwise.
func (f *Frame) Via() string {
	if f.kind != frameCallback || f.caller == nil {
		return ""
	}
	return f.caller.x.in(f.at).Sym
}

// decided returns the blocks of the frame that its call can't get to, by the
// constants that the caller passes; nil if there are none.
func (f *Frame) decided() []bool {
	x := f.x
	var takes map[int32]int // block -> the successor that is taken
	for b := range x.Blocks {
		n := len(x.Blocks[b].Instrs)
		if n == 0 || len(x.Blocks[b].Succs) != 2 || x.Blocks[b].Instrs[n-1].Op != program.OpIf {
			continue
		}
		if v, ok := f.truth(x.Blocks[b].Instrs[n-1].Args[0], 0); ok {
			if takes == nil {
				takes = map[int32]int{}
			}
			takes[int32(b)] = 1
			if v {
				takes[int32(b)] = 0
			}
		}
	}
	if takes == nil {
		return nil
	}
	dead := make([]bool, len(x.Blocks))
	for b := range dead {
		dead[b] = true
	}
	queue := []int32{0}
	dead[0] = false
	for len(queue) > 0 {
		b := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for i, s := range x.Blocks[b].Succs {
			if k, ok := takes[b]; (!ok || k == i) && dead[s] {
				dead[s] = false
				queue = append(queue, s)
			}
		}
	}
	return dead
}

// truth returns the value of a condition, where constants that callers pass
// decide it.
func (f *Frame) truth(r program.Ref, depth int) (value, ok bool) {
	d := f.x.def(r)
	switch {
	case depth > 3:
		return false, false
	case d != nil && d.Op == program.OpUnOp && d.Sym == "!":
		v, ok := f.truth(d.Args[0], depth+1)
		return !v, ok
	case d != nil && d.Op == program.OpBinOp && (d.Sym == "==" || d.Sym == "!="):
		a, b := f.constantOf(d.Args[0]), f.constantOf(d.Args[1])
		if a == nil || b == nil || a.Kind != b.Kind {
			return false, false
		}
		return a.Same(b) == (d.Sym == "=="), true
	}
	s := f.constantOf(r)
	if s == nil || s.Kind != SymBool {
		return false, false
	}
	return s.N != 0, true
}

// constantOf returns a constant, or the one that callers pass for a parameter.
func (f *Frame) constantOf(r program.Ref) *Sym {
	s := f.x.sym(r)
	if s.Kind == SymParam && f.kind != frameEntry {
		s = f.bound(s, 0)
	}
	switch s.Kind {
	case SymText, SymInt, SymBool, SymNil:
		return s
	}
	return nil
}
