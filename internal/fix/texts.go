package fix

import (
	"go/ast"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/program"
)

// Text writes another text into the literal at a place that has one.
func Text(src sources, at program.Pos, old, text, title string, safe bool) []finding.Fix {
	if text == old {
		return nil
	}
	s := atText(src, at)
	lit := s.literal(old)
	if lit == nil {
		return nil
	}
	written := strconv.Quote(text)
	if strings.HasPrefix(lit.Value, "`") && strconv.CanBackquote(strings.ReplaceAll(text, "\n", "")) {
		written = "`" + text + "`"
	}
	e := s.edit()
	e.replaceNode(lit, written)
	return e.fix(title, safe)
}

// literal returns the literal of a text that stands at the site, by itself or as
// the value of a field; nil if there is none.
func (s *Site) literal(text string) *ast.BasicLit {
	if s == nil {
		return nil
	}
	n := s.Path[0]
	if kv, ok := n.(*ast.KeyValueExpr); ok {
		n = kv.Value
	}
	lit, ok := n.(*ast.BasicLit)
	if !ok {
		return nil
	}
	if had, ok := s.constant(lit); !ok || had != text {
		return nil
	}
	return lit
}
