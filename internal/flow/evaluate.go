package flow

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// How values are evaluated in a scenario, see eval.

func (f *Frame) evalPhi(r program.Ref, in *program.Instr, depth int) value {
	b := f.x.defs[r].block
	c := f.course()
	out := value{kind: valNever}
	for i, p := range f.x.Blocks[b].Preds {
		if i >= len(in.Args) {
			return value{}
		}
		taken := false
		for k, s := range f.x.Blocks[p].Succs {
			taken = taken || s == b && c.edges[p]&(1<<min(k, 7)) != 0
		}
		if taken {
			out = out.join(f.eval(in.Args[i], depth+1))
		}
	}
	return out
}

func (f *Frame) evalBinary(in *program.Instr, depth int) value {
	a, b := f.eval(in.Args[0], depth+1), f.eval(in.Args[1], depth+1)
	told := a.told || b.told
	if a.kind == valNever || b.kind == valNever {
		return value{kind: valNever}
	}
	if a.odd && b.kind == valUnknown || b.odd && a.kind == valUnknown {
		if in.Sym == "==" || in.Sym == "!=" {
			return value{kind: valBool, told: true, b: in.Sym == "!="}
		}
	}
	if !a.known() || !b.known() {
		return value{}
	}
	var equal bool
	switch nilA, nilB := a.kind == valNil, b.kind == valNil; {
	case nilA || nilB:
		equal = nilA && nilB
	case a.kind == valNonNil || b.kind == valNonNil || a.kind != b.kind:
		return value{}
	default:
		equal = a.b == b.b && a.s == b.s && a.n == b.n
		f.meet(a, b.s)
		f.meet(b, a.s)
	}
	switch in.Sym {
	case "==":
		return value{kind: valBool, told: told, b: equal}
	case "!=":
		return value{kind: valBool, told: told, b: !equal}
	case "<", "<=", ">", ">=":
		if a.kind == valInt {
			return value{kind: valBool, told: told, b: map[string]bool{"<": a.n < b.n, "<=": a.n <= b.n, ">": a.n > b.n, ">=": a.n >= b.n}[in.Sym]}
		}
	case "+":
		if a.kind == valText && a.s != Other && b.s != Other {
			return value{kind: valText, told: told, s: a.s + b.s}
		}
	}
	return value{}
}

// evalExtract evaluates one part of a tuple.
func (f *Frame) evalExtract(in *program.Instr, depth int) value {
	t := f.x.def(in.Args[0])
	if t == nil {
		return value{}
	}
	switch t.Op {
	case program.OpCall:
		return f.evalCall(f.x.defs[in.Args[0]], t, int(in.N), depth)
	case program.OpTypeAssert:
		v := f.eval(t.Args[0], depth+1)
		switch {
		case v.kind == valNil && in.N == 1:
			return value{kind: valBool, told: true}
		case v.kind == valNil:
			return Given{Left: true}.value(t.Type)
		case (v.kind == valBool || v.kind == valText) && in.N == 1:
			return value{kind: valBool, told: true, b: v.kind == valBool == (t.Type == "bool")}
		case in.N == 0:
			return v
		}
	case program.OpLookup:
		key := f.eval(t.Args[1], depth+1)
		if key.kind != valText {
			return value{}
		}
		g, ok := f.given(key.s)
		if v, found, known := f.inTable(t, key); known && !ok {
			if in.N == 1 {
				return value{kind: valBool, told: key.told, b: found}
			}
			return v
		}
		switch {
		case !ok && key.s == "": // what is found by an argument that was left out
			if in.N == 1 {
				return value{kind: valBool, told: true}
			}
		case !ok:
			if keys := f.x.mapTexts(t.Args[0]); keys != nil && in.N == 1 {
				f.meet(key, keys...)
				return value{kind: valBool, b: slices.Contains(keys, key.s), told: key.told}
			}
		case in.N == 1:
			return value{kind: valBool, told: true, b: !g.Left || g.Value != ""}
		default:
			return g.value("any")
		}
	}
	return value{}
}

// evalLoad evaluates what is stored somewhere.
func (f *Frame) evalLoad(r program.Ref, in *program.Instr, depth int) value {
	x := f.x
	d := x.def(in.Args[0])
	if d == nil || d.Op == program.OpLoad || d.Op == program.OpCall || d.Op == program.OpExtract || d.Op == program.OpField {
		switch v := f.eval(in.Args[0], depth+1); { // what a pointer points to
		case v.kind == valNil:
			return value{kind: valNever}
		case v.at != nil:
			return *v.at
		}
	}
	if d != nil && d.Op == program.OpFieldAddr {
		if v, ok := f.evalField(d); ok {
			return v
		}
		if v, ok := f.evalMade(d, depth); ok {
			return v
		}
	}
	if d != nil && d.Op == program.OpAlloc {
		if v, ok := f.evalCell(in.Args[0], x.defs[r], depth); ok {
			return v
		}
	}
	v := f.evalOrigins(r, depth)
	if v.kind == valNonNil && d != nil && d.Op == program.OpFieldAddr && !f.holds(d, x.defs[r]) {
		return value{} // in another struct than those that the program fills, it may be nil
	}
	return v
}

