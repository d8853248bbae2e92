// Package rewrite applies suggested fixes to files. A fix is applied whole or
// not at all, and what is not applied is said, with the reason. Nothing is
// written before all that is to be written is known to be good.
package rewrite

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
)

// An Item is a fix of a finding. Files have the names that they are read by.
type Item struct {
	Rule string
	At   finding.Position
	Fix  finding.Fix
}

// A Left is a fix that is not applied.
type Left struct {
	Item
	Reason  string
	Blocked bool // the fix is good, and a file can't be written
}

// A File is a file that changes.
type File struct {
	Name     string
	Old, New []byte
}

// A Plan says what applying fixes does.
type Plan struct {
	Files   []File // sorted by name
	Applied []Item
	Left    []Left
}

// New makes a plan. content has the files as they were when the fixes were made.
// Of fixes that change the same place differently, the first one is taken. A fix
// that changes a file for which writable has an error is left out whole; nil stands
// for a plan that is only shown.
func New(items []Item, content map[string][]byte, writable func(name string) error) *Plan {
	p := &planner{content: content, files: map[string]*file{}, locked: map[string]error{}}
	var accepted []*change
	plan := &Plan{}
	for _, it := range items {
		c, reason := p.change(it)
		if reason == "" {
			reason = p.conflict(c)
		}
		if reason != "" {
			plan.Left = append(plan.Left, Left{Item: it, Reason: reason})
			continue
		}
		if err := p.lock(c, writable); err != nil {
			plan.Left = append(plan.Left, Left{Item: it, Reason: err.Error(), Blocked: true})
			continue
		}
		if slices.ContainsFunc(accepted, func(o *change) bool { return slices.Equal(o.edits, c.edits) }) {
			continue // the same for another tool
		}
		p.accept(c)
		accepted = append(accepted, c)
	}
	// What a maker got wrong must not get into a file: first what is wrong alone.
	accepted = slices.DeleteFunc(accepted, func(c *change) bool {
		if len(p.broken([]*change{c})) == 0 {
			return false
		}
		plan.Left = append(plan.Left, Left{Item: c.item, Reason: "the file would not parse with it"})
		return true
	})
	for i := len(accepted) - 1; i >= 0; i-- {
		broken := p.broken(accepted)
		if len(broken) == 0 {
			break
		}
		if c := accepted[i]; slices.ContainsFunc(c.edits, func(e edit) bool { return broken[e.file] }) {
			accepted = slices.Delete(accepted, i, i+1)
			plan.Left = append(plan.Left, Left{Item: c.item, Reason: "the file would not parse with it"})
		}
	}
	for _, c := range accepted {
		plan.Applied = append(plan.Applied, c.item)
	}
	changed := p.render(accepted)
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		if old := content[name]; string(old) != string(changed[name]) {
			plan.Files = append(plan.Files, File{name, old, changed[name]})
		}
	}
	return plan
}

// A change is a fix by offsets.
type change struct {
	item  Item
	edits []edit
}

type edit struct {
	file       string
	start, end int
	text       string
	imports    bool   // it adds an import
	declares   string // the name that it declares, and no more than that
}

// declaration matches a whole declaration of the package with an empty line behind it.
var declaration = regexp.MustCompile(`^(?://.*\n)*(?:var|type|const|func) (\w+)[^\n]*(?:\n[^\n]+)*\n\n$`)

// declared returns the name that a text declares at the start of a line of a file.
func declared(src []byte, at int, text string) string {
	m := declaration.FindStringSubmatch(text)
	if m == nil || at > 0 && src[at-1] != '\n' {
		return ""
	}
	return m[1]
}

// A file is what is known of a file that may change.
type file struct {
	lines   []int // offsets
	imports [2]int
	taken   []edit
}

type planner struct {
	content map[string][]byte
	files   map[string]*file
	locked  map[string]error // by the names of files, nil for one that can be written
}

