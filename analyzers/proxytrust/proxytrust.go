package proxytrust

import (
	_ "embed"
	"fmt"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/requests"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
	"github.com/mcpvet/mcpvet/models"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP012")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "proxytrust",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), requests.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	var findings []finding.Finding
	res := pass.ResultOf[requests.Analyzer].(*requests.Result)
	if res == nil {
		return findings, nil // out of scope
	}
	told := map[program.Pos]bool{}
	for _, certain := range []bool{true, false} { // a header that is read in one place is one finding
		for _, f := range res.Flows {
			what, sure := decided(res.World.Models, f)
			if what == "" || sure != certain || !f.Fresh || told[f.Source.Pos] {
				continue
			}
			told[f.Source.Pos] = true
			message := fmt.Sprintf("the header %q decides %s, and nothing checks that a trusted proxy has set it", f.Source.Name, what)
			out := flowrule.OfRequest(rule.ID, f, res.Servers, f.Source.Pos, rule.Severity, message)
			if !sure {
				out.Severity, out.Confidence, out.Profile = finding.Note, finding.Medium, finding.Auditor
			}
			findings = append(findings, out)
		}
	}
	emit.Findings(pass, findings)
	return findings, nil
}

// decided says what a header decides at a sink, "" if it is nothing that only a
// proxy may say, and whether that is certain.
func decided(set *models.Set, f *requests.Flow) (what string, sure bool) {
	row := set.ForwardedHeader(f.Source.Name)
	if f.Source.Class != models.ClassHeader || row == nil || !f.Mask.Has(flow.KindMask(f.Sink.Row.Kind)) {
		return "", false
	}
	switch f.Sink.Row.Kind {
	case models.KindAdvert:
		if row.Tells(models.SaysHost, models.SaysScheme) {
			return "a URL that the server gives out", true
		}
	case models.KindDecide:
		switch {
		case row.Tells(models.SaysUser):
			return "who the caller is", true
		case row.Tells(models.SaysClient) && f.Sink.Sym == flow.SymKey:
			return "which entry of a map stands for the caller", true
		case row.Tells(models.SaysClient) && !aboutAddress(f.Sink.Args):
			return "", false // it is taken apart
		case row.Tells(models.SaysClient):
			return "which address the caller has", true
		case row.Tells(models.SaysScheme) && f.Sink.Sym == flow.SymCompare:
			return "how the client came here", false
		}
	}
	return "", false
}

// aboutAddress reports whether a check is about addresses: a text that it is
// given, if any, begins like one.
func aboutAddress(args []*flow.Sym) bool {
	for _, a := range args {
		if text, ok := a.Text(); ok && (text == "" || !strings.ContainsRune("0123456789abcdefABCDEF:", rune(text[0])) || !strings.ContainsAny(text, ".:")) {
			return false
		}
	}
	return true
}
