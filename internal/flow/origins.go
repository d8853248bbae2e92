package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// An OriginKind says what made a value.
type OriginKind uint8

// The kinds of origins.
const (
	OriginUnknown OriginKind = iota
	OriginEntry              // a parameter of the entry
	OriginNew                // a variable, or what a composite literal made
	OriginPlace              // a part of a variable, or of what is not known
	OriginCall               // the result of code outside the program
	OriginGlobal             // a variable of code outside the program
	OriginNil                // nil, or a zero value
	OriginConst              // another constant
	OriginFunc               // a function of the program, or a closure
)

// An Origin is where a value comes from.
type Origin struct {
	Kind   OriginKind
	Frame  *Frame
	Sym    string // function or variable; of OriginNew the type
	Index  int    // of the result, or of the parameter
	Pos    program.Pos
	Number int64  // of an integer constant
	Part   string // of OriginPlace, where it is a field: its struct's type and its name

	reg program.Ref
	at  site
}

// ID tells origins apart, wherever they are seen from.
func (o *Origin) ID() string {
	switch {
	case o.Part != "": // fields that hold a struct are told apart by their type
		return o.Part
	case o.Frame == nil:
		return o.Sym
	}
	return o.Frame.x.ID + ":" + strconv.Itoa(int(o.reg)) + ":" + o.Sym
}

// Elements returns where the elements of a list come from that a value is; of
// another value it is Origins.
func (f *Frame) Elements(r program.Ref) []Origin {
	var out []Origin
	for _, o := range f.Origins(r) {
		if o.Kind != OriginNew && o.Kind != OriginPlace || o.Frame == nil {
			out = append(out, o)
			continue
		}
		list := false
		for _, a := range o.Frame.x.stores[root{reg: o.reg}] {
			if step, rest := a.loc.path.cut(); isElem(step) && rest == "" {
				list = true
				out = append(out, o.Frame.Origins(o.Frame.x.in(a.at).Args[a.op])...)
			}
		}
		if !list {
			out = append(out, o)
		}
	}
	return out
}

// Args returns the operands of the call that an origin is the result of.
func (o *Origin) Args() []program.Ref {
	if o.Kind != OriginCall {
		return nil
	}
	return o.Frame.x.in(o.at).Args
}

// Operand returns the operand that a row's path names, 0 for none, and the
// steps below it.
func (o *Origin) Operand(p models.Path) program.Ref {
	if o.Kind != OriginCall {
		return 0
	}
	return operandAt(o.Frame.x.in(o.at), o.Sym, p)
}

// Operand returns the operand of a call that a row's path names, 0 for none.
func (c *Call) Operand(p models.Path) program.Ref {
	return operandAt(c.Frame.x.in(c.at), c.Sym, p)
}

// Args returns the operands of a call, the receiver first.
func (c *Call) Args() []program.Ref { return c.Frame.x.in(c.at).Args }

// operandAt is operand for a call of the function that is named: of a call
// through an interface it is another than the instruction's.
func operandAt(in *program.Instr, sym string, p models.Path) program.Ref {
	i := -1
	switch p.Root {
	case models.RootRecv:
		if isMethod(sym) {
			i = 0
		}
	case models.RootArg:
		i = p.Index
		if isMethod(sym) {
			i++
		}
	}
	if i < 0 || i >= len(in.Args) {
		return 0
	}
	return in.Args[i]
}

// Results returns the classes of the results of a call.
func (o *Origin) Results() string { return o.Frame.x.in(o.at).Class }

// Field returns where the value of a field comes from that was stored in what
// an origin made, where it was made.
func (o *Origin) Field(name string) []Origin {
	if o.Frame == nil || o.Kind != OriginNew && o.Kind != OriginPlace {
		return nil
	}
	var out []Origin
	x := o.Frame.x
	for _, l := range x.loc(o.reg) {
		want := l.path.add("." + name)
		for _, a := range x.stores[l.root] {
			if a.loc.path == want {
				out = append(out, o.Frame.Origins(x.in(a.at).Args[a.op])...)
			}
		}
	}
	return out
}

// fieldType returns the type of a field, "" if it is not known.
func (e *Engine) fieldType(owner, field string) string {
	if t := e.typ(generic(owner)); t != nil {
		for _, f := range t.Fields {
			if f.Name == field {
				return f.Type
			}
		}
	}
	return ""
}

// Held returns where what is stored as a whole in a field that holds a struct
// comes from.
func (e *Engine) Held(field string) []Origin {
	var out []Origin
	for _, c := range e.storesOf(field) {
		out = append(out, e.free(c.x).Origins(c.x.in(c.at).Args[1])...)
	}
	return out
}

// Text returns the constant text of an operand of the call that an origin is
// the result of.
func (o *Origin) Text(i int) (string, bool) {
	args := o.Args()
	if i >= len(args) {
		return "", false
	}
	return o.Frame.x.sym(args[i]).Text()
}

