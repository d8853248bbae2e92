package engine

import (
	"path/filepath"
	"slices"
	"time"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/load"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/ignore"
)

// idleExemptions returns a finding for each exemption of the configuration that has
// expired, and for each that no finding needs. An exemption may be about a server
// of another module: only those of a file in the folder of a module that is
// analysed are told to be needless, and only for rules that ran.
func (r *run) idleExemptions() []finding.Finding {
	own := slices.ContainsFunc(r.loaded.Modules, func(m load.Module) bool { return m.Dir == filepath.Dir(r.Config.Path) })
	var out []finding.Finding
	for _, e := range r.Config.Policy.Exemptions {
		if !slices.Contains(r.ran, e.Rule) {
			continue
		}
		needed := slices.ContainsFunc(r.findings, e.Covers)
		at := finding.Position{File: r.Config.Path, Line: e.Line}
		switch {
		case needed && e.Expired(r.Now):
			out = append(out, ignore.Problem(at, "the exemption of %s ended with %s: what it accepts counts again", about(e), e.Expires.AddDate(0, 0, -1).Format(time.DateOnly)))
		case !needed && own:
			out = append(out, ignore.Problem(at, "the exemption of %s accepts nothing: there is no such finding", about(e)))
		}
	}
	return out
}

// about says what an exemption is for.
func about(e config.Exemption) string {
	if e.AnyTool {
		return e.Rule
	}
	return e.Rule + " for " + e.Tool.String()
}
