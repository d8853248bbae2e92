package guard

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestParsePolicy(t *testing.T) {
	p, err := ParsePolicy([]byte(`{"tools":{"get":{"scopes":"read"},"del_*":{"scopes":["a","b"],"confirm":true,"limit":"5/m","timeout":"10s"},"ping":null},
		"limits":{"user":"10/30s","global":"100/h"},"timeout":"1m","scopes":{"del_*":"admin"},"exemptions":[{"rule":"MCP001","reason":"x"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if r := p.Tools["del_*"]; !r.Confirm || len(r.Scopes) != 2 || r.Limit != (Rate{5, time.Minute}) || r.Timeout != Duration(10*time.Second) {
		t.Errorf("%+v", r)
	}
	if p.Limits.User != (Rate{10, 30 * time.Second}) || p.Tools["get"].Scopes[0] != "read" {
		t.Errorf("%+v", p)
	}
	out, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := ParsePolicy(out); err != nil || again.Limits != p.Limits || again.Timeout != p.Timeout {
		t.Errorf("written and read again: %v, %s", err, out)
	}
}

func TestPolicyErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                                  "no row",
		`{"tools":{"a":{"scope":"x"}}}`:       "unknown field",
		`{"tols":{}}`:                         "unknown field",
		`{"tools":{"a":{}},"Tools":{"a":{}}}`: "twice",
		`{"tools":{"a":{"public":true,"scopes":"x"}}}`: "can't be public",
		`{"tools":{"a":{"scopes":[""]}}}`:              "scope is empty",
		`{"tools":{"":{}}}`:                            "no name",
		`{"prompts":{"a":{"confirm":true}}}`:           "only tools",
		`{"tools":{"a":{"limit":"0/m"}}}`:              "rate",
		`{"tools":{"a":{"limit":"5/year"}}}`:           "no time",
		`{"tools":{"a":{"limit":5}}}`:                  "write a text",
		`{"tools":{"a":{"timeout":"-1s"}}}`:            "positive",
		`{"tools":{"a":{"timeout":30}}}`:               "unit",
		`{"tools":{"a":{}},"scopes":{"a":[]}}`:         "name one or more",
		`{"tools":{"a":{}}} x`:                         "not one JSON value",
		`[]`:                                           "cannot unmarshal",
	} {
		if _, err := ParsePolicy([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
	if _, err := New(Policy{Tools: map[string]Rule{"a": {Limit: Rate{-1, 0}}}}); err == nil {
		t.Error("a negative limit is taken")
	}
}

func TestTable(t *testing.T) {
	c, err := Policy{Tools: map[string]Rule{
		"get_item": {Limit: Rate{1, time.Second}}, "get_*": {Limit: Rate{2, time.Second}}, "*": {Limit: Rate{3, time.Second}}, "g?t_x": {Limit: Rate{4, time.Second}},
	}, Resources: map[string]Rule{"file:///docs/*": {Limit: Rate{5, time.Second}}, "mail://**": {Limit: Rate{6, time.Second}}}}.compile()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"get_item": 1, "get_other": 2, "get_x": 4, "got_x": 4, "del": 3, "a/b": 0, "": 3} {
		got := 0
		if r := c.tables[Tool].find(name); r != nil {
			got = r.Limit.N
		}
		if got != want {
			t.Errorf("tool %q: row %d, want %d", name, got, want)
		}
	}
	for uri, want := range map[string]int{"file:///docs/a": 5, "file:///docs/a/b": 0, "file:///docs/../etc": 0, "mail://x/y\nz": 6, "file:///doc": 0} {
		got := 0
		if r := c.tables[Resource].find(uri); r != nil {
			got = r.Limit.N
		}
		if got != want {
			t.Errorf("resource %q: row %d, want %d", uri, got, want)
		}
	}
}

// TestUnmarshalPolicy stands for the libraries of YAML: they make maps with
// keys of any type, or of text.
func TestUnmarshalPolicy(t *testing.T) {
	tree := map[any]any{"version": 1, "rules": map[any]any{"MCP004": false}, "policy": map[any]any{"tools": map[any]any{
		"ping": nil, "get": map[any]any{"scopes": []any{"read"}, "limit": "5/m"},
	}}}
	unmarshal := func(_ []byte, v any) error { *v.(*any) = tree; return nil }
	p, err := UnmarshalPolicy(nil, unmarshal)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := p.Tools["ping"]; !ok || p.Tools["get"].Limit.N != 5 {
		t.Errorf("%+v", p)
	}
	for want, v := range map[string]any{
		"no table": map[string]any{"version": 1}, "no text": map[any]any{"policy": map[any]any{1: 2}}, "unknown field": map[string]any{"policy": map[string]any{"x": 1}},
		"cannot unmarshal": map[string]any{"policy": []any{1}},
	} {
		if _, err := UnmarshalPolicy(nil, func(_ []byte, p any) error { *p.(*any) = v; return nil }); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %q", v, err, want)
		}
	}
	if _, err := UnmarshalPolicy(nil, func([]byte, any) error { return errors.New("bad YAML") }); err == nil {
		t.Error("an error of the library is lost")
	}
}

func TestLoadPolicy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "policy.json")
	if err := os.WriteFile(path, []byte(`{"policy":{"tools":{"ping":{}}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadPolicy(path, json.Unmarshal); err != nil {
		t.Error(err)
	}
	if _, err := LoadPolicy(path+".missing", json.Unmarshal); err == nil {
		t.Error("no error for a missing file")
	}
	if err := os.WriteFile(path, make([]byte, maxPolicy+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadPolicy(path, json.Unmarshal); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("got %v", err)
	}
}
