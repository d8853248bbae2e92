package bounds

import (
	_ "embed"
	"fmt"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
	"github.com/mcpvet/mcpvet/models"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP021")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "bounds",
	Doc:        ruledoc.Text(doc),
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
	once := flowrule.Once{}
	asked := map[part]bool{}
	for _, f := range flows.Flows {
		if f.Sink.Row.Kind == models.KindPointer && f.Sink.Sym == flow.NilCheck {
			asked[partOf(f)] = true
		}
	}
	for _, f := range flows.Flows {
		if f.Fresh && (f.Source.Class == models.ClassArgument || f.Source.Class == models.ClassOptional) {
			findings = append(findings, check(f, once, asked[partOf(f)])...)
		}
	}
	findings = append(findings, reads(flows, pass.ResultOf[source.Analyzer].(*source.Source))...)
	emit.Findings(pass, findings)
	return findings, nil
}

var (
	sizeMask    = flow.KindMask(models.KindSize)
	signMask    = flow.KindMask(models.KindSign)
	lengthMask  = flow.KindMask(models.KindEmpty, models.KindShort)
	dynamicMask = flow.KindMask(models.KindDynamic)
	patternMask = flow.KindMask(models.KindPattern)
)

// A part of the requests of an entry.
type part struct {
	entry *posture.Entry
	name  string
}

func partOf(f *taint.Flow) part { return part{f.Entry, f.Source.Name} }

// check judges one flow of an argument. asked says that somewhere it is asked
// whether the argument is there.
func check(f *taint.Flow, once flowrule.Once, asked bool) []finding.Finding {
	row := f.Sink.Row
	f = enforced(f)
	argument, tool := flowrule.Argument(f), flowrule.Tool(f.Entry)
	kinds, panics := f.Mask, false
	var message string
	if f.Mask.Kinds() == 0 || f.Source.Class == models.ClassOptional && row.Kind != models.KindPointer {
		return nil
	}
	switch row.Kind {
	case models.KindSize:
		message = fmt.Sprintf("%s of %s decides without a limit how much memory %s takes", argument, tool, short(f.Sink.Sym))
		if !f.Mask.Has(sizeMask) {
			message = fmt.Sprintf("%s of %s is a size that can be negative, at which %s panics", argument, tool, short(f.Sink.Sym))
			panics = true
		}
	case models.KindIndex:
		panics = true
		message = fmt.Sprintf("%s of %s is an index that can be out of range", argument, tool)
		if !f.Mask.Has(sizeMask) {
			message = fmt.Sprintf("%s of %s is an index that can be negative", argument, tool)
		}
	case models.KindEmpty, models.KindShort:
		if isResource(f.Entry) {
			return nil // the SDK hands over what starts with the URI that was registered
		}
		panics = true
		message = fmt.Sprintf("%s of %s is indexed or cut without a look at its length", argument, tool)
	case models.KindDepth:
		message = fmt.Sprintf("%s of %s decides without a limit how deep %s recurses", argument, tool, short(f.Sink.Sym))
	case models.KindDuration:
		message = fmt.Sprintf("%s of %s decides without a limit how long the call may take", argument, tool)
	case models.KindPattern:
		if !f.Mask.Has(patternMask) {
			return nil
		}
		panics = true
		message = fmt.Sprintf("%s of %s reaches %s, which panics at a text that it can't parse", argument, tool, short(f.Sink.Sym))
	case models.KindParse:
		panics = true
		message = fmt.Sprintf("%s of %s reaches %s, whose error nobody looks at: what it gives is nil for a text that it can't parse", argument, tool, short(f.Sink.Sym))
	case models.KindAssertion:
		if isResource(f.Entry) {
			return nil
		}
		panics = true
		message = fmt.Sprintf("%s of %s is asserted to be %s without a check: the call panics when it is missing or of another type", argument, tool, f.Sink.Sym)
	case models.KindPointer:
		if f.Sink.Sym == flow.NilCheck {
			return nil
		}
		panics = true
		message = fmt.Sprintf("%s of %s may be missing, and is used without a check for nil", argument, tool)
		if f.Source.Class == models.ClassOptional {
			message = fmt.Sprintf("%s may be nil, and is used for %s without a check", f.Source.Name, tool)
		}
	case models.KindSteps:
		message = fmt.Sprintf("%s of %s is a program that runs without a limit of steps or time", argument, tool)
	case models.KindFetch:
		message = fmt.Sprintf("%s of %s chooses what is read into memory without a limit", argument, tool)
	default:
		return nil
	}
	if !once.First(f, "bounds") {
		return nil
	}
	out := flowrule.Finding(rule.ID, f, kinds, rule.Severity, message)
	for _, h := range f.Hops {
		if row.Kind == models.KindDuration && h.Text == flow.BecomesDuration {
			out.Pos = posture.At(h.Pos) // where a maximum belongs
		}
	}
	if row.Kind == models.KindSize && panics { // values that are computed from others are rarely negative
		out.Confidence, out.Profile = finding.Medium, finding.Pedantic
	}
	if len(flowrule.Weaknesses(f, kinds)) > 0 { // two checks may know of each other
		out.Confidence, out.Profile = finding.Medium, finding.Pedantic
	}
	switch row.Kind {
	case models.KindAssertion, models.KindParse, models.KindPattern: // it takes no more than leaving the argument out
		out.Severity = finding.Error
	}
	if panics && recovered(f) || row.Kind == models.KindPointer && asked {
		out.Severity, out.Confidence, out.Profile = finding.Note, finding.Medium, finding.Auditor
	}
	return []finding.Finding{out}
}

// enforced returns a flow without the kinds of harm that the SDK keeps off, since
// it refuses what the schema does not allow.
func enforced(f *taint.Flow) *taint.Flow {
	e := f.Entry
	property := e.Properties[f.Source.Name]
	if property == nil || !e.Validated() {
		return f
	}
	out := *f
	limits := e.Limits[f.Source.Name]
	if limits.Max {
		out.Mask &^= sizeMask
	}
	if limits.Min {
		out.Mask &^= signMask
	}
	if limits.Length {
		out.Mask &^= lengthMask
	}
	if t := types[f.Sink.Sym]; property.Required && t != "" && (t == property.Type || t == "number" && property.Type == "integer") {
		out.Mask &^= dynamicMask
	}
	return &out
}

// types maps the types that decoders make to those of schemas.
var types = map[string]string{
	"string": "string", "float64": "number", "bool": "boolean",
	"[]any": "array", "[]interface{}": "array", "map[string]any": "object", "map[string]interface{}": "object",
}

func isResource(e *posture.Entry) bool {
	return e.Kind == inventory.KindResource || e.Kind == inventory.KindResourceTemplate
}

// recovered reports whether a panic ends no more than the call, by what the
// program does, or the SDK.
func recovered(f *taint.Flow) bool {
	if f.Recovers {
		return true
	}
	s := f.Entry.Server
	if s == nil || s.Server == nil || s.Model == nil {
		return false
	}
	if s.Recovers {
		return true
	}
	for _, row := range s.Model.Servers {
		if row.Func == s.Symbol && row.Recovers != "" && s.Version != "" && models.InVersion(row.Recovers, "", s.Version) {
			return true
		}
	}
	return false
}
