// Package flowrule makes findings of flows: what all rules that follow a value
// have in common.
package flowrule

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/models"
)

// Argument names the source of a flow for a message: argument "path".
func Argument(f *taint.Flow) string {
	what := map[string]string{"argument": "argument", "header": "the header", "secret": "the secret", "outside": "text from outside",
		"error": "the error text", "config": "the setting"}[f.Source.Class]
	if f.Source.Name == "" {
		if f.Source.Class == "argument" {
			return "an argument"
		}
		return what
	}
	switch f.Source.Class { // of these the name says what it comes from, and is no name in the source
	case models.ClassError:
		return what + " of " + f.Source.Name
	case models.ClassStream:
		return cmp.Or(streams[f.Source.Name], f.Source.Name)
	}
	return fmt.Sprintf("%s %q", what, f.Source.Name)
}

// streams are what a tool reads piece by piece.
var streams = map[string]string{
	"response": "the body of a response", "rows": "the rows of a query", "decompressed": "what a decompressor makes of its input",
}

// Tool names the entry of a flow for a message: tool "run".
func Tool(e *posture.Entry) string {
	kind := "tool"
	switch e.Kind {
	case inventory.KindResource, inventory.KindResourceTemplate, inventory.KindPrompt, inventory.KindCompletion:
		kind = strings.ReplaceAll(e.Kind, "_", " ")
	}
	if e.Kind == taint.KindHTTP {
		return "the HTTP handler " + e.Name.Pattern
	}
	if e.Name.Known {
		return fmt.Sprintf("%s %q", kind, e.Name.Value)
	}
	if e.Name.Pattern != "" {
		return fmt.Sprintf("%s %q", kind, e.Name.Pattern)
	}
	return "a " + kind
}

// Weaknesses lists the checks on the way that do not hold for one of the
// kinds, in order.
func Weaknesses(f *taint.Flow, kinds flow.Mask) []string {
	var out []string
	for _, h := range f.Hops {
		if h.Weak.Has(kinds) && !slices.Contains(out, h.Text) {
			out = append(out, h.Text)
		}
	}
	return out
}

// Finding makes a finding of a flow that does harm of those kinds, at its sink,
// with its trace. The message is a clause about the argument and the tool, to
// which the weak checks are added.
func Finding(rule string, f *taint.Flow, kinds flow.Mask, severity finding.Severity, message string) finding.Finding {
	if weak := Weaknesses(f, kinds); len(weak) > 0 {
		message += "; a check on the way does not hold: " + strings.Join(weak, "; ")
	}
	out := finding.Finding{
		Rule: rule, Pos: posture.At(f.Sink.Pos), Message: message, Severity: severity,
		Confidence: finding.High, Profile: finding.Regular, Tool: f.Entry.Name.Value,
	}
	if f.Entry.Server != nil {
		out.Server = f.Entry.Server.ID
	}
	out.Trace = trace(f, kinds)
	return out
}

// trace returns the steps from the tool and its argument to the sink.
func trace(f *taint.Flow, kinds flow.Mask) []finding.Step {
	first := Tool(f.Entry) + " takes " + Argument(f)
	var steps []finding.Step
	pos := posture.At(f.Source.Pos)
	if f.Entry.Handler != nil && len(f.Entry.Handler.Bodies) > 0 && !pos.IsValid() {
		pos = posture.At(f.Entry.Handler.Bodies[0].Pos)
	}
	steps = append(steps, finding.Step{Pos: pos, Text: first})
	for i, h := range f.Hops {
		p := posture.At(h.Pos)
		if i == 0 && p == pos || !p.IsValid() {
			continue
		}
		text := h.Text
		if h.Weak != 0 && !h.Weak.Has(kinds) {
			continue
		}
		if h.Weak != 0 {
			text = "weak check: " + text
		}
		if last := steps[len(steps)-1]; last.Pos == p && last.Text == text {
			continue
		}
		steps = append(steps, finding.Step{Pos: p, Text: text})
	}
	sink := posture.At(f.Sink.Pos)
	if steps[len(steps)-1].Pos != sink {
		steps = append(steps, finding.Step{Pos: sink, Text: f.Sink.Sym})
	}
	return steps
}

// Once keeps, of the flows that a rule reports, one for each sink and entry:
// key tells them apart beyond that, for a sink with several places.
type Once map[string]bool

// First reports whether a flow is the first of its sink and entry.
func (o Once) First(f *taint.Flow, key string) bool {
	p := f.Sink.Pos
	k := fmt.Sprintf("%s:%d:%d\x00%s\x00%s", p.File, p.Line, p.Col, f.Entry.Kind+"\x00"+f.Entry.Name.Value+f.Entry.Name.Pattern, key)
	if o[k] {
		return false
	}
	o[k] = true
	return true
}
