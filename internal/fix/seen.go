package fix

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Masked takes secrets out of what a handler gives out, or writes to a log: the
// values of the settings that get there, and what looks like a secret beside them.
// all are the flows of the same package: whatever else gets to that place is taken
// out, too.
func Masked(src sources, f *taint.Flow, all []*taint.Flow) []finding.Fix {
	s := At(src, f.Sink.Pos)
	if s == nil {
		return nil
	}
	var secrets []kept
	for _, g := range all {
		secret := g.Source.Class == models.ClassSecret || g.Source.Class == models.ClassConfig
		if g.Sink.Pos != f.Sink.Pos || !secret || g.Sink.Sym != f.Sink.Sym {
			continue
		}
		k := kept{field: g.Source.Field}
		switch g.Source.Sym {
		case "os.Getenv", "os.LookupEnv":
			k.setting = g.Source.Name
		case "os.Environ":
			return listedSettings(src, g.Source.Pos)
		case "": // a field of what the handler is bound to
			k.field = g.Source.Name
		}
		if k == (kept{}) {
			return nil // nothing here has its value
		}
		secrets = append(secrets, k)
	}
	slices.SortFunc(secrets, func(a, b kept) int {
		return cmp.Or(cmp.Compare(a.setting, b.setting), cmp.Compare(a.field, b.field))
	})
	secrets = slices.Compact(secrets)
	e := s.edit()
	mask := func(x ast.Expr, isError bool) bool {
		if len(secrets) == 1 && !isError && e.field(x, secrets[0].field) {
			e.replaceNode(x, strconv.Quote(masked))
			return true
		}
		var values []string
		for _, k := range secrets {
			value := e.held(x, k.field)
			if value == "" && k.setting != "" {
				value = e.use("os", x.Pos()) + ".Getenv(" + strconv.Quote(k.setting) + ")"
			}
			if value == "" {
				return false // nothing here has its value
			}
			values = append(values, value)
		}
		return e.redact(x, isError, values)
	}
	switch n := s.Path[0].(type) {
	case *ast.ReturnStmt:
		if !e.inReturn(n, f.Sink.Sym == flow.SymError, f.Hops, mask) {
			return nil
		}
	case *ast.CallExpr:
		var only ast.Expr
		for _, a := range n.Args {
			if s.Info.Types[a].Value != nil || !isString(s.Info.TypeOf(a)) {
				continue
			}
			if only != nil {
				return nil
			}
			only = a
		}
		if only == nil || !f.Sink.In(models.KindLog) || !mask(only, false) {
			return nil
		}
	default:
		return nil
	}
	return e.fixWithGuard("take secrets out of it")
}

// A kept is where the value of a secret is to be had: in a variable of the
// environment, in a field of what is shown.
type kept struct{ setting, field string }

// listedSettings shows the value of a variable of the environment only where a list
// names it, which is to be filled in: in the loop over all of them.
func listedSettings(src sources, at program.Pos) []finding.Fix {
	s := At(src, at)
	call := s.Call()
	if call == nil {
		return nil
	}
	decl, before := s.decl()
	_, _, body := s.function()
	if decl == nil || body == nil {
		return nil
	}
	shown := "shown" + funcName(decl) + "Settings"
	if s.Types.Scope().Lookup(shown) != nil || s.lookup(shown, call.Pos()) != nil {
		return nil
	}
	var loop *ast.RangeStmt
	loops := 0
	ast.Inspect(body, func(n ast.Node) bool {
		r, ok := n.(*ast.RangeStmt)
		if !ok {
			return true
		}
		over := ast.Unparen(r.X)
		if id, ok := over.(*ast.Ident); ok {
			over = ast.Unparen(s.definition(id))
		}
		if over == ast.Expr(call) {
			loop = r
			loops++
		}
		return true
	})
	if loops != 1 {
		return nil
	}
	setting, ok := loop.Value.(*ast.Ident)
	if !ok || setting.Name == "_" || len(loop.Body.List) == 0 || !s.free("name", loop.Body, loop.Body.Lbrace+1) || !s.free("value", loop.Body, loop.Body.Lbrace+1) {
		return nil
	}
	e := s.edit()
	e.insert(before, "// "+shown+" has the variables of the environment whose values may be shown.\n// Fill it in.\nvar "+shown+
		" = map[string]bool{\"LANG\": true, \"TZ\": true}\n\n")
	e.before(loop.Body.List[0], "name, value, _ := "+e.use("strings", loop.Body.Lbrace)+".Cut("+setting.Name+", \"=\")",
		"if !"+shown+"[name] {", "\tvalue = \"[redacted]\"", "}", setting.Name+" = name + \"=\" + value")
	return e.fix("show only the settings that a list names", Review)
}

