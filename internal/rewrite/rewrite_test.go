package rewrite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/finding"
)

const source = `package p

import (
	"fmt"
	"os"
)

func a() string {
	return fmt.Sprint("a", "b")
}

func b() string {
	return os.Getenv("b")
}
`

// at makes an edit that replaces the only place where old stands.
func at(t *testing.T, file, src, old, text string) finding.Edit {
	t.Helper()
	if strings.Count(src, old) != 1 {
		t.Fatalf("%q is not there once", old)
	}
	place := func(i int) (line, col int) {
		return strings.Count(src[:i], "\n") + 1, i - strings.LastIndexByte(src[:i], '\n')
	}
	i := strings.Index(src, old)
	var p finding.Position
	p.File = file
	p.Line, p.Column = place(i)
	p.EndLine, p.EndColumn = place(i + len(old))
	return finding.Edit{Pos: p, NewText: text}
}

// before makes an edit that inserts text before the only place where old stands.
func before(t *testing.T, file, src, old, text string) finding.Edit {
	e := at(t, file, src, old, text)
	e.Pos.EndLine, e.Pos.EndColumn = e.Pos.Line, e.Pos.Column
	return e
}

func item(title string, edits ...finding.Edit) Item {
	return Item{Rule: "MCP000", Fix: finding.Fix{Title: title, Safe: true, Edits: edits}}
}

func TestPlan(t *testing.T) {
	strs := before(t, "a.go", source, `"fmt"`, "\"strings\"\n\t")
	time := before(t, "a.go", source, `"fmt"`, "\"time\"\n\t")
	for _, test := range []struct {
		name  string
		items []Item
		want  map[string]string // what stands in place of what
		left  string            // title: reason
	}{
		{
			name: "one",
			items: []Item{item("one", at(t, "a.go", source, `"b")
}

func b`, `"c")
}

func b`))},
			want: map[string]string{`"a", "b"`: `"a", "c"`},
		},
		{
			name:  "an import that nothing uses any more goes",
			items: []Item{item("const", at(t, "a.go", source, `fmt.Sprint("a", "b")`, `"ab"`))},
			want:  map[string]string{`fmt.Sprint("a", "b")`: `"ab"`, "\t\"fmt\"\n": ""},
		},
		{
			name: "two add the same import",
			items: []Item{
				item("one", strs, at(t, "a.go", source, `"a", "b"`, `strings.ToUpper("a"), "b"`)),
				item("two", strs, at(t, "a.go", source, `os.Getenv("b")`, `strings.ToLower(os.Getenv("b"))`)),
			},
			want: map[string]string{"\t\"os\"\n": "\t\"os\"\n\t\"strings\"\n", `"a", "b"`: `strings.ToUpper("a"), "b"`, `os.Getenv("b")`: `strings.ToLower(os.Getenv("b"))`},
		},
		{
			name: "two add different imports at one place",
			items: []Item{
				item("one", strs, at(t, "a.go", source, `"a", "b"`, `strings.ToUpper("a"), "b"`)),
				item("two", time, at(t, "a.go", source, `os.Getenv("b")`, `os.Getenv("b") + time.Now().String()`)),
			},
			want: map[string]string{"\t\"os\"\n": "\t\"os\"\n\t\"strings\"\n\t\"time\"\n", `"a", "b"`: `strings.ToUpper("a"), "b"`, `os.Getenv("b")`: `os.Getenv("b") + time.Now().String()`},
		},
		{
			name: "the second of two at one place is left out whole",
			items: []Item{
				item("one", at(t, "a.go", source, `"a", "b"`, `"c"`)),
				item("two", at(t, "a.go", source, `fmt.Sprint("a", "b")`, `"ab"`), at(t, "a.go", source, `os.Getenv("b")`, `""`)),
			},
			want: map[string]string{`"a", "b"`: `"c"`},
			left: "two: another fix changes the same place",
		},
		{
			name: "so is one that inserts where the other ends",
			items: []Item{
				item("one", at(t, "a.go", source, `"a", "b"`, `"c"`)),
				item("two", before(t, "a.go", source, `"a", "b"`, `"d", `)),
			},
			want: map[string]string{`"a", "b"`: `"c"`},
			left: "two: another fix changes the same place",
		},
		{
			name: "the same fix for two tools",
			items: []Item{
				item("one", at(t, "a.go", source, `"a", "b"`, `"c"`)),
				item("one", at(t, "a.go", source, `"a", "b"`, `"c"`)),
			},
			want: map[string]string{`"a", "b"`: `"c"`},
		},
		{
			name: "what would not parse is left out, and nothing else",
			items: []Item{
				item("bad", at(t, "a.go", source, `"a", "b"`, `"c`)),
				item("good", at(t, "a.go", source, `os.Getenv("b")`, `os.Getenv("c")`)),
			},
			want: map[string]string{`os.Getenv("b")`: `os.Getenv("c")`},
			left: "bad: the file would not parse with it",
		},
		{
			name: "all or nothing over files",
			items: []Item{
				item("one", at(t, "b.go", source, `"a", "b"`, `"c"`)),
				item("two", at(t, "a.go", source, `os.Getenv("b")`, `""`), at(t, "b.go", source, `fmt.Sprint("a", "b")`, `"ab"`)),
			},
			left: "two: another fix changes the same place",
		},
		{
			name:  "a file that may not be changed",
			items: []Item{item("one", at(t, "a.go", source, `"a", "b"`, `"c"`), at(t, "gen.go", source, `"a", "b"`, `"c"`))},
			left:  "one: gen.go is not a file that may be changed",
		},
		{
			name:  "a place that is not there",
			items: []Item{item("one", finding.Edit{Pos: finding.Position{File: "a.go", Line: 900, Column: 1}, NewText: "x"})},
			left:  "one: its place is not in a.go",
		},
		{
			name:  "changes of one fix that overlap",
			items: []Item{item("one", at(t, "a.go", source, `fmt.Sprint("a", "b")`, `"ab"`), at(t, "a.go", source, `"a", "b"`, `"c"`))},
			left:  "one: its own changes overlap",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := New(test.items, map[string][]byte{"a.go": []byte(source), "b.go": []byte(source)}, nil)
			want := source
			for old, text := range test.want {
				want = strings.Replace(want, old, text, 1)
			}
			got := source
			for _, f := range plan.Files {
				if f.Name == "a.go" {
					got = string(f.New)
				}
			}
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			var left []string
			for _, l := range plan.Left {
				left = append(left, l.Fix.Title+": "+l.Reason)
			}
			if strings.Join(left, "; ") != test.left {
				t.Errorf("left out %q, want %q", left, test.left)
			}
		})
	}
}

