package flowrule

import (
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/requests"
	"github.com/mcpvet/mcpvet/internal/program"
)

// OfRequest makes a finding of what came along with a request, at a place on
// its way, with its trace.
func OfRequest(rule string, f *requests.Flow, servers []*posture.Server, at program.Pos, severity finding.Severity, message string) finding.Finding {
	out := finding.Finding{
		Rule: rule, Pos: posture.At(at), Message: message, Severity: severity, Confidence: finding.High, Profile: finding.Regular,
	}
	if len(servers) == 1 {
		out.Server = servers[0].ID
	}
	add := func(pos program.Pos, text string) {
		p := posture.At(pos)
		if n := len(out.Trace); !p.IsValid() || n > 0 && out.Trace[n-1].Pos == p {
			return
		}
		out.Trace = append(out.Trace, finding.Step{Pos: p, Text: text})
	}
	if f.Entry != nil {
		out.Tool = f.Entry.Name.Value
		if f.Entry.Server != nil {
			out.Server = f.Entry.Server.ID
		}
	}
	if f.Handler != nil {
		add(f.Handler.Func.Pos, "a request comes in")
	}
	for _, h := range f.Hops {
		if h.Weak == 0 {
			add(h.Pos, h.Text)
		}
	}
	add(f.Sink.Pos, f.Sink.Sym)
	return out
}
