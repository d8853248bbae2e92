package fix

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/program"
)

// readers are the functions that read a stream to its end, with the argument
// that is the stream.
var readers = map[string]int{
	"io.ReadAll": 0, "io/ioutil.ReadAll": 0, "io.Copy": 1, "(*bytes.Buffer).ReadFrom": 0,
	"encoding/json.NewDecoder": 0, "encoding/xml.NewDecoder": 0,
}

// maxRead is how much is read at most, as it is written.
const maxRead = "10<<20"

// Limit bounds how much a call at pos reads. A body is cut off with an error
// where that is possible: half an answer must not pass for a whole one.
func Limit(src sources, pos program.Pos) []finding.Fix {
	s := At(src, pos)
	call := s.Call()
	if call == nil {
		return nil
	}
	stream := s.stream(call)
	if stream == nil {
		return nil
	}
	e := s.edit()
	safe := Safe
	if s.closes(stream) && s.isBody(stream) {
		e.insert(stream.Pos(), e.use("net/http", stream.Pos())+".MaxBytesReader(nil, ")
		e.insert(stream.End(), ", "+maxRead+")")
	} else {
		safe = Review // what is longer is cut off without a word
		e.insert(stream.Pos(), e.use("io", stream.Pos())+".LimitReader(")
		e.insert(stream.End(), ", "+maxRead+")")
	}
	return e.fix("read no more than 10 MiB", safe)
}

// stream returns the stream that a call reads: an argument, or that of the call
// that made the decoder.
func (s *Site) stream(call *ast.CallExpr) ast.Expr {
	fn := s.callee(call)
	if fn == nil {
		return nil
	}
	if i, ok := readers[fn.FullName()]; ok && i < len(call.Args) {
		return s.unlimited(call.Args[i])
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || fn.Name() != "Decode" {
		return nil
	}
	made, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	if !ok {
		id, ok := ast.Unparen(sel.X).(*ast.Ident)
		if !ok {
			return nil
		}
		if made, _ = ast.Unparen(s.definition(id)).(*ast.CallExpr); made == nil {
			return nil
		}
	}
	fn = s.callee(made)
	if fn == nil {
		return nil
	}
	if i, ok := readers[fn.FullName()]; ok && i < len(made.Args) {
		return s.unlimited(made.Args[i])
	}
	return nil
}

// unlimited returns a stream unless something bounds it already.
func (s *Site) unlimited(e ast.Expr) ast.Expr {
	if _, ok := s.calls(e, "io.LimitReader", "net/http.MaxBytesReader"); ok {
		return nil
	}
	if _, call := ast.Unparen(e).(*ast.CallExpr); call {
		return nil // whatever it makes of another stream
	}
	return e
}

// isBody reports whether an expression is the body of a response or a request.
func (s *Site) isBody(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Body" {
		return false
	}
	v, ok := s.Info.Uses[sel.Sel].(*types.Var)
	return ok && v.IsField() && v.Pkg() != nil && v.Pkg().Path() == "net/http"
}

func (s *Site) closes(e ast.Expr) bool {
	t := s.Info.TypeOf(e)
	if t == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, s.Types, "Close")
	_, ok := obj.(*types.Func)
	return ok
}

// definition returns what a variable of the function is set to, if that happens
// once, in its definition; nil else.
func (s *Site) definition(id *ast.Ident) ast.Expr {
	rhs, _ := s.defined(id)
	return rhs
}

// defined is definition with the statement.
func (s *Site) defined(id *ast.Ident) (ast.Expr, *ast.AssignStmt) {
	obj, ok := s.Info.ObjectOf(id).(*types.Var)
	if !ok || obj.IsField() {
		return nil, nil
	}
	fn, _, body := s.function()
	if fn == nil || body == nil {
		return nil, nil
	}
	for _, n := range s.Path { // the outermost function: a closure may use what is around it
		if d, ok := n.(*ast.FuncDecl); ok {
			body = d.Body
		}
	}
	var rhs ast.Expr
	var stmt *ast.AssignStmt
	sets := 0
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if lid, ok := l.(*ast.Ident); ok && s.Info.ObjectOf(lid) == obj {
					sets++
					if n.Tok == token.DEFINE && s.Info.Defs[lid] == obj && len(n.Rhs) == len(n.Lhs) {
						rhs, stmt = n.Rhs[i], n
					} else if n.Tok == token.DEFINE && s.Info.Defs[lid] == obj && i == 0 && len(n.Rhs) == 1 {
						rhs, stmt = n.Rhs[0], n
					}
				}
			}
		case *ast.UnaryExpr:
			if x, ok := ast.Unparen(n.X).(*ast.Ident); ok && n.Op == token.AND && s.Info.Uses[x] == obj {
				sets += 2 // somebody else may set it
			}
		case *ast.IncDecStmt:
			if x, ok := n.X.(*ast.Ident); ok && s.Info.Uses[x] == obj {
				sets++
			}
		case *ast.RangeStmt:
			for _, x := range []ast.Expr{n.Key, n.Value} {
				if x, ok := x.(*ast.Ident); ok && s.Info.ObjectOf(x) == obj {
					sets += 2
				}
			}
		}
		return true
	})
	if sets != 1 {
		return nil, nil
	}
	return rhs, stmt
}

// uses counts the uses of a variable in a function.
func (s *Site) uses(obj types.Object) int {
	n := 0
	for _, o := range s.Info.Uses {
		if o == obj {
			n++
		}
	}
	return n
}
