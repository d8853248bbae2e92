package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// What a text that is shown may not tell any more: because a redactor took it
// out, because a mask stands in its place, or because its type hides it.

// shownMask is the harm that something does by being seen.
var shownMask = KindMask(models.KindResult, models.KindLog)

// logged reports whether a log record is no place for the data of a source. A
// single argument of a tool may stand there.
func logged(src *Source) bool {
	if src == nil {
		return true
	}
	switch src.Class {
	case models.ClassSecret, models.ClassConfig:
		return true
	case models.ClassArgument:
		return src.Name == "" || src.Name == Envelope
	}
	return false
}

// redactor reports whether a function takes secrets out, as its name says: the
// last thing that is believed, but what teams call so does so.
func (e *Engine) redactor(name string) bool {
	is, ok := e.redactors[name]
	if !ok {
		is = e.models.Words().Redactor(name[strings.LastIndexByte(name, '.')+1:])
		e.redactors[name] = is
	}
	return is
}

// redacted returns what a text does not show any more behind a call of code
// outside the program.
func (e *Engine) redacted(x *fn, in *program.Instr, sym string, op int, p path) Mask {
	if typ, rest := x.boxed(in.Args[op], p); typ != "" && e.hides(typ, rest, printersFor(sym)) {
		return shownMask
	}
	words := e.models.Words()
	stands := func(arg int) bool { // what replaces, as far as it is known, is a mask
		t, ok := x.sym(in.Args[arg]).Text()
		return !ok || words.Mask(t)
	}
	switch sym {
	case "encoding/json.Marshal", "encoding/json.MarshalIndent", "(*encoding/json.Encoder).Encode":
		if typ, rest := x.boxed(in.Args[op], p); e.unmarshalled(typ, rest) {
			return shownMask
		}
	case "path/filepath.Abs", "path/filepath.Rel": // the name of a file, and no secret
		return shownMask
	case "strings.ReplaceAll", "strings.Replace", "bytes.ReplaceAll", "bytes.Replace":
		old, ok := x.sym(in.Args[1]).Text()
		if op == 0 && stands(2) && (!ok || len(old) > 1) {
			return shownMask
		}
		by, known := x.sym(in.Args[2]).Text()
		if op == 0 && !ok && known && by == "" { // the secret itself is taken out
			return shownMask
		}
	case "(*strings.Replacer).Replace":
		made := x.def(in.Args[0])
		if op != 1 {
			break
		}
		if made == nil || made.Op != program.OpCall || made.Sym != "strings.NewReplacer" {
			return 0
		}
		for _, t := range List(x.sym(made.Args[0])) {
			if text, ok := t.Text(); ok && words.Mask(text) {
				return shownMask
			}
		}
	case "(*regexp.Regexp).ReplaceAllString", "(*regexp.Regexp).ReplaceAllLiteralString", "(*regexp.Regexp).ReplaceAll", "(*regexp.Regexp).ReplaceAllLiteral":
		if op == 1 && (stands(2) || words.Credential(x.pattern(in.Args[0]))) {
			return shownMask
		}
	case "(*regexp.Regexp).ReplaceAllStringFunc", "(*regexp.Regexp).ReplaceAllFunc":
		if op == 1 {
			return shownMask
		}
	default:
		if e.redactor(sym) {
			return shownMask
		}
	}
	return 0
}

// fewShown is how many bytes of a secret may be shown: as many as people
// recognise one of their tokens by.
const fewShown = 8

// hiddenBy returns what data does not show any more behind an instruction.
func (x *fn) hiddenBy(in *program.Instr, f fact) Mask {
	switch in.Op {
	case program.OpPhi:
		for _, a := range in.Args {
			// a mask stands for the others where they must not be seen
			if c := x.constant(a); c != nil && c.Kind == program.ConstString && x.e.models.Words().Mask(c.S) {
				return shownMask
			}
			// each turn of a loop takes something out
			if d := x.def(a); d != nil && d.Op == program.OpCall && x.e.funcs[d.Sym] == nil {
				if op := slices.Index(d.Args, in.Dst); op >= 0 {
					return x.e.redacted(x, d, d.Sym, op, "")
				}
			}
		}
	case program.OpSlice:
		if in.Zero != program.ZeroString || f.src == nil || f.src.Class != models.ClassSecret && f.src.Class != models.ClassConfig {
			break
		}
		if c := x.constant(in.Args[2]); c != nil && c.Kind == program.ConstInt && c.I <= fewShown {
			return shownMask
		}
		if low := x.def(in.Args[1]); in.Args[2] == 0 && low != nil && low.Op == program.OpBinOp && low.Sym == "-" {
			if c := x.constant(low.Args[1]); c != nil && c.Kind == program.ConstInt && c.I <= fewShown {
				return shownMask
			}
		}
	case program.OpExtract: // what stands before "=" is a name
		if d := x.def(in.Args[0]); in.N == 0 && d != nil && d.Op == program.OpCall && x.cutsAtEquals(d) {
			return shownMask
		}
	case program.OpMakeInterface:
		if x.e.hides(in.Type, f.path, x.printersOf(in.Dst)) || x.e.keepsBack(in.Type, f.path) {
			return shownMask
		}
	}
	return 0
}

// cutsAtEquals reports whether a call takes "NAME=value" apart.
func (x *fn) cutsAtEquals(call *program.Instr) bool {
	switch call.Sym {
	case "strings.Cut", "strings.SplitN":
		sep, ok := x.sym(call.Args[1]).Text()
		return ok && sep == "="
	}
	return false
}

