// Package analyzers lists the rules that are built, with their prose.
package analyzers

import (
	"embed"
	"fmt"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
)

//go:embed */doc.go
var docs embed.FS

// Doc returns the prose of the rule with the given slug. A rule that is only
// planned has none, which is an error.
func Doc(slug string) (ruledoc.Doc, error) {
	src, err := docs.ReadFile(slug + "/doc.go")
	if err != nil {
		return ruledoc.Doc{}, fmt.Errorf("rule %s is not built yet, so there is no page about it", slug)
	}
	return ruledoc.Parse(string(src))
}

// Docs returns the prose of every rule that is built, as Markdown with
// headings of level 2, by the id of the rule.
func Docs() (map[string]string, error) {
	out := map[string]string{}
	for _, r := range checklist.All() {
		if !r.Lifecycle.Implemented() {
			continue
		}
		d, err := Doc(r.Slug)
		if err != nil {
			return nil, err
		}
		out[r.ID] = d.Markdown(2)
	}
	return out, nil
}
