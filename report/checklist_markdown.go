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
	write := func(format string, args ...any) { _, _ = fmt.Fprintf(bw, format+"\n", args...) } // Flush reports the error
	inv = complete(inv)
	write("## Security checklist\n")
	write("A tool passes only where the control is proven; unknown is no pass.")
	for _, s := range sections(inv) {
		name := "Server unknown"
		if s.server != nil {
			name = "Server"
			if s.server.Name != "" {
				name += " " + code(s.server.Name)
			}
			if at := line(s.server.Position); at != "" {
				name += " at " + code(at)
			}
		}
		write("\n### %s\n", name)
		if len(s.tools) == 0 {
			write("No tool is registered on it.")
			continue
		}
		write("| item | of %s | pass | fail | n/a | unknown |", count(len(s.tools), "tool"))
		write("|---|---|--:|--:|--:|--:|")
		head, rule := "| tool |", "|---|"
		for _, item := range items() {
			n := tally(s.tools, item.Slug)
			write("| [%s](%s) | %s | %d | %d | %d | %d |", item.Slug, item.URL(), markdown(item.Item), n["pass"], n["fail"], n["n/a"], n["unknown"])
			head += " " + item.Slug + " |"
			rule += "---|"
		}
		write("\n<details><summary>%s</summary>\n", count(len(s.tools), "tool"))
		write("%s\n%s", head, rule)
		for _, t := range s.tools {
			row := "| " + code(t.DisplayName()) + " |"
			for _, item := range items() {
				row += " " + strings.NewReplacer("fail", "**fail**", "unknown", "?").Replace(answer(t, item.Slug)) + " |"
			}
			write("%s", row)
		}
		write("\n</details>\n\n<details><summary>evidence</summary>")
		for _, item := range items() {
			write("\n**%s**\n", item.Slug)
			for _, r := range reasons(s.tools, item.Slug) {
				where, tools := "", []string(nil)
				if at := r.place(); at != "" {
					where = " at " + code(at)
				}
				for i, t := range r.tools {
					name := code(t.DisplayName())
					if at := line(r.places[i]); at != "" && where == "" {
						name += " at " + code(at)
					}
					tools = append(tools, name)
				}
				write("- %s: %s%s. %s", r.state, markdown(r.text), where, strings.Join(tools, ", "))
			}
		}
		write("\n</details>")
	}
	if len(inv.NotSeen) > 0 {
		write("\n### Not seen\n")
	}
	for _, n := range inv.NotSeen {
		where := ""
		if at := line(n.Position); at != "" {
			where = " at " + code(at)
		}
		write("- %s%s: %s", code(n.What), where, markdown(n.Reason))
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
