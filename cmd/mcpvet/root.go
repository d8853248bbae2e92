package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/report"
)

// The exit statuses.
const (
	exitOK       = 0
	exitFindings = 1 // findings at or above --fail-on
	exitFailure  = 2 // usage error, nothing loaded, nothing analysed
)

// errFindings ends a run that has findings at or above --fail-on. The report
// has said what there is to say.
var errFindings = errors.New("findings")

// An app is one run of the command.
type app struct {
	out, err io.Writer
	common   commonFlags
	inReport bool // the report that the person sees says what was not analysed
}

// run is the whole command; it returns the exit status.
func run(args []string, out, errOut io.Writer) int {
	tuneGC()
	// The first interrupt ends the run in order, which removes temporary files
	// and the progress line; a second one kills.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	a := &app{out: out, err: errOut}
	root := newRootCommand(a)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFindings):
		return exitFindings
	case ctx.Err() != nil:
		fmt.Fprintln(errOut, "mcpvet: interrupted")
	default:
		fmt.Fprintln(errOut, "mcpvet: "+printable(err.Error()))
	}
	return exitFailure
}

// printable makes text of several lines fit for a terminal and a log: names in
// it may be the audited code's.
func printable(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		words := strings.Split(strings.TrimSuffix(line, "\r"), "\t")
		for k, w := range words {
			words[k] = report.Clean(w)
		}
		lines[i] = strings.Join(words, "\t")
		if i > 0 && strings.HasPrefix(strings.TrimSpace(line), "::") { // a command to GitHub Actions
			lines[i] = "\\" + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// newRootCommand builds the command tree. Without a subcommand it is "check".
func newRootCommand(a *app) *cobra.Command {
	root := newCheckCommand(a)
	root.Use = "mcpvet [check] [patterns]"
	root.Short = "Audit the Go source of MCP servers"
	root.Long = `mcpvet audits the Go source of MCP servers: it finds the tools that a server
offers and reports what is wrong with them.

Patterns are those of the go command; without one, ./... is checked.
Exit status: 0 no finding at or above --fail-on, 1 findings, 2 mcpvet could
not do what was asked.`
	root.Example = `  mcpvet ./...
  mcpvet tools ./...
  mcpvet checklist ./...
  mcpvet check --format sarif ./... > mcpvet.sarif`
	root.SilenceErrors = true
	root.SilenceUsage = true
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%s (\"%s --help\" lists the flags)", flagError(cmd, err), cmd.CommandPath())
	})

	check := newCheckCommand(a)
	check.Use = "check [patterns]"
	root.AddCommand(check, newToolsCommand(a), newChecklistCommand(a), newRulesCommand(a), newExplainCommand(a), newModelsCommand(a), newInitCommand(a), newBaselineCommand(a), newSARIFCommand(a), newVersionCommand(a))
	root.Args = cobra.ArbitraryArgs // check tells patterns from misspelt commands
	return root
}

// unknownCommand says what may have been meant by a first argument.
func unknownCommand(root *cobra.Command, word string) error {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	names = append(names, "help")
	if n := config.Nearest(word, names); n != "" {
		return fmt.Errorf("unknown command %q; did you mean %s?", word, n)
	}
	return fmt.Errorf("%q is neither a command (%s) nor a package pattern; a package is written ./%s, all of them ./...",
		word, strings.Join(names, ", "), word)
}

// flagError adds the nearest flag to an error about an unknown one.
func flagError(cmd *cobra.Command, err error) string {
	msg := err.Error()
	word, ok := strings.CutPrefix(msg, "unknown flag: --")
	if !ok {
		return msg
	}
	if n := config.Nearest(word, flagNames(cmd)); n != "" {
		return msg + "; did you mean --" + n + "?"
	}
	return msg
}
