// Package engine runs the analyzers over the packages of a program, and
// collects what they found: findings, the inventory, and what was not seen.
//
// The command line and tests use it. Under go vet and golangci-lint the
// driver is another one, and internal/emit takes the place of what happens
// here after collection.
package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/load"
	"github.com/mcpvet/mcpvet/internal/matrix"
	"github.com/mcpvet/mcpvet/internal/passes/checks"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/effects"
	"github.com/mcpvet/mcpvet/internal/passes/ignore"
	"github.com/mcpvet/mcpvet/internal/passes/outbound"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
)

// Options say what to run on what.
type Options struct {
	Load       load.Options
	Analyzers  []*analysis.Analyzer // the rules; an analyzer's name is the slug of its rule, its result []finding.Finding
	Config     *config.Config       // nil: none
	Profile    finding.Profile      // "": that of the configuration, else regular
	Enable     []string             // ids; if there are any, only these rules run
	Disable    []string             // ids of rules that don't run
	Root       string               // absolute folder that positions in the result are relative to
	Effects    bool                 // say in the inventory what each tool does
	Controls   bool                 // say in the inventory how each tool stands to the checklist, as far as Analyzers run
	AllowEmpty bool                 // that there is no server is no error
	Fixes      bool                 // let rules suggest fixes
	Now        time.Time            // the day on which exemptions are judged; zero: today
	Progress   func(text string)    // told what is being done; may be nil
}

// A Result is what one run found. Positions are relative to Options.Root and
// slash-separated. Outside of it, files of a followed module are named after
// the module, like example.com/platform@v1.2.3/kit/kit.go; all others keep
// their absolute name.
type Result struct {
	Findings  []finding.Finding // sorted, of every profile, suppressed ones included
	Inventory *inventory.Inventory
	NotSeen   []inventory.NotSeen // sorted; besides Inventory.NotSeen
	Packages  int                 // packages analysed

	Files map[string]bool // that findings are looked for in, by the names that positions have

	// How dependencies were loaded: load.Export or load.Source, and the reason
	// if it was not what the mode asked for. Both are "" if nothing was.
	Loader       load.Mode
	LoaderReason string

	// Sources are the files that fixes change, by the names that positions have,
	// as they were when the fixes were made.
	Sources map[string][]byte

	Ran     []string        // ids of the rules that ran, in checklist order
	Profile finding.Profile // the one in effect
}

// ErrNoServer says that code was analysed and no MCP server is in it.
var ErrNoServer = errors.New("no MCP server found")

// Run loads the packages and analyses them. What can't be analysed is an entry
// of Result.NotSeen; the error is for a run that analysed nothing.
func Run(ctx context.Context, o Options) (*Result, error) {
	if o.Config == nil {
		o.Config = new(config.Config)
	}
	if o.Now.IsZero() {
		o.Now = time.Now()
	}
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	// The configuration has a say in what is loaded.
	if t := o.Config.Tests; t != nil && *t {
		o.Load.Tests = true
	}
	if g := o.Config.Generated; g != nil && *g {
		o.Load.Generated = true
	}
	o.Load.FollowIfUsed = append(slices.Clone(o.Load.FollowIfUsed), o.Config.Follow...)
	o.Progress("loading packages")
	loaded, err := load.Load(ctx, o.Load)
	if err != nil {
		var nothing *load.NothingError
		if o.AllowEmpty && errors.As(err, &nothing) {
			return o.empty(nothing), nil
		}
		return nil, err
	}
	r := &run{Options: o, loaded: loaded}
	if err := r.analyse(ctx); err != nil {
		return nil, err
	}
	return r.result()
}

// empty is the result of a run that was allowed to analyse nothing.
func (o Options) empty(why *load.NothingError) *Result {
	return &Result{
		Inventory: posture.Merge(nil),
		NotSeen:   []inventory.NotSeen{{What: "everything", Reason: why.Reason}},
		Profile:   o.profile(),
	}
}

// profile returns the profile in effect.
func (o Options) profile() finding.Profile {
	switch {
	case o.Profile != "":
		return o.Profile
	case o.Config.Profile != "":
		return o.Config.Profile
	}
	return finding.Regular
}

// rules returns the analyzers that are to run, with the ids of their rules.
func (o Options) rules() (list []*analysis.Analyzer, ids []string) {
	for _, a := range o.Analyzers {
		rule, ok := checklist.BySlug(a.Name)
		if !ok || !o.enabled(rule.ID) {
			continue
		}
		list, ids = append(list, a), append(ids, rule.ID)
	}
	return list, ids
}

// enabled reports whether a rule is to run: the command line has the last
// word.
func (o Options) enabled(id string) bool {
	switch {
	case slices.Contains(o.Disable, id):
		return false
	case len(o.Enable) > 0:
		return slices.Contains(o.Enable, id)
	}
	return o.Config.RuleEnabled(id)
}