// evalCell evaluates a local variable.
func (f *Frame) evalCell(addr program.Ref, at site, depth int) (value, bool) {
	x := f.x
	live := f.course().live
	out, found := value{kind: valNever}, false
	for _, a := range x.stores[root{reg: addr}] {
		if a.loc.path == "" && x.reaches(a.at, at, a.loc) {
			found = true
			if live[a.at.block] {
				out = out.join(f.eval(x.in(a.at).Args[a.op], depth+1))
			}
		}
	}
	return out, found
}

// evalMade evaluates a field of a struct where the struct is made: what is
// stored there on the ways that the scenario leaves open. It knows nothing where
// something else may be stored in the field.
func (f *Frame) evalMade(addr *program.Instr, depth int) (value, bool) {
	field := generic(addr.Owner) + "." + addr.Sym
	out, stores := value{kind: valNever}, 0
	seen := map[string]bool{}
	for _, o := range f.Origins(addr.Args[0]) {
		if o.Kind == OriginNil {
			continue // beside an error
		}
		if o.Kind != OriginNew || o.Frame == nil || o.Copied() || depth > maxEval {
			return value{}, false
		}
		x, live, found := o.Frame.x, o.Frame.course().live, false
		for _, a := range x.stores[root{reg: o.reg}] {
			if a.loc.path != path("").add("."+addr.Sym) {
				continue
			}
			found = true
			if k := x.ID + fmt.Sprint(a.at); !seen[k] {
				seen[k] = true
				stores++
			}
			if live[a.at.block] {
				out = out.join(o.Frame.eval(x.in(a.at).Args[a.op], depth+1))
			}
		}
		if !found {
			return value{}, false
		}
	}
	return out, stores > 0 && stores == len(f.e.storesOf(field))
}

// evalField evaluates a field of a struct of arguments, or of an answer.
func (f *Frame) evalField(in *program.Instr) (value, bool) {
	s := f.e.scene
	if s == nil {
		return value{}, false
	}
	if s.Declined {
		if row := f.e.models.Approval(generic(in.Owner), in.Sym); row != nil {
			return value{kind: valText, s: models.Declined, told: true}, true
		}
	}
	if stores := f.e.storesOf(generic(in.Owner) + "." + in.Sym); len(stores) > 0 && !f.elsewhere(in.Args[0], stores) {
		return value{}, false // the program fills it itself
	}
	t := f.e.typ(generic(in.Owner))
	if t == nil {
		return value{}, false
	}
	for _, field := range t.Fields {
		if field.Name != in.Sym {
			continue
		}
		if g, ok := f.given(jsonName(field)); ok {
			return g.value(field.Type), true
		}
	}
	return value{}, false
}

// maxCopies bounds how often a struct is copied on its way from the client.
const maxCopies = 4

// elsewhere reports whether all stores to a field are into other structs than
// one: it comes from the client, or is filled by a decoder, and they are into
// variables that are not it.
func (f *Frame) elsewhere(base program.Ref, stores []edgeCall) bool {
	type variable struct {
		fn  string
		reg program.Ref
	}
	others := map[variable]bool{}
	for _, st := range stores {
		addr := st.x.def(st.x.in(st.at).Args[0])
		if addr == nil || len(addr.Args) == 0 {
			return false
		}
		locs := st.x.loc(addr.Args[0])
		for _, l := range locs {
			if d := st.x.def(l.root.reg); d == nil || d.Op != program.OpAlloc || l.path != "" {
				return false // whoever calls has the struct
			}
			others[variable{st.x.ID, l.root.reg}] = true
		}
		if len(locs) == 0 {
			return false
		}
	}
	var other func(list []Origin, depth int) bool
	other = func(list []Origin, depth int) bool {
		for i := range list {
			o := &list[i]
			switch {
			case o.Kind == OriginEntry:
			case depth == 0 || o.Frame == nil || o.Kind != OriginNew || others[variable{o.Frame.x.ID, o.reg}]:
				return false
			case o.Copied():
				for _, from := range o.CopiedFrom() {
					list := []Origin{from}
					if from.Kind == OriginUnknown {
						list = from.Frame.Origins(from.reg)
					}
					if !other(list, depth-1) {
						return false
					}
				}
			}
		}
		return len(list) > 0
	}
	return other(f.Origins(base), maxCopies)
}

