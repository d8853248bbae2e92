package redact

import (
	_ "embed"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/passes/told"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
	"github.com/mcpvet/mcpvet/models"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP008")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "redact",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), posture.Analyzer, taint.Seen, taint.Analyzer),
	FactTypes:  []analysis.Fact{new(Told)},
	ResultType: reflect.TypeFor[[]finding.Finding](),
	Run:        run,
}

var (
	resultMask = flow.KindMask(models.KindResult)
	logMask    = flow.KindMask(models.KindLog)
)

func run(pass *analysis.Pass) (any, error) {
	var findings []finding.Finding
	flows := pass.ResultOf[taint.Analyzer].(*taint.Result)
	if flows == nil {
		return findings, nil // out of scope
	}
	words := pass.ResultOf[config.Analyzer].(*config.Result).Models.Words()
	once, logged, files := flowrule.Once{}, map[place]bool{}, files(flows.Flows)
	var raw []*taint.Flow
	for _, f := range flows.Flows {
		switch {
		case !f.Fresh:
		case f.Source.Class == models.ClassSecret, f.Source.Class == models.ClassConfig && words.Credential(f.Source.Name) && !files[f.Source.Name]:
			findings = append(findings, secret(f, once, logged)...)
		case f.Source.Class == models.ClassArgument && f.Sink.In(models.KindLog) && f.Mask.Has(logMask):
			findings = append(findings, arguments(f, logged)...)
		case f.Source.Class == models.ClassError && f.Sink.In(models.KindResult):
			raw = append(raw, f)
		}
	}
	findings = append(findings, errorTexts(raw)...)
	seen := told.Read[Told](pass)
	findings = append(findings, unredacted(pass.ResultOf[posture.Analyzer].(*posture.Result), flows, seen)...)
	told.Write[Told](pass, seen)
	emit.Findings(pass, findings)
	return findings, nil
}

// Told is the fact of a package: keys of what was said of servers in it and in
// what it imports.
type Told struct{ told.Keys }

// unredacted reports the servers of which nothing takes secrets out of what
// tools return.
func unredacted(surface *posture.Result, flows *taint.Result, seen told.Set) []finding.Finding {
	w := flowrule.Whole{
		Rule: rule.ID, Severity: finding.Note, Confidence: finding.Medium, Profile: finding.Auditor,
		Lacks: func(e *posture.Entry) (bool, program.Pos, string) {
			return !flows.Redacted[e].IsValid(), program.Pos{}, " returns what its handler returns"
		},
		Says: "nothing around the handlers of %d of %d tools takes secrets out of what they return",
	}
	return w.Findings(surface, seen)
}

// files lists the settings that name files, whatever they are called.
func files(flows []*taint.Flow) map[string]bool {
	out := map[string]bool{}
	for _, f := range flows {
		if f.Source.Class == models.ClassConfig && f.Sink.In(models.KindPath) {
			out[f.Source.Name] = true
		}
	}
	return out
}

// A place is where something is seen, for whichever tool it is.
type place struct {
	at   finding.Position
	name string
}

// secret judges the flow of a secret.
func secret(f *taint.Flow, once flowrule.Once, logged map[place]bool) []finding.Finding {
	switch {
	case f.Sink.In(models.KindResult) && f.Mask.Has(resultMask):
		if !once.First(f, f.Source.Name) {
			return nil
		}
		message := fmt.Sprintf("%s reaches %s of %s", named(f), f.Sink.Sym, flowrule.Tool(f.Entry))
		return []finding.Finding{flowrule.Finding(rule.ID, f, resultMask, rule.Severity, message)}
	case f.Sink.In(models.KindLog) && f.Mask.Has(logMask):
		message := fmt.Sprintf("%s is logged by %s", named(f), flowrule.Tool(f.Entry))
		return inLog(f, message, logged)
	}
	return nil
}

// inLog makes the finding of a place where something is logged, once.
func inLog(f *taint.Flow, message string, logged map[place]bool) []finding.Finding {
	p := place{posture.At(f.Sink.Pos), named(f)}
	if logged[p] {
		return nil
	}
	logged[p] = true
	out := flowrule.Finding(rule.ID, f, resultMask, finding.Warning, message)
	if quiet(f.Sink.Sym) || quiet(f.Sink.Writer) {
		out.Profile = finding.Pedantic
	}
	return []finding.Finding{out}
}

