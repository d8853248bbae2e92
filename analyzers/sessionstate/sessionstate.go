package sessionstate

import (
	_ "embed"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/handler"
	"github.com/mcpvet/mcpvet/internal/passes/requests"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
	"github.com/mcpvet/mcpvet/models"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP019")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "sessionstate",
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
	keys := keysOf(res.Flows)
	told := map[program.Pos]bool{}
	for _, certain := range []bool{true, false} {
		for _, f := range res.Flows {
			if f.Sink.Row.Kind != models.KindState || !f.Fresh || told[f.Sink.Pos] || !several(res, f) || !res.Kept(f.Sink) {
				continue
			}
			what, sure := kept(f, keys[f.Sink.Pos])
			if what == "" || sure != certain || !res.Read(f.Sink) {
				continue
			}
			told[f.Sink.Pos] = true
			message := fmt.Sprintf("%s is kept in %s, where the requests of others find it", what, path.Base(f.Sink.Sym))
			out := flowrule.OfRequest(rule.ID, f, res.Servers, f.Sink.Pos, rule.Severity, message)
			if !sure {
				out.Severity, out.Confidence, out.Profile = finding.Note, finding.Medium, finding.Auditor
			}
			findings = append(findings, out)
		}
	}
	emit.Findings(pass, findings)
	return findings, nil
}

// keysOf lists what the entries of maps are found by, by the place.
func keysOf(flows []*requests.Flow) map[program.Pos][]flow.Source {
	out := map[program.Pos][]flow.Source{}
	for _, f := range flows {
		if f.Sink.Row.Kind == models.KindDecide {
			out[f.Sink.Pos] = append(out[f.Sink.Pos], f.Source)
		}
	}
	return out
}

// kept says what of a caller is kept, "" if it is nothing that others must not
// find, and whether that is certain. What a caller's own name or token leads to
// only he finds; a session is no name, so others may get to it.
func kept(f *requests.Flow, keys []flow.Source) (what string, sure bool) {
	src := f.Source
	mine := slices.ContainsFunc(keys, func(k flow.Source) bool {
		return k.Class == models.ClassHeader && !isSession(k.Name) || k.Class == models.ClassCaller && !isSession(k.Name)
	})
	session := slices.ContainsFunc(keys, func(k flow.Source) bool { return isSession(k.Name) })
	switch {
	case mine:
		return "", false
	case src.Class == models.ClassHeader && isSession(src.Name), src.Class == models.ClassCaller && isSession(src.Name):
		return "", false
	case src.Class == models.ClassHeader && src.Name == "":
		return "", false // some header
	case src.Class == models.ClassHeader && identifies(src.Name):
		return fmt.Sprintf("what the header %q of one caller says", src.Name), !session
	case src.Class == models.ClassHeader:
		return fmt.Sprintf("the header %q of one caller", src.Name), false
	case src.Class == models.ClassCaller:
		return "the identity of one caller", !session && !f.Sink.Keyed
	case src.Class == models.ClassArgument && f.Sink.Keyed && f.Mask&flow.Whole != 0 && src.Name != "":
		return fmt.Sprintf("the argument %q of one call", src.Name), false // under a key, or in a list, as many tools are made to
	case src.Class == models.ClassArgument && !f.Sink.Keyed && f.Mask&flow.Whole != 0 && f.Mask.Has(flow.KindMask(models.KindText)):
		// as it came: what a logger or a client was made with is not told
		if src.Name == "" {
			return "an argument of one call", false
		}
		return fmt.Sprintf("the argument %q of one call", src.Name), true
	}
	return "", false
}

// isSession reports whether a name is one of a session.
func isSession(name string) bool { return strings.Contains(strings.ToLower(name), "session") }

// identifies reports whether a header says who the caller is, or is what he
// proves it by.
func identifies(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"auth", "token", "key", "secret", "cookie", "user", "email", "tenant", "account", "password", "credential"},
		func(w string) bool { return strings.Contains(name, w) })
}

// several reports whether more than one caller reaches a server: one on the
// standard streams of a process has one, and what is captured by a function
// that is made for one request is his alone.
func several(res *requests.Result, f *requests.Flow) bool {
	if f.Handler != nil {
		return !f.Handler.Carrier && !res.PerRequest(f.Handler.Func.ID)
	}
	served := res.Served(f.Entry)
	http := slices.Contains(served, "http") || slices.Contains(served, "sse")
	return http && !slices.ContainsFunc(f.Entry.Handler.Bodies, func(b handler.Body) bool { return res.PerRequest(b.ID) })
}
