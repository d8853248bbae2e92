// Package ruledoc reads the prose of a rule, which stands in the package
// comment of its doc.go, so that go doc, the documentation pages, SARIF and
// "mcpvet explain" all show the same text.
//
// The comment has the form that the go/analysis suite uses:
//
//	// Package shellinterp defines an Analyzer that ...
//	//
//	// # Analyzer shellinterp
//	//
//	// shellinterp: report tool arguments that reach the text of a shell command
//	//
//	// # What it reports
//	//
//	// ...
//
// followed by the sections Why, Bad, Good and Limits. Code is indented.
package ruledoc

import (
	"errors"
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// A Doc is the prose of one rule.
type Doc struct {
	Slug     string    // name of the package and of the analyzer
	Summary  string    // the line "slug: summary", without the slug
	Sections []Section // in the order of Titles
}

// A Section is the prose below one heading.
type Section struct {
	Title    string
	Markdown string // without the heading; code is fenced as Go
	Text     string // for a terminal; code is indented
}

// Titles returns the headings that every rule has, in their order.
func Titles() []string {
	return []string{"What it reports", "Why", "Bad", "Good", "Limits"}
}

// Parse reads the source text of a doc.go. The error says which part of the
// comment is missing or misplaced.
func Parse(docGo string) (Doc, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", docGo, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return Doc{}, fmt.Errorf("parse the rule's doc.go: %w", err)
	}
	d := Doc{Slug: file.Name.Name}
	if file.Doc == nil {
		return Doc{}, fmt.Errorf("doc.go of rule %s has no package comment: write one with the headings %s", d.Slug, strings.Join(Titles(), ", "))
	}
	if err := d.read(file.Doc); err != nil {
		return Doc{}, fmt.Errorf("package comment of rule %s: %w", d.Slug, err)
	}
	return d, nil
}

// Text returns the prose of a doc.go as it is written, from the line "slug:
// summary" on: the Doc field of an analysis.Analyzer. It is asked for whenever the
// program starts, which go vet does once for each package of all dependencies, so
// that nothing is parsed here; that it is well formed is for Parse to say.
func Text(docGo string) string {
	_, text, _ := strings.Cut(docGo, "\n// # Analyzer ")
	text, _, _ = strings.Cut(text, "\npackage ")
	_, text, _ = strings.Cut(text+"\n", "\n")
	var b strings.Builder
	b.Grow(len(text))
	for line := range strings.Lines(text) {
		line = strings.TrimPrefix(strings.TrimPrefix(line, "//"), " ")
		if b.Len() > 0 || line != "\n" {
			b.WriteString(strings.TrimPrefix(line, "# "))
		}
	}
	return b.String()
}

// read fills d from its comment.
func (d *Doc) read(group *ast.CommentGroup) error {
	blocks := new(comment.Parser).Parse(group.Text()).Content
	start := slices.IndexFunc(blocks, func(b comment.Block) bool { return heading(b) == "Analyzer "+d.Slug })
	if start < 0 {
		return fmt.Errorf("the heading %q is missing", "# Analyzer "+d.Slug)
	}
	blocks = blocks[start+1:]
	if len(blocks) > 0 {
		first := strings.TrimSpace(text(blocks[:1]))
		if summary, ok := strings.CutPrefix(first, d.Slug+": "); ok {
			d.Summary = strings.Join(strings.Fields(summary), " ")
			blocks = blocks[1:]
		}
	}
	if d.Summary == "" {
		return fmt.Errorf("the paragraph below the heading does not read %q", d.Slug+": report ...")
	}
	if len(blocks) > 0 && heading(blocks[0]) == "" {
		return errors.New("prose stands between the summary and the first section: move it below a heading")
	}
	for len(blocks) > 0 {
		title := heading(blocks[0])
		end := slices.IndexFunc(blocks[1:], func(b comment.Block) bool { return heading(b) != "" }) + 1
		if end == 0 {
			end = len(blocks)
		}
		body := blocks[1:end]
		if len(body) == 0 {
			return fmt.Errorf("the section %q is empty", title)
		}
		d.Sections = append(d.Sections, Section{Title: title, Markdown: markdown(body), Text: text(body)})
		blocks = blocks[end:]
	}
	var titles []string
	for _, s := range d.Sections {
		titles = append(titles, s.Title)
	}
	if !slices.Equal(titles, Titles()) {
		return fmt.Errorf("the sections are %q: write exactly %q, in this order", titles, Titles())
	}
	return nil
}

// Section returns the section with the given title.
func (d Doc) Section(title string) (Section, bool) {
	i := slices.IndexFunc(d.Sections, func(s Section) bool { return s.Title == title })
	if i < 0 {
		return Section{}, false
	}
	return d.Sections[i], true
}

// Markdown returns all sections with headings of the given level (1 to 6).
func (d Doc) Markdown(level int) string {
	var b strings.Builder
	for i, s := range d.Sections {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s %s\n\n%s", strings.Repeat("#", level), s.Title, s.Markdown)
	}
	return b.String()
}

// heading returns the text of a heading, "" for any other block.
func heading(b comment.Block) string {
	h, ok := b.(*comment.Heading)
	if !ok {
		return ""
	}
	return strings.TrimSpace(text([]comment.Block{&comment.Paragraph{Text: h.Text}}))
}

// text renders blocks for a terminal.
func text(blocks []comment.Block) string {
	p := comment.Printer{TextWidth: 78, TextCodePrefix: "    "}
	return string(p.Text(&comment.Doc{Content: blocks}))
}

// markdown renders blocks as Markdown. Code becomes a fenced block: the
// printer of go/doc/comment only indents it, and then nobody colours it.
func markdown(blocks []comment.Block) string {
	p := comment.Printer{DocLinkBaseURL: "https://pkg.go.dev"}
	var parts []string
	for _, b := range blocks {
		if code, ok := b.(*comment.Code); ok {
			parts = append(parts, "```go\n"+strings.TrimRight(code.Text, "\n")+"\n```\n")
			continue
		}
		parts = append(parts, string(p.Markdown(&comment.Doc{Content: []comment.Block{b}})))
	}
	return strings.Join(parts, "\n")
}
