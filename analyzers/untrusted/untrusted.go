package untrusted

import (
	_ "embed"
	"fmt"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/passes/told"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
	"github.com/mcpvet/mcpvet/models"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP010")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "untrusted",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), taint.Seen, taint.Analyzer, posture.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	FactTypes:  []analysis.Fact{new(Told)},
	Run:        run,
}

// Told is the fact of a package: keys of what was said of servers in it and in
// what it imports.
type Told struct{ told.Keys }

var (
	bareMask   = flow.KindMask(models.KindModel)
	fencedMask = flow.KindMask(models.KindFenced)
)

func run(pass *analysis.Pass) (any, error) {
	var findings []finding.Finding
	flows := pass.ResultOf[taint.Analyzer].(*taint.Result)
	if flows == nil {
		return findings, nil // out of scope
	}
	var ids []string
	servers := map[string]*server{}
	for _, f := range flows.Flows {
		if f.Source.Class != models.ClassOutside || f.Sink.Sym != flow.SymResult || f.Entry.Kind == inventory.KindCompletion {
			continue
		}
		id := ""
		if f.Entry.Server != nil {
			id = f.Entry.Server.ID
		}
		if servers[id] == nil {
			servers[id] = &server{}
			ids = append(ids, id)
		}
		servers[id].add(f)
	}
	all := pass.ResultOf[posture.Analyzer].(*posture.Result).Entries
	seen := told.Read[Told](pass)
	for _, id := range ids {
		findings = append(findings, servers[id].judge(all, seen)...)
	}
	told.Write[Told](pass, seen)
	emit.Findings(pass, findings)
	return findings, nil
}

// A server is the flows of the tools of one server.
type server struct{ bare, fenced []*taint.Flow }

func (s *server) add(f *taint.Flow) {
	switch {
	case f.Mask.Has(bareMask):
		s.bare = append(s.bare, f)
	case f.Mask.Has(fencedMask):
		s.fenced = append(s.fenced, f)
	}
}

// judge reports the ways out of a handler that lack the borders of another, and
// the tools that lack those which most have; where few or none have any, the
// server.
func (s *server) judge(entries []*posture.Entry, seen told.Set) []finding.Finding {
	fenced, bare := map[*posture.Entry]bool{}, map[*posture.Entry]bool{}
	for _, f := range s.fenced {
		fenced[f.Entry] = true
	}
	for _, f := range s.bare {
		bare[f.Entry] = !fenced[f.Entry]
	}
	few := 0 // tools without any
	for _, none := range bare {
		if none {
			few++
		}
	}
	most := few < len(fenced)
	var out []finding.Finding
	once := flowrule.Once{}
	rest := &server{}
	for _, f := range s.bare {
		twin := s.twin(f)
		other := "another way through the same handler"
		if twin == nil {
			if !most || fenced[f.Entry] {
				rest.bare = append(rest.bare, f)
				continue
			}
			twin = s.fenced[0]
			other = "that of " + flowrule.Tool(twin.Entry)
		}
		if !f.Fresh || !once.First(f, "") {
			continue
		}
		message := fmt.Sprintf("%s stands without borders in %s of %s, unlike in %s", f.Source.Name, f.Sink.Sym, flowrule.Tool(f.Entry), other)
		found := flowrule.Finding(rule.ID, f, bareMask, rule.Severity, message)
		found.Related = append(found.Related, finding.Evidence{Pos: posture.At(twin.Sink.Pos), Text: "here it has borders"})
		out = append(out, found)
	}
	if len(rest.bare) > 0 && rest.bare[0].Entry.Server != nil {
		out = append(out, rest.none(entries, seen)...)
	}
	return out
}

// twin returns the flow of the same text that has borders, on another way
// through the same handler, or nil.
func (s *server) twin(f *taint.Flow) *taint.Flow {
	for _, g := range s.fenced {
		if g.Entry == f.Entry && g.Source.Pos == f.Source.Pos && g.Sink.Pos != f.Sink.Pos {
			return g
		}
	}
	return nil
}

// none reports a known server of which these tools have no borders around text of
// others, unless that has been told. The flows may be old ones: a library tells
// nothing of a server that it does not know.
func (s *server) none(entries []*posture.Entry, seen told.Set) []finding.Finding {
	first := s.bare[0]
	var tools []string
	out := finding.Finding{
		Rule: rule.ID, Pos: posture.At(first.Sink.Pos), Severity: rule.Severity, Confidence: finding.Medium, Profile: finding.Pedantic,
	}
	for _, f := range s.bare {
		if name := flowrule.Tool(f.Entry); !slices.Contains(tools, name) {
			tools = append(tools, name)
			out.Related = append(out.Related, finding.Evidence{Pos: posture.At(f.Sink.Pos), Text: name + " returns " + f.Source.Name})
		}
	}
	total := 0
	for _, e := range entries {
		if e.Server == first.Entry.Server {
			total++
		}
	}
	srv := first.Entry.Server
	out.Server = srv.ID
	if at := posture.At(srv.Site); at.IsValid() {
		out.Pos = at
	}
	out.Message = fmt.Sprintf("text of others stands without borders in the results of %d of %d tools, such as %s", len(tools), max(total, len(tools)), tools[0])
	k := flowrule.Key(out)
	if seen[k] {
		return nil
	}
	seen[k] = true
	return []finding.Finding{out}
}
