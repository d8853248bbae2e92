package ignore

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/srcpos"
)

// readSource reads the directives of one file.
func readSource(t *testing.T, src string) *Result {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "/p/a.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	res := new(Result)
	res.read(srcpos.NewMap(fset, nil), file)
	return res
}

// TestRange has one directive per case, as <D>; the lines marked <+> are the
// ones that it has to cover, and no others.
func TestRange(t *testing.T) {
	for name, src := range map[string]string{
		"statement on the next line": `
func f() {
	before()
	<D>
	s.AddTool(<+>
		tool,<+>
		handler)<+>
	after()
}`,
		"behind the first line of a statement": `
func f() {
	s.AddTool( <D><+>
		tool,<+>
		handler)<+>
	after()
}`,
		"behind the last line of a statement": `
func f() {
	before()
	s.AddTool(<+>
		tool,<+>
		handler) <D><+>
}`,
		"behind a middle line": `
func f() {
	before()
	s.AddTool(<+>
		tool, <D><+>
		handler)<+>
}`,
		"element of a table": `
var tools = []Tool{
	{Name: "a"},
	{Name: "b"}, <D><+>
	{
		Name: "c",
	},
}`,
		"element on the next line": `
var tools = []Tool{
	{Name: "a"},
	<D>
	{<+>
		Name: "c",<+>
	},<+>
	{Name: "d"},
}`,
		"key and value": `
var tool = Tool{
	Name: "a",
	Desc: "b", <D><+>
}`,
		"declaration with a doc comment": `
// f is documented.
//
<D>
func f() {<+>
	g()<+>
}<+>

func h() {}`,
		"comment lines in between": `
func f() {
	<D>
	// more about it
	g()<+>
	h()
}`,
		"a blank line ends it": `
func f() {
	<D>
<+>
	g()
}`,
		"declaration, behind": `
func f() { <D><+>
	g()<+>
}<+>

func h() {}`,
		"one spec of a group": `
var (
	a = 1
	<D>
	b = g(<+>
		2)<+>
	c = 3
)`,
		"field": `
type T struct {
	A string
	B string <D><+>
	C string
}`,
		"two statements on a line": `
func f() {
	g(); h() <D><+>
	i()
}`,
		"whole block": `
func f() {
	<D>
	if x {<+>
		g()<+>
	}<+>
	h()
}`,
		"case": `
func f() {
	switch x {
	<D>
	case 1:<+>
		g()<+>
	case 2:
		h()
	}
}`,
	} {
		t.Run(name, func(t *testing.T) {
			const mark = "<+>"
			src = "package p\n" + src
			want := make(map[int]bool)
			for i, l := range strings.Split(src, "\n") {
				if strings.Contains(l, mark) {
					want[i+1] = true
				}
			}
			text := strings.ReplaceAll(src, mark, "")
			text = strings.Replace(text, "<D>", "//mcpvet:ignore MCP015 a reason", 1)
			res := readSource(t, text)
			if len(res.Covers) != 1 || len(res.Problems) != 0 {
				t.Fatalf("covers %v, problems %v", res.Covers, res.Problems)
			}
			for i := range strings.Split(src, "\n") {
				line := i + 1
				if got := res.Match("MCP015", "/p/a.go", line) != nil; got != want[line] {
					t.Errorf("line %d covered: %v, want %v", line, got, want[line])
				}
			}
		})
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"//mcpvet:ignore MCP015 because of that":          "[MCP015] because of that",
		"//mcpvet:ignore MCP004,MCP015 two":               "[MCP004 MCP015] two",
		"//mcpvet:ignore MCP004, MCP015 spaced list":      "[MCP004 MCP015] spaced list",
		"//mcpvet:ignore tooldesc by slug":                "[MCP015] by slug",
		"//mcpvet:ignore mcp015,tooldesc twice":           "[MCP015] twice",
		"//mcpvet:ignore\tMCP015\ttabs":                   "[MCP015] tabs",
		"//mcpvet:ignore MCP015 see https://x.example/y":  "[MCP015] see https://x.example/y",
		"//mcpvet:ignore MCP015 why // and a second note": "[MCP015] why",
	} {
		res := readSource(t, "package p\n\nvar x = 1 "+text+"\n")
		if len(res.Covers) != 1 {
			t.Errorf("%s: covers %v, problems %v", text, res.Covers, res.Problems)
			continue
		}
		c := res.Covers[0]
		if got := fmt.Sprint(c.Rules, " ", c.Reason); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestProblems(t *testing.T) {
	for text, want := range map[string]string{
		"//mcpvet:ignore":                     "names no rule",
		"//mcpvet:ignore // x":                "names no rule",
		"//mcpvet:ignore MCP015":              "gives no reason",
		"//mcpvet:ignore MCP015 // note":      "gives no reason",
		"//mcpvet:ignore MCP015,":             "gives no reason",
		"//mcpvet:ignore tooldecs a reason":   "did you mean tooldesc?",
		"//mcpvet:ignore MCP915 a reason":     `unknown rule "MCP915"`,
		"//mcpvet:ingore MCP015 a reason":     "did you mean //mcpvet:ignore?",
		"// mcpvet:ignore MCP015 a reason":    "the space after //",
		"//mcpvet:ignore because it is right": `unknown rule "because"`,
	} {
		res := readSource(t, "package p\n\nvar x = 1 "+text+"\n")
		if len(res.Covers) != 0 || len(res.Problems) != 1 {
			t.Errorf("%s: covers %v, problems %v", text, res.Covers, res.Problems)
			continue
		}
		p := res.Problems[0]
		if !strings.Contains(p.Message, want) {
			t.Errorf("%s: message %q lacks %q", text, p.Message, want)
		}
		if p.Rule != RuleID || p.Pos.File != "/p/a.go" || p.Pos.Line != 3 || p.Pos.Column != 11 {
			t.Errorf("%s: %+v", text, p)
		}
	}
	for _, text := range []string{"// mcpvet: a tool", "// mcpvet finds", "//mcpvet:control scope", "//nolint:mcpvet", "/*mcpvet:ignore*/"} {
		res := readSource(t, "package p\n\nvar x = 1 "+text+"\n")
		if len(res.Covers)+len(res.Problems) != 0 {
			t.Errorf("%s: covers %v, problems %v", text, res.Covers, res.Problems)
		}
	}
}

func TestLineDirective(t *testing.T) {
	// The place on disk counts, since that is what findings have.
	res := readSource(t, "package p\n\n//line other.y:70\nvar x = 1 //mcpvet:ignore MCP015 generated from other.y\n")
	if res.Match("MCP015", "/p/a.go", 4) == nil {
		t.Errorf("not covered: %+v", res.Covers)
	}
}

func TestIndex(t *testing.T) {
	res := readSource(t, `package p

var a = 1 //mcpvet:ignore MCP015,MCP004 first
var b = 2 //mcpvet:ignore MCP015 second
var c = 3 //mcpvet:ignore MCP009 third
`)
	// A test variant has the same files once more.
	ix := NewIndex([]*Result{res, res})
	if s := ix.Match("MCP015", "/p/a.go", 3); s == nil || s.Reason != "first" || s.Pos.Line != 3 {
		t.Errorf("got %+v", s)
	}
	if ix.Match("MCP015", "/p/b.go", 3) != nil || ix.Match("MCP001", "/p/a.go", 3) != nil {
		t.Error("another file or rule matches")
	}
	unused := ix.Unused(func(id string) bool { return id != "MCP009" })
	var got []string
	for _, f := range unused {
		got = append(got, fmt.Sprintf("%d %s", f.Pos.Line, f.Message))
	}
	want := []string{
		"3 the directive suppresses nothing: no finding of MCP004 here",
		"4 the directive suppresses nothing: no finding of MCP015 here",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFactRoundTrip(t *testing.T) {
	fact := &Suppresses{Covers: readSource(t, "package p\n\nvar a = 1 //mcpvet:ignore MCP015,MCP004 a reason\n").Covers}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(fact); err != nil {
		t.Fatal(err)
	}
	if n := buf.Len(); n > 400 {
		t.Errorf("one directive takes %d bytes", n)
	}
	var back Suppresses
	if err := gob.NewDecoder(&buf).Decode(&back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(&back, fact) {
		t.Errorf("got %+v, want %+v", back, fact)
	}
}
