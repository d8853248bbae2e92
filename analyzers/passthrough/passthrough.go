package passthrough

import (
	_ "embed"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/requests"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
	"github.com/mcpvet/mcpvet/models"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP022")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "passthrough",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), config.Analyzer, source.Analyzer, requests.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	var findings []finding.Finding
	res := pass.ResultOf[requests.Analyzer].(*requests.Result)
	if res == nil {
		return findings, nil // out of scope
	}
	src := pass.ResultOf[source.Analyzer].(*source.Source)
	set := pass.ResultOf[config.Analyzer].(*config.Result).Models
	own := slices.ContainsFunc(res.Flows, verifies)
	told := map[program.Pos]bool{}
	for _, f := range res.Flows {
		if !f.Fresh || !f.Mask.Has(flow.KindMask(f.Sink.Row.Kind)) {
			continue
		}
		var out finding.Finding
		switch {
		case forwards(f) && !told[f.Sink.Pos]:
			told[f.Sink.Pos] = true
			message := fmt.Sprintf("the token in the caller's header %q is sent on to another service", f.Source.Name)
			out = flowrule.OfRequest(rule.ID, f, res.Servers, f.Sink.Pos, rule.Severity, message)
			switch {
			case own && (f.Entry != nil || f.Handler.Carrier): // a handler may ask who has issued it
				out.Message += ", and it is this server's own"
				out.Fixes = fix.KeepToken(src, set, f.Sink.Pos)
			default: // perhaps it was issued for that service, which checks it
				out.Severity, out.Confidence, out.Profile = finding.Warning, finding.Medium, finding.Auditor
			}
		case identifies(f) && !told[f.Source.Pos]:
			told[f.Source.Pos] = true
			out = flowrule.OfRequest(rule.ID, f, res.Servers, f.Source.Pos, rule.Severity, "the id of a session stands for who the caller is")
			out.Fixes = fix.Caller(src, f.Source.Pos)
		case isToken(f.Source) && f.Sink.Row.Kind == models.KindClaims && !told[f.Sink.Pos] && !res.LooksAtAudience():
			told[f.Sink.Pos] = true
			out = flowrule.OfRequest(rule.ID, f, res.Servers, f.Sink.Pos, finding.Warning, "the caller's token is believed whomever it was issued for: nothing looks at its audience")
			out.Confidence, out.Profile = finding.Medium, finding.Auditor // perhaps nobody else issues such tokens
		default:
			continue
		}
		findings = append(findings, out)
	}
	emit.Findings(pass, findings)
	return findings, nil
}

// isToken reports whether a source is the token that a client sends to this
// server.
func isToken(src flow.Source) bool {
	return src.Class == models.ClassHeader && strings.EqualFold(src.Name, "Authorization")
}

// forwards reports whether the caller's token becomes the credential of a
// request to another service.
func forwards(f *requests.Flow) bool {
	if !isToken(f.Source) || f.Sink.Row.Kind != models.KindBearer {
		return false
	}
	if len(f.Sink.Args) < 3 { // SetBasicAuth has names of its own
		return true
	}
	name, ok := f.Sink.Args[1].Text()
	return !ok || isBearer(name)
}

func isBearer(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "auth") || strings.Contains(name, "token") || strings.Contains(name, "key") || name == "cookie"
}

// verifies reports whether a flow is a check of the token by what this server
// alone knows: it is looked up, or compared. What is inside a token that others
// have signed says little of whom it was issued for.
func verifies(f *requests.Flow) bool {
	if !isToken(f.Source) || f.Sink.Row.Kind != models.KindDecide || onlyScheme(f.Sink.With) {
		return false
	}
	for _, a := range f.Sink.Args {
		if text, ok := a.Text(); ok && onlyScheme([]string{text}) {
			return false
		}
	}
	return !slices.ContainsFunc(f.Hops, func(h flow.Hop) bool {
		text := strings.ToLower(h.Text)
		return strings.HasPrefix(text, "passed through") && (strings.Contains(text, "jwt") || strings.Contains(text, "jose") || strings.Contains(text, "oidc") ||
			strings.Contains(text, "json") || strings.Contains(text, "base64"))
	})
}

// onlyScheme reports whether a comparison is with the scheme of a header.
func onlyScheme(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool {
		n = strings.ToLower(strings.TrimSpace(n))
		return n == "bearer" || n == "basic" || n == "token"
	})
}

var (
	person = regexp.MustCompile(`(?i)owner|user|author|account|tenant|principal|identity|subject|admin|role|created_?by`)
	// what is written, up to what is asked for
	assignments = regexp.MustCompile(`(?is)\bset\b.*?(\bwhere\b|$)`)

	column = regexp.MustCompile(`(?i)\b\w*(owner|user|author|account|tenant|principal|subject|created_by)\w*"?\s*(=|<>|!=|in\b)`)
)

// identifies reports whether the id of a session is taken for who the caller
// is: it is compared with the owner of something, or finds what he owns.
func identifies(f *requests.Flow) bool {
	src := f.Source
	if src.Class != models.ClassCaller && src.Class != models.ClassHeader || !strings.Contains(strings.ToLower(src.Name), "session") {
		return false
	}
	switch f.Sink.Row.Kind {
	case models.KindDecide:
		return (f.Sink.Sym == flow.SymCompare || f.Sink.Sym == flow.SymKey) && slices.ContainsFunc(f.Sink.With, person.MatchString) && !slices.ContainsFunc(f.Sink.With, isSession)
	case models.KindRecord:
		return slices.ContainsFunc(f.Sink.Args, func(a *flow.Sym) bool {
			text, ok := a.Text()
			return ok && column.MatchString(assignments.ReplaceAllString(text, "$1"))
		})
	}
	return false
}

// isSession reports whether a name is one of sessions: then ids are compared
// with ids.
func isSession(name string) bool { return strings.Contains(strings.ToLower(name), "session") }