// arguments judges the flow of arguments to a log: one of them may stand there,
// all of them are whatever the model was given, secrets included.
func arguments(f *taint.Flow, logged map[place]bool) []finding.Finding {
	if f.Source.Name != flow.Envelope && (f.Source.Name != "" || !strings.Contains(f.Source.Sym, "Arguments")) {
		return nil
	}
	message := fmt.Sprintf("all arguments of %s are logged", flowrule.Tool(f.Entry))
	if f.Around {
		message = fmt.Sprintf("all arguments are logged, for %s and each other tool behind the same function", flowrule.Tool(f.Entry))
	}
	return inLog(f, message, logged)
}

// quiet reports whether records of a function are mostly switched off.
func quiet(sym string) bool {
	name := sym[strings.LastIndexByte(sym, '.')+1:]
	return strings.HasPrefix(name, "Debug") || strings.HasPrefix(name, "Trace")
}

// named says which secret a flow brings.
func named(f *taint.Flow) string {
	if f.Source.Name == "" {
		return "a secret"
	}
	if f.Source.Class == models.ClassSecret && f.Source.Sym != "" {
		return "the " + f.Source.Name
	}
	return fmt.Sprintf("the secret %q", f.Source.Name)
}

// many is from how many places on the raw errors of a server are one finding:
// then it is a habit, and mended in one place.
const many = 4

// errorTexts reports raw errors that reach results: each at the place that most
// of them pass, where one repair mends them all.
func errorTexts(flows []*taint.Flow) []finding.Finding {
	groups := places(flows)
	servers := map[string][]group{}
	var ids []string
	for _, g := range groups {
		id := ""
		if s := g.flows[0].Entry.Server; s != nil {
			id = s.ID
		}
		if servers[id] == nil {
			ids = append(ids, id)
		}
		servers[id] = append(servers[id], g)
	}
	var out []finding.Finding
	for _, id := range ids {
		list := servers[id]
		if len(list) < many {
			for _, g := range list {
				out = append(out, g.finding())
			}
			continue
		}
		first := list[0].finding()
		first.Message = fmt.Sprintf("%s; and so in %d other places", first.Message, len(list)-1)
		for _, g := range list[1:] {
			first.Related = append(first.Related, finding.Evidence{Pos: finding.Position(g.at), Text: g.message()})
		}
		out = append(out, first)
	}
	return out
}

// A group is the flows that pass one place.
type group struct {
	at    position
	flows []*taint.Flow
}

func (g group) message() string {
	kinds := map[string]bool{}
	tools := map[string]bool{}
	for _, f := range g.flows {
		kinds[f.Source.Name] = true
		tools[flowrule.Tool(f.Entry)] = true
	}
	names := sortedKeys(kinds)
	list := sortedKeys(tools)
	message := fmt.Sprintf("the raw error of %s reaches %s of %s", strings.Join(names, " and "), g.flows[0].Sink.Sym, list[0])
	if len(list) > 1 {
		message += fmt.Sprintf(" and of %d others", len(list)-1)
	}
	return message
}

func (g group) finding() finding.Finding {
	out := flowrule.Finding(rule.ID, g.flows[0], resultMask, finding.Warning, g.message())
	out.Pos = finding.Position(g.at)
	return out
}

type position finding.Position

// places finds the fewest places that all flows pass, greedily: for each flow
// those where an error becomes text, and the return of the handler.
func places(flows []*taint.Flow) []group {
	var out []group
	left := slices.Clone(flows)
	for len(left) > 0 {
		passing := map[position][]*taint.Flow{}
		rank := map[position]int{}
		for _, f := range left {
			for i, p := range stops(f) {
				passing[p] = append(passing[p], f)
				rank[p] = max(rank[p], i)
			}
		}
		var best position
		for p, fs := range passing {
			if better(len(fs), rank[p], p, len(passing[best]), rank[best], best) {
				best = p
			}
		}
		out = append(out, group{best, passing[best]})
		left = slices.DeleteFunc(left, func(f *taint.Flow) bool { return slices.Contains(stops(f), best) })
	}
	slices.SortFunc(out, func(a, b group) int { return finding.Position(a.at).Compare(finding.Position(b.at)) })
	return out
}

// better reports whether a place is a better one: more flows pass it, or it is
// nearer to where the error comes from.
func better(n, rank int, p position, oldN, oldRank int, old position) bool {
	switch {
	case n != oldN:
		return n > oldN
	case rank != oldRank:
		return rank < oldRank
	}
	return finding.Position(p).Compare(finding.Position(old)) < 0
}

// stops lists the places that a flow passes: where the error becomes text, and
// where it is returned.
func stops(f *taint.Flow) []position {
	var out []position
	for _, h := range f.Hops {
		if strings.HasPrefix(h.Text, "passed through") && h.Pos.IsValid() {
			out = append(out, position(posture.At(h.Pos)))
		}
	}
	return append(out, position(posture.At(f.Sink.Pos)))
}

func sortedKeys(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for k := range set {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
