package sdkcheck

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	yamlv3 "gopkg.in/yaml.v3"

	"github.com/mcpvet/mcpvet/guard"
	"github.com/mcpvet/mcpvet/internal/passes/config"
)

// TestOnePolicy holds both readers of a policy to each other: what mcpvet
// accepts a server starts with, what it refuses a server refuses, and both find
// the same row for a tool.
func TestOnePolicy(t *testing.T) {
	const tool = "  tools:\n    del: "
	for text, ok := range map[string]bool{
		tool + "{}\n":                                                  true,
		tool + "\n":                                                    true,
		tool + "{scopes: a}\n":                                         true,
		tool + "{scopes: [a, b]}\n":                                    true,
		tool + "{scopes: []}\n":                                        true,
		tool + "{public: true}\n":                                      true,
		tool + "{confirm: false}\n":                                    true,
		tool + "{limit: 10/30s}\n":                                     true,
		tool + "{limit: 5/d}\n":                                        true,
		tool + "{timeout: 1m30s}\n":                                    true,
		tool + "{scope: a}\n":                                          false,
		tool + "{public: 1}\n":                                         false,
		tool + "{confirm: yes please}\n":                               false,
		tool + "{limit: 0/m}\n":                                        false,
		tool + "{limit: 5}\n":                                          false,
		tool + "{limit: 5/year}\n":                                     false,
		tool + "{limit: -5/m}\n":                                       false,
		tool + "{timeout: 0s}\n":                                       false,
		tool + "{timeout: 30}\n":                                       false,
		tool + "{public: true, scopes: a}\n":                           false,
		tool + "{}\n    del: {}\n":                                     false,
		tool + "{}\n  prompts:\n    p: {confirm: true}\n":              false,
		tool + "{}\n  limits: {user: 5/m, global: 6/m}\n":              true,
		tool + "{}\n  limits: {usr: 5/m}\n":                            false,
		tool + "{}\n  timeout: 20s\n":                                  true,
		tool + "{}\n  timeout: long\n":                                 false,
		tool + "{}\n  resources: {\"docs://**\": {scopes: a}}\n":       true,
		tool + "{}\n  methods: {completion/complete: }\n":              true,
		tool + "{}\n  scopes: {\"del*\": admin}\n":                     true,
		tool + "{}\n  scopes: {\"del*\": []}\n":                        false,
		tool + "{}\n  exemptions: [{rule: MCP001, reason: because}]\n": true,
		tool + "{}\n  more: {}\n":                                      false,
	} {
		file := []byte("version: 1\nrules: {MCP015: false}\npolicy:\n" + text)
		_, linter := config.Parse("/p/.mcpvet.yaml", file)
		for name, unmarshal := range map[string]func([]byte, any) error{
			"goccy": func(b []byte, v any) error { return yaml.Unmarshal(b, v) }, "v3": yamlv3.Unmarshal,
		} {
			_, server := guard.UnmarshalPolicy(file, unmarshal)
			if (linter == nil) != ok || (server == nil) != ok {
				t.Errorf("%s with %s: want accepted %v\nmcpvet: %v\nguard: %v", text, name, ok, linter, server)
			}
		}
	}
}

// TestOneRow holds both to one row for a tool, whatever patterns there are.
func TestOneRow(t *testing.T) {
	patterns := []string{"*", "**", "get_*", "get_?", "g?t_*", "get_item", "*_item", "**/x", "a/*", "get_*m"}
	file := []byte("version: 1\npolicy:\n  tools:\n")
	for _, p := range patterns {
		file = append(file, "    \""+p+"\": {scopes: \""+p+"\"}\n"...)
	}
	c, err := config.Parse("/p/.mcpvet.yaml", file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := guard.UnmarshalPolicy(file, yamlv3.Unmarshal)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"get_item", "get_x", "get_xm", "got_item", "put_item", "other", "a/b", "a/b/c", "x", "q/x", ""} {
		want := ""
		if row := c.Policy.ToolRow(tool); row != nil {
			want = row.Tool.String()
		}
		rec := &seen{}
		g, err := guard.New(p, guard.WithAudit(rec))
		if err != nil {
			t.Fatal(err)
		}
		// The refusal names the scope that is missing, which is the pattern.
		err = g.Do(t.Context(), guard.Call{Kind: guard.Tool, Name: tool, Peer: guard.Peer{User: "anna"}}, nil)
		got := ""
		if i := slices.IndexFunc(patterns, func(p string) bool { return err != nil && strings.Contains(err.Error(), "scope "+p+":") }); i >= 0 {
			got = patterns[i]
		}
		if got != want {
			t.Errorf("%q: mcpvet finds the row %q, the guard %q (%v)", tool, want, got, err)
		}
	}
}

type seen struct{}

func (*seen) Write(_ context.Context, _ guard.Record) error { return nil }
