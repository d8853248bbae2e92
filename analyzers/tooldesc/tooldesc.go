package tooldesc

import (
	_ "embed"
	"fmt"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/handler"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/passes/told"
	"github.com/mcpvet/mcpvet/internal/passes/toolmeta"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP015")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "tooldesc",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), source.Analyzer, handler.Analyzer, posture.Analyzer, toolmeta.Analyzer, toolreg.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	FactTypes:  []analysis.Fact{new(Told)},
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	surface := pass.ResultOf[posture.Analyzer].(*posture.Result)
	if surface == nil {
		return []finding.Finding(nil), nil // out of scope
	}
	regs := pass.ResultOf[toolreg.Analyzer].(*toolreg.Result)
	meta := pass.ResultOf[toolmeta.Analyzer].(*toolmeta.Result)
	c := &checker{src: pass.ResultOf[source.Analyzer].(*source.Source), handlers: pass.ResultOf[handler.Analyzer].(*handler.Result),
		told: told.Read[Told](pass), seen: map[uint64]bool{}, world: regs.World, machine: regs.Machine}
	for _, e := range surface.Entries {
		t := &tool{Tool: e.Tool, server: e.Server}
		c.names(t)
		c.description(t)
		c.texts(t)
	}
	if regs.Machine != nil {
		c.pairs(groups(surface, meta), regs.Machine.Events.Removed)
	}
	c.export(pass)
	emit.Findings(pass, c.findings)
	return c.findings, nil
}

// A tool is a descriptor on a server. Resources and prompts are tools here,
// too.
type tool struct {
	*toolmeta.Tool
	server *posture.Server // nil when unknown
}

// label names a descriptor in a message.
func (t *tool) label() string {
	if t.Name.Known {
		return fmt.Sprintf("%s %q", kindOf(t.Kind), t.Name.Value)
	}
	if t.Name.Pattern != "" {
		return fmt.Sprintf("%s %q", kindOf(t.Kind), readable(t.Name))
	}
	return "a " + kindOf(t.Kind)
}

// kindOf names a kind of the inventory for people.
func kindOf(kind string) string {
	switch kind {
	case inventory.KindTask:
		return "task tool"
	case inventory.KindSession:
		return "session tool"
	}
	return strings.ReplaceAll(kind, "_", " ")
}

// isTool reports whether t is in the list of tools.
func (t *tool) isTool() bool {
	switch t.Kind {
	case inventory.KindTool, inventory.KindTask, inventory.KindSession:
		return true
	}
	return false
}

// isListed reports whether a client gets to see a name and a description.
func (t *tool) isListed() bool {
	switch t.Kind {
	case inventory.KindCompletion, inventory.KindMethod:
		return false
	}
	return true
}

// at returns the place to report a fault of a text of t: where the text is
// written, or else its name, or else the descriptor. A helper that builds the
// descriptors of many tools is nobody's place to mend one of them.
func (t *tool) at(texts ...toolmeta.Text) finding.Position {
	for _, text := range append(texts, t.Name) {
		if text.Pos.IsValid() {
			return posture.At(text.Pos)
		}
	}
	return posture.At(t.Pos)
}

// readable returns a text of which only parts are known, with "…" for the
// others; a text that is known is returned as it is.
func readable(t toolmeta.Text) string {
	if t.Known || t.Pattern == "" {
		return t.Value
	}
	var b strings.Builder
	pattern := []rune(t.Pattern)
	for i := 0; i < len(pattern); i++ {
		switch {
		case pattern[i] == '\\' && i+1 < len(pattern):
			i++
			b.WriteRune(pattern[i])
		case pattern[i] == '.' && i+1 < len(pattern) && pattern[i+1] == '*':
			i++
			b.WriteRune('…')
		default:
			b.WriteRune(pattern[i])
		}
	}
	return b.String()
}

// A checker collects the findings of one package.
type checker struct {
	src      *source.Source
	handlers *handler.Result
	world    *interp.World
	machine  *interp.Machine        // nil when nothing in the package can register
	callers  map[program.Pos]string // see root; nil until asked for
	told     told.Set               // what the packages that this one imports have reported
	seen     map[uint64]bool        // what this one has
	findings []finding.Finding
}

// report adds a finding about t, unless it has been told. What tells it from
// other faults at the same place.
func (c *checker) report(t *tool, what string, f finding.Finding) {
	f.Rule = rule.ID
	f.Tool = t.Name.Value
	if t.server != nil {
		f.Server = t.server.ID
	}
	if f.Confidence == "" {
		f.Confidence = finding.High
	}
	k := key(f, what)
	if c.told[k] || c.seen[k] {
		return
	}
	c.seen[k] = true
	c.findings = append(c.findings, f)
}

// whole reports whether everything that t's descriptor has was seen, so that
// what is missing in it is missing.
func (c *checker) whole(t *tool) bool {
	for _, u := range t.Unknown {
		if u.Part == "options" {
			return false
		}
	}
	if c.machine == nil || t.Reg.Descriptor == nil {
		return false
	}
	for _, d := range interp.Alternatives(interp.Plain(t.Reg.Descriptor)) {
		s, ok := c.machine.Deref(interp.Plain(d)).(*interp.Struct)
		if !ok || s.Open != nil {
			return false
		}
	}
	return true
}
