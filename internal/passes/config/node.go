package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/mcpvet/mcpvet/models"
)

// A reader walks the nodes of a YAML document and collects everything that is
// wrong with it, so that a person sees all mistakes at once.
type reader struct {
	file string
	errs []error
}

// maxErrors is how many mistakes are shown.
const maxErrors = 10

// errorf records a mistake at a token.
func (r *reader) errorf(tok *token.Token, format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	if tok == nil || tok.Position == nil {
		r.errs = append(r.errs, fmt.Errorf("%s: %s", r.file, msg))
		return
	}
	r.errs = append(r.errs, fmt.Errorf("%s:%d:%d: %s", r.file, tok.Position.Line, tok.Position.Column, msg))
}

// err joins the mistakes, and returns nil when there are none.
func (r *reader) err() error {
	if n := len(r.errs); n > maxErrors {
		return errors.Join(append(r.errs[:maxErrors:maxErrors], fmt.Errorf("%s: and %d more", r.file, n-maxErrors))...)
	}
	return errors.Join(r.errs...)
}

// document parses data and returns the root mapping, or nil for a file
// without content.
func (r *reader) document(data []byte) (root *ast.MappingNode) {
	// The parser is not ours, and its input is.
	defer func() {
		if p := recover(); p != nil {
			r.errorf(nil, "not readable as YAML: %v", p)
			root = nil
		}
	}()
	if err := models.CheckNesting(r.file, data); err != nil {
		r.errs = append(r.errs, err)
		return nil
	}
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		var ye yaml.Error
		if errors.As(err, &ye) {
			r.errorf(ye.GetToken(), "not readable as YAML: %s", ye.GetMessage())
		} else {
			r.errorf(nil, "not readable as YAML: %v", err)
		}
		return nil
	}
	var body ast.Node
	for _, doc := range file.Docs {
		if doc == nil || doc.Body == nil {
			continue
		}
		if _, ok := doc.Body.(*ast.CommentGroupNode); ok {
			continue
		}
		if body != nil {
			r.errorf(doc.Body.GetToken(), "a second document; a configuration is one document")
			return nil
		}
		body = doc.Body
	}
	if body == nil {
		return nil
	}
	return r.mapping("the configuration", body)
}

// mapping returns a node as a mapping; null counts as an empty one.
func (r *reader) mapping(what string, n ast.Node) *ast.MappingNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n
	case *ast.NullNode:
		return nil
	case nil:
		return nil
	}
	r.errorf(start(n), "%s must be a mapping of keys to values, not %s", what, kindOf(n))
	return nil
}

// A field is one key of a mapping and what reads its value.
type field struct {
	key  string
	read func(key *token.Token, value ast.Node)
}

// fields reads a mapping with a fixed set of keys.
func (r *reader) fields(what string, n ast.Node, fields ...field) {
	m := r.mapping(what, n)
	if m == nil {
		return
	}
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.key
	}
	r.entries(m, func(key *token.Token, name string, value ast.Node) {
		for _, f := range fields {
			if f.key == name {
				f.read(key, value)
				return
			}
		}
		r.errorf(key, "unknown key %q in %s%s", name, what, suggestion(name, names))
	})
}

// entries calls visit for every entry of a mapping. Keys are scalars, and
// each is there once.
func (r *reader) entries(m *ast.MappingNode, visit func(key *token.Token, name string, value ast.Node)) {
	seen := make(map[string]bool)
	for _, mv := range m.Values {
		if mv == nil || mv.Key == nil {
			continue
		}
		key := mv.Key.GetToken()
		name, ok := scalar(mv.Key)
		if !ok {
			r.errorf(key, "a key must be a word, not %s", kindOf(mv.Key))
			continue
		}
		if seen[name] {
			r.errorf(key, "key %q is there twice", name)
			continue
		}
		seen[name] = true
		if a := mv.Value; a != nil && (a.Type() == ast.AnchorType || a.Type() == ast.AliasType || a.Type() == ast.TagType) {
			r.errorf(a.GetToken(), "anchors, aliases and tags are not read in a configuration; write the value out")
			continue
		}
		visit(key, name, mv.Value)
	}
}

// items returns the elements of a list; a single value counts as a list of
// one, and null as an empty one.
func (r *reader) items(what string, n ast.Node) []ast.Node {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return nil
	case *ast.SequenceNode:
		return n.Values
	case *ast.MappingNode:
		r.errorf(start(n), "%s must be a list, not a mapping; start each element with \"- \"", what)
		return nil
	}
	return []ast.Node{n}
}

// text reads a string that is not empty.
func (r *reader) text(what string, n ast.Node) (string, bool) {
	if n != nil {
		if s, ok := scalar(n); ok && strings.TrimSpace(s) != "" {
			return s, true
		}
		r.errorf(start(n), "%s must be a text, not %s", what, kindOf(n))
	}
	return "", false
}

// start returns the token that a node starts with; that of a block mapping is
// otherwise its first colon.
func start(n ast.Node) *token.Token {
	if m, ok := n.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		return m.Values[0].Key.GetToken()
	}
	return n.GetToken()
}

// boolean reads true or false.
func (r *reader) boolean(what string, n ast.Node) *bool {
	if b, ok := n.(*ast.BoolNode); ok {
		return &b.Value
	}
	if n != nil {
		r.errorf(start(n), "%s must be true or false, not %s", what, kindOf(n))
	}
	return nil
}

// choice reads one of a few words.
func choice[T ~string](r *reader, what string, n ast.Node, words ...T) T {
	s, ok := r.text(what, n)
	if !ok {
		return ""
	}
	names := make([]string, len(words))
	for i, w := range words {
		if string(w) == s {
			return w
		}
		names[i] = string(w)
	}
	r.errorf(n.GetToken(), "unknown %s %q%s", what, s, suggestion(s, names))
	return ""
}

// scalar returns the text of a scalar node.
func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// kindOf names a node for people.
func kindOf(n ast.Node) string {
	switch n := n.(type) {
	case *ast.MappingNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode:
		return "empty"
	case *ast.StringNode, *ast.LiteralNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		s, _ := scalar(n)
		if strings.TrimSpace(s) == "" {
			return "empty"
		}
		return fmt.Sprintf("%q", s)
	}
	return "a " + strings.ToLower(n.Type().String())
}