// jsonName returns the name of a field in JSON.
func jsonName(field program.Field) string {
	name, _, _ := strings.Cut(reflect.StructTag(field.Tag).Get("json"), ",")
	if name == "" {
		return field.Name
	}
	return name
}

// evalOrigins evaluates a value where it was made.
func (f *Frame) evalOrigins(r program.Ref, depth int) value {
	out := value{kind: valNever}
	origins := f.Origins(r)
	for _, o := range origins {
		v := value{}
		switch {
		case o.Kind == OriginNil:
			v = value{kind: valNil}
			if c := o.Frame.x.constant(o.reg); c == nil { // a variable that nothing is stored in
				v = value{}
			}
		case o.Frame != nil && o.reg != 0 && (o.Frame != f || o.reg != r) && o.Kind != OriginEntry:
			v = o.Frame.eval(o.reg, depth+4)
		}
		out = out.join(v)
	}
	if len(origins) == 0 {
		return value{}
	}
	return out
}

// evalCall evaluates the result of a call.
func (f *Frame) evalCall(at site, in *program.Instr, result, depth int) value {
	if in.Mode == program.CallBuiltin {
		if in.Sym == "len" {
			if v := f.eval(in.Args[0], depth+1); v.kind == valText && v.s != Other {
				return value{kind: valInt, n: int64(len(v.s))}
			} else if v.kind == valNil {
				return value{kind: valInt}
			}
		}
		return value{}
	}
	kids, syms := f.reached(at)
	if len(kids)+len(syms) == 0 {
		return value{}
	}
	if !f.concerns(kids, in, depth) {
		return value{}
	}
	out := value{kind: valNever}
	for _, sym := range syms {
		out = out.join(f.evalOutside(sym, in, result, depth))
	}
	for _, k := range kids {
		out = out.join(k.evalResult(result, depth+1))
	}
	return out
}

// concerns reports whether what a call returns may depend on what a scenario
// assumes: by what the callees read, or by what they get. Without, most of a
// program would be gone through for each error.
func (f *Frame) concerns(kids []*Frame, in *program.Instr, depth int) bool {
	for _, k := range kids {
		if f.e.assumed()[k.x.ID] {
			return true
		}
	}
	return slices.ContainsFunc(in.Args, func(a program.Ref) bool {
		return f.x.constant(a) == nil && f.eval(a, depth+1).told
	}) || len(kids) == 0
}

// assumed returns the functions from which one is reached that reads what the
// scenario assumes something of.
func (e *Engine) assumed() map[string]bool {
	if e.assumes == nil {
		e.assumes = e.naming(e.scene.Names)
	}
	return e.assumes
}

// Concerns reports whether a function of the program, or one that it reaches,
// reads something of a name that is says yes to, or an answer.
func (e *Engine) Concerns(id string, is func(name string) bool) bool {
	if e.assumes == nil {
		e.assumes = e.naming(is)
	}
	return e.assumes[id]
}

// evalResult evaluates what a function returns.
func (f *Frame) evalResult(i, depth int) value {
	if f.e.nest >= maxNest {
		return value{}
	}
	f.e.nest++
	defer func() { f.e.nest-- }()
	c := f.course()
	if c.busy { // a function that calls itself
		return value{}
	}
	out := value{kind: valNever}
	for b := range f.x.Blocks {
		n := len(f.x.Blocks[b].Instrs)
		if !c.live[b] || n == 0 {
			continue
		}
		if ret := &f.x.Blocks[b].Instrs[n-1]; ret.Op == program.OpReturn && i < len(ret.Args) {
			out = out.join(f.eval(ret.Args[i], depth+1))
		}
	}
	return out
}

// evalOutside evaluates the result of a function outside the program: what
// reads an argument, and what compares or copies texts.
func (f *Frame) evalOutside(sym string, in *program.Instr, result, depth int) value {
	if sym == joinErrors {
		return f.evalJoined(in, depth)
	}
	if f.e.models.MakesError(sym) {
		return value{kind: valNonNil}
	}
	rows := f.e.rows(sym)
	if rows == nil {
		return f.evalText(in, result, depth)
	}
	if rows.Evaluated != nil && result == 0 {
		if v, ok := f.evalRule(rows.Evaluated.Rule, in, depth); ok {
			return v
		}
	}
	if c := rows.Control; c != nil && c.Refuses != "" && f.e.scene != nil && f.e.scene.Declined {
		// Nobody confirms: what refuses is there, and nothing else.
		if p, err := models.ParsePath(c.Refuses); err == nil && p.Index == result {
			return value{kind: valNonNil, told: true}
		}
		return value{kind: valNil, told: true}
	}
	if rows.Optional != nil {
		return f.optional(rows.Optional, sym, in, depth)
	}
	for i := range rows.Sources {
		row := &rows.Sources[i]
		if row.Name == "" || row.Class != models.ClassArgument {
			continue
		}
		p, err := models.ParsePath(row.Name)
		if err != nil {
			continue
		}
		key := f.eval(operandAt(in, sym, p), depth+1)
		g, ok := f.given(key.s)
		if key.kind != valText || !ok {
			return value{}
		}
		return f.read(row, sym, in, g, result, depth)
	}
	return f.evalText(in, result, depth)
}

