package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpvet/mcpvet/analyzers"
	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/passes/config"
)

// newExplainCommand builds "mcpvet explain".
func newExplainCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "explain RULE",
		Short:   "Explain a rule: what it reports, why, and what satisfies it",
		Example: "  mcpvet explain MCP015\n  mcpvet explain tooldesc",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("explain takes one rule, by id or slug; \"mcpvet rules\" lists them")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			id, known := config.RuleID(args[0])
			if id == "" {
				return fmt.Errorf("unknown rule %q%s", args[0], config.RuleHint(args[0], known))
			}
			rule, _ := checklist.ByID(id)
			var b strings.Builder
			fmt.Fprintf(&b, "%s %s: %s\n\n", rule.ID, rule.Slug, rule.Title)
			fmt.Fprintf(&b, "%s\n", rule.Summary)
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
