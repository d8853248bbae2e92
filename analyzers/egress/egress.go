package egress

import (
	_ "embed"
	"fmt"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
	"github.com/mcpvet/mcpvet/models"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP014")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "egress",
	Doc:        ruledoc.MustParse(doc).Text(),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), source.Analyzer, taint.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	var findings []finding.Finding
	flows := pass.ResultOf[taint.Analyzer].(*taint.Result)
	if flows == nil {
		return findings, nil // out of scope
	}
	src := pass.ResultOf[source.Analyzer].(*source.Source)
	once := flowrule.Once{}
	for _, certain := range []bool{true, false} { // once keeps the first of a place
		for _, f := range flows.Flows {
			if f.Fresh && (f.Source.Class == models.ClassArgument || f.Source.Class == models.ClassHeader) {
				findings = append(findings, check(src, f, certain, once)...)
			}
		}
	}
	emit.Findings(pass, findings)
	return findings, nil
}

// hostMask is the harm that a part of a host does.
var hostMask = flow.KindMask(models.KindURLHost)

// check judges one flow, and reports it if it is as certain as that.
func check(src *source.Source, f *taint.Flow, certain bool, once flowrule.Once) []finding.Finding {
	row := f.Sink.Row
	if row.Kind != models.KindURLPath && row.Kind != models.KindURLHost || !f.Mask.Has(hostMask) {
		return nil
	}
	place, sure := placeOf(f)
	if place == nowhere || sure != certain || !once.First(f, "host") {
		return nil
	}
	what := "the host that " + shortName(f.Sink.Sym) + " connects to"
	if row.Kind == models.KindURLPath {
		what = "the host of a request"
	}
	message := fmt.Sprintf("%s of %s chooses %s", flowrule.Argument(f), flowrule.Tool(f.Entry), what)
	if place == inside {
		message = fmt.Sprintf("%s of %s becomes part of %s, and can end it", flowrule.Argument(f), flowrule.Tool(f.Entry), what)
	}
	out := flowrule.Finding(rule.ID, f, hostMask, rule.Severity, message)
	if !certain {
		out.Severity, out.Confidence, out.Profile = finding.Note, finding.Medium, finding.Auditor
	}
	if place == whole { // a part of it is mostly that of a service of the operator's own
		out.Fixes = fix.PublicClient(src, f.Sink.Pos)
	}
	return []finding.Finding{out}
}

// shortName returns a function's name with its package.
func shortName(sym string) string { return sym[strings.LastIndexByte(sym, '/')+1:] }

// A place says where in a URL or an address the data is.
type place int

const (
	nowhere place = iota // behind the host
	whole                // it is, or begins, the URL
	inside               // in the host, behind other text
)

// placeOf returns where the data of a flow is in the URL of its sink, and
// whether that is known.
func placeOf(f *taint.Flow) (p place, sure bool) {
	if f.Mask&flow.Part == 0 {
		return whole, true
	}
	i := f.Sink.At.Arg
	if i < 0 || i >= len(f.Sink.Args) {
		return inside, false
	}
	return within(f.Sink.Args[i], f.Sink.Row.Kind == models.KindURLHost)
}

// within looks for the data in a text that is known in part; address says that
// it is no URL but host and port.
func within(s *flow.Sym, address bool) (p place, sure bool) {
	if s == nil || s.Kind != flow.SymConcat {
		if data, known := s.Marked(); known && !data {
			return nowhere, true
		}
		return whole, false // put together in a way that is not followed
	}
	before := ""
	for i, k := range s.Kids {
		text, ok := k.Text()
		if ok {
			before += text
			continue
		}
		if ended(before, address) {
			return nowhere, true
		}
		data, known := k.Marked()
		switch {
		case data && before == "" && i == 0:
			return whole, true
		case data && strings.HasSuffix(before, "://") && endsHost(s.Kids[i+1:]):
			return whole, true
		case data:
			return inside, true
		case known && i == 0:
			return inside, false // a base of which is not known where its host ends
		case !known:
			return inside, false
		}
		before += "x" // a value that is not the data stands in the host
	}
	return nowhere, true
}

// endsHost reports whether the host ends where other text begins.
func endsHost(after []*flow.Sym) bool {
	if len(after) == 0 {
		return true
	}
	text, ok := after[0].Text()
	return !ok || text == "" || strings.ContainsAny(text[:1], "/?#:")
}

// ended reports whether the host has ended in a text.
func ended(text string, address bool) bool {
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text = rest
	} else if address && strings.Contains(text, ":") {
		return true
	}
	return strings.ContainsAny(text, "/?#")
}
