package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// unused reports whether an error message says that the import of a missing
// package is not used.
func (s *synth) unused(msg string) bool {
	if !strings.HasSuffix(msg, " and not used") {
		return false
	}
	for path := range s.mocks {
		if strings.HasPrefix(msg, strconv.Quote(path)+" imported") {
			return true
		}
	}
	return false
}

// splitErrors sets the errors of n apart that may come from wrong guesses:
// those in statements and declarations that use something made up.
func (s *synth) splitErrors(n *node) {
	errs := n.checked.errors
	n.checked.errors = nil
	guessed := false
	for _, e := range errs {
		if !strings.HasPrefix(e.Msg, "\t") { // else it belongs to the one before
			guessed = s.guessedAt(n, e.Pos)
		}
		if guessed {
			n.checked.guessed = append(n.checked.guessed, e)
		} else {
			n.checked.errors = append(n.checked.errors, e)
		}
	}
}

// guessedAt reports whether the statement, field or declaration around pos uses
// something made up.
func (s *synth) guessedAt(n *node, pos token.Pos) bool {
	var around ast.Node
	for _, f := range n.files {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		ast.Inspect(f, func(m ast.Node) bool {
			if m == nil || pos < m.Pos() || m.End() < pos {
				return false
			}
			switch m.(type) {
			case ast.Stmt, ast.Spec, *ast.Field, *ast.FuncDecl:
				around = m
			}
			return true
		})
	}
	if around == nil {
		return false
	}
	made := false
	info := n.checked.info
	ast.Inspect(around, func(m ast.Node) bool {
		if made || m != around && isBlock(m) {
			return false
		}
		switch m := m.(type) {
		case *ast.Ident:
			obj := info.Uses[m]
			if obj == nil {
				obj = info.Defs[m]
			}
			if p, ok := obj.(*types.PkgName); ok {
				made = s.pkgs[p.Imported().Path()] == p.Imported()
			} else if obj != nil {
				made = s.objects[obj] != nil || s.mentioned(obj.Type(), 0)
			}
		case ast.Expr:
			made = s.mentioned(info.TypeOf(m), 0)
		}
		return !made
	})
	return made
}
