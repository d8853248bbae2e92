package emit

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/ignore"
)

const source = `package p

var a = "one"
var ü, b = 1, "two"

//line template.y:10
var c = "three"
`

// newPass returns a pass over source, and the diagnostics that it will hold.
func newPass(t *testing.T, cfg *config.Result) (*analysis.Pass, *[]analysis.Diagnostic) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "/p/a.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var diags []analysis.Diagnostic
	return &analysis.Pass{
		Analyzer: &analysis.Analyzer{Name: "tooldesc"},
		Fset:     fset,
		Files:    []*ast.File{file},
		Report:   func(d analysis.Diagnostic) { diags = append(diags, d) },
		ResultOf: map[*analysis.Analyzer]any{config.Analyzer: cfg, ignore.Analyzer: new(ignore.Result)},
	}, &diags
}

func inScope() *config.Result {
	return &config.Result{InScope: true, Config: new(config.Config), Profile: finding.Regular}
}

func at(file string, line, col int) finding.Position {
	return finding.Position{File: file, Line: line, Column: col}
}

func TestPositions(t *testing.T) {
	pass, diags := newPass(t, inScope())
	positions := []finding.Position{
		at("/p/a.go", 3, 9),
		at("/p/a.go", 4, 16),     // behind a two-byte letter
		at("/p/a.go", 7, 9),      // below a //line directive
		at("/q/other.go", 12, 3), // of another package
		at("/q/other.go", 900, 40),
		at("/q/other.go", 12, 80),
		at("/p/a.go", 99, 1), // beyond the end: the file has changed meanwhile
		at("/q/third.go", 1, 0),
	}
	var list []finding.Finding
	for _, p := range positions {
		list = append(list, finding.Finding{Rule: "MCP015", Pos: p, Message: "m", Profile: finding.Regular})
	}
	Findings(pass, list)
	if len(*diags) != len(positions) {
		t.Fatalf("%d diagnostics", len(*diags))
	}
	for i, d := range *diags {
		want := positions[i]
		want.Column = max(want.Column, 1)
		if got := pass.Fset.Position(d.Pos); got.String() != want.String() {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	// What lies in a parsed file stays there: a fix needs the real place.
	if f := pass.Fset.File((*diags)[0].Pos); f != pass.Fset.File(pass.Files[0].FileStart) {
		t.Error("the first position is in a fabricated file")
	}
}

func TestHugeLine(t *testing.T) {
	pass, diags := newPass(t, inScope())
	Findings(pass, []finding.Finding{{Rule: "MCP015", Pos: at("/q/x.go", 1<<40, 1), Profile: finding.Regular}})
	if len(*diags) != 1 || (*diags)[0].Pos != token.NoPos {
		t.Errorf("got %+v", *diags)
	}
}

func TestDiagnostic(t *testing.T) {
	pass, diags := newPass(t, inScope())
	pos := at("/p/a.go", 3, 9)
	pos.EndLine, pos.EndColumn = 3, 14
	Findings(pass, []finding.Finding{{
		Rule: "MCP015", Pos: pos, Message: `tool "x" has no description`, Profile: finding.Regular,
		Trace:   []finding.Step{{Pos: at("/p/a.go", 4, 5), Text: "step 1"}, {Text: "nowhere"}, {Pos: at("/q/b.go", 5, 2), Text: "step 2"}},
		Related: []finding.Evidence{{Pos: at("/p/a.go", 1, 1), Text: "evidence"}},
		Fixes: []finding.Fix{
			{Title: "unsafe", Edits: []finding.Edit{{Pos: pos, NewText: "0"}}},
			{Title: "elsewhere", Safe: true, Edits: []finding.Edit{{Pos: at("/q/b.go", 1, 1), NewText: "0"}}},
			{Title: "safe", Safe: true, Edits: []finding.Edit{{Pos: pos, NewText: `"1"`}, {Pos: at("/p/a.go", 3, 14), NewText: "+x"}}},
			{Title: "second", Safe: true, Edits: []finding.Edit{{Pos: pos, NewText: `"2"`}}},
		},
	}})
	if len(*diags) != 1 {
		t.Fatalf("%d diagnostics", len(*diags))
	}
	d := (*diags)[0]
	if d.Category != "MCP015" || d.Message != `MCP015: tool "x" has no description` || !strings.HasSuffix(d.URL, "/tooldesc.md") {
		t.Errorf("%+v", d)
	}
	if got := pass.Fset.Position(d.End).String(); got != "/p/a.go:3:14" {
		t.Errorf("end %s", got)
	}
	var related []string
	for _, r := range d.Related {
		related = append(related, fmt.Sprintf("%s %s", pass.Fset.Position(r.Pos), r.Message))
	}
	if want := []string{"/p/a.go:4:5 step 1", "/q/b.go:5:2 step 2", "/p/a.go:1:1 evidence"}; !reflect.DeepEqual(related, want) {
		t.Errorf("related %q, want %q", related, want)
	}
	if len(d.SuggestedFixes) != 1 || d.SuggestedFixes[0].Message != "safe" || len(d.SuggestedFixes[0].TextEdits) != 2 {
		t.Fatalf("fixes %+v", d.SuggestedFixes)
	}
	first, second := d.SuggestedFixes[0].TextEdits[0], d.SuggestedFixes[0].TextEdits[1]
	if first.End-first.Pos != 5 || second.Pos != second.End {
		t.Errorf("edits %+v", d.SuggestedFixes[0].TextEdits)
	}
}

// TestFixElsewhere: a file of another package is known from export data, with its
// lines, at the first columns of which there is nothing to be edited.
func TestFixElsewhere(t *testing.T) {
	pass, diags := newPass(t, inScope())
	f := pass.Fset.AddFile("/q/b.go", -1, 100)
	lines := make([]int, 100)
	for i := range lines {
		lines[i] = i
	}
	if !f.SetLines(lines) {
		t.Fatal("no lines")
	}
	Findings(pass, []finding.Finding{{
		Rule: "MCP015", Pos: at("/q/b.go", 3, 1), Message: "m", Profile: finding.Regular,
		Fixes: []finding.Fix{{Title: "insert", Safe: true, Edits: []finding.Edit{{Pos: at("/q/b.go", 3, 1), NewText: "0"}}}},
	}})
	if len(*diags) != 1 || len((*diags)[0].SuggestedFixes) != 0 {
		t.Errorf("%+v", *diags)
	}
}

func TestFilter(t *testing.T) {
	off := false
	exempt, err := config.Parse("/p/.mcpvet.yaml", []byte("version: 1\nexclude: [gen]\npolicy:\n  exemptions:\n    - {rule: MCP015, tool: known, reason: accepted}\n"))
	if err != nil {
		t.Fatal(err)
	}
	base := finding.Finding{Rule: "MCP015", Pos: at("/p/a.go", 3, 9), Message: "m", Profile: finding.Pedantic}
	with := func(change func(*finding.Finding)) finding.Finding {
		f := base
		change(&f)
		return f
	}
	covered := &ignore.Result{Covers: []ignore.Cover{{Rules: []string{"MCP015"}, Reason: "r", File: "/p/a.go", From: 3, To: 3, Line: 3}}}
	for name, test := range map[string]struct {
		finding finding.Finding
		config  func(*config.Result)
		flag    string
		ignores *ignore.Result
		want    int
	}{
		"profile too quiet":       {finding: base, want: 0},
		"profile of the run":      {finding: base, config: func(r *config.Result) { r.Profile = finding.Auditor }, want: 1},
		"profile of the rule":     {finding: base, flag: "pedantic", want: 1},
		"rule's flag is quieter":  {finding: base, flag: "regular", config: func(r *config.Result) { r.Profile = finding.Auditor }, want: 0},
		"suppressed":              {finding: with(func(f *finding.Finding) { f.Suppressed = new(finding.Suppression) }), flag: "auditor", want: 0},
		"directive":               {finding: base, flag: "auditor", ignores: covered, want: 0},
		"directive on other line": {finding: with(func(f *finding.Finding) { f.Pos.Line = 4 }), flag: "auditor", ignores: covered, want: 1},
		"switched off": {finding: base, flag: "auditor", want: 0, config: func(r *config.Result) {
			r.Config = &config.Config{Rules: map[string]config.RuleConfig{"MCP015": {Enabled: &off}}}
		}},
		"excluded":     {finding: with(func(f *finding.Finding) { f.Pos.File = "/p/gen/x.go" }), flag: "auditor", config: func(r *config.Result) { r.Config = exempt }, want: 0},
		"exempt":       {finding: with(func(f *finding.Finding) { f.Tool = "known" }), flag: "auditor", config: func(r *config.Result) { r.Config = exempt }, want: 0},
		"not exempt":   {finding: with(func(f *finding.Finding) { f.Tool = "other" }), flag: "auditor", config: func(r *config.Result) { r.Config = exempt }, want: 1},
		"out of scope": {finding: base, flag: "auditor", config: func(r *config.Result) { *r = config.Result{} }, want: 0},
		"quiet":        {finding: base, flag: "auditor", config: func(r *config.Result) { r.Quiet = true }, want: 0},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := inScope()
			if test.config != nil {
				test.config(cfg)
			}
			pass, diags := newPass(t, cfg)
			config.RegisterProfile(&pass.Analyzer.Flags)
			if test.flag != "" {
				if err := pass.Analyzer.Flags.Set("profile", test.flag); err != nil {
					t.Fatal(err)
				}
			}
			if test.ignores != nil {
				pass.ResultOf[ignore.Analyzer] = test.ignores
			}
			Findings(pass, []finding.Finding{test.finding})
			if len(*diags) != test.want {
				t.Errorf("%d diagnostics, want %d", len(*diags), test.want)
			}
		})
	}
}

