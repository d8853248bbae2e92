package interp

import (
	"fmt"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// format prints a Go value as the directive says.
func (d directive) format(g any) string {
	spec := "%" + d.flags + d.width + d.prec
	if strings.ContainsRune("0123456789.*[+-# ", d.verb) { // no verb, and not to be read as a part of spec
		return strings.ReplaceAll(fmt.Sprintf(spec+"y", g), "%!y(", "%!"+string(d.verb)+"(")
	}
	return fmt.Sprintf(spec+string(d.verb), g)
}

// printType prints the type of an operand, where its name needs no package.
func (p *printer) printType(d directive, v Value) {
	i, ok := v.(*Iface)
	if !ok || strings.ContainsAny(i.Type, "./ "+program.TypeParamOpen) {
		p.unknown(&Unknown{Reason: "the type of an operand", Pos: p.s.pos})
		return
	}
	p.write(fmt.Sprintf("%"+d.flags+d.width+d.prec+"s", i.Type))
}

// method returns the text of an operand whose type has a method Error or
// String, or nil where it has none.
func (p *printer) method(v Value) Value {
	i, ok := v.(*Iface)
	if !ok || isNil(Plain(v)) {
		return nil
	}
	t := p.s.m.world.Type(i.Type)
	if t == nil {
		return nil
	}
	for _, name := range []string{"Error", "String"} {
		if _, ok := t.Method(name); !ok {
			continue
		}
		inner := &site{m: p.s.m, sym: name, pos: p.s.pos, results: 1}
		out, returns := inner.method(i, name)
		switch Plain(out).(type) {
		case *Const, *Text, *Unknown:
			if returns {
				return Plain(out)
			}
		}
		return &Unknown{Reason: "the text of a " + i.Type, Pos: p.s.pos}
	}
	return nil
}

// goValue returns the Go value that prints like v.
func (p *printer) goValue(v Value, verb rune, depth int) (any, bool) {
	typ := ""
	if i, ok := v.(*Iface); ok {
		typ = i.Type
	}
	switch v := Plain(v).(type) {
	case *Const:
		return goConst(v.V, typ, verb)
	case Nil:
		switch {
		case strings.HasPrefix(typ, "[]"):
			return []any{}, true
		case strings.HasPrefix(typ, "map["):
			return map[string]any{}, true
		case verb == 'v' || typ == "":
			return nil, true
		}
	case *List:
		if typ == "[]byte" || typ == "[]uint8" {
			t, ok := p.s.asText(v)
			if !ok {
				return nil, false
			}
			return []byte(t), true
		}
		if v.Open != nil || depth > 3 || len(v.Cells) > 1000 {
			return nil, false
		}
		out := make([]any, len(v.Cells))
		for i, c := range v.Cells {
			g, ok := p.goValue(p.s.m.read(c, program.ZeroOther, ""), verb, depth+1)
			if !ok {
				return nil, false
			}
			out[i] = g
		}
		return out, true
	}
	return nil, false
}

// goConst gives a constant its Go type, as far as printing tells types apart.
func goConst(v any, typ string, verb rune) (any, bool) {
	switch v := v.(type) {
	case string:
		if (typ == "[]byte" || typ == "[]uint8") && !strings.ContainsRune("sqxX", verb) {
			return []byte(v), true
		}
	case int64:
		switch typ {
		case "int", "":
			return int(v), true
		case "int8", "int16":
			return int16(v), true
		case "int32", "rune":
			return int32(v), true
		case "uint8", "byte":
			return uint8(v), true
		case "uint", "uint16", "uint32", "uint64", "uintptr":
			return uint64(v), true
		}
	case float64:
		if typ == "float32" {
			return float32(v), true
		}
	}
	return v, true
}

// extra prints the operands that the format does not use, as fmt does.
func (p *printer) extra() {
	if p.reordered || p.next >= len(p.operands) {
		return
	}
	var vals []any
	for _, v := range p.operands[p.next:] {
		g, ok := p.goValue(v, 'v', 0)
		if !ok {
			return
		}
		vals = append(vals, g)
	}
	format := ""
	p.write(fmt.Sprintf(format, vals...))
}
