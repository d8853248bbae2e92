package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/mcpvet/mcpvet/internal/engine"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/rewrite"
)

// fixFlags say what becomes of suggested fixes.
type fixFlags struct {
	fix, unsafe, diff bool
}

func (f fixFlags) wanted() bool { return f.fix || f.diff }

func (f fixFlags) check() error {
	if f.unsafe && !f.wanted() {
		return errors.New("--unsafe says which fixes --fix and --diff take: give one of them, too")
	}
	return nil
}

// fix applies the fixes of the findings that are shown, or prints what they
// would change. It reports whether files have changed.
func (a *app) fix(run *outcome, flags fixFlags) (changed bool, err error) {
	abs := func(name string) string {
		if filepath.IsAbs(name) {
			return name
		}
		return filepath.Join(run.root, filepath.FromSlash(name))
	}
	content := map[string][]byte{}
	for name, text := range run.result.Sources {
		content[abs(name)] = text
	}
	plan := rewrite.New(items(run.result, flags.unsafe, abs), content)
	for _, l := range plan.Left {
		fmt.Fprintf(a.err, "mcpvet: fix left out: %s: %s: %s: %s\n", l.At, l.Rule, l.Fix.Title, l.Reason)
	}
	done := "applied"
	if flags.diff {
		done = "shown"
		err = plan.Diff(a.out, func(name string) string {
			if rel, err := filepath.Rel(run.root, name); err == nil && filepath.IsLocal(rel) {
				return rel
			}
			return name
		})
	} else if err = plan.Write(); err != nil {
		err = fmt.Errorf("apply fixes: %w", err)
	}
	if err == nil && !a.common.quiet {
		fmt.Fprintf(a.err, "mcpvet: %s\n", plan.Summary(done))
	}
	return err == nil && !flags.diff && len(plan.Files) > 0, err
}

// items returns the fixes of the findings that are shown, one for each, the
// worst findings first: of two fixes for one place, theirs is taken.
func items(res *engine.Result, unsafe bool, abs func(string) string) []rewrite.Item {
	var out []rewrite.Item
	for _, severity := range []finding.Severity{finding.Error, finding.Warning, finding.Note} {
		for _, f := range res.Findings {
			if f.Severity != severity || f.Suppressed != nil || !res.Profile.Includes(f.Profile) {
				continue
			}
			i := slices.IndexFunc(f.Fixes, func(fix finding.Fix) bool { return fix.Safe || unsafe })
			if i < 0 {
				continue
			}
			fix := f.Fixes[i]
			fix.Edits = slices.Clone(fix.Edits)
			for k := range fix.Edits {
				fix.Edits[k].Pos.File = abs(fix.Edits[k].Pos.File)
			}
			out = append(out, rewrite.Item{Rule: f.Rule, At: f.Pos, Fix: fix})
		}
	}
	return out
}
