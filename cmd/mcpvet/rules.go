package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/report"
)

// newRulesCommand builds "mcpvet rules".
func newRulesCommand(a *app) *cobra.Command {
	var (
		format string
		wide   bool
	)
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rules with their OWASP MCP Top 10 and CWE, and how far each is built",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			outs, err := outputs(format, nil, "text", "json")
			if err != nil {
				return err
			}
			if err := a.common.checkColor(); err != nil {
				return err
			}
			for _, o := range outs {
				err := o.write(a.out, func(w io.Writer) error {
					if o.format == "json" {
						return rulesJSON(w, checklist.All())
					}
					return report.RulesTable(w, checklist.All(), report.TableOptions{Wide: wide, Color: a.colored(a.out), Width: terminal(a.out)})
				})
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	cmd.Flags().BoolVar(&wide, "wide", false, "with the summary, the checklist item and the page of each rule")
	cmd.Flags().StringVar(&a.common.color, "color", "auto", "colour the output: auto, always or never")
	return cmd
}

// A jsonRule is a rule as "mcpvet rules --format json" prints it.
type jsonRule struct {
	ID               string   `json:"id"`
	Slug             string   `json:"slug"`
	Title            string   `json:"title"`
	Summary          string   `json:"summary"`
	Item             string   `json:"item,omitempty"`
	Group            string   `json:"group"`
	Severity         string   `json:"severity"`
	SecuritySeverity string   `json:"security_severity"`
	Precision        string   `json:"precision"`
	CWE              []string `json:"cwe"`
	OWASP            []string `json:"owasp"`
	Spec             string   `json:"spec,omitempty"`
	Lifecycle        string   `json:"lifecycle"`
	Since            string   `json:"since,omitempty"`
	URL              string   `json:"url"`
	Tags             []string `json:"tags"`
}

// rulesJSON writes the rules for machines. Lists are never null.
func rulesJSON(w io.Writer, rules []checklist.Rule) error {
	list := make([]jsonRule, len(rules))
	for i, r := range rules {
		list[i] = jsonRule{
			ID: r.ID, Slug: r.Slug, Title: r.Title, Summary: r.Summary, Item: r.Item,
			Group: string(r.Group), Severity: string(r.Severity), SecuritySeverity: r.SecuritySeverity,
			Precision: string(r.Precision), CWE: append([]string{}, r.CWE...), OWASP: append([]string{}, r.OWASP...),
			Spec: r.Spec, Lifecycle: string(r.Lifecycle), Since: r.Since, URL: r.URL(), Tags: append([]string{}, r.Tags...),
		}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	out := struct {
		Version string     `json:"version"`
		Rules   []jsonRule `json:"rules"`
	}{"1", list}
	if err := enc.Encode(out); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}
