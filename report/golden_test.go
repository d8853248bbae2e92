package report

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/inventory"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden compares what people see, at 80 columns and without colour.
// After a change: go test ./report -update, and look at the difference.
func TestGolden(t *testing.T) {
	r := sampleReport(t)
	clean := r
	clean.Findings, clean.NotSeen = nil, nil
	clean.Inventory = &inventory.Inventory{Servers: r.Inventory.Servers[:1], Tools: r.Inventory.Tools[:2]}
	tests := []struct {
		name string
		run  func(io.Writer) error
	}{
		{"check", func(w io.Writer) error { return Text(w, r, TextOptions{Width: 80}) }},
		{"check-verbose", func(w io.Writer) error { return Text(w, r, TextOptions{Width: 120, Verbose: true}) }},
		{"check-clean", func(w io.Writer) error { return Text(w, clean, TextOptions{Width: 80}) }},
		{"check-nothing", func(w io.Writer) error { return Text(w, Report{Rules: r.Rules, Packages: 3}, TextOptions{Width: 80}) }},
		{"markdown", func(w io.Writer) error { return Markdown(w, r) }},
		{"github", func(w io.Writer) error { return GitHub(w, r) }},
		{"tools", func(w io.Writer) error { return ToolsTable(w, r.Inventory, TableOptions{Width: 80}) }},
		{"tools-wide", func(w io.Writer) error { return ToolsTable(w, r.Inventory, TableOptions{Width: 80, Wide: true}) }},
		{"checklist", func(w io.Writer) error { return Checklist(w, r.Inventory, TableOptions{Width: 80}) }},
		{"checklist-wide", func(w io.Writer) error { return Checklist(w, r.Inventory, TableOptions{Width: 120, Wide: true}) }},
		{"checklist-markdown", func(w io.Writer) error { return ChecklistMarkdown(w, r.Inventory) }},
		{"models", func(w io.Writer) error { return ModelsTable(w, sampleModels, TableOptions{Width: 60}) }},
		{"rules", func(w io.Writer) error { return RulesTable(w, checklist.All(), TableOptions{Width: 80}) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got bytes.Buffer
			if err := tt.run(&got); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", tt.name+".txt")
			if *update {
				if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("output differs from %s; got:\n%s", path, got.String())
			}
		})
	}
}

// TestWidth makes sure that no line is wider than asked for, as long as no
// name or place is.
func TestWidth(t *testing.T) {
	r := sampleReport(t)
	for _, limit := range []int{72, 80, 100, 120, 200} {
		var b bytes.Buffer
		for _, err := range []error{
			Text(&b, r, TextOptions{Width: limit}),
			Text(&b, r, TextOptions{Width: limit, Verbose: true, Color: true}),
			ToolsTable(&b, r.Inventory, TableOptions{Width: limit, Color: true}),
			Checklist(&b, r.Inventory, TableOptions{Width: limit}),
			Checklist(&b, r.Inventory, TableOptions{Width: limit, Wide: true, Color: true}),
			RulesTable(&b, r.Rules, TableOptions{Width: limit}),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			if width(line) > limit {
				t.Errorf("at %d columns a line has %d: %q", limit, width(line), line)
			}
			if strings.HasSuffix(line, " ") {
				t.Errorf("line ends in a space: %q", line)
			}
		}
	}
}

// TestNamesAreNeverCut holds at any width: a name that can't be read whole
// can't be looked for.
func TestNamesAreNeverCut(t *testing.T) {
	name := "a_tool_with_a_name_that_is_longer_than_a_terminal_line_could_ever_hold_in_one_piece"
	inv := &inventory.Inventory{Tools: []*inventory.Tool{{
		Name: &name, Kind: inventory.KindTool,
		Position: inventory.Position{File: "some/folder/deep/below/the/root/file.go", Line: 7, Column: 1},
		Handler:  &inventory.Handler{Name: "(*example.com/m/pkg.Server).handleTheToolWithTheLongName"},
	}}}
	for _, limit := range []int{1, 20, 40, 80, 120} {
		var b bytes.Buffer
		if err := ToolsTable(&b, inv, TableOptions{Width: limit}); err != nil {
			t.Fatal(err)
		}
		if err := Checklist(&b, inv, TableOptions{Width: limit}); err != nil {
			t.Fatal(err)
		}
		if strings.Count(b.String(), name) < 2 {
			t.Errorf("at %d columns the name is cut:\n%s", limit, b.String())
		}
	}
}