// settingName returns the name of a setting whose value a register holds: a
// check of the name is one of what may be shown of the value.
func (x *fn) settingName(r program.Ref) string {
	d := x.def(r)
	if d == nil {
		return ""
	}
	switch d.Op {
	case program.OpExtract:
		if call := x.def(d.Args[0]); d.N == 1 && call != nil && call.Op == program.OpCall && x.cutsAtEquals(call) {
			for _, at := range x.uses[d.Args[0]] {
				if in := x.in(at); in.Op == program.OpExtract && in.N == 0 {
					return x.key(in.Dst)
				}
			}
		}
	}
	return ""
}

// boxed returns the type of what an operand, or an element of a variadic one,
// holds as an interface, and what is left of a path to a part of it.
func (x *fn) boxed(r program.Ref, p path) (string, path) {
	if step, rest := p.cut(); isElem(step) {
		i, ok := index(step)
		if list := x.elements(r); ok && i < len(list) {
			r, p = list[i], rest
		}
	}
	if d := x.def(r); d != nil && d.Op == program.OpMakeInterface {
		return d.Type, p
	}
	return "", p
}

// printers are the methods by which a type says how it is shown; marshalers are
// those of them that its JSON is made by.
var (
	marshalers = []string{"MarshalJSON", "MarshalText"}
	printers   = append([]string{"String", "GoString", "Format", "LogValue"}, marshalers...)
)

// printersFor lists the methods by which what a function is given is shown.
func printersFor(sym string) []string {
	switch sym {
	case "encoding/json.Marshal", "encoding/json.MarshalIndent", "(*encoding/json.Encoder).Encode":
		return marshalers
	}
	return printers
}

// printersOf lists those by which an interface value is shown that a function
// has made.
func (x *fn) printersOf(r program.Ref) []string {
	for _, at := range x.uses[r] {
		if in := x.in(at); in.Op == program.OpCall && len(printersFor(in.Sym)) < len(printers) {
			return marshalers
		}
	}
	return printers
}

// hides reports whether, on the way down a path from a type, there is a type
// that does not show what it holds, by any of these methods.
func (e *Engine) hides(typ string, p path, by []string) bool {
	for {
		if e.veils(typ, p, by) {
			return true
		}
		step, rest := p.cut()
		if step == "" {
			return false
		}
		t := e.typ(strings.TrimPrefix(typ, "*"))
		next := ""
		switch {
		case isElem(step):
			next = elemType(typ)
		case t != nil:
			for _, f := range t.Fields {
				if "."+f.Name == step {
					next = f.Type
				}
			}
		}
		if next == "" {
			return false
		}
		typ, p = next, rest
	}
}

// elemType returns the type of the elements of a list or a map.
func elemType(typ string) string {
	if t, ok := strings.CutPrefix(typ, "[]"); ok {
		return t
	}
	if t, ok := strings.CutPrefix(typ, "map[string]"); ok {
		return t
	}
	return ""
}

// keepsBack reports whether the text of an error of a type says nothing of what
// a field of it holds: the cause, which is there to be unwrapped.
func (e *Engine) keepsBack(typ string, p path) bool {
	step, _ := p.cut()
	field, ok := strings.CutPrefix(step, ".")
	if !ok {
		return false
	}
	key := typ + mark + field
	v, ok := e.veil[key]
	if !ok {
		id, embed := e.method(typ, "Error")
		v = id != "" && len(embed) == 0 && !e.readsField(id, strings.TrimPrefix(typ, "*"), field, map[string]bool{})
		e.veil[key] = v
	}
	return v
}

// readsField reports whether a function, or one of the program that it calls
// with such a value, may read a field of a type.
func (e *Engine) readsField(id, typ, field string, seen map[string]bool) bool {
	f := e.funcs[id]
	if f == nil || seen[id] {
		return f == nil
	}
	seen[id] = true
	of := func(t string) bool { return generic(strings.TrimPrefix(t, "*")) == generic(typ) }
	return slices.ContainsFunc(f.Blocks, func(b program.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(in program.Instr) bool {
			switch in.Op {
			case program.OpField, program.OpFieldAddr:
				return in.Sym == field && of(in.Owner)
			case program.OpMakeInterface:
				return of(in.Type)
			case program.OpMakeClosure, program.OpBoundMethod:
				return e.readsField(in.Sym, typ, field, seen)
			case program.OpCall, program.OpGo, program.OpDefer:
				g := e.funcs[in.Sym]
				return g != nil && slices.ContainsFunc(g.Params, func(p program.Param) bool { return of(p.Type) }) && e.readsField(in.Sym, typ, field, seen)
			}
			return false
		})
	})
}

// veils reports whether a type has methods, of these, by which it is shown, and
// none of them tells what it holds at a path.
func (e *Engine) veils(typ string, p path, by []string) bool {
	key := typ + mark + string(p) + mark + strconv.Itoa(len(by))
	v, ok := e.veil[key]
	if ok {
		return v
	}
	e.veil[key] = false
	t := e.typ(typ)
	if t == nil || t.Kind == program.KindInterface {
		return false
	}
	waiting := e.queue // what waits is not to see the answer before there is one
	e.queue = nil
	defer func() { e.queue = append(waiting, e.queue...) }()
	for _, name := range by {
		id, embed := e.method(typ, name)
		if id == "" || len(embed) > 0 {
			continue
		}
		v = true
		s := e.summary(id, entry{1, p}, 0, nil)
		e.run()
		for _, o := range s.list {
			if (o.kind == outResult || o.kind == outArg && o.num > 1) && o.mask.Has(shownMask) {
				return false
			}
		}
	}
	e.veil[key] = v
	return v
}
