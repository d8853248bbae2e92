package flow

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// A struct that is data as a whole, and of which fields were checked, is handed
// on field by field: what was checked of one says nothing of the others.

// split hands a struct on by its fields, if checks before a site are about some
// of them. It reports whether it did.
func (e *Engine) split(s *sum, at site, op int, p path, src *Source, m Mask, tr *trace) bool {
	x := s.fn
	r := x.in(at).Args[op]
	gs := x.guardsIn()[at.block]
	if len(gs) == 0 || r <= 0 {
		return false
	}
	prefix := addPath(x.key(r), p)
	if strings.Contains(prefix, "@") {
		return false
	}
	prefix += mark + "."
	found := false
	for key := range gs {
		found = found || strings.HasPrefix(strings.TrimPrefix(key, each), prefix)
	}
	if !found {
		return false
	}
	t := e.typeAt(x, r, p)
	if t == nil || t.Kind != program.KindStruct || len(t.Fields) == 0 {
		return false
	}
	for _, f := range t.Fields {
		part := p.add("." + f.Name)
		if len(part) == len(p) {
			return false // as deep as places are told apart
		}
		named, tr := e.nameOfField("", &program.Instr{Owner: t.Name, Sym: f.Name}, src, tr)
		e.hand(s, at, op, part, named, m, tr)
	}
	return true
}

// typeAt returns the type of a part of what a register holds or refers to, nil
// if it is not known.
func (e *Engine) typeAt(x *fn, r program.Ref, p path) *program.Type {
	name := ""
	switch in := x.def(r); {
	case in == nil && int(r) <= len(x.Params):
		name = x.Params[r-1].Type
	case in != nil && (in.Op == program.OpAlloc || in.Op == program.OpLoad || in.Op == program.OpField || in.Op == program.OpFieldAddr):
		name = in.Type
	}
	t := e.typ(generic(strings.TrimPrefix(name, "*")))
	for _, step := range p.steps() {
		field, ok := strings.CutPrefix(step, ".")
		if t == nil || !ok {
			return nil
		}
		var next *program.Type
		for _, f := range t.Fields {
			if f.Name == field {
				next = e.typ(generic(strings.TrimPrefix(f.Type, "*")))
			}
		}
		t = next
	}
	return t
}
