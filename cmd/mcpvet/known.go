package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpvet/mcpvet/analyzers"
	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/revision"
	"github.com/mcpvet/mcpvet/report"
)

// baselineName is the file that holds what was known, in the folder that reported
// paths are relative to.
const baselineName = ".mcpvet-baseline.json"

// noBaseline is the value of --baseline that reads none.
const noBaseline = "none"

// knownFlags say which findings were known before and do not count.
type knownFlags struct {
	baseline string
	newFrom  string
}

func (k *knownFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&k.baseline, "baseline", "", "do not count what `FILE` knows; none reads no file (default "+baselineName+" in the root, if it is there)")
	f.StringVar(&k.newFrom, "new-from", "", "count only what is new since `REV`: a branch, a tag or a commit")
}

// A known is what was known before a run.
type known struct {
	baseline *report.Baseline // nil: none
	file     string           // that holds the baseline
	before   *report.Baseline // what was found at an earlier revision; nil: none
	rev      string
	first    *report.Report // the run as it was before fixes changed the source
}

// known reads what was known, which again finds out for an earlier revision.
func (a *app) known(ctx context.Context, flags knownFlags, run *outcome, again func(dir, root string) (*outcome, error)) (*known, error) {
	k := &known{rev: flags.newFrom}
	var err error
	if k.baseline, k.file, err = a.readBaseline(flags.baseline, run.root); err != nil {
		return nil, err
	}
	if k.rev == "" {
		return k, nil
	}
	before, err := a.at(ctx, k.rev, run, again)
	if err != nil {
		return nil, fmt.Errorf("--new-from %s: %w", k.rev, err)
	}
	k.before = &before
	return k, nil
}

// apply takes what was known out of the count. It returns what the baseline
// knows and was not found.
func (k *known) apply(rep report.Report) (report.Report, []report.Known) {
	var gone []report.Known
	if k.baseline != nil {
		rep, gone = k.baseline.Apply(rep, "in the baseline")
	}
	if k.before != nil {
		rep, _ = k.before.Apply(rep, "was there at "+k.rev)
	}
	if k.first != nil {
		rep = report.CarryOver(*k.first, rep)
	}
	return rep, gone
}

// readBaseline reads the file asked for, or the one in the root if there is one.
// Code that nobody trusts must not say itself what counts.
func (a *app) readBaseline(name, root string) (*report.Baseline, string, error) {
	path := name
	switch {
	case name == noBaseline, name == "" && a.common.untrusted:
		return nil, "", nil
	case name == "":
		path = filepath.Join(root, baselineName)
		if err := plain(root, path); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return nil, "", nil
			}
			return nil, "", fmt.Errorf("read the baseline: %w", err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, "", fmt.Errorf("read the baseline: %w", err)
	}
	b, err := report.ParseBaseline(path, data)
	if err != nil {
		return nil, "", fmt.Errorf("read the baseline: %w", err)
	}
	return &b, path, nil
}

// stale says on stderr what a baseline has that is not found any more. Where not
// all was analysed, nobody knows.
func (a *app) stale(file string, gone []report.Known, run *outcome) {
	if len(gone) == 0 || a.common.quiet || len(run.result.NotSeen) > 0 {
		return
	}
	n := 0
	for _, k := range gone {
		if run.looked(k) {
			n++
		}
	}
	switch n {
	case 0:
	case 1:
		fmt.Fprintf(a.err, "mcpvet: a finding in %s was not found; \"mcpvet baseline\" takes it out\n", filepath.Base(file))
	default:
		fmt.Fprintf(a.err, "mcpvet: %d findings in %s were not found; \"mcpvet baseline\" takes them out\n", n, filepath.Base(file))
	}
}

// looked reports whether a run would have found again what is known: its rule
// ran, and its file is among those looked at, or is no more.
func (o *outcome) looked(k report.Known) bool {
	if !slices.Contains(o.result.Ran, k.Rule) && slices.ContainsFunc(checklist.All(), func(r checklist.Rule) bool { return r.ID == k.Rule }) {
		return false
	}
	if o.result.Files[k.File] {
		return true
	}
	name := filepath.FromSlash(k.File)
	if !filepath.IsAbs(name) {
		name = filepath.Join(o.root, name)
	}
	_, err := os.Lstat(name)
	return errors.Is(err, fs.ErrNotExist)
}

