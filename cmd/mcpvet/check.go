package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/mcpvet/mcpvet/analyzers"
	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/ignore"
	"github.com/mcpvet/mcpvet/report"
)

// newCheckCommand builds "mcpvet check", which is also mcpvet without a
// subcommand.
func newCheckCommand(a *app) *cobra.Command {
	var (
		rules  ruleFlags
		format string
		files  []string
		fail   string
		known  knownFlags
		sarif  report.SARIFOptions
		fixing fixFlags
	)
	cmd := &cobra.Command{
		Short: "Report what is wrong with the tools of an MCP server",
		RunE: func(cmd *cobra.Command, args []string) error {
			outs, err := outputs(format, files, "text", "json", "sarif", "markdown", "github")
			if err != nil {
				return err
			}
			var level finding.Severity
			if fail != "" {
				if level, err = failOn(fail); err != nil {
					return err
				}
			}
			if err := fixing.check(); err != nil {
				return err
			}
			if err := a.common.prepare(cmd); err != nil {
				return err
			}
			// Without a subcommand the word in first place may be a misspelt one.
			// Only now is it known which folder patterns are relative to.
			if cmd.HasSubCommands() && len(args) > 0 && !isPattern(args[0]) {
				return unknownCommand(cmd, args[0])
			}
			// By default the report for people is all there is to see, so
			// --quiet can only mean not to print it.
			silent := a.common.quiet && !cmd.Flags().Changed("format")
			a.inReport = format == "text" && !silent && terminal(a.out) > 0
			rules.fixes = true
			run, err := a.analyse(cmd.Context(), args, analyzers.All(), rules)
			if err != nil {
				return err
			}
			before, err := a.known(cmd.Context(), known, run, func(dir, root string) (*outcome, error) {
				return a.analyseIn(cmd.Context(), dir, root, run.config, args, analyzers.All(), rules)
			})
			if err != nil {
				return err
			}
			var blocked error
			if fixing.wanted() {
				again := func() (*outcome, error) { return a.analyse(cmd.Context(), args, analyzers.All(), rules) }
				if run, blocked, err = a.fix(run, fixing, before, again); err != nil {
					return err
				}
			}
			rep, err := a.report(run, level)
			if err != nil {
				return err
			}
			rep, gone := before.apply(rep)
			a.stale(before.file, gone, run)
			for _, o := range outs {
				if o.file == "" && (silent || fixing.diff) {
					continue
				}
				if err := o.write(a.out, func(w io.Writer) error { return a.render(w, o, rep, sarif) }); err != nil {
					return err
				}
			}
			if err := errors.Join(blocked, a.complete(run.result)); err != nil {
				return err
			}
			if rep.Failed() {
				return errFindings
			}
			return nil
		},
	}
	a.common.register(cmd)
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "format of standard output: text, json, sarif, markdown or github")
	f.StringArrayVarP(&files, "output", "o", nil, "also write `FORMAT=FILE`; may be repeated")
	known.register(cmd)
	f.StringVar(&sarif.Category, "sarif-category", "", categoryUsage)
	f.BoolVar(&sarif.IncludeSuppressed, "sarif-suppressed", false, "also write what does not count to SARIF, marked as suppressed; GitHub shows it all the same")
	f.StringVar(&rules.profile, "profile", "", "findings to show: regular, pedantic or auditor (default regular)")
	f.StringVar(&fail, "fail-on", "", "severity from which a finding makes the exit status 1: error, warning, note or never (default warning)")
	f.StringSliceVar(&rules.enable, "enable", nil, "run only these `RULES`, by id, slug or line of the checklist")
	f.StringSliceVar(&rules.disable, "disable", nil, "do not run these `RULES`, by id, slug or line of the checklist")
	f.BoolVar(&fixing.fix, "fix", false, "apply suggested fixes that change nothing for harmless input")
	f.BoolVar(&fixing.unsafe, "unsafe", false, "with --fix or --diff: those, too, that a person should look at")
	f.BoolVar(&fixing.diff, "diff", false, "print what fixes would change instead of the report, and write nothing")
	return cmd
}

// report makes a report of a run. The level is that of --fail-on, "" when it
// was not given.
func (a *app) report(run *outcome, level finding.Severity) (report.Report, error) {
	docs, err := analyzers.Docs()
	if err != nil {
		return report.Report{}, err
	}
	if level == "" {
		level = run.config.FailOn
	}
	switch level {
	case "":
		level = finding.Warning
	case config.Never:
		level = "" // report's word for it
	}
	return report.Prepare(report.Report{
		ToolVersion: version(),
		Root:        run.root,
		Profile:     run.result.Profile,
		FailOn:      level,
		Findings:    run.result.Findings,
		Inventory:   run.result.Inventory,
		NotSeen:     run.result.NotSeen,
		Packages:    run.result.Packages,
		Rules:       checklist.All(),
		Ran:         run.result.Ran,
		Docs:        docs,
	}), nil
}

// summarise adds the report to the summary of the job, if GitHub Actions says
// where that is.
func summarise(rep report.Report) (err error) {
	path := os.Getenv("GITHUB_STEP_SUMMARY")
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("write the job summary: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return report.Markdown(f, rep)
}

// render writes a report in the format of an output.
func (a *app) render(w io.Writer, o output, rep report.Report, sarif report.SARIFOptions) error {
	switch o.format {
	case "json":
		return report.JSON(w, rep)
	case "markdown":
		return report.Markdown(w, rep)
	case "github":
		if err := summarise(rep); err != nil {
			return err
		}
		return report.GitHub(w, rep)
	case "sarif":
		// SARIF describes each rule that a result may name, once.
		rep.Rules = append(rep.Rules, ignore.Rule())
		return report.SARIF(w, rep, sarif)
	}
	opts := report.TextOptions{Verbose: a.common.verbose}
	if o.file == "" {
		opts.Color = a.colored(a.out)
		opts.Width = terminal(a.out)
	}
	return report.Text(w, rep, opts)
}
