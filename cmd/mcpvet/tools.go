package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/report"
)

// newToolsCommand builds "mcpvet tools".
func newToolsCommand(a *app) *cobra.Command {
	l := &listing{
		formats: []string{"text"},
		rules: func(outs []output) []*analysis.Analyzer {
			if slices.ContainsFunc(outs, func(o output) bool { return o.format == "json" }) {
				return checklistRules() // what stands before the tools is in the JSON only, and dear
			}
			return nil
		},
		render: func(w io.Writer, _ string, inv *inventory.Inventory, o report.TableOptions) error {
			return report.ToolsTable(w, inv, o)
		},
	}
	cmd := &cobra.Command{
		Use:   "tools [patterns]",
		Short: "List the tools, resources and prompts that a server offers",
		RunE:  func(cmd *cobra.Command, args []string) error { return l.run(a, cmd, args) },
	}
	a.common.register(cmd)
	l.flags(cmd, "format of standard output: text or json", "do not shorten columns to the width of the terminal")
	return cmd
}
