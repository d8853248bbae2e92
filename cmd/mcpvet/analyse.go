package main

import (
	"context"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/engine"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/load"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/report"
)

// An outcome is what one run of the engine gave, with what it was made from.
type outcome struct {
	result *engine.Result
	config *config.Config
	root   string
}

// inventory returns the inventory as it stands alone: it says itself what is
// missing.
func (o *outcome) inventory() *inventory.Inventory {
	inv := *o.result.Inventory
	inv.NotSeen = append(inv.NotSeen[:len(inv.NotSeen):len(inv.NotSeen)], o.result.NotSeen...)
	return &inv
}

// ruleFlags are the flags that choose among rules and findings.
type ruleFlags struct {
	profile         string
	enable, disable []string
	controls        bool // answer the checklist in the inventory
	fixes           bool // let rules suggest fixes
}

// analyse loads what the flags and patterns say and runs the rules on it;
// without rules only the inventory is made. It reports on stderr what could
// not be analysed.
func (a *app) analyse(ctx context.Context, args []string, rules []*analysis.Analyzer, rf ruleFlags) (*outcome, error) {
	c := &a.common
	root, err := c.rootDir()
	if err != nil {
		return nil, err
	}
	cfg, err := c.loadConfig(root)
	if err != nil {
		return nil, err
	}
	run, err := a.analyseIn(ctx, "", root, cfg, args, rules, rf)
	if err != nil {
		return nil, err
	}
	if !a.inReport {
		a.reportNotSeen(run.result.NotSeen)
	}
	if c.verbose {
		a.reportLoader(run.result)
	}
	return run, nil
}

// analyseIn is analyse for a folder, "" for the current one, with a
// configuration. It reports nothing.
func (a *app) analyseIn(ctx context.Context, dir, root string, cfg *config.Config, args []string, rules []*analysis.Analyzer, rf ruleFlags) (*outcome, error) {
	pats, err := patterns(args)
	if err != nil {
		return nil, err
	}
	var profile finding.Profile
	if rf.profile != "" {
		if profile, err = config.ParseProfile(rf.profile); err != nil {
			return nil, fmt.Errorf("--profile: %w", err)
		}
	}
	enable, err := ruleIDs("--enable", rf.enable)
	if err != nil {
		return nil, err
	}
	disable, err := ruleIDs("--disable", rf.disable)
	if err != nil {
		return nil, err
	}
	c := &a.common
	p := newProgress(a.err, c.quiet)
	res, err := engine.Run(ctx, engine.Options{
		Load: load.Options{
			Dir:       dir,
			Patterns:  pats,
			Tests:     c.tests,
			Generated: c.generated,
			Tags:      c.tags,
			GOOS:      c.goos,
			GOARCH:    c.goarch,
			Untrusted: c.untrusted,
			Follow:    c.follow,
			Mode:      load.Mode(c.load),
		},
		Analyzers:  rules,
		Config:     cfg,
		Profile:    profile,
		Enable:     enable,
		Disable:    disable,
		Root:       root,
		Effects:    len(rules) == 0 || rf.controls,
		Controls:   rf.controls,
		AllowEmpty: c.allowEmpty || dir != "", // an earlier revision may have no server yet
		Fixes:      rf.fixes,
		Progress:   p.set,
	})
	p.stop()
	if err != nil {
		return nil, err
	}
	return &outcome{result: res, config: cfg, root: root}, nil
}

// reportLoader says on stderr which loader was used, and why if that depended.
func (a *app) reportLoader(res *engine.Result) {
	switch {
	case res.Loader == "":
		return // nothing was loaded
	case res.LoaderReason != "":
		fmt.Fprintf(a.err, "mcpvet: loader: %s (%s)\n", res.Loader, res.LoaderReason)
	default:
		fmt.Fprintf(a.err, "mcpvet: loader: %s\n", res.Loader)
	}
}

// shownNotSeen is how many parts that were not analysed are named on stderr.
const shownNotSeen = 10

// reportNotSeen says on stderr what was not analysed, since the report may go
// to a file or a machine.
func (a *app) reportNotSeen(list []inventory.NotSeen) {
	if a.common.quiet && !a.common.strict {
		return
	}
	for i, n := range list {
		if i == shownNotSeen && !a.common.verbose {
			fmt.Fprintf(a.err, "mcpvet: and %d more; -v shows all\n", len(list)-i)
			return
		}
		where := ""
		if n.Position.IsValid() {
			where = fmt.Sprintf("%s:%d:%d: ", n.Position.File, n.Position.Line, n.Position.Column)
		}
		if n.What != n.Position.File {
			where += n.What + ": "
		}
		fmt.Fprintf(a.err, "mcpvet: not analysed: %s\n", report.Clean(where+n.Reason))
	}
}

// complete returns the error that --strict makes of parts not analysed.
func (a *app) complete(res *engine.Result) error {
	if n := len(res.NotSeen); n > 0 && a.common.strict {
		return fmt.Errorf("%d parts were not analysed, and --strict allows none", n)
	}
	return nil
}
