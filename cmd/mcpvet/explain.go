package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpvet/mcpvet/analyzers"
	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/ignore"
	"github.com/mcpvet/mcpvet/report"
)

// newExplainCommand builds "mcpvet explain".
func newExplainCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "explain RULE|ITEM|SYMBOL",
		Short:   "Explain a rule, a checklist item, or what is known of a symbol",
		Example: "  mcpvet explain MCP015\n  mcpvet explain tooldesc\n  mcpvet explain 'rate limits'\n  mcpvet explain os.ReadFile",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("explain takes one rule by id or slug, one line of the checklist, or one symbol; \"mcpvet rules\" lists the rules")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if strings.EqualFold(args[0], ignore.RuleID) {
				_, err := a.out.Write([]byte(aboutDirectives()))
				return err
			}
			id, known := config.RuleID(args[0])
			if id == "" {
				id = ofItem(args[0])
			}
			if id == "" && strings.ContainsAny(args[0], "./(") {
				a.common.given = cmd.Flags().Changed
				set, err := a.models()
				if err != nil {
					return err
				}
				return a.explainSymbol(set, args[0])
			}
			if id == "" {
				return fmt.Errorf("unknown rule %q%s", args[0], config.RuleHint(args[0], known))
			}
			rule, _ := checklist.ByID(id)
			var b strings.Builder
			fmt.Fprintf(&b, "%s %s: %s\n\n", rule.ID, rule.Slug, rule.Title)
			limit := min(terminal(a.out), proseWidth)
			fmt.Fprintf(&b, "%s\n", report.Wrap(rule.Summary, limit))
			if rule.Remedy != "" {
				fmt.Fprintf(&b, "\n%s\n", report.Wrap("What satisfies it: "+rule.Remedy, limit))
			}
			if rule.Item != "" {
				fmt.Fprintf(&b, "\nChecklist: %s\n", rule.Item)
			}
			fmt.Fprintf(&b, "\nSeverity: %s; lifecycle: %s\n", rule.Severity, rule.Lifecycle)
			for _, cwe := range rule.CWE {
				fmt.Fprintf(&b, "%s: %s\n", cwe, checklist.CWEName(cwe))
			}
			for _, o := range rule.OWASP {
				fmt.Fprintf(&b, "%s: %s\n", o, checklist.OWASPName(o))
			}
			if rule.Spec != "" {
				fmt.Fprintf(&b, "Specification: %s\n", rule.Spec)
			}
			if rule.Lifecycle.Implemented() {
				doc, err := analyzers.Doc(rule.Slug)
				if err != nil {
					return err
				}
				for _, s := range doc.Sections {
					fmt.Fprintf(&b, "\n%s\n\n%s", s.Title, s.Text)
				}
			} else {
				b.WriteString("\nThis rule is planned: it does not run yet.\n")
			}
			_, err := a.out.Write([]byte(b.String()))
			return err
		},
	}
}

// proseWidth is the longest line of prose on a terminal, in cells: the sections of
// a rule's documentation are as wide.
const proseWidth = 80

// aboutDirectives explains what no rule of the checklist reports.
func aboutDirectives() string {
	r := ignore.Rule()
	return fmt.Sprintf(`%s: %s

%s

Severity: %s; lifecycle: %s

A directive stands at the line of the finding, or on a line of its own above it,
with the rule and the reason:

    //mcpvet:ignore MCP015 the name is part of a published interface

https://github.com/mcpvet/mcpvet/blob/main/docs/configuration.md#accepting-a-finding
`, r.ID, r.Title, r.Summary, r.Severity, r.Lifecycle)
}

// ofItem returns the rule of the one line of the checklist that has a text in
// it, "" if there are none or several.
func ofItem(text string) string {
	found := ""
	for _, r := range checklist.All() {
		if r.Item == "" || len(text) < 4 || !strings.Contains(strings.ToLower(r.Item), strings.ToLower(text)) {
			continue
		}
		if found != "" {
			return ""
		}
		found = r.ID
	}
	return found
}
