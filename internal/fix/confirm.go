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

// function returns the site of the body of the function that starts, or has its
// name, at a place.
func function(src sources, pos program.Pos) (*Site, ast.Node, *ast.FuncType, *ast.BlockStmt) {
	f := src.File(pos.File)
	if f == nil {
		return nil, nil, nil, nil
	}
	var path, found []ast.Node
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		path = append(path, n)
		at := token.NoPos
		switch n := n.(type) {
		case *ast.FuncDecl:
			at = n.Name.Pos()
		case *ast.FuncLit:
			at = n.Pos()
		}
		if at.IsValid() && found == nil {
			if p := f.Fset.PositionFor(at, false); p.Line == int(pos.Line) && p.Column == int(pos.Col) {
				found = slices.Clone(path)
				slices.Reverse(found)
			}
		}
		return true
	})
	if found == nil {
		return nil, nil, nil, nil
	}
	s := &Site{File: f, Source: src, Path: found}
	switch n := found[0].(type) {
	case *ast.FuncDecl:
		return s, n, n.Type, n.Body
	case *ast.FuncLit:
		return s, n, n.Type, n.Body
	}
	return nil, nil, nil, nil
}

// What a tool says that is not confirmed, and the argument that confirms.
const (
	notDone = "not done: ask the user, then call again with confirm set to true"
	agreed  = "true once the user has agreed"
)

// AskConfirm gives a tool an argument that confirms the call, and its handler a
// check that nothing happens without. tool is where it is described.
func AskConfirm(src sources, set *models.Set, tool, handler program.Pos) []finding.Fix {
	s, fn, typ, body := function(src, handler)
	d := At(src, tool)
	if s == nil || d == nil || body == nil || typ.Results.NumFields() < 2 || !s.single(fn) || s.asks(set, body) {
		return nil
	}
	e := s.edit()
	var refuse string
	if call, ok := d.Path[0].(*ast.CallExpr); ok {
		de := e
		if d.File != s.File {
			de = d.edit()
		} else {
			de.Path = d.Path
		}
		option := de.confirmOption(set, call)
		de.Path = s.Path
		if option == "" {
			return nil
		}
		if refuse = e.required(set, typ, fn, "confirm"); refuse == "" {
			return nil
		}
		de.addArgument(call, option)
		if de != e {
			e.join(de)
		}
	} else if refuse = e.confirmField(typ, fn); refuse == "" {
		return nil
	}
	answer := e.refuse(typ, body.Lbrace+1, notDone)
	if answer == "" {
		return nil
	}
	in := e.indent(body.Lbrace) + "\t"
	e.insert(e.lineEnd(body.Lbrace+1), "\n"+in+"if "+refuse+" {\n"+in+"\treturn "+answer+"\n"+in+"}")
	return e.fix("ask for an argument confirm, without which nothing happens", Review)
}

// single reports whether a function serves one tool: a declared one that is named
// once, or a literal in a function that is.
func (s *Site) single(fn ast.Node) bool {
	for _, n := range s.Path {
		d, ok := n.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if d.Name.Name == "main" || d.Name.Name == "init" {
			return true
		}
		uses, whole := s.everywhere(d)
		return whole && uses == 1 || n != fn && uses == 0
	}
	return false
}

// everywhere counts the uses of a function of the package in all packages that can
// name it; false if there may be others.
func (s *Site) everywhere(d *ast.FuncDecl) (uses int, whole bool) {
	fn, ok := s.Info.Defs[d.Name].(*types.Func)
	if !ok {
		return 0, false
	}
	if !d.Name.IsExported() || s.Types.Name() == "main" {
		return s.uses(fn), true
	}
	pkgs, whole := s.Source.Importers(s.Types.Path())
	for _, p := range pkgs {
		for _, o := range p.Info.Uses {
			if f, ok := o.(*types.Func); ok && f.Origin().FullName() == fn.FullName() {
				uses++
			}
		}
	}
	return uses, whole
}

