package models

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestCanonical(t *testing.T) {
	for symbol, want := range map[string]string{
		"":                                   "",
		"fmt.Sprintf":                        "fmt.Sprintf",
		"(*net/http.Client).Do":              "(*net/http.Client).Do",
		"(io.Reader).Read":                   "(io.Reader).Read",
		"(*S/mcp.ServerRequest[P]).GetExtra": "(*S/mcp.ServerRequest).GetExtra",
		"S/mcp.ServerRequest[*S/mcp.CallToolParamsRaw]":        "S/mcp.ServerRequest",
		"a.F[map[string]any, []int]":                           "a.F",
		"(*a.T[K, V]).M":                                       "(*a.T).M",
		"github.com/x/y/v2.F":                                  "github.com/x/y.F",
		"github.com/x/y/v2/z.F":                                "github.com/x/y/z.F",
		"(*github.com/x/y/v12/z.T).M":                          "(*github.com/x/y/z.T).M",
		"(*github.com/x/y/v3.T).M":                             "(*github.com/x/y.T).M",
		"k8s.io/klog/v2.Fatal":                                 "k8s.io/klog.Fatal",
		"k8s.io/api/core/v1.Pod":                               "k8s.io/api/core/v1.Pod",
		"k8s.io/api/core/v1beta1.Pod":                          "k8s.io/api/core/v1beta1.Pod",
		"github.com/x/v2ray.F":                                 "github.com/x/v2ray.F",
		"gopkg.in/yaml.v3.Unmarshal":                           "gopkg.in/yaml.Unmarshal",
		"(*gopkg.in/x/yaml.v2.Decoder).Decode":                 "(*gopkg.in/x/yaml.Decoder).Decode",
		"gopkg.in/src-d/go-git.v4/plumbing.F":                  "gopkg.in/src-d/go-git/plumbing.F",
		"example.com/yaml.v3.F":                                "example.com/yaml.v3.F",
		"github.com/zillow/mcp-go/server.NewMCPServer":         "github.com/mark3labs/mcp-go/server.NewMCPServer",
		"(*github.com/zillow/mcp-go/server.MCPServer).AddTool": "(*github.com/mark3labs/mcp-go/server.MCPServer).AddTool",
		"github.com/zillow/mcp-gopher.F":                       "github.com/zillow/mcp-gopher.F",
		"example.com/github.com/zillow/mcp-go.F":               "example.com/github.com/zillow/mcp-go.F",
		"a]b[c":                                                "a]b",
		"x/v99999999999999999999.F":                            "x.F",
	} {
		if got := Canonical(symbol); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", symbol, got, want)
		}
		if got := Canonical(want); got != want {
			t.Errorf("Canonical(%q) = %q, so it is not canonical", want, got)
		}
	}
}

func TestParseFunc(t *testing.T) {
	for symbol, want := range map[string]SymbolParts{
		"fmt.Sprintf":           {Package: "fmt", Func: "Sprintf"},
		"gopkg.in/a.b/c.F":      {Package: "gopkg.in/a.b/c", Func: "F"},
		"gopkg.in/yaml.F":       {Package: "gopkg.in/yaml", Func: "F"},
		"(io.Reader).Read":      {Package: "io", Type: "Reader", Func: "Read"},
		"(*net/http.Client).Do": {Package: "net/http", Type: "Client", Pointer: true, Func: "Do"},
	} {
		if got, err := ParseFunc(symbol); err != nil || got != want {
			t.Errorf("ParseFunc(%q) = %+v, %v, want %+v", symbol, got, err, want)
		}
	}
	for _, symbol := range []string{"", "F", ".F", "a/.F", "/a.F", "a.", "a.F-G", "a b.F", "(a.T)M", "(a.T).", "(T).M", "(**a.T).M", "(a.T", "a.(T).M"} {
		if got, err := ParseFunc(symbol); err == nil {
			t.Errorf("ParseFunc(%q) = %+v, want an error", symbol, got)
		}
	}
}

func TestInVersion(t *testing.T) {
	tests := []struct {
		since, until, version string
		want                  bool
	}{
		{"", "", "v1.0.0", true},
		{"v1.0.0", "", "v1.0.0", true},
		{"v1.0.1", "", "v1.0.0", false},
		{"", "v1.0.0", "v1.0.0", false},
		{"", "v1.0.0", "v0.9.0", true},
		{"v0.9.0", "v0.10.0", "v0.9.5", true},
		{"v1.0.0", "", "", true},
		{"", "v9.0.0", "", false},
	}
	for _, test := range tests {
		if got := InVersion(test.since, test.until, test.version); got != test.want {
			t.Errorf("InVersion(%q, %q, %q) = %t", test.since, test.until, test.version, got)
		}
	}
}

// TestEvalRules holds the list of rules to the constants.
func TestEvalRules(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "evalrules.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var declared []string
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(spec.Names[0].Name, "Eval") {
			value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Error(err)
			}
			declared = append(declared, value)
			if spec.Comment.Text() == "" {
				t.Errorf("%s: what does it compute?", spec.Names[0].Name)
			}
		}
		return true
	})
	slices.Sort(declared)
	if !slices.Equal(declared, EvalRules()) {
		t.Errorf("declared %q\nlisted %q", declared, EvalRules())
	}
	if !slices.Equal(slices.Compact(slices.Clone(declared)), declared) {
		t.Error("two rules have one name")
	}
	if IsEvalRule("sprontf") || !IsEvalRule(EvalSprintf) {
		t.Error("IsEvalRule is wrong")
	}
}
