package models

import (
	"math"
	"reflect"
	"strings"
	"sync"

	"github.com/goccy/go-yaml/ast"
)

// decodeRows decodes a YAML node into rows, at a fraction of what the YAML
// package takes, whose decoder looks at the fields of a struct anew for each
// row: the builtin models are read at every start, under go vet once for each
// package. It knows what well-formed rows are made of; with anything else it
// gives up, and the YAML package decodes it or says what is wrong.
func decodeRows(n ast.Node, v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return decodeRows(n, v.Elem())
	case reflect.Struct:
		return decodeStruct(n, v)
	case reflect.Map:
		return decodeMap(n, v)
	case reflect.Slice:
		seq, ok := n.(*ast.SequenceNode)
		if !ok {
			return false
		}
		list := reflect.MakeSlice(v.Type(), len(seq.Values), len(seq.Values))
		for i, e := range seq.Values {
			if !decodeRows(e, list.Index(i)) {
				return false
			}
		}
		v.Set(list)
		return true
	}
	return decodeScalar(n, v)
}

func decodeScalar(n ast.Node, v reflect.Value) bool {
	switch n := n.(type) {
	case *ast.StringNode:
		if v.Kind() != reflect.String {
			return false
		}
		v.SetString(n.Value)
	case *ast.LiteralNode:
		if v.Kind() != reflect.String {
			return false
		}
		v.SetString(n.Value.Value)
	case *ast.BoolNode:
		if v.Kind() != reflect.Bool {
			return false
		}
		v.SetBool(n.Value)
	case *ast.IntegerNode:
		if v.Kind() != reflect.Int {
			return false
		}
		switch i := n.Value.(type) {
		case int64: // a negative one
			v.SetInt(i)
		case uint64:
			if i > math.MaxInt32 {
				return false
			}
			v.SetInt(int64(i))
		default:
			return false
		}
	default:
		return false
	}
	return true
}

// pairs returns the entries of a mapping whose keys are strings.
func pairs(n ast.Node) ([]*ast.MappingValueNode, bool) {
	var values []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		return nil, false
	}
	for _, p := range values {
		if _, ok := p.Key.(*ast.StringNode); !ok {
			return nil, false
		}
	}
	return values, true
}

func decodeStruct(n ast.Node, v reflect.Value) bool {
	values, ok := pairs(n)
	fields := fieldsOf(v.Type())
	seen := make([]bool, len(fields))
	for _, p := range values {
		f, known := fields[p.Key.(*ast.StringNode).Value]
		if !known || seen[f.number] || !decodeRows(p.Value, v.FieldByIndex(f.index)) {
			return false
		}
		seen[f.number] = true
	}
	return ok
}

func decodeMap(n ast.Node, v reflect.Value) bool {
	values, ok := pairs(n)
	if !ok || v.Type().Key().Kind() != reflect.String {
		return false
	}
	m := reflect.MakeMapWithSize(v.Type(), len(values))
	for _, p := range values {
		key := reflect.ValueOf(p.Key.(*ast.StringNode).Value).Convert(v.Type().Key())
		e := reflect.New(v.Type().Elem()).Elem()
		if m.MapIndex(key).IsValid() || !decodeRows(p.Value, e) {
			return false
		}
		m.SetMapIndex(key, e)
	}
	v.Set(m)
	return true
}

// A structField is a field of a struct, or of one that is inlined in it.
type structField struct {
	index  []int
	number int
}

var structFields sync.Map // reflect.Type -> map[string]structField, by YAML key

// fieldsOf returns the fields of a struct type by their keys in YAML.
func fieldsOf(t reflect.Type) map[string]structField {
	if m, ok := structFields.Load(t); ok {
		return m.(map[string]structField)
	}
	m := make(map[string]structField)
	for i := range t.NumField() {
		f := t.Field(i)
		key, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case options == "inline":
			for k, in := range fieldsOf(f.Type) {
				m[k] = structField{index: append([]int{i}, in.index...), number: len(m)}
			}
		case key != "" && key != "-":
			m[key] = structField{index: []int{i}, number: len(m)}
		}
	}
	structFields.Store(t, m)
	return m
}