// companion returns the name of the companion. A program for an older Go can't
// have it.
func (e *Editor) companion(at token.Pos) string {
	if !e.atLeast("go1.24") {
		e.bad = true
	}
	return e.use(guardModule, at)
}

// fixWithGuard is fix for one that needs the companion, unless the program has
// it.
func (e *Editor) fixWithGuard(title string) []finding.Fix {
	out := e.fix(title, Review)
	if len(out) > 0 && e.added[guardModule] != "" && !e.Source.Imports(func(path string) bool { return path == guardModule }) {
		out[0].Needs = []string{guardModule}
	}
	return out
}

// masked is what stands for a secret, as in the companion.
const masked = "[redacted]"

// field reports whether an expression is a field of that name.
func (e *Editor) field(x ast.Expr, name string) bool {
	sel, ok := ast.Unparen(x).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == name && isPure(sel) && types.Unalias(e.Info.TypeOf(sel)) == types.Typ[types.String]
}

// held writes the field of that name, of a struct that an expression is made of,
// or the field itself where it is; "" if there is none.
func (e *Editor) held(in ast.Expr, name string) string {
	if name == "" {
		return ""
	}
	out := ""
	ast.Inspect(in, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || out != "" || !isPure(x) {
			return out == ""
		}
		if e.field(x, name) {
			out = e.text(x)
			return false
		}
		if tv := e.Info.Types[x]; !tv.IsValue() {
			return true
		}
		obj, path, _ := types.LookupFieldOrMethod(e.Info.TypeOf(x), true, e.Types, name)
		if v, ok := obj.(*types.Var); ok && len(path) == 1 && types.Unalias(v.Type()) == types.Typ[types.String] {
			out = e.text(x) + "." + name
			return false
		}
		return true
	})
	return out
}

// redact writes a text or an error without secrets; values are expressions of such
// as it can't be told by their look.
func (e *Editor) redact(x ast.Expr, isError bool, values []string) bool {
	if isError && isNil(e.Info, x) {
		return false
	}
	guard := e.companion(x.Pos())
	if text := e.text(x); strings.HasPrefix(text, guard+".NewRedactor()") || strings.HasPrefix(text, guard+".Redact(") {
		return false // it is done, and the companion not there yet to say so
	}
	with := strings.Join(values, ", ")
	call := guard + ".NewRedactor()"
	switch {
	case with != "" && isError:
		call += ".With(" + with + ").Error("
	case with != "":
		call += ".With(" + with + ").Text("
	case isError:
		call += ".Error("
	default:
		call = guard + ".Redact("
	}
	if !isError && types.Unalias(e.Info.TypeOf(x)) != types.Typ[types.String] {
		return false
	}
	e.insert(x.Pos(), call)
	e.insert(x.End(), ")")
	return true
}

func isNil(info *types.Info, x ast.Expr) bool {
	tv, ok := info.Types[x]
	return ok && tv.IsNil()
}

