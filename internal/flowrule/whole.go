package flowrule

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/told"
	"github.com/mcpvet/mcpvet/internal/program"
)

// A Whole is what all tools of a server may lack that nobody lacks by himself:
// one finding for each server of which some do.
type Whole struct {
	Rule       string
	Severity   finding.Severity
	Confidence finding.Confidence
	Profile    finding.Profile
	// Lacks reports whether a tool lacks it, and where that shows; the zero
	// position shows nothing.
	Lacks func(*posture.Entry) (lacks bool, at program.Pos, text string)
	// Says is the message, with verbs for how many tools lack it, of how many.
	Says string
}

// Findings returns the findings about servers that seen does not have, and adds
// them.
func (w *Whole) Findings(surface *posture.Result, seen told.Set) []finding.Finding {
	var out []finding.Finding
	for _, s := range surface.Servers {
		if len(s.Transports) == 0 {
			continue // whoever serves it may put something around all of it
		}
		f := finding.Finding{Rule: w.Rule, Pos: posture.At(s.Site), Severity: w.Severity, Confidence: w.Confidence, Profile: w.Profile, Server: s.ID}
		all, n := 0, 0
		for _, e := range surface.Entries {
			if e.Server != s || e.Handler == nil || !isTool(e) {
				continue
			}
			if !f.Pos.IsValid() { // no SDK constructs it
				f.Pos = posture.At(e.Pos)
			}
			all++
			lacks, at, text := w.Lacks(e)
			if !lacks {
				continue
			}
			n++
			if !at.IsValid() {
				at = e.Pos
			}
			f.Related = append(f.Related, finding.Evidence{Pos: posture.At(at), Text: Tool(e) + text})
		}
		if n == 0 {
			continue
		}
		f.Message = fmt.Sprintf(w.Says, n, all)
		sum := sha256.Sum256([]byte(s.ID)) // not how many: a package that imports this one may know better, and would tell it again
		if k := binary.BigEndian.Uint64(sum[:8]); !seen[k] {
			seen[k] = true
			out = append(out, f)
		}
	}
	return out
}

func isTool(e *posture.Entry) bool {
	return e.Kind == inventory.KindTool || e.Kind == inventory.KindTask || e.Kind == inventory.KindSession
}

// ToolKey identifies a finding about a tool by its place, the tool and the profile: what the
// package of the tool has told is not told by those that import it.
func ToolKey(f finding.Finding) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%v\x00%s\x00%s", f.Rule, f.Pos, f.Tool, f.Profile))
	return binary.BigEndian.Uint64(sum[:8])
}
