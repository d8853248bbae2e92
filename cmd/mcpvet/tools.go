package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/report"
)

// newToolsCommand builds "mcpvet tools".
func newToolsCommand(a *app) *cobra.Command {
	var (
		format string
		files  []string
		wide   bool
	)
	cmd := &cobra.Command{
		Use:   "tools [patterns]",
		Short: "List the tools, resources and prompts that a server offers",
		RunE: func(cmd *cobra.Command, args []string) error {
			outs, err := outputs(format, files, "text", "json")
			if err != nil {
				return err
			}
			if err := a.common.prepare(cmd); err != nil {
				return err
			}
			silent := a.common.quiet && !cmd.Flags().Changed("format")
			a.inReport = format == "text" && !silent && terminal(a.out) > 0
			var rules []*analysis.Analyzer
			if slices.ContainsFunc(outs, func(o output) bool { return o.format == "json" }) {
				rules = checklistRules() // what stands before the tools is in the JSON only, and dear
			}
			run, err := a.analyse(cmd.Context(), args, rules, ruleFlags{controls: len(rules) > 0})
			if err != nil {
				return err
			}
			inv := run.inventory()
			for _, o := range outs {
				if o.file == "" && silent {
					continue
				}
				err := o.write(a.out, func(w io.Writer) error {
					if o.format == "json" {
						return report.InventoryJSON(w, inv)
					}
					opts := report.TableOptions{Wide: wide}
					if o.file == "" {
						opts.Color = a.colored(a.out)
						opts.Width = terminal(a.out)
					}
					return report.ToolsTable(w, inv, opts)
				})
				if err != nil {
					return err
				}
			}
			return a.complete(run.result)
		},
	}
	a.common.register(cmd)
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "format of standard output: text or json")
	f.StringArrayVarP(&files, "output", "o", nil, "also write `FORMAT=FILE`; may be repeated")
	f.BoolVar(&wide, "wide", false, "do not shorten columns to the width of the terminal")
	return cmd
}