// inReturn changes what a handler returns: its error, or the one text of its
// result. way are the steps of a flow to there.
func (e *Editor) inReturn(ret *ast.ReturnStmt, isError bool, way []flow.Hop, change func(x ast.Expr, isError bool) bool) bool {
	if len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	if isError {
		t := e.Info.TypeOf(last)
		return t != nil && types.Identical(t, types.Universe.Lookup("error").Type()) && change(last, true)
	}
	found := e.texts(ret.Results[0], way, 0)
	return len(found) == 1 && change(found[0], false)
}

// texts returns the texts that are not constant in an expression that makes a
// result of them: by calls that the data passes.
func (e *Editor) texts(x ast.Expr, way []flow.Hop, depth int) []ast.Expr {
	if depth > 8 {
		return nil
	}
	x = ast.Unparen(x)
	if e.Info.Types[x].Value != nil {
		return nil
	}
	if isString(e.Info.TypeOf(x)) {
		return []ast.Expr{x}
	}
	var in []ast.Expr
	switch x := x.(type) {
	case *ast.CallExpr:
		at := e.Fset.PositionFor(x.Lparen, false)
		if !slices.ContainsFunc(way, func(h flow.Hop) bool {
			return strings.HasPrefix(h.Text, "passed ") && h.Pos.File == e.Name && int(h.Pos.Line) == at.Line && int(h.Pos.Col) == at.Column
		}) {
			return nil
		}
		in = x.Args
	case *ast.UnaryExpr:
		in = []ast.Expr{x.X}
	case *ast.KeyValueExpr:
		in = []ast.Expr{x.Value}
	case *ast.CompositeLit:
		in = x.Elts
	}
	var out []ast.Expr
	for _, y := range in {
		out = append(out, e.texts(y, way, depth+1)...)
	}
	return out
}

// An ErrorPlace is where an error becomes a text, or is returned.
type ErrorPlace struct {
	Pos   program.Pos
	Error bool // where it is returned: as the error
	Way   []flow.Hop
}

// RawErrors takes secrets out of the errors of a back end where they become part
// of what is given out: at all of these places, or none.
func RawErrors(src sources, places []ErrorPlace) []finding.Fix {
	editors := map[string]*Editor{}
	var first *Editor
	for _, p := range places {
		s := At(src, p.Pos)
		if s == nil {
			return nil
		}
		e := editors[p.Pos.File]
		if e == nil {
			e = s.edit()
			editors[p.Pos.File] = e
		}
		e.Path = s.Path
		if first == nil {
			first = e
		}
		switch n := s.Path[0].(type) {
		case *ast.ReturnStmt:
			if p.Error && e.handsOn(n) {
				continue
			}
			if !e.inReturn(n, p.Error, p.Way, func(x ast.Expr, isError bool) bool { return e.redact(x, isError, nil) }) {
				return nil
			}
		case *ast.CallExpr:
			if !e.redactCall(n) {
				return nil
			}
		default:
			return nil
		}
	}
	if first == nil {
		return nil
	}
	return together(first, editors, "take secrets out of the error")
}

