package sqlparam

import (
	"fmt"

	"github.com/mcpvet/mcpvet/internal/argv"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/models"
)

// client returns the program that gets the data of a flow as a query: the
// client of a database, on its command line, on its standard input, or in a
// file that it reads.
func client(set *models.Set, f *taint.Flow) (string, bool) {
	switch f.Sink.Row.Kind {
	case models.KindArgv:
		for _, line := range flowrule.Lines(f) {
			roles := argv.Roles(set, line.Words)
			for _, i := range line.Data {
				if r := roles[i]; r.Kind == models.KindSQL && r.Certain && !r.File {
					return r.Program, true
				}
			}
		}
	case models.KindStdin:
		for _, words := range flowrule.Started(set, f) {
			if r, ok := argv.Stdin(set, words); ok && r.Kind == models.KindSQL && r.Certain {
				return r.Program, true
			}
		}
	case models.KindContent:
		if words, at := flowrule.Script(f); at > 0 {
			if r := argv.Roles(set, words)[at]; r.File && r.Kind == models.KindSQL && r.Certain {
				return r.Program, true
			}
		}
	}
	return "", false
}

// checkClient judges one flow to a program. A whole query is an error there,
// too: the clients have commands of their own, of which one runs a shell.
func checkClient(f *taint.Flow, program string) (finding.Finding, bool) {
	mask := flow.KindMask(models.KindSQL)
	if f.Source.Class != models.ClassArgument && f.Source.Class != models.ClassHeader || !f.Mask.Has(mask) {
		return finding.Finding{}, false
	}
	part := "becomes part of"
	if f.Mask&flow.Part == 0 {
		part = "is"
	}
	return flowrule.Finding(rule.ID, f, mask, finding.Error, fmt.Sprintf("%s of %s %s the text of a query that %s runs",
		flowrule.Argument(f), flowrule.Tool(f.Entry), part, program)), true
}
