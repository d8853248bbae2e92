package sandbox

import (
	_ "embed"
	"fmt"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/confine"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
	"github.com/mcpvet/mcpvet/models"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP011")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "sandbox",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), source.Analyzer, taint.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	flows := pass.ResultOf[taint.Analyzer].(*taint.Result)
	if flows == nil {
		return []finding.Finding(nil), nil // out of scope
	}
	c := &checker{src: pass.ResultOf[source.Analyzer].(*source.Source), models: pass.ResultOf[config.Analyzer].(*config.Result).Models, once: flowrule.Once{}}
	// The worst of a place first, so that once keeps it.
	for _, v := range []confine.Verdict{confine.Open, confine.Partial, confine.Unsure} {
		for _, f := range flows.Flows {
			if f.Fresh && (f.Source.Class == models.ClassArgument || f.Source.Class == models.ClassHeader) {
				c.check(f, v)
			}
		}
	}
	emit.Findings(pass, c.findings)
	return c.findings, nil
}

// A checker judges the flows of one package.
type checker struct {
	src      *source.Source
	models   *models.Set
	findings []finding.Finding
	once     flowrule.Once
}

// check judges one flow, and reports it when the verdict is that one.
func (c *checker) check(f *taint.Flow, v confine.Verdict) {
	ch, ok := confine.Of(c.models, f)
	if !ok || ch.Box.Verdict != v || !f.Mask.Has(flow.KindMask(ch.Kind)) || f.Mask&flow.Part != 0 {
		return
	}
	at, sym := f.Sink.Pos, f.Sink.Sym
	switch {
	case f.Sink.Run != nil:
		at, sym = f.Sink.Run.Pos, f.Sink.Run.Sym
	case f.Sink.Start.IsValid():
		at, sym = f.Sink.Start, "the command that is started"
	}
	if !c.once.First(f, fmt.Sprint(at)) {
		return
	}
	out := flowrule.Finding(rule.ID, f, flow.KindMask(ch.Kind), rule.Severity, message(f, ch))
	if p := posture.At(at); p != out.Pos {
		out.Pos = p
		out.Trace = append(out.Trace, finding.Step{Pos: p, Text: sym})
	}
	if v == confine.Open && !ch.Fallback && ch.Kind == models.KindCode {
		out.Fixes = fix.Sandbox(c.src, c.models, f, at)
	}
	if v == confine.Partial && !ch.Fallback && len(ch.Box.Undo) == 0 {
		out.Fixes = fix.Contain(c.src, c.models, f, at, ch.Box.Lacks)
	}
	switch {
	case v == confine.Partial:
		out.Severity = finding.Warning
	case v == confine.Unsure:
		out.Severity, out.Profile = finding.Note, finding.Auditor
	}
	if !ch.Certain || v == confine.Unsure {
		out.Confidence = finding.Medium
	}
	c.findings = append(c.findings, out)
}

func message(f *taint.Flow, ch confine.Choice) string {
	who := fmt.Sprintf("%s of %s %s", flowrule.Argument(f), flowrule.Tool(f.Entry), ch.What)
	b := ch.Box
	switch {
	case ch.Fallback:
		return who + ", on one way without the sandbox that another has (it fails open)"
	case b.Verdict == confine.Open:
		return who + ", outside a sandbox"
	case b.Verdict == confine.Unsure && b.Name == "SysProcAttr":
		return who + "; what its SysProcAttr confines is not known"
	case b.Verdict == confine.Unsure:
		return fmt.Sprintf("%s in %s, of whose options some are not known", who, b.Name)
	}
	var why []string
	if len(b.Lacks) > 0 {
		why = append(why, "without "+strings.Join(b.Lacks, ", "))
	}
	if len(b.Undo) > 0 {
		why = append(why, "opened by "+strings.Join(b.Undo, ", "))
	}
	return fmt.Sprintf("%s in %s %s", who, b.Name, strings.Join(why, " and "))
}