// handsOn takes secrets out of the error of a call whose results a function returns
// as they are, if they are a value and an error.
func (e *Editor) handsOn(ret *ast.ReturnStmt) bool {
	if len(ret.Results) != 1 {
		return false
	}
	results, ok := e.Info.TypeOf(ret.Results[0]).(*types.Tuple)
	if !ok || results.Len() != 2 || !types.Identical(results.At(1).Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	fn, _, _ := e.function()
	for _, name := range []string{"result", "out", "value"} {
		if !e.free(name, fn, ret.Pos()) {
			continue
		}
		e.put(ret.Pos(), []string{name + ", err := " + e.text(ret.Results[0])})
		e.replaceNode(ret.Results[0], name+", "+e.companion(ret.Pos())+".NewRedactor().Error(err)")
		return true
	}
	return false
}

// redactCall takes secrets out of what a call makes of an error: a text, another
// error, or a result.
func (e *Editor) redactCall(call *ast.CallExpr) bool {
	t := e.Info.TypeOf(call)
	switch {
	case t == nil:
		return false
	case types.Identical(t, types.Universe.Lookup("error").Type()):
		return e.redact(call, true, nil)
	case types.Unalias(t) == types.Typ[types.String]:
		return e.redact(call, false, nil)
	}
	var only ast.Expr
	for _, a := range call.Args {
		if types.Identical(e.Info.TypeOf(a), types.Universe.Lookup("error").Type()) {
			if only != nil {
				return false
			}
			only = a
		}
	}
	return only != nil && e.redact(only, true, nil)
}

// Fenced puts borders around a text of others where a handler returns it: those
// that another way through the handler has, or those of the companion.
func Fenced(src sources, flows []*taint.Flow, twin program.Pos) []finding.Fix {
	editors := map[string]*Editor{}
	done := map[program.Pos]bool{}
	var first *Editor
	for _, f := range flows {
		if done[f.Sink.Pos] {
			continue
		}
		done[f.Sink.Pos] = true
		s := At(src, f.Sink.Pos)
		if s == nil {
			return nil
		}
		ret, ok := s.Path[0].(*ast.ReturnStmt)
		if !ok {
			return nil
		}
		e := editors[f.Sink.Pos.File]
		if e == nil {
			e = s.edit()
			editors[f.Sink.Pos.File] = e
		}
		e.Path = s.Path
		if first == nil {
			first = e
		}
		if !e.inReturn(ret, false, f.Hops, func(x ast.Expr, _ bool) bool { return e.fence(src, x, f.Source.Name, twin) }) {
			return nil
		}
	}
	if first == nil {
		return nil
	}
	return together(first, editors, "put borders around it")
}

// together makes one fix of the edits of several files.
func together(first *Editor, editors map[string]*Editor, title string) []finding.Fix {
	for _, e := range editors {
		if e != first {
			first.join(e)
		}
		if name := e.added[guardModule]; name != "" {
			first.added[guardModule] = name
		}
	}
	return first.fixWithGuard(title)
}

// fence writes a text between borders. Where one value of it is the text of
// others, and the rest the program's words, the value gets them.
func (e *Editor) fence(src sources, x ast.Expr, source string, twin program.Pos) bool {
	if types.Unalias(e.Info.TypeOf(x)) != types.Typ[types.String] {
		return false
	}
	var only ast.Expr
	n := 0
	for _, p := range e.parts(x) {
		if p.value != nil {
			n++
			only = p.value
		}
	}
	if b, ok := ast.Unparen(x).(*ast.BinaryExpr); ok && n == 1 && b.Op == token.ADD && only != nil && types.Unalias(e.Info.TypeOf(only)) == types.Typ[types.String] {
		x = only
	}
	open := ""
	if t := At(src, twin); t != nil && t.Package == e.Package {
		if name := t.fencing(); name != "" && e.lookup(name, x.Pos()) == e.Types.Scope().Lookup(name) {
			open = name + "("
		}
	}
	if open == "" {
		open = e.companion(x.Pos()) + ".Untrusted(" + strconv.Quote(strings.TrimPrefix(source, "the ")) + ", "
	}
	e.insert(x.Pos(), open)
	e.insert(x.End(), ")")
	return true
}

// fencing returns the function of the package that a return gives a text to, and
// that returns a text, if there is one such.
func (s *Site) fencing() string {
	name := ""
	ast.Inspect(s.Path[0], func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		fn := s.callee(c)
		if fn == nil || fn.Pkg() != s.Types || fn.Signature().Recv() != nil {
			return true
		}
		in, out := fn.Signature().Params(), fn.Signature().Results()
		if in.Len() == 1 && out.Len() == 1 && in.At(0).Type() == types.Typ[types.String] && out.At(0).Type() == types.Typ[types.String] {
			if name != "" && name != fn.Name() {
				name = ""
				return false
			}
			name = fn.Name()
		}
		return true
	})
	return name
}
