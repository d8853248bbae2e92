package main

import (
	"io"

	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/analyzers"
	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/report"
)

// newChecklistCommand builds "mcpvet checklist".
func newChecklistCommand(a *app) *cobra.Command {
	var (
		format string
		files  []string
		wide   bool
	)
	cmd := &cobra.Command{
		Use:   "checklist [patterns]",
		Short: "Answer the security checklist for each tool, with the evidence",
		Long: `checklist answers each item of the security checklist for each tool: pass, fail,
n/a or unknown, with the place that shows it. A tool passes only where the
control is proven; docs/decisions.md says what each answer takes.

It judges and does not gate: the exit status is 0 whatever the answers are, and
2 where nothing could be analysed, or, with --strict, not everything.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			outs, err := outputs(format, files, "text", "markdown", "json")
			if err != nil {
				return err
			}
			if err := a.common.prepare(cmd); err != nil {
				return err
			}
			silent := a.common.quiet && !cmd.Flags().Changed("format")
			a.inReport = format == "text" && !silent && terminal(a.out) > 0
			run, err := a.analyse(cmd.Context(), args, checklistRules(), ruleFlags{controls: true})
			if err != nil {
				return err
			}
			inv := run.inventory()
			for _, o := range outs {
				if o.file == "" && silent {
					continue
				}
				err := o.write(a.out, func(w io.Writer) error {
					switch o.format {
					case "json":
						return report.InventoryJSON(w, inv)
					case "markdown":
						return report.ChecklistMarkdown(w, inv)
					}
					opts := report.TableOptions{Wide: wide}
					if o.file == "" {
						opts.Color = a.colored(a.out)
						opts.Width = terminal(a.out)
					}
					return report.Checklist(w, inv, opts)
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
	f.StringVar(&format, "format", "text", "format of standard output: text, markdown or json (that of \"tools\")")
	f.StringArrayVarP(&files, "output", "o", nil, "also write `FORMAT=FILE`; may be repeated")
	f.BoolVar(&wide, "wide", false, "show the evidence of every cell, and do not shorten")
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