// evalRule evaluates a function that makes one text of another.
func (f *Frame) evalRule(rule string, in *program.Instr, depth int) (value, bool) {
	makes := map[string]func(string) string{models.EvalUpper: strings.ToUpper, models.EvalLower: strings.ToLower, models.EvalTrimSpace: strings.TrimSpace}[rule]
	if makes == nil || len(in.Args) != 1 {
		return value{}, false
	}
	v := f.eval(in.Args[0], depth+1)
	switch {
	case v.kind == valText && v.s == Other:
		v.made = true
	case v.kind == valText:
		v.s = makes(v.s)
	}
	return v, v.kind == valText
}

// inTable looks a key up in a map that the program fills with constants where it
// is declared, and that nothing else changes; known is false for other maps.
func (f *Frame) inTable(in *program.Instr, key value) (v value, found, known bool) {
	load := f.x.def(in.Args[0])
	if load == nil || load.Op != program.OpLoad || key.kind != valText {
		return value{}, false, false
	}
	c := f.x.constant(load.Args[0])
	if c == nil || c.Kind != program.ConstGlobal {
		return value{}, false, false
	}
	stores, ok := f.e.globalStores(c.S)
	if !ok || len(stores) != 1 || f.e.changesTable(c.S) {
		return value{}, false, false
	}
	x := stores[0].x
	made := x.in(stores[0].at).Args[1]
	if d := x.def(made); d == nil || d.Op != program.OpMakeMap {
		return value{}, false, false
	}
	for _, at := range x.uses[made] {
		up := x.in(at)
		if up.Op != program.OpMapUpdate || up.Args[0] != made {
			continue
		}
		k := x.constant(up.Args[1])
		if k == nil || k.Kind != program.ConstString {
			return value{}, false, false
		}
		f.meet(key, k.S)
		if k.S == key.s {
			found = true
			if c := x.constant(up.Args[2]); c != nil {
				v = constValue(c)
			}
		}
	}
	if !found {
		v = Given{Left: true}.value(in.Type)
	}
	v.told = key.told
	return v, found, true
}

// changesTable reports whether a function changes a map that a global holds,
// other than where it is declared.
func (e *Engine) changesTable(global string) bool {
	if e.tables == nil {
		e.tables = map[string]bool{}
		e.each(func(c edgeCall, in *program.Instr) {
			if in.Op != program.OpMapUpdate && (in.Op != program.OpCall || in.Mode != program.CallBuiltin) || len(in.Args) == 0 {
				return
			}
			if d := c.x.def(in.Args[0]); d != nil && d.Op == program.OpLoad {
				if k := c.x.constant(d.Args[0]); k != nil && k.Kind == program.ConstGlobal && in.Sym != "len" {
					e.tables[k.S] = true
				}
			}
		})
	}
	return e.tables[global]
}

// optional returns what a pointer to a boolean leads to.
func (f *Frame) optional(row *models.Optional, sym string, in *program.Instr, depth int) value {
	p, err := models.ParsePath(row.At)
	if err != nil {
		return value{}
	}
	switch v := f.eval(operandAt(in, sym, p), depth+1); {
	case v.kind == valNil:
		return value{kind: valBool, b: row.Default, told: v.told}
	case v.kind == valNonNil && v.at != nil && v.at.kind == valBool:
		return *v.at
	}
	return value{}
}

// read returns a result of a function that reads an argument.
func (f *Frame) read(row *models.Source, sym string, in *program.Instr, g Given, result, depth int) value {
	left := g.Left && g.Value == ""
	switch {
	case result == 0 && left && row.Default != "":
		if p, err := models.ParsePath(row.Default); err == nil {
			v := f.eval(operandAt(in, sym, p), depth+1)
			v.told, v.odd = true, g.Wrong && v.kind == valText
			return v
		}
	case result == 0 && left && row.Fails:
		return value{}
	case result == 0 && left:
		return value{kind: valNil, told: true}
	case result == 0:
		return g.value("any")
	case row.Fails && left:
		return value{kind: valNonNil, told: true}
	case row.Fails:
		return value{kind: valNil, told: true}
	}
	return value{}
}
