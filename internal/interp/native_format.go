package interp

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mcpvet/mcpvet/models"
)

// formatNatives are the rules that print operands.
func formatNatives() map[string]native {
	return map[string]native{
		models.EvalSprintf:  func(s *site) (Value, bool) { return s.result(s.sprintf(s.arg(0), s.arg(1))), true },
		models.EvalSprint:   func(s *site) (Value, bool) { return s.result(s.sprint(s.arg(0), false)), true },
		models.EvalSprintln: func(s *site) (Value, bool) { return s.result(s.sprint(s.arg(0), true)), true },
		models.EvalFprintf: func(s *site) (Value, bool) {
			return s.writeTo(s.arg(0), s.sprintf(s.arg(1), s.arg(2))), true
		},
		models.EvalFprint:   func(s *site) (Value, bool) { return s.writeTo(s.arg(0), s.sprint(s.arg(1), false)), true },
		models.EvalFprintln: func(s *site) (Value, bool) { return s.writeTo(s.arg(0), s.sprint(s.arg(1), true)), true },
	}
}

// sprintf formats as fmt.Sprintf. What is unknown of the format is taken to
// have no verbs.
func (s *site) sprintf(format, operands Value) Value {
	l := s.list(operands)
	vals := append([]Value{format}, s.elements(l)...)
	return s.over(vals, func(vs []Value) Value {
		p := &printer{s: s, operands: vs[1:], open: l.Open}
		for _, part := range s.partsOf(vs[0]) {
			if part.Known {
				p.format(part.S)
			} else {
				p.out = append(p.out, part)
				p.reordered = true // verbs in it may use the operands that are left
			}
		}
		p.extra()
		return s.build(p.out, s.posOf(vs[0]))
	})
}

// sprint prints operands as fmt.Sprint, or as fmt.Sprintln.
func (s *site) sprint(operands Value, line bool) Value {
	l := s.list(operands)
	return s.over(s.elements(l), func(vs []Value) Value {
		p := &printer{s: s}
		pos := s.pos
		for i, v := range vs {
			if i > 0 && (line || !isString(vs[i-1]) && !isString(v)) {
				p.write(" ")
			}
			p.print(directive{verb: 'v'}, v)
			if at := PosOf(v); i == 0 && at.IsValid() {
				pos = at
			}
		}
		if l.Open != nil {
			p.unknown(l.Open)
		}
		if line {
			p.write("\n")
		}
		return s.build(p.out, pos)
	})
}

// isString reports whether an operand is a string for all that is known.
func isString(v Value) bool {
	if i, ok := v.(*Iface); ok && i.Type == "string" {
		return true
	}
	switch v := Plain(v).(type) {
	case *Const:
		_, ok := v.V.(string)
		return ok
	case *Text, *Unknown, *Opaque:
		return true
	}
	return false
}

// A printer formats operands.
type printer struct {
	s         *site
	operands  []Value
	open      *Unknown // there may be further operands
	next      int      // operand that the next verb takes
	reordered bool     // operands may be left over: the format has an index
	out       []Part
}

// A directive is one verb of a format with its flags.
type directive struct {
	flags    string
	width    string // digits, "" without
	prec     string // "." and digits, "" without
	verb     rune   // negative without
	badIndex bool
	unknown  *Unknown // width or precision is not known
}

// plain reports whether the verb prints its operand as it is.
func (d directive) plain() bool { return d.flags == "" && d.width == "" && d.prec == "" }

// maxWidth bounds widths and precisions.
const maxWidth = 4096

func (p *printer) write(t string)     { p.out = append(p.out, Part{Known: true, S: t}) }
func (p *printer) unknown(u *Unknown) { p.out = append(p.out, Part{S: u.Reason, Source: u}) }

// format prints the known part f of a format.
func (p *printer) format(f string) {
	for {
		lit, rest, found := strings.Cut(f, "%")
		p.write(lit)
		if !found {
			return
		}
		var d directive
		d, f = p.directive(rest)
		if d.unknown != nil {
			p.unknown(d.unknown)
		}
		switch {
		case d.verb < 0:
			p.write("%!(NOVERB)")
			return
		case d.verb == '%':
			p.write("%")
		case d.badIndex:
			p.write("%!" + string(d.verb) + "(BADINDEX)")
		case p.next >= len(p.operands):
			if p.open != nil {
				p.unknown(p.open)
			} else {
				p.write("%!" + string(d.verb) + "(MISSING)")
			}
			p.next++
		default:
			p.next++
			p.print(d, p.operands[p.next-1])
		}
	}
}