// What was not formatted stays as it is, but for the declaration with the edit.
func TestFormat(t *testing.T) {
	src := "package p\n\nimport \"fmt\"\n\nvar  x=1\n\nfunc a() {\n\tfmt.Println(1)\n}\n\nfunc b() { fmt.Println( 2 ) }\n"
	plan := New([]Item{
		item("one", at(t, "a.go", src, "fmt.Println(1)", "if x==1 {\nfmt.Println(1)\n}")),
		item("two", at(t, "a.go", src, "( 2 )", "( 3 )")),
	}, map[string][]byte{"a.go": []byte(src)}, nil)
	want := "package p\n\nimport \"fmt\"\n\nvar  x=1\n\nfunc a() {\n\tif x == 1 {\n\t\tfmt.Println(1)\n\t}\n}\n\nfunc b() { fmt.Println( 3 ) }\n"
	if len(plan.Files) != 1 || string(plan.Files[0].New) != want {
		t.Errorf("got %q\nwant %q", plan.Files[0].New, want)
	}
}

// TestLineEnds has a file whose lines end as they do on Windows.
func TestLineEnds(t *testing.T) {
	src := strings.ReplaceAll(source, "\n", "\r\n")
	e := at(t, "a.go", src, `return os.Getenv("b")`, "c := os.Getenv(\"b\")\n\treturn c")
	plan := New([]Item{item("x", e)}, map[string][]byte{"a.go": []byte(src)}, nil)
	if len(plan.Files) != 1 {
		t.Fatalf("left: %v", plan.Left)
	}
	want := strings.Replace(src, `return os.Getenv("b")`, "c := os.Getenv(\"b\")\r\n\treturn c", 1)
	if got := string(plan.Files[0].New); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestDeclarations: several may stand before the same one, if they have names of
// their own.
func TestDeclarations(t *testing.T) {
	a := item("a", before(t, "a.go", source, "func b()", "// one is one.\nvar one = 1\n\n"), at(t, "a.go", source, `"a"`, `"A"`))
	b := item("b", before(t, "a.go", source, "func b()", "var two = map[int]int{\n\t1: 2,\n}\n\n"), at(t, "a.go", source, `os.Getenv("b")`, `"x"`))
	c := item("c", before(t, "a.go", source, "func b()", "var two = 3\n\n"), at(t, "a.go", source, `, "b"`, ""))
	plan := New([]Item{a, b, c}, map[string][]byte{"a.go": []byte(source)}, nil)
	if len(plan.Applied) != 2 || len(plan.Left) != 1 || plan.Left[0].Fix.Title != "c" {
		t.Fatalf("applied %v, left %v", plan.Applied, plan.Left)
	}
	if text := string(plan.Files[0].New); !strings.Contains(text, "\n\n// one is one.\nvar one = 1\n\nvar two = map[int]int{\n\t1: 2,\n}\n\nfunc b() string {\n") {
		t.Error(text)
	}
}

// TestLocked: a file that can't be written takes its fixes along, and no others.
func TestLocked(t *testing.T) {
	plan := New([]Item{
		item("both", at(t, "a.go", source, `"a", "b"`, `"c"`), at(t, "locked.go", source, `"a", "b"`, `"c"`)),
		item("one", at(t, "a.go", source, `os.Getenv("b")`, `os.Getenv("d")`)),
		item("the same place", at(t, "a.go", source, `"a", "b"`, `"e"`)),
	}, map[string][]byte{"a.go": []byte(source), "locked.go": []byte(source)}, func(name string) error {
		if name == "locked.go" {
			return os.ErrPermission
		}
		return nil
	})
	if len(plan.Left) != 1 || !plan.Left[0].Blocked || plan.Left[0].Fix.Title != "both" {
		t.Errorf("left: %+v", plan.Left)
	}
	if len(plan.Files) != 1 || plan.Files[0].Name != "a.go" || len(plan.Applied) != 2 {
		t.Errorf("%d applied, files %+v", len(plan.Applied), plan.Files)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name, other := filepath.Join(dir, "a.go"), filepath.Join(dir, "b.go")
	write := func(file, text string, mode os.FileMode) {
		t.Helper()
		os.Remove(file)
		if err := os.WriteFile(file, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	plan := New([]Item{
		item("one", at(t, name, source, `"a", "b"`, `"c"`), at(t, other, source, `"a", "b"`, `"c"`)),
	}, map[string][]byte{name: []byte(source), other: []byte(source)}, nil)
	if len(plan.Files) != 2 {
		t.Fatalf("%d files", len(plan.Files))
	}
	for _, test := range []struct {
		what, text string
		mode       os.FileMode
		want       string
	}{
		{"changed on disk", source + "\n// later\n", 0o600, "has changed since it was analysed"},
		{"read-only", source, 0o400, "permission denied"},
	} {
		write(name, source, 0o640)
		write(other, test.text, test.mode)
		if err := plan.Write(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.what, err)
		}
		if got, _ := os.ReadFile(name); string(got) != source {
			t.Errorf("%s: the first file has changed", test.what)
		}
	}
	write(name, source, 0o640)
	write(other, source, 0o600)
	link := filepath.Join(dir, "link")
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	plan.Files[0].Name = link
	if err := plan.Write(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(name)
	if err != nil || info.Mode() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if got, _ := os.ReadFile(name); !strings.Contains(string(got), `fmt.Sprint("c")`) {
		t.Errorf("got %s", got)
	}
	if l, err := os.Lstat(link); err != nil || l.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is no link any more")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("%d entries are left: %v", len(entries), entries)
	}
}