// asks reports whether a function asks the person at the client: what becomes of
// the answer is to be mended then.
func (s *Site) asks(set *models.Set, body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		fn := s.callee(c)
		if fn == nil {
			return true
		}
		for i := range fn.Signature().Results().Len() {
			if approvalOf(set, fn.Signature().Results().At(i).Type()) != nil {
				found = true
			}
		}
		return true
	})
	return found
}

// confirmOption writes the option that declares the argument, "" if the SDK has
// none, or the tool has one.
func (e *Editor) confirmOption(set *models.Set, call *ast.CallExpr) string {
	fn := e.callee(call)
	if fn == nil || fn.Pkg() == nil || call.Ellipsis.IsValid() || !fn.Signature().Variadic() {
		return ""
	}
	rows := set.Func(fn.FullName())
	if rows == nil || rows.Constructor == nil || rows.Constructor.Options == "" {
		return ""
	}
	var boolean, required, description string
	for _, o := range optionsOf(set, fn.Pkg()) {
		switch {
		case o.Property != nil && o.Property.Type == "boolean" && o.Property.Name == "arg0":
			boolean = nameOf(o.Func)
		case len(o.Set) == 1 && o.Set["required"] == "=true":
			required = nameOf(o.Func)
		case len(o.Set) == 1 && o.Set["description"] == "arg0":
			description = nameOf(o.Func)
		}
	}
	if boolean == "" || required == "" || description == "" {
		return ""
	}
	q := func(name string) string { return e.qualified(fn.Pkg(), name, call.Pos()) }
	return q(boolean) + `("confirm", ` + q(required) + "(), " + q(description) + "(" + strconv.Quote(agreed) + "))"
}

// required writes the condition under which a call does not confirm, for a
// request that is asked for its arguments.
func (e *Editor) required(set *models.Set, typ *ast.FuncType, fn ast.Node, argument string) string {
	for _, field := range typ.Params.List {
		t := e.Info.TypeOf(field.Type)
		n, ok := types.Unalias(t).(*types.Named)
		if !ok || len(field.Names) != 1 {
			continue
		}
		for i := range n.NumMethods() {
			m := n.Method(i)
			res := m.Signature().Results()
			if res.Len() != 2 || res.At(0).Type() != types.Typ[types.Bool] || m.Signature().Params().Len() != 1 {
				continue
			}
			rows := set.Func(m.FullName())
			if rows == nil || !slices.ContainsFunc(rows.Sources, func(r models.Source) bool { return r.Fails && r.Name == "arg0" && r.Class == models.ClassArgument }) {
				continue
			}
			name := e.named(field.Names[0], "req", fn)
			if name == "" {
				return ""
			}
			return "ok, err := " + name + "." + m.Name() + "(" + strconv.Quote(argument) + "); err != nil || !ok"
		}
	}
	return ""
}

// named returns the name of a parameter; one without gets the name that is
// proposed, if it is free.
func (e *Editor) named(id *ast.Ident, proposed string, fn ast.Node) string {
	if id.Name != "_" {
		return id.Name
	}
	if !e.free(proposed, fn, id.Pos()) {
		return ""
	}
	e.replaceNode(id, proposed)
	return proposed
}

// confirmField adds a field to the struct that a handler gets its arguments in,
// and writes the condition under which a call does not confirm. The struct must
// be that of this handler alone.
func (e *Editor) confirmField(typ *ast.FuncType, fn ast.Node) string {
	params := typ.Params.List
	last := params[len(params)-1]
	id, ok := last.Type.(*ast.Ident)
	if !ok || len(last.Names) != 1 || len(params) < 2 {
		return ""
	}
	tn, ok := e.Info.Uses[id].(*types.TypeName)
	if !ok || tn.Pkg() != e.Types {
		return ""
	}
	if e.uses(tn) != 1 {
		return e.embedded(last, id, fn)
	}
	for _, f := range e.Files {
		for _, d := range f.Syntax.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, spec := range g.Specs {
				ts := spec.(*ast.TypeSpec)
				st, ok := ts.Type.(*ast.StructType)
				if !ok || e.Info.Defs[ts.Name] != tn || f != e.File {
					continue
				}
				for _, field := range st.Fields.List {
					if field.Tag == nil || !strings.Contains(field.Tag.Value, "json:") || len(field.Names) != 1 || field.Names[0].Name == "Confirm" {
						return ""
					}
				}
				if len(st.Fields.List) == 0 {
					return ""
				}
				name := e.named(last.Names[0], "in", fn)
				if name == "" {
					return ""
				}
				text := "Confirm bool `json:\"confirm\" jsonschema:\"" + agreed + "\"`"
				end := st.Fields.List[len(st.Fields.List)-1]
				if e.Fset.Position(end.End()).Line == e.Fset.Position(st.Fields.Closing).Line {
					return ""
				}
				tf := e.Fset.File(st.Fields.Closing)
				e.insert(tf.LineStart(e.Fset.Position(st.Fields.Closing).Line), e.indent(end.Pos())+text+"\n")
				return "!" + name + ".Confirm"
			}
		}
	}
	return ""
}

