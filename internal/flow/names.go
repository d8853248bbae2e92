package flow

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// nameOfRead names the arguments of a tool that stand in a map by their keys,
// and those that were decoded into a struct by its fields: at is what is read
// of a place by way of a register, data the part of it that is known to be the
// client's.
func (e *Engine) nameOfRead(x *fn, r program.Ref, pos program.Pos, at, data path, src *Source, tr *trace) (*Source, *trace) {
	for at != "" {
		var step, known string
		step, at = at.cut()
		known, data = data.cut()
		if known != "" && known != anyElem {
			continue // told apart already
		}
		if field, ok := strings.CutPrefix(step, "."); ok {
			if owner := x.ownerOf(r, field); owner != nil {
				return e.nameOfField("", owner, src, tr)
			}
			return src, tr
		}
		if _, number := index(step); !number && isElem(step) && step != anyElem {
			name := step[1 : len(step)-1]
			if name == Envelope && at != "" {
				continue
			}
			return e.rename(Hop{Pos: pos, Text: "key " + strconv.Quote(name), Name: name}, src, tr)
		}
		if known == "" {
			return src, tr
		}
	}
	return src, tr
}

// nameOfKey names an argument by the parameter that is its key in a map.
func (e *Engine) nameOfKey(x *fn, key program.Ref, src *Source, tr *trace) (*Source, *trace) {
	s := x.sym(key)
	switch {
	case s.Kind != SymParam || s.Path != "":
	case src == nil:
		return nil, tr.push(&trace{hop: Hop{param: int(s.N)}})
	case src.Name == "" && src.Class == models.ClassArgument && src.param == 0:
		named := *src
		named.param = int(s.N)
		return e.source(named), tr
	}
	return src, tr
}

// lookup returns the look-up in a map that a register comes from, nil if it is
// from elsewhere.
func (x *fn) lookup(r program.Ref) *program.Instr {
	for range maxSteps {
		in := x.def(r)
		if in == nil {
			return nil
		}
		switch in.Op {
		case program.OpLookup:
			return in
		case program.OpExtract, program.OpTypeAssert, program.OpConvert, program.OpChangeInterface, program.OpMakeInterface:
			r = in.Args[0]
		default:
			return nil
		}
	}
	return nil
}

// namedByCaller adds to a trace the name of the argument that a callee takes by
// a parameter, which the caller's constant tells.
func (e *Engine) namedByCaller(x *fn, in *program.Instr, c *caller, inside, tr *trace) *trace {
	for t := inside; t != nil && t.hop.Name == ""; t = t.prev {
		if t.hop.param == 0 {
			continue
		}
		i := t.hop.param - 1 + c.shift
		if c.use != useCall || i < 0 || i >= len(in.Args) {
			break
		}
		s := x.sym(in.Args[i])
		if name, ok := s.Text(); ok {
			return tr.push(&trace{hop: Hop{Name: name}})
		} else if s.Kind == SymParam && s.Path == "" {
			return tr.push(&trace{hop: Hop{param: int(s.N)}})
		}
		break
	}
	return tr
}

// ownerOf returns the instruction that takes the address of a field on the way
// to an address.
func (x *fn) ownerOf(r program.Ref, field string) *program.Instr {
	for range maxSteps {
		in := x.def(r)
		if in == nil || len(in.Args) == 0 {
			return nil
		}
		if in.Op == program.OpFieldAddr && in.Sym == field {
			return in
		}
		r = in.Args[0]
	}
	return nil
}

// nameOfField names an argument by the field that it was decoded into; data is
// the part of the struct that is known to be the client's.
func (e *Engine) nameOfField(data path, in *program.Instr, src *Source, tr *trace) (*Source, *trace) {
	t := e.typ(generic(in.Owner))
	if data != "" || t == nil {
		return src, tr
	}
	for _, f := range t.Fields {
		if f.Name != in.Sym {
			continue
		}
		name, _, _ := strings.Cut(reflect.StructTag(f.Tag).Get("json"), ",")
		if name != "" && name != "-" {
			return e.rename(Hop{Name: name}, src, tr)
		}
	}
	return src, tr
}

// rename gives an argument without a name the one of a hop.
func (e *Engine) rename(h Hop, src *Source, tr *trace) (*Source, *trace) {
	if src != nil {
		if src.Name != "" && src.Name != Envelope || src.Class != models.ClassArgument {
			return src, tr
		}
		named := *src
		named.Name = h.Name
		h.Name = ""
		src = e.source(named)
	} // else whether it is an argument, and has a name, the caller knows
	return src, tr.push(&trace{hop: h})
}

// Envelope is where the arguments of a tool are in a request of the protocol:
// no name of an argument.
const Envelope = "arguments"

// nameBy names what passes by what it is asked for by: the name of a header, of
// a form.
func (e *Engine) nameBy(s *sum, in *program.Instr, row *models.Flow, src *Source, tr *trace, sym string) (*Source, *trace) {
	p, err := models.ParsePath(row.Name)
	if row.Name == "" || err != nil {
		return src, tr
	}
	i := operand(in, p)
	if i < 0 {
		return src, tr
	}
	src = e.header(s, in, in.Args[i], src, sym)
	if t, ok := s.fn.sym(in.Args[i]).Text(); ok && !e.requests {
		return e.rename(Hop{Name: t}, src, tr)
	}
	return src, tr
}
