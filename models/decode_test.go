package models

import (
	"io/fs"
	"reflect"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// TestDecodeRows compares what decodeRows makes of the builtin models with
// what the YAML package does, and checks that it is there for them.
func TestDecodeRows(t *testing.T) {
	fast := 0
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		nodes, err := parseYAML(name, data)
		if err != nil {
			return err
		}
		for _, doc := range nodes {
			var got, want Model
			if !decodeRows(doc, reflect.ValueOf(&got).Elem()) {
				if len(ast.Filter(ast.AliasType, doc)) == 0 {
					t.Errorf("%s: not decoded", name)
				}
				continue
			}
			fast++
			if err := yaml.NodeToValue(doc, &want, yaml.Strict()); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %+v, want %+v", name, got, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if fast < 50 {
		t.Errorf("only %d documents are decoded", fast)
	}
}

// TestDecodeRowsNot: what is no well-formed row is left to the YAML package.
func TestDecodeRowsNot(t *testing.T) {
	for _, text := range []string{
		"name: x\nname: y", "nmae: x", "name: [x]", "name: 1", "name: ~", "name: !!str x", "registrars: {func: a.B}",
		"registrars: [a]", "options: [{func: a.B, set: {a: b, a: c}}]", "1: x", "name: &a x", "<<: {name: x}", "- name: x",
	} {
		docs, err := parseYAML("t.yaml", []byte(text))
		if err != nil {
			continue // not even YAML
		}
		var m Model
		if decodeRows(docs[0], reflect.ValueOf(&m).Elem()) {
			t.Errorf("%q is decoded to %+v", text, m)
		}
	}
}