// A run is one call of Run.
type run struct {
	Options
	loaded  *load.Result
	sources *sources // nil: no fixes are asked for

	ran      []string
	findings []finding.Finding
	ignores  []*ignore.Result
	surfaces []*posture.Result
	effects  []*effects.Result
	packages []matrix.Package
	notSeen  []inventory.NotSeen
}

// asks reports whether one of the analyzers requires another.
func asks(list []*analysis.Analyzer, other *analysis.Analyzer) bool {
	return slices.ContainsFunc(list, func(a *analysis.Analyzer) bool { return a == other || asks(a.Requires, other) })
}

// analyse runs the analyzers and collects their results.
func (r *run) analyse(ctx context.Context) error {
	rules, ids := r.rules()
	r.ran = ids
	r.Progress(fmt.Sprintf("analysing %d packages", len(r.loaded.Packages)))
	detach, err := config.Attach(r.loaded.Fset, config.Settings{
		Config:           r.Config,
		InScope:          func(*analysis.Pass) bool { return true }, // nothing else was loaded with bodies
		Profile:          r.Profile,
		IncludeTests:     r.Load.Tests,
		IncludeGenerated: r.Load.Generated,
		SDKVersion:       func(module string) string { return r.loaded.Deps[module] },
		Quiet:            true,
		Unseen:           !asks(rules, taint.Seen),
		Evaluator:        evaluators(r.loaded.Packages),
	})
	if err != nil {
		return err
	}
	defer detach()
	if r.Fixes {
		r.sources = newSources(r.loaded)
		defer source.Attach(r.loaded.Fset, r.sources)()
	}

	roots := append(slices.Clone(rules), posture.Analyzer, ignore.Analyzer)
	if r.Effects || r.Controls {
		roots = append(roots, effects.Analyzer)
	}
	if r.Controls {
		roots = append(roots, checks.Analyzer, outbound.Analyzer, taint.Analyzer)
	}
	graph, err := checker.Analyze(shedding(ctx, roots), r.loaded.Packages, nil)
	if err != nil {
		return fmt.Errorf("run the analyzers: %w", err)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	r.collect(graph)
	return nil
}

// collect reads the results of the root actions, in the order of the
// packages: the order of Roots is not specified.
func (r *run) collect(graph *checker.Graph) {
	type key struct{ analyzer, pkg string }
	byKey := make(map[key]*checker.Action, len(graph.Roots))
	var names []string
	for _, act := range graph.Roots {
		k := key{act.Analyzer.Name, act.Package.ID}
		byKey[k] = act
		if !slices.Contains(names, k.analyzer) {
			names = append(names, k.analyzer)
		}
	}
	slices.Sort(names)
	seen := make(map[string]bool) // reasons already given
	for _, pkg := range r.loaded.Packages {
		var all matrix.Package
		for _, name := range names {
			act := byKey[key{name, pkg.ID}]
			if act == nil {
				continue
			}
			if act.Err != nil {
				r.failed(act, seen)
				continue
			}
			switch res := act.Result.(type) {
			case []finding.Finding:
				r.findings = append(r.findings, res...)
			case *ignore.Result:
				r.ignores = append(r.ignores, res)
			case *posture.Result:
				if res != nil {
					r.surfaces = append(r.surfaces, res)
				}
				all.Surface = res
			case *effects.Result:
				if res != nil {
					r.effects = append(r.effects, res)
				}
				all.Effects = res
			case *checks.Result:
				all.Checks = res
			case *outbound.Result:
				all.Outbound = res
			case *taint.Result:
				all.Flows = res
			}
		}
		r.packages = append(r.packages, all)
	}
}

// failed notes an analyzer that could not do its work. The root cause counts:
// an analyzer that fails because another one did says nothing new.
func (r *run) failed(act *checker.Action, seen map[string]bool) {
	for _, cause := range causes(act, make(map[*checker.Action]bool)) {
		reason := cause.Err.Error()
		if k := cause.Package.PkgPath + "\x00" + reason; !seen[k] {
			seen[k] = true
			r.notSeen = append(r.notSeen, inventory.NotSeen{What: cause.Package.PkgPath, Reason: reason})
		}
	}
}

// causes returns the failed actions below act of which no dependency failed.
func causes(act *checker.Action, visited map[*checker.Action]bool) []*checker.Action {
	if visited[act] {
		return nil
	}
	visited[act] = true
	var out []*checker.Action
	failed := false
	for _, dep := range act.Deps {
		if dep.Err != nil {
			failed = true
			out = append(out, causes(dep, visited)...)
		}
	}
	if !failed {
		out = append(out, act)
	}
	return out
}