// embedded gives a handler whose arguments are of a type that others use a type of
// its own, in which that one is embedded, with the field.
func (e *Editor) embedded(param *ast.Field, typ *ast.Ident, fn ast.Node) string {
	decl, ok := fn.(*ast.FuncDecl)
	st, isStruct := e.Info.TypeOf(typ).Underlying().(*types.Struct)
	if !ok || !isStruct || st.NumFields() == 0 || !e.inferred(e.Info.Defs[decl.Name]) {
		return ""
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == "Confirm" || reflect.StructTag(st.Tag(i)).Get("json") == "" {
			return ""
		}
	}
	own := strings.ToLower(decl.Name.Name[:1]) + decl.Name.Name[1:] + "In"
	if e.Types.Scope().Lookup(own) != nil || e.lookup(own, decl.Pos()) != nil {
		return ""
	}
	// What is handed on as a whole would be of the wrong type.
	obj := e.Info.Defs[param.Names[0]]
	fields := 0
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && e.Info.Uses[id] == obj && obj != nil {
				fields++
			}
		}
		return true
	})
	if param.Names[0].Name != "_" && fields != e.uses(obj) {
		return ""
	}
	name := e.named(param.Names[0], "in", fn)
	if name == "" {
		return ""
	}
	start := decl.Pos()
	if decl.Doc != nil {
		start = decl.Doc.Pos()
	}
	e.insert(start, "type "+own+" struct {\n\t"+typ.Name+"\n\tConfirm bool `json:\"confirm\" jsonschema:\""+agreed+"\"`\n}\n\n")
	e.replaceNode(typ, own)
	return "!" + name + ".Confirm"
}

// inferred reports whether a function is only given to generic ones, which take the
// type of its arguments as it is.
func (s *Site) inferred(fn types.Object) bool {
	given := 0
	for _, f := range s.Files {
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if to := s.callee(call); to == nil || to.Signature().TypeParams().Len() == 0 {
				return true
			}
			switch ast.Unparen(call.Fun).(type) {
			case *ast.Ident, *ast.SelectorExpr:
			default:
				return true // its types are written down
			}
			for _, a := range call.Args {
				switch a := ast.Unparen(a).(type) {
				case *ast.Ident:
					if s.Info.Uses[a] == fn {
						given++
					}
				case *ast.SelectorExpr:
					if s.Info.Uses[a.Sel] == fn {
						given++
					}
				}
			}
			return true
		})
	}
	return given == s.uses(fn)
}

// errorResult returns the function that makes a result of an error text.
func (e *Editor) errorResult(t types.Type, at token.Pos) string {
	p, ok := t.(*types.Pointer)
	if !ok {
		return ""
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg() == e.Types {
		return ""
	}
	best := ""
	scope := n.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		f, ok := scope.Lookup(name).(*types.Func)
		if !ok || !strings.HasSuffix(name, "Error") || !f.Exported() {
			continue
		}
		sig := f.Signature()
		if sig.Params().Len() == 1 && sig.Params().At(0).Type() == types.Typ[types.String] && sig.Results().Len() == 1 && types.Identical(sig.Results().At(0).Type(), t) {
			best = name
		}
	}
	if best == "" {
		return ""
	}
	return e.qualified(n.Obj().Pkg(), best, at)
}