// at returns what is found in an earlier revision of the repository.
func (a *app) at(ctx context.Context, rev string, now *outcome, again func(dir, root string) (*outcome, error)) (b report.Baseline, err error) {
	wd, err := os.Getwd()
	if err != nil {
		return b, fmt.Errorf("find the current folder: %w", err)
	}
	top, wd, err := revision.Top(ctx, wd)
	if err != nil {
		return b, err
	}
	root, err := filepath.EvalSymlinks(now.root)
	if err != nil {
		return b, err
	}
	tmp, err := os.MkdirTemp("", "mcpvet-rev-*")
	if err != nil {
		return b, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	if tmp, err = filepath.EvalSymlinks(tmp); err != nil {
		return b, err
	}
	inside := func(dir string) (string, error) {
		rel, err := filepath.Rel(top, dir)
		if err != nil || !filepath.IsLocal(rel) {
			return "", fmt.Errorf("%s is not in the repository %s", dir, top)
		}
		return filepath.Join(tmp, rel), nil
	}
	oldWD, err := inside(wd)
	if err != nil {
		return b, err
	}
	oldRoot, err := inside(root)
	if err != nil {
		return b, err
	}
	submodules, err := revision.Extract(ctx, top, rev, tmp)
	if err != nil {
		return b, err
	}
	if len(submodules) > 0 && !a.common.quiet {
		fmt.Fprintf(a.err, "mcpvet: the submodules of %s are not looked at: %s\n", rev, strings.Join(submodules, ", "))
	}
	if _, err := os.Stat(oldWD); errors.Is(err, fs.ErrNotExist) {
		return report.Baseline{}, nil // the folder is new, and all in it
	}
	run, err := again(oldWD, oldRoot)
	if err != nil {
		return b, fmt.Errorf("analyse it: %w", err)
	}
	a.lost(rev, run, now)
	old, err := a.report(run, "")
	if err != nil {
		return b, err
	}
	return report.BaselineOf(old), nil
}

// lost says on stderr that a part of an earlier revision was not analysed which
// is analysed now: what was there already may count as new.
func (a *app) lost(rev string, before, now *outcome) {
	if a.common.quiet {
		return
	}
	for _, n := range before.result.NotSeen {
		if !slices.ContainsFunc(now.result.NotSeen, func(o inventory.NotSeen) bool { return o.What == n.What && o.Reason == n.Reason }) {
			fmt.Fprintf(a.err, "mcpvet: %s was not analysed in full, so that old findings may count as new: %s\n", report.Clean(rev), report.Clean(n.What+": "+n.Reason))
			return
		}
	}
}

// newBaselineCommand builds "mcpvet baseline".
func newBaselineCommand(a *app) *cobra.Command {
	var (
		rules ruleFlags
		file  string
	)
	cmd := &cobra.Command{
		Use:   "baseline [patterns]",
		Short: "Write what is found today to a file, so that only what is new counts",
		Long: `Write what is found today to ` + baselineName + ` in the root of the repository.
"mcpvet check" reads it there: what it knows does not count any more. A finding
is known by what it is and by the text of its line, not by the line's number.
Commit the file; write it again to take out what has been mended. What it knows
of folders that are not named and of rules that do not run stays in it.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.common.prepare(cmd); err != nil {
				return err
			}
			run, err := a.analyse(cmd.Context(), args, analyzers.All(), rules)
			if err != nil {
				return err
			}
			rep, err := a.report(run, "")
			if err != nil {
				return err
			}
			if err := a.complete(run.result); err != nil {
				return err
			}
			b := report.BaselineOf(rep)
			o := output{format: "baseline", file: file}
			if file == "" {
				o.file = filepath.Join(run.root, baselineName)
				if err := inside(run.root, o.file); err != nil {
					return fmt.Errorf("write the baseline: %w", err)
				}
			}
			kept, err := a.keep(&b, run, o.file)
			if err != nil {
				return err
			}
			if err := o.write(a.out, b.Write); err != nil {
				return err
			}
			if a.common.quiet {
				return nil
			}
			more := ""
			if kept > 0 {
				more = fmt.Sprintf(", %d of them kept, which this run did not look for", kept)
			}
			fmt.Fprintf(a.out, "%s: %s%s\n", shortPath(o.file), counted(len(b.Findings), "finding"), more)
			return nil
		},
	}
	a.common.register(cmd)
	f := cmd.Flags()
	f.StringVarP(&file, "output", "o", "", "write `FILE` (default "+baselineName+" in the root)")
	f.StringVar(&rules.profile, "profile", "", "findings to take in: regular, pedantic or auditor (default regular)")
	f.StringSliceVar(&rules.enable, "enable", nil, "run only these `RULES`, by id, slug or line of the checklist")
	f.StringSliceVar(&rules.disable, "disable", nil, "do not run these `RULES`, by id, slug or line of the checklist")
	return cmd
}

// isFile reports whether there is a regular file.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// keep adds to a baseline what the file that it is going to replace knows and the
// run did not look for: other folders, other modules, rules that did not run. It
// returns how much that is.
func (a *app) keep(b *report.Baseline, run *outcome, file string) (int, error) {
	if !isFile(file) {
		return 0, nil // there is none: what is in the way of writing is said then
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return 0, fmt.Errorf("read the baseline: %w", err)
	}
	old, err := report.ParseBaseline(file, data)
	if err != nil { // such as one with the marks of a merge
		if len(bytes.TrimSpace(data)) > 0 && !a.common.quiet {
			fmt.Fprintf(a.err, "mcpvet: %s could not be read, and is replaced by what this run found\n", report.Clean(shortPath(file)))
		}
		return 0, nil
	}
	n := len(b.Findings)
	for _, k := range old.Findings {
		if !run.looked(k) {
			b.Findings = append(b.Findings, k)
		}
	}
	b.Sort()
	return len(b.Findings) - n, nil
}

// counted returns a number with a noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// shortPath returns a path relative to the current folder, where it is below.
func shortPath(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(wd, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}
