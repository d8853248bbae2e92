package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// notAgreed is what a tool says whose user was asked, and has not agreed.
const notAgreed = "not done: the user did not agree"

// HeedAnswer makes a handler that asks the person at the client look at the
// answer: whether it agrees, and the one question of the form that yes or no
// answers.
func HeedAnswer(src sources, set *models.Set, handler program.Pos) []finding.Fix {
	s, _, typ, body := function(src, handler)
	if s == nil || body == nil {
		return nil
	}
	e := s.edit()
	var at ast.Stmt
	cond := ""
	asked := 0
	for i, stmt := range body.List {
		a, ok := stmt.(*ast.AssignStmt)
		if !ok || len(a.Rhs) != 1 || len(a.Lhs) == 0 {
			continue
		}
		call, ok := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
		answer, ok2 := a.Lhs[0].(*ast.Ident)
		if !ok || !ok2 || answer.Name == "_" || s.callee(call) == nil {
			continue
		}
		row := approvalOf(set, s.Info.TypeOf(answer))
		if row == nil {
			continue
		}
		asked++
		cond = answer.Name + "." + row.Field + " != " + strconv.Quote(row.Answer)
		question, ok := s.question(call)
		if !ok {
			return nil
		}
		if question != "" {
			if !isAnyMap(fieldType(s.Info.TypeOf(answer), "Content")) {
				return nil
			}
			cond += " || " + answer.Name + ".Content[" + strconv.Quote(question) + "] != true"
		}
		if i+1 == len(body.List) {
			return nil
		}
		at = body.List[i+1]
		if check, ok := at.(*ast.IfStmt); ok && check.Init == nil && len(a.Lhs) == 2 && strings.HasPrefix(s.text(check.Cond), s.text(a.Lhs[1])+" ") {
			if i+2 == len(body.List) {
				return nil
			}
			at = body.List[i+2]
		}
	}
	if asked != 1 {
		return nil
	}
	refusal := e.refuse(typ, at.Pos(), notAgreed)
	if refusal == "" {
		return nil
	}
	e.before(at, "if "+cond+" {", "\treturn "+refusal, "}")
	return e.fix("do nothing unless the answer agrees", Review)
}

// approvalOf returns the row about the field of an answer that says whether it
// agrees, nil if a type is no answer.
func approvalOf(set *models.Set, t types.Type) *models.Approval {
	if t == nil {
		return nil
	}
	t = deref(t)
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		if r := set.Approval(types.TypeString(t, nil), f.Name()); r != nil {
			return r
		}
		if f.Embedded() {
			if r := approvalOf(set, f.Type()); r != nil {
				return r
			}
		}
	}
	return nil
}

func fieldType(t types.Type, name string) types.Type {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	if v, ok := obj.(*types.Var); ok {
		return v.Type()
	}
	return nil
}

func isAnyMap(t types.Type) bool {
	if t == nil {
		return false
	}
	m, ok := t.Underlying().(*types.Map)
	if !ok || m.Key() != types.Typ[types.String] {
		return false
	}
	i, ok := m.Elem().Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0
}

// question returns the name of the one boolean that the form of a question has, ""
// if it has none; false if it has several, or the form is not known.
func (s *Site) question(call *ast.CallExpr) (name string, ok bool) {
	var forms []ast.Expr
	known := true
	for _, a := range call.Args {
		ast.Inspect(a, func(n ast.Node) bool {
			if x, ok := n.(ast.Expr); ok {
				if _, lit := literal(x); !lit && s.Info.Types[x].IsValue() && hasForm(s.Info.TypeOf(x), 0) {
					known = false
				}
			}
			kv, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			id, ok := kv.Key.(*ast.Ident)
			if !ok || !strings.Contains(id.Name, "Schema") {
				return true
			}
			form := kv.Value
			if v, ok := ast.Unparen(form).(*ast.Ident); ok {
				form = s.value(v)
			}
			if form == nil {
				known = false
			}
			forms = append(forms, form)
			return false
		})
	}
	if !known {
		return "", false
	}
	n := 0
	for _, form := range forms {
		ast.Inspect(form, func(m ast.Node) bool {
			kv, ok := m.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			key, isText := s.constant(kv.Key)
			lit, isLit := literal(kv.Value)
			if isText && isLit && s.isBoolean(lit) {
				n++
				name = key
			}
			return true
		})
	}
	return name, n < 2
}

// hasForm reports whether a value of a type holds the form of a question.
func hasForm(t types.Type, depth int) bool {
	if t == nil || depth > 2 {
		return false
	}
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if strings.Contains(f.Name(), "Schema") || hasForm(f.Type(), depth+1) {
			return true
		}
	}
	return false
}

func literal(x ast.Expr) (*ast.CompositeLit, bool) {
	if u, ok := ast.Unparen(x).(*ast.UnaryExpr); ok && u.Op == token.AND {
		x = u.X
	}
	lit, ok := ast.Unparen(x).(*ast.CompositeLit)
	return lit, ok
}

