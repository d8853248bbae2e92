package models

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

//go:embed sdk/*.yaml std/*.yaml lib/*.yaml programs/*.yaml
var files embed.FS

var builtin = sync.OnceValues(loadBuiltin)

// Builtin returns the builtin models. An error means that mcpvet was built
// from faulty rows.
func Builtin() (*Set, error) { return builtin() }

func loadBuiltin() (*Set, error) {
	var all []*Model
	err := eachFile(func(name string, data []byte) error {
		ms, err := readBuiltin(name, data)
		all = append(all, ms...)
		return err
	})
	if err != nil {
		return nil, err
	}
	set, err := newSet(all, nil)
	if err != nil {
		return nil, err
	}
	if set.methods, err = parseProtocol("protocol.yaml", protocolFile); err != nil {
		return nil, err
	}
	set.words, err = parseWords("words.yaml", wordsFile)
	return set, err
}

// parseModels reads the models of one file: one per YAML document.
func parseModels(filename string, data []byte) ([]*Model, error) {
	docs, err := parseYAML(filename, data)
	if err != nil {
		return nil, err
	}
	var ms []*Model
	for _, doc := range docs {
		m := new(Model)
		if err := decode(filename, doc, m); err != nil {
			return nil, err
		}
		c := checker{where: locate(filename, doc)}
		c.model(m)
		c.rows(&m.Rows)
		if err := errors.Join(c.errs...); err != nil {
			return nil, err
		}
		ms = append(ms, m)
	}
	return ms, nil
}

// ParseRows reads the rows of a user. Errors name filename, line and column.
func ParseRows(filename string, data []byte) (Rows, error) {
	docs, err := parseYAML(filename, data)
	if err != nil {
		return Rows{}, err
	}
	if len(docs) > 1 {
		return Rows{}, fmt.Errorf("%s: more than one YAML document; put all rows into one", filename)
	}
	var rows Rows
	for _, doc := range docs {
		if err := refuseAliases(filename, doc); err != nil {
			return Rows{}, err
		}
		if err := decode(filename, doc, &rows); err != nil {
			return Rows{}, err
		}
		c := checker{where: locate(filename, doc)}
		c.rows(&rows)
		if err := errors.Join(c.errs...); err != nil {
			return Rows{}, err
		}
	}
	return rows, nil
}

// Validate checks rows that were decoded as part of something larger. Its
// errors name the section and the index of a row.
func (r *Rows) Validate() error {
	c := checker{where: func(section string, i int, _ string) string {
		return fmt.Sprintf("%s[%d]", section, i)
	}}
	c.rows(r)
	return errors.Join(c.errs...)
}

// refuseAliases keeps aliases out of a user's rows: a few lines of them can
// stand for millions of values.
func refuseAliases(filename string, doc ast.Node) error {
	for _, n := range ast.Filter(ast.AliasType, doc) {
		return fmt.Errorf("%s:%d: aliases are not allowed in rows; write the value again", filename, n.GetToken().Position.Line)
	}
	return nil
}

// maxNesting is far above what rows and configurations need, and below what
// makes the YAML parser, whose time grows with the square of the nesting, slow.
const maxNesting = 200

// CheckNesting refuses a text that nests so deeply that parsing it as YAML would
// take minutes: by brackets, or by lists ("- - - x"), keys and anchors on one
// line. Nesting by indentation is left alone, because the text grows faster than
// the time. It counts what stands in strings and comments too.
func CheckNesting(filename string, data []byte) error {
	depth, line := 0, 1
	for l := range bytes.Lines(data) {
		for _, b := range l {
			switch b {
			case '[', '{':
				depth++
			case ']', '}':
				depth = max(0, depth-1)
			}
			if depth > maxNesting {
				return fmt.Errorf("%s:%d: more than %d nested brackets; is this YAML?", filename, line, maxNesting)
			}
		}
		for _, mark := range []string{"- ", "-\t", "? ", "?\t", " &", "\t&"} {
			if bytes.Count(l, []byte(mark)) > maxNesting {
				return fmt.Errorf("%s:%d: more than %d times %q on one line; is this YAML?", filename, line, maxNesting, strings.TrimSpace(mark))
			}
		}
		line++
	}
	return nil
}

func parseYAML(filename string, data []byte) (docs []ast.Node, err error) {
	if err := CheckNesting(filename, data); err != nil {
		return nil, err
	}
	// The YAML parser panics on some malformed input; for a user that is bad
	// input like any other.
	defer func() {
		if p := recover(); p != nil {
			docs, err = nil, fmt.Errorf("%s: not readable as YAML: %v", filename, p)
		}
	}()
	file, err := parser.ParseBytes(bytes.TrimPrefix(data, []byte("\ufeff")), 0)
	if err != nil {
		return nil, positioned(filename, err)
	}
	for _, doc := range file.Docs {
		if doc != nil && doc.Body != nil && doc.Body.Type() != ast.CommentType && doc.Body.Type() != ast.NullType {
			docs = append(docs, doc.Body)
		}
	}
	return docs, nil
}

func decode(filename string, doc ast.Node, v any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: not readable as rows: %v", filename, p)
		}
	}()
	if doc.Type() != ast.MappingType && doc.Type() != ast.MappingValueType {
		return fmt.Errorf("%s:%d: rows are grouped by section: write \"registrars:\" and a list below it", filename, doc.GetToken().Position.Line)
	}
	fast := reflect.New(reflect.TypeOf(v).Elem())
	if decodeRows(doc, fast.Elem()) {
		reflect.ValueOf(v).Elem().Set(fast.Elem())
		return nil
	}
	if err := yaml.NodeToValue(doc, v, yaml.Strict()); err != nil {
		return positioned(filename, err)
	}
	return nil
}

// positioned puts file, line and column in front of an error of the YAML
// package, in place of its excerpt of the source.
func positioned(filename string, err error) error {
	var at interface {
		GetMessage() string
		GetToken() *token.Token
	}
	if errors.As(err, &at) && at.GetToken() != nil && at.GetToken().Position != nil {
		p := at.GetToken().Position
		return fmt.Errorf("%s:%d:%d: %s", filename, p.Line, p.Column, strings.ToLower(at.GetMessage()[:1])+at.GetMessage()[1:])
	}
	return fmt.Errorf("%s: %w", filename, err)
}

// locate returns a function that names the place of a row, or of a key in it.
func locate(filename string, doc ast.Node) func(section string, i int, key string) string {
	return func(section string, i int, key string) string {
		for _, text := range []string{
			fmt.Sprintf("$.%s[%d].%s", section, i, key),
			fmt.Sprintf("$.%s[%d]", section, i),
			fmt.Sprintf("$.%s", section),
		} {
			p, err := yaml.PathString(text)
			if err != nil {
				continue
			}
			node, err := p.FilterNode(doc)
			if err == nil && node != nil && node.GetToken() != nil && node.GetToken().Position != nil {
				return fmt.Sprintf("%s:%d", filename, node.GetToken().Position.Line)
			}
		}
		return filename
	}
}
