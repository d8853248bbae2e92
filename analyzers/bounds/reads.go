package bounds

import (
	"fmt"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/models"
)

// reads judges what is read into memory to its end: one finding for each place.
func reads(flows *taint.Result) []finding.Finding {
	var out []finding.Finding
	once := map[string]bool{}
	for _, f := range flows.Flows {
		if !f.Fresh || f.Source.Class != models.ClassStream || f.Sink.Row.Kind != models.KindMemory || !f.Mask.Has(sizeMask) {
			continue
		}
		at := fmt.Sprint(f.Sink.Pos)
		if once[at] {
			continue
		}
		once[at] = true
		out = append(out, read(f))
	}
	return out
}

func read(f *taint.Flow) finding.Finding {
	message := fmt.Sprintf("%s reads all of the %s into memory for %s, however much that is", short(f.Sink.Sym), f.Source.Name, flowrule.Tool(f.Entry))
	out := flowrule.Finding(rule.ID, f, flow.KindMask(models.KindSize), finding.Note, message)
	out.Confidence, out.Profile = finding.Medium, finding.Auditor
	return out
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
