package fix

import (
	"go/ast"
	"go/token"
	"net/url"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Verify takes a switch back that keeps a client from verifying its peer.
func Verify(src sources, pos program.Pos) []finding.Fix {
	s := At(src, pos)
	if s == nil {
		return nil
	}
	var value ast.Expr
	switch n := s.Path[0].(type) {
	case *ast.KeyValueExpr:
		value = n.Value
	case *ast.Ident:
		if len(s.Path) < 3 {
			return nil
		}
		if a, ok := s.Path[2].(*ast.AssignStmt); ok && len(a.Lhs) == 1 && a.Lhs[0] == s.Path[1] && len(a.Rhs) == 1 && a.Tok == token.ASSIGN {
			value = a.Rhs[0]
		}
	}
	id, ok := value.(*ast.Ident)
	if !ok || id.Name != "true" || s.Info.Types[id].Value == nil {
		return nil
	}
	e := s.edit()
	e.replaceNode(id, "false")
	return e.fix("verify the peer", Review)
}

// Password takes a password out of the address of a database, where all drivers
// that the program has for such addresses take it from the environment then.
func Password(src sources, set *models.Set, pos program.Pos) []finding.Fix {
	s := atText(src, pos)
	if s == nil {
		return nil
	}
	lit, ok := s.Path[0].(*ast.BasicLit)
	if !ok {
		return nil
	}
	text, ok := s.constant(lit)
	u, err := url.Parse(text)
	if !ok || err != nil || u.User == nil {
		return nil
	}
	password, ok := u.User.Password()
	if !ok || strings.Count(lit.Value, ":"+password+"@") != 1 {
		return nil
	}
	variable := ""
	if !src.Imports(func(path string) bool {
		v := set.PasswordVariable(path, u.Scheme)
		if v != "" {
			variable = v
		}
		return v != ""
	}) {
		return nil
	}
	e := s.edit()
	e.replaceNode(lit, strings.Replace(lit.Value, ":"+password+"@", "@", 1))
	return e.fix("take the password out of the source: the driver reads "+variable, Review)
}
