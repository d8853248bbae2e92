package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/rewrite"
	"github.com/mcpvet/mcpvet/report"
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

// maxRounds bounds how often fixes are applied: one may be in the way of another,
// or let another be seen.
const maxRounds = 6

// fix applies the fixes of the findings that count, until none is left, or
// prints what they would change. It returns what the last analysis found, and an
// error for fixes of files that can't be written, which keep no other from being
// applied: there is still a report to give.
func (a *app) fix(run *outcome, flags fixFlags, before *known, again func() (*outcome, error)) (last *outcome, blocked, err error) {
	total := &rewrite.Plan{}
	for range maxRounds {
		rep, err := a.report(run, "")
		if err != nil {
			return nil, nil, err
		}
		rep, _ = before.apply(rep)
		if before.first == nil {
			before.first = &rep
		}
		plan := a.plan(run, rep.Findings, flags)
		total.Left = plan.Left
		if flags.diff {
			total = plan
			if err := a.diff(plan, run.root); err != nil {
				return nil, nil, err
			}
			break
		}
		if len(plan.Files) == 0 {
			break
		}
		if err := plan.Write(); err != nil {
			return nil, nil, fmt.Errorf("apply fixes: %w", err)
		}
		total.Add(plan)
		if run, err = again(); err != nil {
			return nil, nil, fmt.Errorf("after fixes were applied: %w", err)
		}
	}
	for _, l := range total.Left {
		if l.Blocked {
			blocked = errors.New("not all fixes could be applied: there are files that can't be written")
		}
		fmt.Fprintf(a.err, "mcpvet: fix left out: %s\n", report.Clean(fmt.Sprintf("%s: %s: %s: %s", l.At, l.Rule, l.Fix.Title, l.Reason)))
	}
	a.needs(total)
	if !a.common.quiet {
		done := "applied"
		if flags.diff {
			done = "shown"
		}
		fmt.Fprintf(a.err, "mcpvet: %s\n", total.Summary(done))
	}
	return run, blocked, nil
}

// diff prints what a plan changes: byte for byte, since a program may apply it,
// but on a terminal without what moves the cursor or hides text.
func (a *app) diff(plan *rewrite.Plan, root string) error {
	var buf bytes.Buffer
	if err := plan.Diff(&buf, a.shortName(root)); err != nil {
		return err
	}
	text := buf.String()
	if terminal(a.out) > 0 {
		text = printable(text)
	}
	if _, err := io.WriteString(a.out, text); err != nil {
		return fmt.Errorf("write to standard output: %w", err)
	}
	return nil
}

// needs says which modules the changed files need. To get them is for a person to
// do: it may change the versions of others.
func (a *app) needs(p *rewrite.Plan) {
	said, companion := map[string]bool{}, false
	for _, it := range p.Applied {
		for _, m := range it.Fix.Needs {
			if !said[m] {
				said[m] = true
				fmt.Fprintf(a.err, "mcpvet: the changed files need another module: go get %s\n", m)
				companion = companion || strings.HasPrefix(m, "github.com/mcpvet/mcpvet/guard")
			}
		}
	}
	if companion {
		fmt.Fprintf(a.err, "mcpvet: about the companion, and how to get it: %s\n", report.CompanionPage)
	}
}

// plan says what the fixes of the findings of a run do.
func (a *app) plan(run *outcome, found []finding.Finding, flags fixFlags) *rewrite.Plan {
	abs := func(name string) string {
		if filepath.IsAbs(name) {
			return name
		}
		return filepath.Join(run.root, filepath.FromSlash(name))
	}
	content := map[string][]byte{}
	for name, text := range run.result.Sources {
		file, below := abs(name), run.root
		if rel, err := filepath.Rel(below, file); err != nil || !filepath.IsLocal(rel) {
			below = filepath.Dir(file)
		}
		if inside(below, file) == nil { // else it is somebody else's
			content[file] = text
		}
	}
	writable := rewrite.Writable
	if flags.diff {
		writable = nil
	}
	return rewrite.New(items(found, flags.unsafe, abs), content, writable)
}

// shortName returns how files are called in a diff: relative to the root.
func (a *app) shortName(root string) func(string) string {
	return func(name string) string {
		if rel, err := filepath.Rel(root, name); err == nil && filepath.IsLocal(rel) {
			return rel
		}
		return name
	}
}

// items returns the fixes of the findings that count, one for each, the worst
// findings first: of two fixes for one place, theirs is taken.
func items(found []finding.Finding, unsafe bool, abs func(string) string) []rewrite.Item {
	var out []rewrite.Item
	for _, severity := range []finding.Severity{finding.Error, finding.Warning, finding.Note} {
		for _, f := range found {
			if f.Severity != severity || f.Suppressed != nil {
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