// lock returns an error for a change of a file that can't be written.
func (p *planner) lock(c *change, writable func(string) error) error {
	if writable == nil {
		return nil
	}
	for _, e := range c.edits {
		err, ok := p.locked[e.file]
		if !ok {
			err = writable(e.file)
			p.locked[e.file] = err
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *planner) file(name string) *file {
	if f := p.files[name]; f != nil {
		return f
	}
	src, ok := p.content[name]
	if !ok {
		return nil
	}
	f := &file{lines: []int{0}}
	for i, b := range src {
		if b == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	fset := token.NewFileSet()
	if syntax, err := parser.ParseFile(fset, name, src, parser.ImportsOnly); err == nil {
		end := syntax.Name.End()
		for _, d := range syntax.Decls {
			end = max(end, d.End())
		}
		f.imports = [2]int{fset.Position(syntax.Name.End()).Offset, fset.Position(end).Offset}
	}
	p.files[name] = f
	return f
}

// change converts a fix; the reason says why it can't be applied.
func (p *planner) change(it Item) (*change, string) {
	c := &change{item: it}
	if len(it.Fix.Edits) == 0 {
		return nil, "it changes nothing"
	}
	for _, e := range it.Fix.Edits {
		f := p.file(e.Pos.File)
		if f == nil {
			return nil, e.Pos.File + " is not a file that may be changed"
		}
		endLine, endCol := e.Pos.EndLine, e.Pos.EndColumn
		if endLine == 0 {
			endLine = e.Pos.Line
		}
		if endCol == 0 {
			endLine, endCol = e.Pos.Line, e.Pos.Column
		}
		start, ok := f.offset(e.Pos.Line, e.Pos.Column, len(p.content[e.Pos.File]))
		end, ok2 := f.offset(endLine, endCol, len(p.content[e.Pos.File]))
		if !ok || !ok2 || end < start {
			return nil, "its place is not in " + e.Pos.File
		}
		ed := edit{file: e.Pos.File, start: start, end: end, text: e.NewText}
		ed.imports = start == end && start >= f.imports[0] && start <= f.imports[1]
		if start == end {
			ed.declares = declared(p.content[e.Pos.File], start, e.NewText)
		}
		c.edits = append(c.edits, ed)
	}
	slices.SortStableFunc(c.edits, compareEdits)
	for i := 1; i < len(c.edits); i++ {
		if a, b := c.edits[i-1], c.edits[i]; a.file == b.file && b.start < a.end {
			return nil, "its own changes overlap"
		}
	}
	return c, ""
}

func compareEdits(a, b edit) int {
	return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
}

func (f *file) offset(line, col, size int) (int, bool) {
	if line < 1 || line > len(f.lines) {
		return 0, false
	}
	at := f.lines[line-1] + max(col, 1) - 1
	if at > size || line < len(f.lines) && at > f.lines[line] {
		return 0, false
	}
	return at, true
}

// conflict says what is in the way of a change, "" if nothing is.
func (p *planner) conflict(c *change) string {
	for _, e := range c.edits {
		for _, t := range p.files[e.file].taken {
			switch {
			case e == t:
			case e.imports || t.imports:
			case e.start == t.start && e.declares != "" && t.declares != "" && e.declares != t.declares: // one stands behind the other
			case e.start <= t.end && t.start <= e.end:
				return "another fix changes the same place"
			}
		}
	}
	return ""
}

func (p *planner) accept(c *change) {
	for _, e := range c.edits {
		if f := p.files[e.file]; !slices.Contains(f.taken, e) {
			f.taken = append(f.taken, e)
		}
	}
}

// edits returns the edits of changes by file, in order, each once.
func edits(changes []*change) map[string][]edit {
	out := map[string][]edit{}
	for _, c := range changes {
		for _, e := range c.edits {
			if !slices.Contains(out[e.file], e) {
				out[e.file] = append(out[e.file], e)
			}
		}
	}
	for _, list := range out {
		slices.SortStableFunc(list, compareEdits)
	}
	return out
}

// broken returns the files that would not parse.
func (p *planner) broken(changes []*change) map[string]bool {
	out := map[string]bool{}
	for name, list := range edits(changes) {
		text, _ := apply(p.content[name], list)
		if _, err := parse(text); err != nil {
			out[name] = true
		}
	}
	return out
}

func parse(src []byte) (*ast.File, error) {
	return parser.ParseFile(token.NewFileSet(), "", src, parser.ParseComments)
}

// render returns the new texts.
func (p *planner) render(changes []*change) map[string][]byte {
	out := map[string][]byte{}
	for name, list := range edits(changes) {
		old := p.content[name]
		text, touched := apply(old, list)
		text, touched = dropImports(old, text, touched)
		out[name] = tidy(old, text, touched, list)
	}
	return out
}

// A span is a part of the new text that an edit made.
type span struct{ start, end int }

// apply applies edits that are in order. Lines end as those of the file do.
func apply(old []byte, list []edit) ([]byte, []span) {
	var out []byte
	var touched []span
	ends := bytes.Count(old, []byte("\n"))
	dos := ends > 0 && bytes.Count(old, []byte("\r\n")) == ends
	at := 0
	for _, e := range list {
		text := e.text
		if dos {
			text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
		}
		out = append(out, old[at:e.start]...)
		touched = append(touched, span{len(out), len(out) + len(text)})
		out = append(out, text...)
		at = e.end
	}
	return append(out, old[at:]...), touched
}

// Summary counts the files and fixes of a plan.
func (p *Plan) Summary(done string) string {
	text := fmt.Sprintf("%d %s %s in %d %s", len(p.Applied), plural(len(p.Applied), "fix", "fixes"), done, len(p.Files), plural(len(p.Files), "file", "files"))
	if n := len(p.Left); n > 0 {
		text += fmt.Sprintf(", %d left out", n)
	}
	return text
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Add adds what another plan applied after this one.
func (p *Plan) Add(next *Plan) {
	p.Applied = append(p.Applied, next.Applied...)
	for _, f := range next.Files {
		if i := slices.IndexFunc(p.Files, func(o File) bool { return o.Name == f.Name }); i >= 0 {
			p.Files[i].New = f.New
		} else {
			p.Files = append(p.Files, f)
		}
	}
}