// TestHostileNames makes sure that the audited source can't write to the
// terminal: no escape, control or reordering character gets through.
func TestHostileNames(t *testing.T) {
	evil := "x\x1b]0;title\x07\x1b[2J\r\n\u202eabc\u2066\u200b\xff\u2028\u0085"
	r := sampleReport(t)
	for i := range r.Findings {
		r.Findings[i].Message += evil
		r.Findings[i].Tool += evil
		r.Findings[i].Pos.File += evil
		for j := range r.Findings[i].Trace {
			r.Findings[i].Trace[j].Text += evil
		}
		for j := range r.Findings[i].Related {
			r.Findings[i].Related[j].Text += evil
		}
		for j := range r.Findings[i].Fixes {
			r.Findings[i].Fixes[j].Title += evil
		}
		if s := r.Findings[i].Suppressed; s != nil {
			s.Reason += evil
		}
	}
	inv := r.Inventory
	for _, s := range inv.Servers {
		s.Name, s.SDK, s.SDKVersion, s.Transports = evil, evil, evil, []string{evil}
		s.Position.File += evil
	}
	for _, tool := range append(append(inv.Tools, inv.Resources...), inv.Prompts...) {
		tool.Name, tool.Description, tool.URI = &evil, evil, evil
		tool.Position.File += evil
		tool.Unknown = []inventory.Unknown{{Part: evil, Reason: evil}}
		tool.Controls = map[string]*inventory.State{"confirm": {State: "fail", Evidence: []inventory.Evidence{{Text: evil, Position: inventory.Position{File: evil, Line: 1}}}}}
		if tool.Handler != nil {
			tool.Handler.Name, tool.Handler.File = evil, evil
		}
	}
	inv.NotSeen[0] = inventory.NotSeen{What: evil, Reason: evil, Position: inventory.Position{File: evil, Line: 1}}

	var b bytes.Buffer
	for _, err := range []error{
		Text(&b, r, TextOptions{Width: 80, Verbose: true}),
		ToolsTable(&b, inv, TableOptions{Width: 80}),
		ToolsTable(&b, inv, TableOptions{Wide: true}),
		Checklist(&b, inv, TableOptions{Width: 80, Wide: true}),
		ChecklistMarkdown(&b, inv),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, bad := range []string{"\x1b", "\x07", "\r", "\u202e", "\u2066", "\u200b", "\xff", "\u2028", "\u0085"} {
		if strings.Contains(b.String(), bad) {
			t.Errorf("%q gets through", bad)
		}
	}
}

func TestColor(t *testing.T) {
	r := sampleReport(t)
	render := func(color bool) string {
		var b bytes.Buffer
		if err := Text(&b, r, TextOptions{Width: 80, Color: color}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	plain, coloured := render(false), render(true)
	if strings.Contains(plain, "\x1b") {
		t.Error("escapes without colour")
	}
	if !strings.Contains(coloured, "\x1b[1;31merror") {
		t.Error("errors are not red")
	}
	if stripped := stripEscapes(coloured); stripped != plain {
		t.Errorf("colour changes the text:\n%s", stripped)
	}
}

func stripEscapes(s string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, s, _ = strings.Cut(after, "m")
	}
}

// planned counts the rules that are not built yet.
func planned() int {
	n := 0
	for _, r := range checklist.All() {
		if !r.Lifecycle.Implemented() {
			n++
		}
	}
	return n
}

// TestNoFindings makes sure that silence never reads like a pass.
func TestNoFindings(t *testing.T) {
	r := sampleReport(t)
	r.Findings = nil
	render := func(r Report) string {
		var b bytes.Buffer
		if err := Text(&b, r, TextOptions{}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	tests := []struct {
		name string
		edit func(*Report)
		want []string
	}{
		{"one rule", func(*Report) {}, []string{
			"No findings of MCP015 tooldesc in 2 servers, 4 tools",
			fmt.Sprintf("1 of %d rules ran", len(checklist.All())),
			"2 tools unknown in part", "Not seen (2)",
		}},
		{"planned", func(r *Report) {
			r.Rules = slices.Clone(r.Rules)
			r.Rules[len(r.Rules)-1].Lifecycle = checklist.Planned
		}, []string{fmt.Sprintf("%d planned and not built yet, so nothing is known about them", planned()+1)}},
		{"many rules", func(r *Report) { r.Ran = []string{"MCP001", "MCP002", "MCP003", "MCP004"} }, []string{"No findings of 4 rules in"}},
		{"no rule", func(r *Report) { r.Ran = nil }, []string{"because no rule ran", fmt.Sprintf("%d switched off", len(checklist.All())-planned())}},
		{"no server", func(r *Report) { r.Inventory = nil }, []string{"because nothing was checked: there is no MCP server or tool in 12 packages"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := r
			tt.edit(&r)
			got := render(r)
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing in:\n%s", want, got)
				}
			}
		})
	}
}

// TestWriteErrors makes sure that a full disk is not taken for a report.
func TestWriteErrors(t *testing.T) {
	r := sampleReport(t)
	for name, err := range map[string]error{
		"Text":          Text(failing{}, r, TextOptions{}),
		"ToolsTable":    ToolsTable(failing{}, r.Inventory, TableOptions{}),
		"Checklist":     Checklist(failing{}, r.Inventory, TableOptions{}),
		"Markdown":      ChecklistMarkdown(failing{}, r.Inventory),
		"ModelsTable":   ModelsTable(failing{}, sampleModels, TableOptions{}),
		"RulesTable":    RulesTable(failing{}, r.Rules, TableOptions{}),
		"JSON":          JSON(failing{}, r),
		"InventoryJSON": InventoryJSON(failing{}, r.Inventory),
		"SARIF":         SARIF(failing{}, r, SARIFOptions{}),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestBareFunc(t *testing.T) {
	for in, want := range map[string]string{
		"example.com/a/b.Handle":                   "Handle",
		"(*example.com/a/b.Server).Delete":         "(*Server).Delete",
		"(example.com/a/b.Server).Delete-fm":       "(Server).Delete-fm",
		"example.com/a/b.New.func1":                "New.func1",
		"example.com/a/b.Typed[example.com/c/d.T]": "Typed[example.com/c/d.T]",
		"main.run": "run",
		"":         "",
		"(*":       "(*",
		"plain":    "plain",
	} {
		if got := bareFunc(in); got != want {
			t.Errorf("bareFunc(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	tests := []struct {
		in    string
		limit int
		want  []string
	}{
		{"", 10, []string{""}},
		{"a  b\nc", 0, []string{"a b c"}},
		{"one two three", 7, []string{"one two", "three"}},
		{"日本 日本", 5, []string{"日本", "日本"}},
		{"abcdefghij", 4, []string{"abcd", "efgh", "ij"}},
		{"see pkg/some/file.go:10:2 now", 8, []string{"see", "pkg/some/file.go:10:2", "now"}},
		{"日", 1, []string{"日"}},
	}
	for _, tt := range tests {
		got := wrap(tt.in, tt.limit)
		if strings.Join(got, "|") != strings.Join(tt.want, "|") {
			t.Errorf("wrap(%q, %d) = %q, want %q", tt.in, tt.limit, got, tt.want)
		}
	}
}

func TestShorten(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{keepFile("a/bc/def.go:10", 20), "a/bc/def.go:10"},
		{keepFile("a/bc/def.go:10", 12), "…/def.go:10"},
		{keepFile("a/bc/def.go:10", 13), "…/def.go:10"},
		{keepFile("a/bc/def.go:10", 6), "…go:10"},
		{keepEnd("日本語", 5), "…本語"},
		{keepStart("abcdef", 4), "abc…"},
		{keepStart("abc", 3), "abc"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

var sampleModels = [][]string{
	{"kit", "sdk", "example.com/platform/tools/mcpkit", "v0.0.0-20260102030405-0123456789ab", "12"},
	{"std", "std", "-", "-", "294"},
}
