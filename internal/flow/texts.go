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
func (f *Frame) Sym(r program.Ref) *Sym { return f.e.withoutData(f.bound(f.x.sym(r), 0), maxBound) }

// withoutData replaces calls that read what a client sends: their operands say
// how it is called, not what it is.
func (e *Engine) withoutData(s *Sym, depth int) *Sym {
	if s == nil || depth == 0 || len(s.Kids) == 0 {
		return s
	}
	if s.Kind == SymCall {
		if rows := e.rows(s.S); rows != nil && len(rows.Sources) > 0 {
			return unknownSym
		}
	}
	out := *s
	out.Kids = make([]*Sym, len(s.Kids))
	for i, k := range s.Kids {
		out.Kids[i] = e.withoutData(k, depth-1)
	}
	return &out
}

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

// Splits reports whether a list is what a function outside the program has made
// of one text, or a part of that: the words of a line.
func (f *Frame) Splits(r program.Ref) bool {
	if d := f.x.def(r); d != nil && d.Op == program.OpSlice {
		return f.Splits(d.Args[0])
	}
	origins := f.Origins(r)
	for _, o := range origins {
		if o.Kind != OriginCall || len(o.Args()) == 0 || !o.Frame.isText(o.Args()[0]) {
			return false
		}
	}
	return len(origins) > 0
}

// Called lists what the code calls a value, and what it is made of: fields,
// parameters and globals, the nearest first.
func (f *Frame) Called(r program.Ref) []string {
	var out []string
	var visit func(r program.Ref, depth int)
	visit = func(r program.Ref, depth int) {
		if c := f.x.constant(r); c != nil {
			if c.Kind == program.ConstGlobal || c.Kind == program.ConstString {
				out = append(out, c.S[strings.LastIndexByte(c.S, '/')+1:])
			}
			return
		}
		d := f.x.def(r)
		switch {
		case depth == 0:
		case d == nil && r > 0 && int(r) <= len(f.x.Params):
			out = append(out, f.x.Params[r-1].Name)
		case d == nil:
		case d.Op == program.OpFieldAddr, d.Op == program.OpField:
			out = append(out, d.Sym)
		case d.Op == program.OpLoad, d.Op == program.OpConvert, d.Op == program.OpPhi, d.Op == program.OpBinOp, d.Op == program.OpCall, d.Op == program.OpExtract:
			for _, a := range d.Args {
				visit(a, depth-1)
			}
		}
	}
	visit(r, 4)
	return out
}
