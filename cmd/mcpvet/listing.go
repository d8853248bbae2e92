package main

import (
	"io"

	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/report"
)

// A listing is a command that shows the inventory in some form, and judges
// nothing.
type listing struct {
	format string
	files  []string
	wide   bool
	// formats are those that it knows besides json, which is the same for all.
	formats []string
	// rules returns the rules that it takes to fill the inventory.
	rules func(outs []output) []*analysis.Analyzer
	// render writes the inventory in a format.
	render func(w io.Writer, format string, inv *inventory.Inventory, o report.TableOptions) error
}

// flags adds the flags that every listing has.
func (l *listing) flags(cmd *cobra.Command, formats, wide string) {
	f := cmd.Flags()
	f.StringVar(&l.format, "format", "text", formats)
	f.StringArrayVarP(&l.files, "output", "o", nil, "also write `FORMAT=FILE`; may be repeated")
	f.BoolVar(&l.wide, "wide", false, wide)
}

// run analyses and writes what was asked for.
func (l *listing) run(a *app, cmd *cobra.Command, args []string) error {
	outs, err := outputs(l.format, l.files, append(l.formats, "json")...)
	if err != nil {
		return err
	}
	if err := a.common.prepare(cmd); err != nil {
		return err
	}
	silent := a.common.quiet && !cmd.Flags().Changed("format")
	a.inReport = l.format == "text" && !silent && terminal(a.out) > 0
	rules := l.rules(outs)
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
			opts := report.TableOptions{Wide: l.wide}
			if o.file == "" {
				opts.Color = a.colored(a.out)
				opts.Width = terminal(a.out)
			}
			return l.render(w, o.format, inv, opts)
		})
		if err != nil {
			return err
		}
	}
	return a.complete(run.result)
}
