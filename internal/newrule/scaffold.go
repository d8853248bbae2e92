package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"golang.org/x/mod/semver"
)

//go:embed templates
var templates embed.FS

var (
	slugForm  = regexp.MustCompile(`^[a-z][a-z0-9]*$`)
	idForm    = regexp.MustCompile(`^MCP[0-9]{3}$`)
	sinceForm = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+$`)
)

// A file is one to write.
type file struct {
	name string // slash-separated, below the root
	path string
	data []byte
}

// scaffold returns the files of a new rule and the changed checklist. It
// writes nothing.
func scaffold(root string, o options) ([]file, error) {
	switch {
	case !slugForm.MatchString(o.slug):
		return nil, fmt.Errorf("slug %q is not a lower-case word: make new-rule SLUG=foo ID=MCP023", o.slug)
	case !idForm.MatchString(o.id):
		return nil, fmt.Errorf("id %q is not of the form MCPnnn: make new-rule SLUG=foo ID=MCP023", o.id)
	case o.since != "" && !sinceForm.MatchString(o.since):
		return nil, fmt.Errorf("since %q is not a version like v0.1.0", o.since)
	}
	dir := filepath.Join(root, "analyzers", o.slug)
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("analyzers/%s exists already: remove it, or choose another slug", o.slug)
	}
	list := filepath.Join(root, "checklist", "checklist.yaml")
	old, err := os.ReadFile(list)
	if err != nil {
		return nil, fmt.Errorf("read the checklist: %w", err)
	}
	changed, err := enlist(string(old), o)
	if err != nil {
		return nil, err
	}
	files := []file{{name: "checklist/checklist.yaml", path: list, data: []byte(changed)}}
	for name, target := range map[string]string{
		"doc.go.tmpl": "doc.go", "rule.go.tmpl": o.slug + ".go", "rule_test.go.tmpl": o.slug + "_test.go",
	} {
		data, err := render(name, o)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: "analyzers/" + o.slug + "/" + target, path: filepath.Join(dir, target), data: data})
	}
	return files, nil
}

// render fills in one template and formats the result.
func render(name string, o options) ([]byte, error) {
	t, err := template.ParseFS(templates, "templates/"+name)
	if err != nil {
		return nil, fmt.Errorf("template of a rule: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, map[string]string{"Slug": o.slug, "ID": o.id}); err != nil {
		return nil, fmt.Errorf("template of a rule: %w", err)
	}
	src, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("format %s: %w", name, err)
	}
	return src, nil
}

// entry is a rule as it stands in the text of the checklist.
type entry struct {
	start, end int // of its text
	text       string
}

var (
	entryStart = regexp.MustCompile(`(?m)^  - id: (MCP[0-9]{3})$`)
	entrySlug  = regexp.MustCompile(`(?m)^    slug: (\S+)$`)
	entryLife  = regexp.MustCompile(`(?m)^    lifecycle: planned\n`)
	entrySince = regexp.MustCompile(`(?m)^    since: (v[0-9]+\.[0-9]+\.[0-9]+)$`)
)

// enlist returns the text of the checklist with the rule as a preview. It
// edits text in place of parsed YAML, to keep comments and order.
func enlist(list string, o options) (string, error) {
	starts := entryStart.FindAllStringSubmatchIndex(list, -1)
	if len(starts) == 0 {
		return "", errors.New("checklist/checklist.yaml has no line of the form \"  - id: MCPnnn\"")
	}
	var own *entry
	var lastID string
	for i, s := range starts {
		e := entry{start: s[0], end: len(list)}
		if i+1 < len(starts) {
			e.end = starts[i+1][0]
		}
		e.text = list[e.start:e.end]
		lastID = list[s[2]:s[3]]
		var slug string
		if m := entrySlug.FindStringSubmatch(e.text); m != nil {
			slug = m[1]
		}
		switch {
		case lastID == o.id && slug == o.slug:
			own = &e
		case lastID == o.id:
			return "", fmt.Errorf("%s is the rule %s already: choose another id, or this slug", o.id, slug)
		case slug == o.slug:
			return "", fmt.Errorf("%s is the slug of %s already: choose another one, or this id", slug, lastID)
		}
	}
	since := o.since
	if since == "" {
		since = newest(list)
	}
	if own != nil {
		at := entryLife.FindStringIndex(own.text)
		if at == nil {
			return "", fmt.Errorf("%s %s is not planned: it is built already, or its analyzer was lost", o.id, o.slug)
		}
		built := fmt.Sprintf("    lifecycle: preview\n    since: %s\n", since)
		return list[:own.start] + own.text[:at[0]] + built + own.text[at[1]:] + list[own.end:], nil
	}
	if o.id < lastID {
		return "", fmt.Errorf("%s is not a rule of the checklist, and a new one comes after %s", o.id, lastID)
	}
	if !strings.HasSuffix(list, "\n") {
		list += "\n"
	}
	return list + fmt.Sprintf(`  - id: %s
    slug: %s
    title: describe the fault of %[2]s as a clause
    item: ""
    group: threat model
    severity: warning
    security-severity: "5.0"
    precision: medium
    cwe: [CWE-1059]
    owasp: []
    spec: ""
    lifecycle: preview
    since: %[3]s
    summary: Reports what %[2]s is about.
    tags: []
`, o.id, o.slug, since), nil
}

// newest returns the highest version that a rule of the checklist has, or the
// first one there will be.
func newest(list string) string {
	best := "v0.1.0"
	for _, m := range entrySince.FindAllStringSubmatch(list, -1) {
		if semver.Compare(m[1], best) > 0 {
			best = m[1]
		}
	}
	return best
}
