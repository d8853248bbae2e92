package fix

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/checks"
	"github.com/mcpvet/mcpvet/internal/passes/effects"
)

// ListTool adds a tool to the table that a check looks it up in. Where the table
// has scopes, it gets the one that its siblings suggest.
func ListTool(src sources, does *effects.Result, g *checks.Group, e *checks.Entry) []finding.Fix {
	s := At(src, e.Scope.Pos)
	if s == nil || does == nil || !e.Name.Known {
		return nil
	}
	lit, ok := s.Path[0].(*ast.CompositeLit)
	if !ok || len(lit.Elts) == 0 {
		return nil
	}
	t := &toolTable{s: s, lit: lit, does: does, group: g}
	var text string
	switch u := s.Info.TypeOf(lit).Underlying().(type) {
	case *types.Map:
		value := t.value(u.Elem(), e)
		if value == "" || !t.read() {
			return nil
		}
		text = strconv.Quote(e.Name.Value) + ": " + value
	case *types.Slice:
		for _, el := range lit.Elts {
			if _, ok := s.constant(el); !ok {
				return nil
			}
		}
		text = strconv.Quote(e.Name.Value)
	default:
		return nil
	}
	ed := s.edit()
	last := lit.Elts[len(lit.Elts)-1]
	if s.Fset.Position(last.End()).Line == s.Fset.Position(lit.Rbrace).Line {
		ed.insert(last.End(), ", "+text)
	} else {
		tf := s.Fset.File(lit.Rbrace)
		ed.insert(tf.LineStart(s.Fset.Position(lit.Rbrace).Line), ed.indent(last.Pos())+text+",\n")
	}
	return ed.fix("list the tool in the table of the check", Review)
}

// A toolTable is a table with names of tools.
type toolTable struct {
	s     *Site
	lit   *ast.CompositeLit
	does  *effects.Result
	group *checks.Group
	rows  map[string]string // the name of a tool -> its scope
}

// read reads the rows, and reports whether all are constants.
func (t *toolTable) read() bool {
	for _, el := range t.lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		if _, ok := t.s.constant(kv.Key); !ok {
			return false
		}
	}
	return true
}

// value writes the value of a new row: what all others have, or the scope that
// their scopes suggest.
func (t *toolTable) value(typ types.Type, e *checks.Entry) string {
	same := ""
	for _, el := range t.lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return ""
		}
		switch text := t.s.text(kv.Value); {
		case same == "":
			same = text
		case same != text:
			same = "?"
		}
	}
	_, slice := typ.Underlying().(*types.Slice)
	elem := typ
	if slice {
		elem = typ.Underlying().(*types.Slice).Elem()
	}
	if !isString(elem) {
		if same == "?" || slice {
			return ""
		}
		return same
	}
	t.rows = map[string]string{}
	for _, el := range t.lit.Elts {
		kv := el.(*ast.KeyValueExpr)
		v := kv.Value
		if slice {
			lit, ok := v.(*ast.CompositeLit)
			if !ok || len(lit.Elts) != 1 {
				continue
			}
			v = lit.Elts[0]
		}
		name, ok := t.s.constant(kv.Key)
		if scope, known := t.s.constant(v); ok && known {
			t.rows[name] = scope
		}
	}
	scope := strconv.Quote(t.scope(e))
	if slice {
		return "{" + scope + "}"
	}
	return scope
}

// scopeParts takes a scope apart: what it is about, and what may be done.
func scopeParts(scope string) (about, act string, ok bool) {
	i := strings.LastIndexAny(scope, ":./")
	if i <= 0 || i+1 == len(scope) {
		return "", "", false
	}
	return scope[:i+1], scope[i+1:], true
}

// scope returns the scope for a tool: that of another which does the same to the
// same, or else what is put together of their parts.
func (t *toolTable) scope(e *checks.Entry) string {
	words := t.does.Models.Words()
	object := words.Object(e.Name.Value)
	writing := t.does.MayChange(e.Entry)
	abouts, acts, same := map[string]int{}, map[string]int{}, map[string]int{}
	for _, o := range t.group.Entries {
		scope, listed := t.rows[o.Name.Value]
		if !listed || !o.IsTool() {
			continue
		}
		about, act, ok := scopeParts(scope)
		if !ok {
			continue
		}
		is := words.Object(o.Name.Value) == object
		if is {
			abouts[about]++
		}
		if t.does.MayChange(o.Entry) == writing {
			acts[act]++
			if is {
				same[scope]++
			}
		}
	}
	if scope := most(same); scope != "" {
		return scope
	}
	act := most(acts)
	if act == "" {
		act = map[bool]string{true: writes, false: reads}[writing]
	}
	if about := most(abouts); about != "" {
		return about + act
	}
	return object + ":" + act
}

// most returns the key with the highest number, the first of several.
func most(counts map[string]int) string {
	best := ""
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		if best == "" || counts[k] > counts[best] {
			best = k
		}
	}
	return best
}
