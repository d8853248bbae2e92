package ruledoc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

const sample = `// Package demo defines an Analyzer that reports demos.
//
// # Analyzer demo
//
// demo: report calls
// of demo
//
// # What it reports
//
// A call of <b>demo</b>:
//
//   - with no argument;
//   - with two.
//
// # Why
//
// Because.
//
// # Bad
//
//	demo() // flagged
//
//	demo(1, 2)
//
// # Good
//
// One argument.
//
//	demo(1)
//
// # Limits
//
// None.
package demo
`

func TestParse(t *testing.T) {
	d, err := Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	if d.Slug != "demo" || d.Summary != "report calls of demo" {
		t.Errorf("got slug %q, summary %q", d.Slug, d.Summary)
	}
	want := "### What it reports\n\nA call of \\<b>demo\\</b>:\n\n  - with no argument;\n  - with two.\n" +
		"\n### Why\n\nBecause.\n" +
		"\n### Bad\n\n```go\ndemo() // flagged\n\ndemo(1, 2)\n```\n" +
		"\n### Good\n\nOne argument.\n\n```go\ndemo(1)\n```\n" +
		"\n### Limits\n\nNone.\n"
	if got := d.Markdown(3); got != want {
		t.Errorf("Markdown(3):\n%s\nwant:\n%s", got, want)
	}
	wantText := "demo: report calls\nof demo\n" +
		"\nWhat it reports\n\nA call of <b>demo</b>:\n\n  - with no argument;\n  - with two.\n" +
		"\nWhy\n\nBecause.\n" +
		"\nBad\n\n\tdemo() // flagged\n\n\tdemo(1, 2)\n" +
		"\nGood\n\nOne argument.\n\n\tdemo(1)\n" +
		"\nLimits\n\nNone.\n"
	if got := Text(sample); got != wantText {
		t.Errorf("Text():\n%s\nwant:\n%s", got, wantText)
	}
	if s, ok := d.Section("Bad"); !ok || !strings.Contains(s.Text, "// flagged") {
		t.Errorf("Section(Bad) = %+v, %v", s, ok)
	}
	if _, ok := d.Section("Ugly"); ok {
		t.Error("Section(Ugly) was found")
	}
	a := &analysis.Analyzer{Name: d.Slug, Doc: Text(sample), Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	if err := analysis.Validate([]*analysis.Analyzer{a}); err != nil {
		t.Errorf("Text is no Doc of an analyzer: %v", err)
	}
}

func TestParseFaults(t *testing.T) {
	for _, test := range []struct{ name, old, new, want string }{
		{"not Go", "package demo", "pack demo", "parse the rule's doc.go"},
		{"no comment", "package demo", "\npackage demo", "has no package comment"},
		{"other slug", "# Analyzer demo", "# Analyzer other", `heading "# Analyzer demo" is missing`},
		{"no summary", "// demo: report", "// report", `does not read "demo: report ..."`},
		{"stray prose", "// # What it reports\n", "", "between the summary and the first section"},
		{"missing section", "// # Why\n//\n// Because.\n//\n", "", "write exactly"},
		{"wrong order", "// # Why", "// # Bad", "write exactly"},
		{"unknown section", "// # Why", "// # Wherefore", "write exactly"},
		{"empty section", "// Because.\n//\n", "", `section "Why" is empty`},
		{"empty last section", "// # Limits\n//\n// None.\n", "// # Limits\n", `section "Limits" is empty`},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := strings.Replace(sample, test.old, test.new, 1)
			if src == sample {
				t.Fatal("the test changes nothing")
			}
			_, err := Parse(src)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Parse: %v, want an error with %q", err, test.want)
			}
		})
	}
}

// TestRules parses the prose of every rule that exists.
func TestRules(t *testing.T) {
	files, err := filepath.Glob("../../analyzers/*/doc.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rules found: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d, err := Parse(string(src))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if dir := filepath.Base(filepath.Dir(file)); d.Slug != dir {
			t.Errorf("%s: package %s is not named like its folder", file, d.Slug)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample)
	f.Add("// # Analyzer p\npackage p")
	f.Fuzz(func(t *testing.T, src string) {
		d, err := Parse(src)
		if err != nil {
			return
		}
		if d.Summary == "" || len(d.Sections) != len(Titles()) {
			t.Errorf("accepted a rule without summary or sections: %+v", d)
		}
	})
}