// Copied reports whether what an origin made is overwritten as a whole, so that
// what is in it comes from elsewhere.
func (o *Origin) Copied() bool {
	if o.Frame == nil || o.Kind != OriginNew {
		return false
	}
	x := o.Frame.x
	return slices.ContainsFunc(x.stores[root{reg: o.reg}], func(a access) bool {
		c := x.constant(x.in(a.at).Args[a.op])
		return a.loc.path == "" && (c == nil || c.Kind != program.ConstZero)
	})
}

// InsteadOf returns the origins of the value in whose place something is made,
// where that is only done if the value is nil; ok is false elsewhere.
func (o *Origin) InsteadOf() (origins []Origin, ok bool) {
	if o.Frame == nil || o.Kind != OriginNew {
		return nil, false
	}
	x := o.Frame.x
	b := o.at.block
	if len(x.Blocks[b].Preds) != 1 {
		return nil, false
	}
	p := &x.Blocks[x.Blocks[b].Preds[0]]
	if len(p.Succs) != 2 || len(p.Instrs) == 0 {
		return nil, false
	}
	last := &p.Instrs[len(p.Instrs)-1]
	if last.Op != program.OpIf {
		return nil, false
	}
	cond := x.def(last.Args[0])
	if cond == nil || cond.Op != program.OpBinOp || (cond.Sym != "==" || p.Succs[0] != b) && (cond.Sym != "!=" || p.Succs[1] != b) {
		return nil, false
	}
	for i, a := range cond.Args[:2] {
		if c := x.constant(cond.Args[1-i]); c != nil && c.Kind == program.ConstNil {
			return o.Frame.Origins(a), true
		}
	}
	return nil, false
}

// CopiedFrom returns where the pointers come from to what is copied over what an
// origin made.
func (o *Origin) CopiedFrom() []Origin {
	var out []Origin
	x := o.Frame.x
	for _, a := range x.stores[root{reg: o.reg}] {
		if a.loc.path != "" {
			continue
		}
		if d := x.def(x.in(a.at).Args[a.op]); d != nil && d.Op == program.OpLoad {
			out = append(out, o.Frame.Origins(d.Args[0])...)
		} else {
			out = append(out, Origin{Frame: o.Frame, reg: x.in(a.at).Args[a.op]})
		}
	}
	return out
}

// StoredIn lists what the program stores in a field of a type, each with the
// origins of the struct: ids as of Origin.ID, so that they can be compared.
func (e *Engine) StoredIn(typ, field string) []Stored {
	var out []Stored
	for _, c := range e.storesOf(typ + "." + field) {
		f := e.free(c.x)
		in := c.x.in(c.at)
		addr := c.x.def(in.Args[0])
		zero := false
		if k := c.x.constant(in.Args[1]); k != nil && (k.Kind == program.ConstInt && k.I == 0 || k.Kind == program.ConstNil) {
			zero = true
		}
		out = append(out, Stored{Of: f.Origins(addr.Args[0]), Zero: zero})
	}
	return out
}

// A Stored is a store to a field.
type Stored struct {
	Of   []Origin // the struct
	Zero bool     // what is stored is zero
}

// Methods lists the methods of a name, and the functions, of what is among origins
// or in fields of that: chains of decorators.
func Methods(origins []Origin, method string) []string {
	var out []string
	seen := map[string]bool{}
	var visit func(list []Origin, depth int)
	visit = func(list []Origin, depth int) {
		for i := range list {
			o := &list[i]
			if o.Kind == OriginCall && depth < 4 { // a constructor of other code gets the inner one
				if key := o.ID(); !seen[key] {
					seen[key] = true
					for _, a := range o.Args() {
						visit(o.Frame.Origins(a), depth+1)
					}
				}
			}
			if o.Kind == OriginFunc {
				out = append(out, o.Sym)
			}
			if o.Kind != OriginNew || depth > 4 {
				continue
			}
			key := o.ID()
			if seen[key] {
				continue
			}
			seen[key] = true
			e := o.Frame.e
			for _, t := range []string{o.Sym, "*" + o.Sym} {
				if id, _ := e.method(t, method); id != "" {
					out = append(out, id)
				}
			}
			for _, a := range o.Frame.x.stores[root{reg: o.reg}] {
				if step, rest := a.loc.path.cut(); strings.HasPrefix(step, ".") && rest == "" {
					r := o.Frame.x.in(a.at).Args[a.op]
					visit(o.Frame.Origins(r), depth+1)
					if d := o.Frame.x.def(r); d != nil && d.Op == program.OpBoundMethod && e.funcs[d.Sym] == nil && len(d.Args) > 0 {
						visit(o.Frame.Origins(d.Args[0]), depth+1) // a method of other code does what its receiver holds
					}
				}
			}
		}
	}
	visit(origins, 0)
	slices.Sort(out)
	return slices.Compact(out)
}
