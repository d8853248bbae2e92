package egress

import (
	_ "embed"
	"fmt"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/argv"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/outbound"
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
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), source.Analyzer, taint.Analyzer, outbound.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	var findings []finding.Finding
	flows := pass.ResultOf[taint.Analyzer].(*taint.Result)
	if flows == nil {
		return findings, nil // out of scope
	}
	dials := pass.ResultOf[outbound.Analyzer].(*outbound.Result)
	c := &checker{src: pass.ResultOf[source.Analyzer].(*source.Source), models: pass.ResultOf[config.Analyzer].(*config.Result).Models, once: flowrule.Once{}}
	for _, certain := range []bool{true, false} { // once keeps the first of a place
		for _, f := range flows.Flows {
			if f.Fresh && !dials.Public[f.Sink.Pos] && (f.Source.Class == models.ClassArgument || f.Source.Class == models.ClassHeader) {
				findings = append(findings, c.check(f, dials.Dialled[f.Entry], certain)...)
			}
		}
	}
	emit.Findings(pass, findings)
	return findings, nil
}

// hostMask is the harm that a part of a host does.
var hostMask = flow.KindMask(models.KindURLHost)

// A checker judges the flows of one package.
type checker struct {
	src    *source.Source
	models *models.Set
	once   flowrule.Once // the first of a place
}

// check judges one flow, and reports it if it is as certain as that. Where the
// client looks at each address before it connects, any host is meant to do.
func (c *checker) check(f *taint.Flow, dialled, certain bool) []finding.Finding {
	if !f.Mask.Has(hostMask) {
		return nil
	}
	var place place
	var sure bool
	var what string
	switch f.Sink.Row.Kind {
	case models.KindURLPath:
		place, sure = placeOf(f)
		sure = sure && !dialled
		what = "the host of a request"
	case models.KindURLHost:
		place, sure = placeOf(f)
		what = "the host that " + shortName(f.Sink.Sym) + " connects to"
	case models.KindArgv:
		var program string
		place, sure, program = c.placeInLine(f)
		what = "the host that " + program + " connects to"
	}
	if place == nowhere || sure != certain || !c.once.First(f, "host") {
		return nil
	}
	message := fmt.Sprintf("%s of %s chooses %s", flowrule.Argument(f), flowrule.Tool(f.Entry), what)
	if place == inside {
		message = fmt.Sprintf("%s of %s becomes part of %s, and can end it", flowrule.Argument(f), flowrule.Tool(f.Entry), what)
	}
	out := flowrule.Finding(rule.ID, f, hostMask, rule.Severity, message)
	if !certain {
		out.Severity, out.Confidence, out.Profile = finding.Note, finding.Medium, finding.Auditor
	}
	switch {
	case place == whole: // a part of it is mostly that of a service of the operator's own
		out.Fixes = fix.PublicClient(c.src, f.Sink.Pos)
	case f.Sink.Row.Kind == models.KindURLPath:
		out.Fixes = fix.Host(c.src, c.models, f)
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

// placeInLine returns where the data of a flow is in the word of a command line
// that says where the program connects to.
func (c *checker) placeInLine(f *taint.Flow) (p place, sure bool, program string) {
	for _, line := range flowrule.Lines(f) {
		roles := argv.Roles(c.models, line.Words)
		for _, i := range line.Data {
			w, r := line.Words[i], roles[i]
			if !r.Connects || ended(w.Prefix, true) {
				continue
			}
			p = inside
			if w.Prefix == "" || strings.HasSuffix(w.Prefix, "://") {
				p = whole
			}
			return p, r.Certain, r.Program
		}
	}
	return nowhere, true, ""
}

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
	pieces := s.Flat()
	for i, k := range pieces {
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
		case data && strings.HasSuffix(before, "://") && endsHost(pieces[i+1:]):
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
