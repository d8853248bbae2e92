package models

import (
	"reflect"
	"testing"
)

func TestParsePath(t *testing.T) {
	field := func(name string) Step { return Step{Field: name} }
	for text, want := range map[string]Path{
		"arg0":              {Root: RootArg},
		"arg12":             {Root: RootArg, Index: 12},
		"recv":              {Root: RootRecv},
		"result1":           {Root: RootResult, Index: 1},
		"typearg0":          {Root: RootTypeArg},
		"each.Tool":         {Root: RootEach, Steps: []Step{field("Tool")}},
		"arg1[*].Handler":   {Root: RootArg, Index: 1, Steps: []Step{{Elements: true}, field("Handler")}},
		"arg0[*][*]":        {Root: RootArg, Steps: []Step{{Elements: true}, {Elements: true}}},
		"arg1[0]":           {Root: RootArg, Index: 1, Steps: []Step{{Elements: true, Only: "0"}}},
		"arg0().mcpTool":    {Root: RootArg, Steps: []Step{{Call: true}, field("mcpTool")}},
		"recv.a.b_2":        {Root: RootRecv, Steps: []Step{field("a"), field("b_2")}},
		"handler[1]":        {Root: RootHandler, Index: 1},
		"handler[last]":     {Root: RootHandler, Index: -1},
		"=true":             {Root: RootConst, Const: "true"},
		"=":                 {Root: RootConst},
		"==x.y":             {Root: RootConst, Const: "=x.y"},
		"result0.info.Name": {Root: RootResult, Steps: []Step{field("info"), field("Name")}},
	} {
		for range 2 { // the second answer comes from memory
			got, err := ParsePath(text)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("ParsePath(%q) = %+v, %v, want %+v", text, got, err, want)
			}
			if got.String() != text {
				t.Errorf("%q prints as %q", text, got)
			}
		}
	}
	for _, text := range []string{
		"", "arg", "args0", "arg-1", "arg256", "arg99999999999999999999", "recv0", "each1", "0", "Arg0", "arg0.", "arg0..A",
		"arg0[", "arg0[01]", "arg0[-1]", "arg0[1", "arg0[x]", "arg0[]", "arg0[*", "arg0(", "arg0(x)", "arg0A", "arg0.A B", "arg0 ", " arg0", "handler", "handler0", "handler[",
		"handler[]", "handler[x]", "handler[1].A", "handler[1", "typearg0.A", "arg0.1A", "arg0.-a",
	} {
		for range 2 {
			if got, err := ParsePath(text); err == nil {
				t.Errorf("ParsePath(%q) = %+v, want an error", text, got)
			}
		}
	}
	if !(Path{}).IsZero() || (Path{Root: RootConst}).IsZero() {
		t.Error("IsZero is wrong")
	}
}

func TestParseFieldPath(t *testing.T) {
	got, err := ParseFieldPath("items.x-order")
	if want := []Step{{Field: "items"}, {Field: "x-order"}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, text := range []string{"", ".A", "A.", "A[*]", "A()", "A B"} {
		if got, err := ParseFieldPath(text); err == nil {
			t.Errorf("ParseFieldPath(%q) = %+v, want an error", text, got)
		}
	}
}

// TestBuiltinPaths parses the access paths of every builtin row once more, by
// reflection, so that a path in a key that no check knows of is found.
func TestBuiltinPaths(t *testing.T) {
	paths := 0
	for _, m := range mustBuiltin(t).Models() {
		for _, r := range m.Registrars {
			v := reflect.ValueOf(r)
			for _, key := range []string{"Server", "Each", "Descriptor", "Name", "Description", "Handler", "Schema", "URI", "Result"} {
				if text := v.FieldByName(key).String(); text != "" {
					paths++
					if _, err := ParsePath(text); err != nil {
						t.Errorf("%s %s: %v", r.Func, key, err)
					}
				}
			}
		}
		for _, r := range m.Constructors {
			for field, text := range r.Set {
				paths++
				if _, err := ParseFieldPath(field); err != nil {
					t.Errorf("%s: %v", r.Func, err)
				}
				if _, err := ParsePath(text); err != nil {
					t.Errorf("%s %s: %v", r.Func, field, err)
				}
			}
		}
	}
	if paths < 250 {
		t.Errorf("only %d access paths were seen", paths)
	}
}
