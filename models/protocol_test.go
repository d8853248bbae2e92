package models

import (
	"strings"
	"testing"
)

func TestProtocol(t *testing.T) {
	s, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Set{s, s.With(Rows{})} {
		m := s.Method("resources/templates/list")
		if m == nil || m.Lists != "resource_template" || m.Answer != "resourceTemplates" {
			t.Errorf("got %+v", m)
		}
		if m := s.Method("tools/call"); m == nil || m.Calls != "tool" {
			t.Errorf("got %+v", m)
		}
		if m := s.Method("tools"); m != nil {
			t.Errorf("got %+v", m)
		}
	}
}

func TestProtocolStrict(t *testing.T) {
	for name, test := range map[string]struct{ in, want string }{
		"empty":       {"", "0 YAML documents"},
		"no method":   {"methods: []", "no methods"},
		"null":        {"methods:\n- ~", "methods[0] is empty"},
		"unknown key": {"methods:\n- {name: a, list: tool}", "p.yaml:2:"},
		"no name":     {"methods:\n- {answer: a}", "p.yaml:2: : the name is missing"},
		"twice":       {"methods:\n- {name: a, answer: a}\n- {name: a, answer: a}", "p.yaml:3: a: the method is there twice"},
		"both":        {"methods:\n- {name: a, lists: tool, calls: tool}", "not both"},
		"kind":        {"methods:\n- {name: a, lists: tol, answer: a}", `"tol" is none of`},
		"no answer":   {"methods:\n- {name: a, lists: tool}", "p.yaml:2: a: a call has no answer"},
		"answer":      {"methods:\n- {name: a, calls: tool, answer: a}", "a call has no answer"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := parseProtocol("p.yaml", []byte(test.in)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %v, want one with %q", err, test.want)
			}
		})
	}
}
