package fix

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/models"
)

// NoOption refuses a word of a caller that a program could read as an option: where
// the handler hands it on, or where the program is started.
func NoOption(src sources, set *models.Set, f *taint.Flow) []finding.Fix {
	s, x := wordAt(src, f)
	if s == nil {
		return nil
	}
	_, typ, _ := s.function()
	shown := s.valueName(x)
	if sameName(shown, f.Source.Name) {
		shown = f.Source.Name
	}
	if typ == nil || shown == "" {
		return nil
	}
	e := s.edit()
	strs := e.use("strings", x.Pos())
	if !e.refuseIf(set, typ, x, identifier(shown), func(value string) string { return strs + ".HasPrefix(" + value + ", \"-\")" }, shown+" must not start with a hyphen") {
		return nil
	}
	return e.fix("refuse "+shown+" where it starts with a hyphen", Review)
}

// wordAt returns the expression of a word that is to be checked.
func wordAt(src sources, f *taint.Flow) (*Site, ast.Expr) {
	var handler ast.Node
	for i, h := range f.Hops {
		if strings.HasPrefix(h.Text, "key ") {
			handler = functionAt(src, h.Pos)
		}
		s := At(src, h.Pos)
		if !strings.HasPrefix(h.Text, "passed to ") || s.Call() == nil {
			continue
		}
		fn, _, _ := s.function()
		if handler == nil {
			handler = fn
		}
		changed := slices.ContainsFunc(f.Hops[i:], func(h flow.Hop) bool {
			return strings.HasPrefix(h.Text, "passed through ") || strings.HasPrefix(h.Text, "joined with")
		})
		if fn != handler || changed {
			continue
		}
		if x := s.argument(f.Source.Name); x != nil && sameName(s.valueName(x), f.Source.Name) {
			return s, x
		}
	}
	s := At(src, f.Sink.Pos)
	if s.Call() == nil {
		return nil, nil
	}
	if x := s.argument(f.Source.Name); x != nil && sameName(s.valueName(x), f.Source.Name) {
		return s, x
	}
	return nil, nil
}