// directive reads flags, width, precision, index and verb, and returns what is
// left of f. Widths that are operands are consumed.
func (p *printer) directive(f string) (directive, string) {
	var d directive
	n := 0
	for n < len(f) && strings.IndexByte("#0+- ", f[n]) >= 0 {
		n++
	}
	d.flags = f[:n]
	indexed, f := p.index(f[n:], &d)
	d.width, f = p.number(f, &d, &indexed)
	if strings.HasPrefix(d.width, "-") {
		d.flags, d.width = strings.ReplaceAll(d.flags, "0", "")+"-", d.width[1:]
	}
	if rest, ok := strings.CutPrefix(f, "."); ok && rest != "" {
		d.badIndex = d.badIndex || indexed
		indexed, f = p.index(rest, &d)
		indexed = indexed && !strings.HasPrefix(f, "*")
		d.prec, f = p.number(f, &d, new(bool)) // an index before its digits is no fault
		if d.prec = "." + d.prec; strings.HasPrefix(d.prec, ".-") {
			d.prec = ""
			p.write("%!(BADPREC)")
		}
	}
	if !indexed {
		_, f = p.index(f, &d)
	}
	if f == "" {
		d.verb = -1
		return d, ""
	}
	verb, size := utf8.DecodeRuneInString(f)
	d.verb = verb
	return d, f[size:]
}

// index reads "[n]", which names the next operand.
func (p *printer) index(f string, d *directive) (found bool, rest string) {
	if !strings.HasPrefix(f, "[") {
		return false, f
	}
	p.reordered = true
	in, rest, ok := strings.Cut(f[1:], "]")
	if !ok || len(f) < 3 {
		d.badIndex = true
		return false, f[1:]
	}
	n, err := strconv.ParseUint(in, 10, 20)
	if err != nil {
		d.badIndex = true
		return false, rest
	}
	if n < 1 || int(n) > len(p.operands) && p.open == nil {
		d.badIndex = true
	} else {
		p.next = int(n) - 1
	}
	return true, rest
}

// number reads a width or precision: digits, or "*" for an operand. An index
// stands before "*" or the verb, not before digits.
func (p *printer) number(f string, d *directive, indexed *bool) (digits, rest string) {
	if rest, ok := strings.CutPrefix(f, "*"); ok {
		*indexed = false
		var v Value
		if p.next < len(p.operands) {
			v = p.operands[p.next]
			p.next++
		}
		n, ok := AsInt(v)
		if !ok || n < -maxWidth || n > maxWidth {
			d.unknown = p.s.because(v)
			return "", rest
		}
		return strconv.FormatInt(n, 10), rest
	}
	n := 0
	for n < len(f) && '0' <= f[n] && f[n] <= '9' {
		n++
	}
	digits, rest = f[:n], f[n:]
	if n > 0 && *indexed {
		d.badIndex = true
	}
	if w, err := strconv.Atoi(digits); n > 0 && (err != nil || w > maxWidth) {
		d.unknown = &Unknown{Reason: "a width that is too large", Pos: p.s.pos}
		return "", rest
	}
	return digits, rest
}

// print prints an operand.
func (p *printer) print(d directive, v Value) {
	if d.unknown != nil { // stands there already
		return
	}
	if d.verb == 'T' {
		p.printType(d, v)
		return
	}
	if strings.ContainsRune("vswqxX", d.verb) && !strings.Contains(d.flags, "#") {
		if t := p.method(v); t != nil {
			v = t
		}
	}
	if d.verb == 'w' {
		d.verb = 'v'
	}
	if g, ok := p.goValue(v, d.verb, 0); ok {
		p.write(d.format(g))
		return
	}
	if t, ok := Plain(v).(*Text); ok && d.plain() {
		switch d.verb {
		case 'v', 's':
			p.out = append(p.out, t.Parts...)
			return
		case 'q':
			p.out = append(p.out, quoteParts(t.Parts)...)
			return
		}
	}
	p.unknown(p.s.asItIs(v))
}