func TestHiddenFiles(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	for name, src := range map[string]string{
		"/p/a_test.go": "package p\n",
		"/p/gen.go":    "// Code generated by x; DO NOT EDIT.\n\npackage p\n",
		"/p/b.go":      "package p\n",
	} {
		f, err := parser.ParseFile(fset, name, src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	for _, test := range []struct{ tests, generated bool }{{false, false}, {true, false}, {false, true}, {true, true}} {
		cfg := inScope()
		cfg.IncludeTests, cfg.IncludeGenerated = test.tests, test.generated
		hidden := hiddenFiles(&analysis.Pass{Fset: fset, Files: files}, cfg)
		if hidden["/p/a_test.go"] == test.tests || hidden["/p/gen.go"] == test.generated || hidden["/p/b.go"] {
			t.Errorf("%+v: hidden %v", test, hidden)
		}
	}
}

// TestMany holds the cost of fabricated files down: they are made once per
// rule and package, not once per finding.
func TestMany(t *testing.T) {
	pass, diags := newPass(t, inScope())
	var list []finding.Finding
	for i := range 5000 {
		list = append(list, finding.Finding{Rule: "MCP015", Pos: at("/q/x.go", i+1, 7), Profile: finding.Regular})
	}
	start := time.Now()
	Findings(pass, list)
	if len(*diags) != len(list) {
		t.Fatalf("%d diagnostics", len(*diags))
	}
	files := 0
	pass.Fset.Iterate(func(*token.File) bool { files++; return true })
	if files != 2 {
		t.Errorf("%d files in the file set, want 2", files)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %s", d)
	}
}
