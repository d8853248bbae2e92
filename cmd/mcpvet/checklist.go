package main

import (
	"io"

	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/analyzers"
	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/report"
)

// newChecklistCommand builds "mcpvet checklist".
func newChecklistCommand(a *app) *cobra.Command {
	l := &listing{
		formats: []string{"text", "markdown"},
		rules:   func([]output) []*analysis.Analyzer { return checklistRules() },
		render: func(w io.Writer, format string, inv *inventory.Inventory, o report.TableOptions) error {
			if format == "markdown" {
				return report.ChecklistMarkdown(w, inv)
			}
			return report.Checklist(w, inv, o)
		},
	}
	cmd := &cobra.Command{
		Use:   "checklist [patterns]",
		Short: "Answer the security checklist for each tool, with the evidence",
		Long: `checklist answers each item of the security checklist for each tool: pass, fail,
n/a or unknown, with the place that shows it. A tool passes only where the
control is proven; docs/decisions.md says what each answer takes.

It judges and does not gate: the exit status is 0 whatever the answers are, and
2 where nothing could be analysed, or, with --strict, not everything.`,
		RunE: func(cmd *cobra.Command, args []string) error { return l.run(a, cmd, args) },
	}
	a.common.register(cmd)
	l.flags(cmd, "format of standard output: text, markdown or json (that of \"tools\")", "show the evidence of every cell, and do not shorten")
	return cmd
}

// checklistRules returns the rules that answer the items of the checklist.
func checklistRules() []*analysis.Analyzer {
	var out []*analysis.Analyzer
	for _, an := range analyzers.All() {
		if r, ok := checklist.BySlug(an.Name); ok && r.Group == checklist.Checklist {
			out = append(out, an)
		}
	}
	return out
}
