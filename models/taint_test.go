package models

import (
	"slices"
	"strings"
	"testing"
)

// TestStrictTaint proves that faulty rows about data are refused.
func TestStrictTaint(t *testing.T) {
	tests := []struct{ name, rows, want string }{
		{"recovers", `servers: [{func: a.B, recovers: always}]`, `"always" is no version`},
		{"class", `sources: [{func: a.B, class: guess}]`, "none of argument"},
		{"source of both", `sources: [{func: a.B, type: a.T, field: F, class: argument}]`, "not both"},
		{"source of nothing", `sources: [{class: argument}]`, "the symbol is missing"},
		{"field missing", `sources: [{type: a.T, class: argument}]`, "field is missing"},
		{"field path", `sources: [{type: a.T, field: "F[*]", class: argument}]`, "only names are allowed"},
		{"source value", `sources: [{func: a.B, class: argument, value: each}]`, `needs a list`},
		{"kind of sinks only", `flows: [{func: a.B, from: [arg0], clears: [duration]}]`, `"duration" is none of`},
		{"sink kind", `sinks: [{func: a.B, at: arg0, kind: text}]`, "none of shell"},
		{"sink place", `sinks: [{func: a.B, kind: shell}]`, "at is missing"},
		{"sink index", `sinks: [{func: a.B, at: "arg0[-1]", kind: shell}]`, "nor an index"},
		{"flow to nowhere", `flows: [{func: a.B, to: [arg0]}]`, "what passes to arg0"},
		{"flow path", `flows: [{func: a.B, from: [argh]}]`, "access path"},
		{"flow kinds", `flows: [{func: a.B, from: [arg0], clears: [argv]}]`, `"argv" is none of`},
		{"barrier edge", `barriers: [{func: a.B, value: arg0, when: maybe, clears: [path]}]`, "none of"},
		{"barrier kinds", `barriers: [{func: a.B, value: arg0}]`, "what is the value safe for"},
		{"weak barrier", `barriers: [{func: a.B, value: arg0, clears: [path], grade: weak}]`, "what does a weak check let through"},
		{"barrier by tags with kinds", `barriers: [{func: a.B, value: arg0, tag: check, clears: [path]}]`, "give no clears"},
		{"text of a tag without its key", `barriers: [{func: a.B, value: arg0, tags: arg1, clears: [path]}]`, "tag is missing"},
		{"word of no tag", `tag_words: [{words: [x], means: each}]`, "the keys are missing"},
		{"word with a value", `tag_words: [{keys: [check], words: ["a=b"], means: each}]`, "no word of a tag"},
		{"word twice", `tag_words: [{keys: [check], words: [x], means: each}, {keys: [check], words: [x], means: stops}]`, "two rows"},
		{"word that says nothing", `tag_words: [{keys: [check], words: [x]}]`, "give a pattern"},
		{"word's pattern", `tag_words: [{keys: [check], words: [x], pattern: "("}]`, "missing closing"},
		{"program without a name", `programs: [{argv: 0}]`, "the names are missing"},
		{"program's path", `programs: [{names: [/bin/sh], argv: 0}]`, "no base name"},
		{"program twice", `programs: [{names: [x], argv: 0}, {names: [y, x], argv: 1}]`, "two rows"},
		{"program without a language", `programs: [{names: [x], text: [-c]}]`, "what does it interpret"},
		{"position", `programs: [{names: [x], argv: -1}]`, "-1 is no position"},
		{"option", `programs: [{names: [x], values: ["-o FILE"]}]`, "is no option"},
		{"option with a value", `programs: [{names: [x], dangerous: ["--a=b"]}]`, "is no option"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ParseRows("t.yaml", []byte(test.rows))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error\n%v\nwant one with\n%s", err, test.want)
			}
		})
	}
}

// TestTaintRows proves that rows are found where the engine looks for them.
func TestTaintRows(t *testing.T) {
	set, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if rows := set.Func("(github.com/jackc/pgx/v5.Tx).Query"); rows == nil || len(rows.Sinks) != 1 || rows.Sinks[0].Kind != KindSQL {
		t.Errorf("(pgx.Tx).Query: got %+v, want a sink", rows)
	}
	if rows := set.Func("(gorm.io/gorm.ChainInterface[T]).Where"); rows == nil || len(rows.Sinks) != 1 {
		t.Errorf("gorm's generic Where: got %+v, want a sink", rows)
	}
	if rows := set.TaintField("github.com/mark3labs/mcp-go/mcp.CallToolRequest", "Params.Arguments"); rows == nil || len(rows.Sources) != 1 {
		t.Errorf("the arguments of old requests: got %+v, want a source", rows)
	}
	if rows := set.Func("(github.com/zillow/mcp-go/mcp.CallToolRequest).GetString"); rows == nil || len(rows.Sources) != 1 || rows.Sources[0].Name != "arg0" {
		t.Errorf("GetString of a fork: got %+v, want a source with a name", rows)
	}
	git := set.Program("git")
	if len(git) < 2 || len(git[0].Sub) < len(git[len(git)-1].Sub) || len(git[len(git)-1].Sub) != 0 {
		t.Errorf("git: the rows about subcommands don't come first")
	}
}

// TestProgramsInterpret holds rows about programs to what can be said of them:
// each does something that somebody may ask about.
func TestProgramsInterpret(t *testing.T) {
	set, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range set.Models() {
		for _, p := range m.Programs {
			wraps := p.Argv != nil || p.JoinAt != nil || len(p.ArgvAfter) > 0
			listed := len(p.Values)+len(p.Flags)+len(p.Pairs)+len(p.Dangerous) > 0
			if !p.Interprets() && !wraps && !listed {
				t.Errorf("%s %s: the row says nothing", strings.Join(p.Names, ", "), strings.Join(p.Sub, " "))
			}
			for _, o := range p.Flags {
				if slices.Contains(p.Values, o) || slices.Contains(p.Text, o) || slices.Contains(p.File, o) || slices.Contains(p.Pairs, o) {
					t.Errorf("%s %s: %s takes a value and takes none", strings.Join(p.Names, ", "), strings.Join(p.Sub, " "), o)
				}
			}
		}
	}
}
