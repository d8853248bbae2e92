package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/mcpvet/mcpvet/internal/inventory"
)

// ChecklistMarkdown writes the checklist for a pull request: for each server the
// sums, and folded away the matrix with the evidence.
func ChecklistMarkdown(w io.Writer, inv *inventory.Inventory) error {
	bw := bufio.NewWriter(w)
	line := func(format string, args ...any) { _, _ = fmt.Fprintf(bw, format+"\n", args...) } // Flush reports the error
	inv = complete(inv)
	line("## Security checklist\n")
	line("A tool passes only where the control is proven; unknown is no pass.")
	for _, s := range sections(inv) {
		name := "Server unknown"
		if s.server != nil {
			name = "Server"
			if s.server.Name != "" {
				name += " " + code(s.server.Name)
			}
			if at := positionOf(s.server.Position, inventory.Position{}); at.IsValid() {
				at.Column = 0
				name += " at " + code(at.String())
			}
		}
		line("\n### %s\n", name)
		if len(s.tools) == 0 {
			line("No tool is registered on it.")
			continue
		}
		line("| item | of %s | pass | fail | n/a | unknown |", count(len(s.tools), "tool"))
		line("|---|---|--:|--:|--:|--:|")
		head, rule := "| tool |", "|---|"
		for _, item := range items() {
			n := tally(s.tools, item.Slug)
			line("| [%s](%s) | %s | %d | %d | %d | %d |", item.Slug, item.URL(), markdown(item.Item), n["pass"], n["fail"], n["n/a"], n["unknown"])
			head += " " + item.Slug + " |"
			rule += "---|"
		}
		line("\n<details><summary>%s</summary>\n", count(len(s.tools), "tool"))
		line("%s\n%s", head, rule)
		for _, t := range s.tools {
			row := "| " + code(t.DisplayName()) + " |"
			for _, item := range items() {
				row += " " + strings.NewReplacer("fail", "**fail**", "unknown", "?").Replace(answer(t, item.Slug)) + " |"
			}
			line("%s", row)
		}
		line("\n</details>\n\n<details><summary>evidence</summary>")
		for _, item := range items() {
			line("\n**%s**\n", item.Slug)
			for _, r := range reasons(s.tools, item.Slug) {
				var tools []string
				for i, t := range r.tools {
					name := code(t.DisplayName())
					if at := positionOf(r.places[i], inventory.Position{}); at.IsValid() {
						at.Column = 0
						name += " at " + code(at.String())
					}
					tools = append(tools, name)
				}
				line("- %s: %s. %s", r.state, markdown(r.text), strings.Join(tools, ", "))
			}
		}
		line("\n</details>")
	}
	if len(inv.NotSeen) > 0 {
		line("\n### Not seen\n")
	}
	for _, n := range inv.NotSeen {
		where := ""
		if at := positionOf(n.Position, inventory.Position{}); at.IsValid() {
			where = " at " + code(at.String())
		}
		line("- %s%s: %s", code(n.What), where, markdown(n.Reason))
	}
	if err := bw.Flush(); err != nil {
		return fmt.Errorf("write checklist: %w", err)
	}
	return nil
}

// markdown makes text of the audited source fit to stand in Markdown: nothing in
// it is markup, a link, or the mention of somebody.
func markdown(s string) string {
	return strings.NewReplacer(
		`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`,
		"<", "&lt;", ">", "&gt;", "&", "&amp;", "@", "&#64;", "#", "&#35;", "://", "&#58;//", "www.", "www&#46;",
	).Replace(clean(s))
}

// code makes text of the audited source a span of code, in a table, too.
func code(s string) string {
	return "`" + strings.NewReplacer("`", "'", "|", `\|`).Replace(clean(s)) + "`"
}
