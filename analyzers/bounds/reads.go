package bounds

import (
	"fmt"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/models"
)

// Names of streams, as rows give them.
const (
	response     = "response"
	decompressed = "decompressed"
	rows         = "rows"
)

// A reader is what is known of the streams that a server reads to their end.
type reader struct {
	places  map[string]map[string]bool // by what reads: the places, and whether a limit holds at each
	fetches map[*posture.Entry]bool    // the caller chooses the host of a request
	queries map[*posture.Entry]bool    // the caller writes the statement
}

// reads judges what is read into memory to its end: one finding for each place.
func reads(flows *taint.Result, src *source.Source) []finding.Finding {
	r := reader{places: map[string]map[string]bool{}, fetches: map[*posture.Entry]bool{}, queries: map[*posture.Entry]bool{}}
	for _, f := range flows.Flows {
		r.note(f)
	}
	var out []finding.Finding
	once := map[string]int{}
	for _, f := range flows.Flows {
		if !f.Fresh || !isRead(f) || !f.Mask.Has(sizeMask) {
			continue
		}
		found := r.read(f)
		if f.Source.Name != rows {
			found.Fixes = fix.Limit(src, f.Sink.Pos)
		}
		at := fmt.Sprint(f.Sink.Pos)
		if i, known := once[at]; !known {
			once[at] = len(out)
			out = append(out, found)
		} else if out[i].Profile != finding.Regular && found.Profile == finding.Regular {
			out[i] = found
		}
	}
	return out
}

func (r reader) note(f *taint.Flow) {
	switch {
	case isRead(f):
		if f.Source.Name != response {
			break
		}
		if r.places[f.Sink.Sym] == nil {
			r.places[f.Sink.Sym] = map[string]bool{}
		}
		at := fmt.Sprint(f.Sink.Pos)
		limited, known := r.places[f.Sink.Sym][at]
		r.places[f.Sink.Sym][at] = !f.Mask.Has(sizeMask) && (limited || !known)
	case f.Source.Class != models.ClassArgument || f.Mask&flow.Part != 0:
	case f.Sink.Row.Kind == models.KindURLPath || f.Sink.Row.Kind == models.KindURLHost:
		if f.Mask.Has(flow.KindMask(models.KindURLHost)) {
			r.fetches[f.Entry] = true
		}
	case f.Sink.Row.Kind == models.KindSQL:
		r.queries[f.Entry] = true
	}
}

// isRead reports whether a flow is a stream that is read into memory: what is
// copied elsewhere is not, unless it grows on its way.
func isRead(f *taint.Flow) bool {
	if f.Source.Class != models.ClassStream || f.Sink.Row.Kind != models.KindMemory {
		return false
	}
	if !strings.HasPrefix(f.Sink.Sym, "io.Copy") || f.Source.Name == decompressed {
		return true
	}
	if len(f.Sink.Args) == 0 {
		return false
	}
	to := f.Sink.Args[0]
	return to.Kind == flow.SymStruct && (to.S == "bytes.Buffer" || to.S == "strings.Builder")
}

// read judges one stream.
func (r reader) read(f *taint.Flow) finding.Finding {
	tool := flowrule.Tool(f.Entry)
	regular := false
	message := fmt.Sprintf("%s reads all of a response into memory for %s, however much the other side sends", short(f.Sink.Sym), tool)
	switch f.Source.Name {
	case response:
		if r.fetches[f.Entry] {
			regular = true
			message = fmt.Sprintf("%s reads all that a host of the caller's choice sends into memory for %s", short(f.Sink.Sym), tool)
		} else if limited, all := r.limited(f.Sink.Sym); limited >= 3 && 3*limited >= 2*all {
			regular = true
			message += ": most places that read one have a limit"
		}
	case decompressed:
		regular = true
		message = fmt.Sprintf("%s takes all that a decompressor makes of its input for %s, without a limit", short(f.Sink.Sym), tool)
	case rows:
		message = fmt.Sprintf("a loop over %s keeps all rows of a query in memory for %s, however many there are", short(f.Sink.Sym), tool)
		if r.queries[f.Entry] {
			regular = true
			message = fmt.Sprintf("a loop over %s keeps all rows of the caller's own statement in memory for %s, however many there are", short(f.Sink.Sym), tool)
		}
	}
	out := flowrule.Finding(rule.ID, f, flow.KindMask(models.KindSize), rule.Severity, message)
	if !regular {
		out.Severity, out.Confidence, out.Profile = finding.Note, finding.Medium, finding.Auditor
	}
	return out
}

// limited returns at how many places a function gets a limited response, and
// how many there are.
func (r reader) limited(sym string) (limited, all int) {
	for _, l := range r.places[sym] {
		all++
		if l {
			limited++
		}
	}
	return limited, all
}

// short drops the folders of a symbol's import path.
func short(sym string) string {
	prefix := ""
	if strings.HasPrefix(sym, "(*") {
		prefix, sym = "(*", sym[2:]
	} else if strings.HasPrefix(sym, "(") {
		prefix, sym = "(", sym[1:]
	}
	return prefix + sym[strings.LastIndexByte(sym, '/')+1:]
}
