package models

import (
	"slices"
	"sync"
	"testing"
)

const (
	goSDK = "github.com/modelcontextprotocol/go-sdk/mcp"
	mcpGo = "github.com/mark3labs/mcp-go"
)

func mustBuiltin(t *testing.T) *Set {
	t.Helper()
	s, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustRows(t *testing.T, text string) Rows {
	t.Helper()
	rows, err := ParseRows("t.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestFunc(t *testing.T) {
	s := mustBuiltin(t)
	f := s.Func("(*" + mcpGo + "/server.MCPServer).SetTools")
	if f == nil || f.Model.Name != "mcp-go" || len(f.Registrars) != 1 {
		t.Fatalf("got %+v", f)
	}
	want := Registrar{Symbol: Symbol{Func: "(*" + mcpGo + "/server.MCPServer).SetTools", Since: "v0.9.0"}, Kind: "tool", Server: "recv", Each: "arg0[*]", Descriptor: "each.Tool", Handler: "each.Handler", Replaces: true}
	if f.Registrars[0] != want {
		t.Errorf("got %+v, want %+v", f.Registrars[0], want)
	}
	// The same call through a fork, and through another major version.
	for _, symbol := range []string{"(*github.com/zillow/mcp-go/server.MCPServer).SetTools", "(*" + mcpGo + "/v2/server.MCPServer).SetTools"} {
		if s.Func(symbol) != f {
			t.Errorf("%s has not the rows of mcp-go", symbol)
		}
	}
	for _, symbol := range []string{"(" + mcpGo + "/server.MCPServer).SetTools", "fmt.Nothing", ""} {
		if got := s.Func(symbol); got != nil {
			t.Errorf("%q has rows: %+v", symbol, got)
		}
	}
	if f := s.Func("(*sync/atomic.Pointer[T]).Store"); f == nil || f.Evaluated == nil || f.Evaluated.Rule != EvalCellStore {
		t.Errorf("a generic method: got %+v", f)
	}
}

func TestTypes(t *testing.T) {
	s := mustBuiltin(t)
	d, m := s.Descriptor(goSDK + ".Tool")
	if d == nil || m.Name != "go-sdk" || d.Hints["readOnlyHint"] != "ReadOnlyHint" || d.Published["readOnlyHint"] != false || d.PublishedSince != "v1.7.0" {
		t.Errorf("got %+v of %+v", d, m)
	}
	if d, m := s.Descriptor("a.B"); d != nil || m != nil {
		t.Errorf("an unknown descriptor: got %+v of %+v", d, m)
	}
	h, m := s.Handler(goSDK + ".ToolHandlerFor[In, Out any]")
	if h == nil || m.Name != "go-sdk" || !slices.Equal(h.Untrusted, []int{1, 2}) {
		t.Errorf("the newest shape: got %+v", h)
	}
	if h, _ := s.HandlerShape(goSDK+".ToolHandlerFor", 3, 2); h == nil || !slices.Equal(h.Untrusted, []int{2}) || h.Request != 2 {
		t.Errorf("the shape of v0.2: got %+v", h)
	}
	if h, m := s.HandlerShape(goSDK+".ToolHandlerFor", 1, 1); h != nil || m != nil {
		t.Errorf("a shape that never was: got %+v", h)
	}
	if h, m := s.Handler("a.B"); h != nil || m != nil {
		t.Errorf("an unknown handler: got %+v", h)
	}
	fields, m := s.Fields(goSDK + ".ServerOptions")
	if m == nil || !slices.ContainsFunc(fields, func(f *Field) bool { return f.Field == "CompletionHandler" && f.Kind == "completion" }) {
		t.Errorf("got fields %+v of %+v", fields, m)
	}
}

func TestModelOf(t *testing.T) {
	s := mustBuiltin(t)
	for path, want := range map[string]string{
		goSDK:                                  "go-sdk",
		mcpGo + "/server":                      "mcp-go",
		mcpGo + "/v3/server":                   "mcp-go",
		mcpGo:                                  "mcp-go",
		mcpGo + "x/server":                     "",
		"github.com/zillow/mcp-go":             "mcp-go",
		"github.com/viant/mcp":                 "viant-mcp-server",
		"github.com/viant/mcp/auth":            "viant-mcp-server",
		"github.com/viant/mcp-protocol/server": "viant-mcp",
		"github.com/samber/lo":                 "", // a library is no SDK
		"fmt":                                  "",
		"":                                     "",
	} {
		got := ""
		if m := s.ModelOf(path); m != nil {
			got = m.Name
		}
		if got != want {
			t.Errorf("ModelOf(%q) = %q, want %q", path, got, want)
		}
	}
}

// TestWith proves that a user's rows win over builtin ones of the same section
// about the same symbol, and over nothing else.
func TestWith(t *testing.T) {
	s := mustBuiltin(t)
	add := "(*" + mcpGo + "/server.MCPServer).AddTool"
	user := s.With(mustRows(t, `
registrars:
- {func: corp.example/kit.Expose, kind: tool, descriptor: arg0, handler: arg1}
- {func: (*`+mcpGo+`/v2/server.MCPServer).AddTool, kind: prompt, name: arg0, handler: arg1}
evaluated:
- {func: `+mcpGo+`/mcp.NewTool, rule: nonnil}
descriptors:
- {type: `+goSDK+`.Tool, kind: prompt}
handlers:
- {type: `+goSDK+`.ToolHandlerFor, kind: method, context: 0, request: -1}
fields:
- {type: `+goSDK+`.ServerOptions, field: Mine, kind: "", context: 0, request: 1}
`))
	if f := user.Func("corp.example/kit.Expose"); f == nil || f.Model.Name != "user" || len(f.Registrars) != 1 {
		t.Errorf("a new function: got %+v", f)
	}
	if f := user.Func(add); len(f.Registrars) != 1 || f.Registrars[0].Kind != "prompt" || f.Model.Name != "mcp-go" {
		t.Errorf("a replaced registrar: got %+v", f)
	}
	if f := user.Func(mcpGo + "/mcp.NewTool"); f.Evaluated == nil || f.Constructor == nil || f.Model.Name != "mcp-go" {
		t.Errorf("a row of another section: got %+v", f)
	}
	if d, m := user.Descriptor(goSDK + ".Tool"); d.Kind != "prompt" || m.Name != "user" {
		t.Errorf("a replaced descriptor: got %+v of %s", d, m.Name)
	}
	if h, _ := user.HandlerShape(goSDK+".ToolHandlerFor", 3, 2); h.Kind != "method" {
		t.Errorf("a replaced handler: got %+v", h)
	}
	if f, _ := user.Fields(goSDK + ".ServerOptions"); len(f) != 1 {
		t.Errorf("replaced fields: got %+v", f)
	}
	if f := s.Func(add); len(f.Registrars) != 1 || f.Registrars[0].Kind != "tool" {
		t.Errorf("the builtin set changed: %+v", f)
	}
	if user.Digest() == s.Digest() {
		t.Error("a user's rows don't change the digest")
	}
	if again := s.With(mustRows(t, "")); again.Digest() == user.Digest() {
		t.Error("other rows have the same digest")
	}
	if again := user.With(mustRows(t, "")); again.Func("corp.example/kit.Expose") != nil {
		t.Error("With keeps the rows of an earlier With")
	}
}

func TestSymbols(t *testing.T) {
	symbols := mustBuiltin(t).Symbols()
	if !slices.IsSorted(symbols) || len(slices.Compact(slices.Clone(symbols))) != len(symbols) {
		t.Error("the symbols are not sorted, or not unique")
	}
	for _, want := range []string{"fmt.Sprintf", goSDK + ".Tool", goSDK + ".ToolHandler", goSDK + ".ServerOptions"} {
		if !slices.Contains(symbols, want) {
			t.Errorf("%s is not there", want)
		}
	}
	for _, s := range symbols {
		if Canonical(s) != s {
			t.Errorf("%s is not canonical", s)
		}
	}
}

// TestConcurrent is for the race detector.
func TestConcurrent(t *testing.T) {
	s := mustBuiltin(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, symbol := range s.Symbols() {
				s.Func(symbol)
				s.Descriptor(symbol)
				s.ModelOf(symbol)
				if _, err := ParsePath("arg0." + "Name"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// TestPublishedHints holds the rows to what the SDKs serve when the code says
// nothing, which was seen by running them.
func TestPublishedHints(t *testing.T) {
	s := mustBuiltin(t)
	got := s.Func(mcpGo + "/mcp.NewTool").Constructor.Set
	for field, want := range map[string]string{
		"Annotations.ReadOnlyHint": "=false", "Annotations.DestructiveHint": "=true",
		"Annotations.IdempotentHint": "=false", "Annotations.OpenWorldHint": "=true",
	} {
		if got[field] != want {
			t.Errorf("NewTool sets %s to %q, want %q", field, got[field], want)
		}
	}
	for field := range s.Func(mcpGo + "/mcp.NewToolWithRawSchema").Constructor.Set {
		if field != "Name" && field != "Description" && field != "RawInputSchema" {
			t.Errorf("NewToolWithRawSchema sets %s", field)
		}
	}
	if set := s.Func(mcpGo + "/mcp.WithToolAnnotation").Option.Set; set["Annotations"] != "arg0" || len(set) != 1 {
		t.Errorf("WithToolAnnotation sets %v, but it replaces all hints", set)
	}
	if r := s.Func(goSDK + ".AddTool").Registrars[0]; !r.AppliesDefaults || !r.Validates || r.Schema != "typearg0" {
		t.Errorf("the generic AddTool: got %+v", r)
	}
	if r := s.Func("(*" + goSDK + ".Server).AddTool").Registrars[0]; r.AppliesDefaults || r.Validates || r.Schema != "" {
		t.Errorf("the raw AddTool: got %+v", r)
	}
}

func TestDialect(t *testing.T) {
	s := mustBuiltin(t)
	m := s.ModelOf(mcpGo)
	for version, want := range map[string]string{"": DialectGoogle, "v1.2.1": DialectGoogle, "v0.46.0": DialectGoogle, "v0.45.0": DialectInvopop} {
		if got := m.Dialect(version); got != want {
			t.Errorf("Dialect(%q) = %q, want %q", version, got, want)
		}
	}
	if got := m.Infers(""); got == nil || got.OnError != "empty" {
		t.Errorf("a type without a schema: got %+v", got)
	}
	if got := (&Model{}).Dialect("v1.0.0"); got != "" {
		t.Errorf("a model without inference: got %q", got)
	}
}