// isBoolean reports whether a literal is the schema of a boolean.
func (s *Site) isBoolean(lit *ast.CompositeLit) bool {
	return slices.ContainsFunc(lit.Elts, func(el ast.Expr) bool {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		key, _ := s.constant(kv.Key)
		if id, ok := kv.Key.(*ast.Ident); ok {
			key = id.Name
		}
		v, _ := s.constant(kv.Value)
		return strings.EqualFold(key, "type") && v == "boolean"
	})
}

// value returns what a variable is set to once, in a function or in the package.
func (s *Site) value(id *ast.Ident) ast.Expr {
	if x := s.definition(id); x != nil {
		return x
	}
	v, ok := s.Info.Uses[id].(*types.Var)
	if !ok || v.Parent() != s.Types.Scope() {
		return nil
	}
	for _, f := range s.Files {
		for _, d := range f.Syntax.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				vs := spec.(*ast.ValueSpec)
				for i, name := range vs.Names {
					if s.Info.Defs[name] == v && len(vs.Values) == len(vs.Names) {
						return vs.Values[i]
					}
				}
			}
		}
	}
	return nil
}

// SameGuard lets an effect of a tool have the check that stands before another one
// of the same function: an argument that confirms the call.
func SameGuard(src sources, effect program.Pos, by []string) []finding.Fix {
	s := At(src, effect)
	if s == nil {
		return nil
	}
	stmt, list, _ := s.statement()
	fn, _, body := s.function()
	if stmt == nil || fn == nil {
		return nil
	}
	var guard *ast.IfStmt
	several := false
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok && n != fn {
			return false
		}
		st, ok := n.(*ast.IfStmt)
		if !ok || st.Init != nil || st.Else != nil || len(st.Body.List) == 0 || !s.asksFor(st.Cond, by) {
			return true
		}
		if _, ok := st.Body.List[len(st.Body.List)-1].(*ast.ReturnStmt); !ok {
			return true
		}
		if guard != nil && s.text(guard) != s.text(st) {
			several = true
		}
		guard = st
		return true
	})
	if guard == nil || several {
		return nil
	}
	e := s.edit()
	at := stmt
	for _, n := range s.Path { // the whole operation, where a switch chooses one
		if c, ok := n.(*ast.CaseClause); ok && slices.Contains(c.Body, stmt) && len(list) > 0 {
			at = list[0]
		}
	}
	known := true
	ast.Inspect(guard, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok {
			known = known && e.declared(x, at)
			return false
		}
		return known
	})
	if !known {
		return nil
	}
	e.before(at, e.text(guard))
	return e.fix("ask for "+strings.Join(by, " or ")+" here, too", Review)
}

// asksFor reports whether a condition is about an argument that confirms, and
// nothing else.
func (s *Site) asksFor(cond ast.Expr, by []string) bool {
	x := ast.Unparen(cond)
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.NOT {
		x = ast.Unparen(u.X)
	}
	switch x.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr:
		return slices.ContainsFunc(by, func(name string) bool { return s.calledLike(x, name) })
	}
	return false
}

// ReadConfirm refuses a call at the start of a handler unless an argument of its
// own confirms it, which it declares, and does not read.
func ReadConfirm(src sources, set *models.Set, handler program.Pos, argument string) []finding.Fix {
	s, fn, typ, body := function(src, handler)
	if s == nil || body == nil || typ.Params == nil || !strings.Contains(strings.ToLower(argument), "confirm") {
		return nil
	}
	e := s.edit()
	cond := e.unread(typ, argument, fn)
	if cond == "" {
		read := false
		ast.Inspect(body, func(n ast.Node) bool {
			if x, ok := n.(ast.Expr); ok {
				text, is := s.constant(x)
				read = read || is && text == argument
			}
			return !read
		})
		if read {
			return nil
		}
		if cond = e.required(set, typ, fn, argument); cond == "" {
			return nil
		}
	}
	refusal := e.refuse(typ, body.Lbrace+1, notDone)
	if refusal == "" {
		return nil
	}
	in := e.indent(body.Lbrace) + "\t"
	e.insert(e.lineEnd(body.Lbrace+1), "\n"+in+"if "+cond+" {\n"+in+"\treturn "+refusal+"\n"+in+"}")
	return e.fix("do nothing without "+argument, Review)
}

// unread writes the condition under which a field of the arguments that nothing
// reads does not confirm, "" if there is none.
func (e *Editor) unread(typ *ast.FuncType, argument string, fn ast.Node) string {
	last := typ.Params.List[len(typ.Params.List)-1]
	if len(last.Names) != 1 {
		return ""
	}
	st, ok := deref(e.Info.TypeOf(last.Type)).Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	for i := range st.NumFields() {
		name, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
		if f := st.Field(i); name == argument && f.Type() == types.Typ[types.Bool] && e.uses(f) == 0 {
			if in := e.named(last.Names[0], "in", fn); in != "" {
				return "!" + in + "." + f.Name()
			}
		}
	}
	return ""
}
