package handler_test

import (
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/handler"
	"github.com/mcpvet/mcpvet/internal/passes/toolmeta"
	"github.com/mcpvet/mcpvet/internal/testkit"
)

// resolved returns the handlers of a test program by the names of its tools.
func resolved(t *testing.T, program string) map[string]*handler.Handler {
	t.Helper()
	loaded := testkit.Loaded(t)
	defer testkit.Attach(t, loaded.Fset, config.Settings{})()
	byReg := map[*interp.Registration]*handler.Handler{}
	var tools []*toolmeta.Tool
	for _, act := range testkit.Analyze(t, testkit.Program(t, loaded, program), nil, handler.Analyzer, toolmeta.Analyzer) {
		switch res := act.Result.(type) {
		case *handler.Result:
			for r, h := range res.Handlers {
				byReg[r] = h
			}
		case *toolmeta.Result:
			tools = append(tools, res.Tools...)
		}
	}
	out := map[string]*handler.Handler{}
	for _, tool := range tools {
		out[tool.Name.Value] = byReg[tool.Reg]
	}
	return out
}

// TestVia checks through which functions a request passes before it comes to
// the handler, outermost first.
func TestVia(t *testing.T) {
	for program, want := range map[string]map[string]string{
		"middleware": {
			"plain":  "handle via recovered$1 audit.Wrap$1",
			"admin":  "handle via role$1$1 recovered$1 audit.Wrap$1",
			"direct": "handle via role$1$1",
		},
		"handlers_mcpgo": {
			"plain":       "plain",
			"typed":       "typed via github.com/mark3labs/mcp-go/mcp.NewTypedToolHandler",
			"timed_typed": "typed via timed$1 github.com/mark3labs/mcp-go/mcp.NewTypedToolHandler",
			"chained":     "svc.byValue via logged$1$1 logged$1$1",
			"guarded":     "factory$1 via guard.wrap$1",
			"bound":       "business via bound$1",
			"field":       "plain",
			"factory":     "factory$1",
		},
		"outside": {
			"insert": "main$1 via example.test/outside.Gen",
			"nested": "main$3 via example.test/outside.Logged example.test/outside.Gen",
			"level":  "serve via example.test/outside.Level",
			"own":    "serve via own$1 example.test/outside.Logged",
		},
		"registry": {
			"read_file": "Read.Execute via Install$1",
		},
	} {
		handlers := resolved(t, program)
		for tool, want := range want {
			h := handlers[tool]
			if h == nil || len(h.Bodies) != 1 {
				t.Errorf("%s: the handler of %s is %+v, want one body", program, tool, h)
				continue
			}
			b := h.Bodies[0]
			got := b.Name
			if len(b.Via) > 0 {
				got += " via " + strings.Join(b.Via, " ")
			}
			if got != want {
				t.Errorf("%s: the handler of %s is %s, want %s", program, tool, got, want)
			}
			if !b.Pos.IsValid() || b.ID == "" || b.Func == nil {
				t.Errorf("%s: the handler of %s is incomplete: %+v", program, tool, b)
			}
		}
	}
}

// TestSeveralBodies checks that a handler that depends on a setting has all
// its alternatives.
func TestSeveralBodies(t *testing.T) {
	h := resolved(t, "conditional")["either"]
	if h == nil {
		t.Fatal("no tool either")
	}
	var names []string
	for _, b := range h.Bodies {
		names = append(names, b.Name)
	}
	if got := strings.Join(names, " "); got != "other handle" && got != "handle other" {
		t.Errorf("the handler is one of %q, want handle and other", names)
	}
}
