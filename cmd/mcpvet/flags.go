package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/load"
	"github.com/mcpvet/mcpvet/internal/passes/config"
)

// commonFlags are the flags of every command that loads packages.
type commonFlags struct {
	dir        string // -C
	root       string
	tags       []string
	goos       string
	goarch     string
	tests      bool
	generated  bool
	follow     []string
	load       string
	untrusted  bool
	configFile string
	allowEmpty bool
	strict     bool
	color      string
	quiet      bool
	verbose    bool

	given func(flag string) bool // reports whether a flag is on the command line
}

// register adds the flags to a command.
func (c *commonFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&c.dir, "chdir", "C", "", "change to `DIR` first")
	f.StringVar(&c.root, "root", "", "folder that reported paths are relative to; default: the repository's root, else the module's")
	f.StringSliceVar(&c.tags, "tags", nil, "build tags")
	f.StringVar(&c.goos, "goos", "", "operating system to analyse for")
	f.StringVar(&c.goarch, "goarch", "", "architecture to analyse for")
	f.BoolVar(&c.tests, "tests", false, "analyse _test.go files, too")
	f.BoolVar(&c.generated, "generated", false, "analyse generated files, too")
	f.StringSliceVar(&c.follow, "follow", nil, "analyse the dependencies that match `PATTERN`, too, like example.com/platform/...; may be repeated")
	f.StringVar(&c.load, "load", string(load.Auto), "read dependencies from export data or from source, which compiles nothing: auto, export or source")
	f.BoolVar(&c.untrusted, "untrusted", false, "download and compile nothing, and ignore the audited code's own settings, "+config.FileName+" included")
	f.StringVar(&c.configFile, "config", "", "read `FILE` in place of "+config.FileName)
	f.BoolVar(&c.allowEmpty, "allow-empty", false, "that nothing was analysed is no error")
	f.BoolVar(&c.strict, "strict", false, "that something was not analysed is an error")
	f.StringVar(&c.color, "color", "auto", "colour the output: auto, always or never")
	f.BoolVarP(&c.quiet, "quiet", "q", false, "print only errors and the outputs that --format and -o ask for")
	f.BoolVarP(&c.verbose, "verbose", "v", false, "print whole traces, suppressed findings and everything that was not analysed")
}

// checkLoad checks the value of --load.
func (c *commonFlags) checkLoad() error {
	var known []string
	for _, m := range load.Modes() {
		known = append(known, string(m))
	}
	if !slices.Contains(known, c.load) {
		return unknownWord("--load", c.load, known...)
	}
	if c.untrusted && c.load == string(load.Export) {
		return errors.New("--load=export compiles dependencies, and --untrusted allows nothing to be compiled; leave one of them out")
	}
	return nil
}

// The systems and architectures of Go 1.26 ("go tool dist list"). The go command
// lists packages for any other word, and leaves out their files without a sign.
var (
	systems       = strings.Fields("aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1 windows")
	architectures = strings.Fields("386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm")
)

// checkPlatform checks the values of --goos and --goarch.
func (c *commonFlags) checkPlatform() error {
	if c.goos != "" && !slices.Contains(systems, c.goos) {
		return unknownWord("--goos", c.goos, systems...)
	}
	if c.goarch != "" && !slices.Contains(architectures, c.goarch) {
		return unknownWord("--goarch", c.goarch, architectures...)
	}
	return nil
}

// checkColor checks the value of --color.
func (c *commonFlags) checkColor() error {
	switch c.color {
	case "auto", "always", "never":
		return nil
	}
	return unknownWord("--color", c.color, "auto", "always", "never")
}

// prepare checks the flags that no library checks, and changes directory.
func (c *commonFlags) prepare(cmd *cobra.Command) error {
	c.given = cmd.Flags().Changed
	if err := c.checkColor(); err != nil {
		return err
	}
	if err := c.checkLoad(); err != nil {
		return err
	}
	if err := c.checkPlatform(); err != nil {
		return err
	}
	if c.dir != "" {
		if err := os.Chdir(c.dir); err != nil {
			return fmt.Errorf("change directory (-C): %w", err)
		}
	}
	if c.root != "" {
		info, err := os.Stat(c.root)
		if err != nil {
			return fmt.Errorf("--root: %w", err)
		}
		if !info.IsDir() {
			return fmt.Errorf("--root: %s is not a folder", c.root)
		}
	}
	return nil
}

// rootDir returns the absolute folder that reported paths are relative to:
// the one asked for, or that of the repository or module.
func (c *commonFlags) rootDir() (string, error) {
	if c.root != "" {
		return filepath.Abs(c.root)
	}
	wd, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the current folder: %w", err)
	}
	return config.Root(wd)
}

// loadConfig reads the configuration, over which the command line has the last
// word.
func (c *commonFlags) loadConfig(root string) (*config.Config, error) {
	cfg, err := c.readConfig(root)
	if err != nil {
		return nil, err
	}
	if c.given("tests") {
		cfg.Tests = &c.tests
	}
	if c.given("generated") {
		cfg.Generated = &c.generated
	}
	return cfg, nil
}

// readConfig reads the configuration: the file asked for, or the nearest
// .mcpvet.yaml between the current folder and root. Code that nobody trusts
// must not switch rules off, so its own file is not read.
func (c *commonFlags) readConfig(root string) (*config.Config, error) {
	path := c.configFile
	if path == "" && c.untrusted {
		return new(config.Config), nil
	}
	if path == "" {
		wd, err := os.Getwd()
		if err != nil {
			return nil, fmt.Errorf("find the current folder: %w", err)
		}
		if path, err = config.Find(wd, root); err != nil {
			return nil, err
		}
		if path == "" {
			return new(config.Config), nil
		}
	}
	return config.Load(path)
}

// isPattern reports whether an argument can be a package pattern: it holds a
// slash or a dot, or is a folder.
func isPattern(arg string) bool {
	if strings.ContainsAny(arg, `/.\`) {
		return true
	}
	info, err := os.Stat(arg)
	return err == nil && info.IsDir()
}

// patterns checks package patterns. A folder that is named without "./" would
// be a package of the standard library to the go command.
func patterns(args []string) ([]string, error) {
	if len(args) == 0 {
		return []string{"./..."}, nil
	}
	out := make([]string, len(args))
	for i, arg := range args {
		if !isPattern(arg) {
			return nil, fmt.Errorf("%q is not a package pattern; a package is written ./%s, all of them ./...", arg, arg)
		}
		out[i] = arg
		if !strings.ContainsAny(arg, `/.\`) {
			out[i] = "./" + arg
		}
	}
	return out, nil
}

// unknownWord is the error for a flag's value that is none of the known ones.
func unknownWord(flag, word string, known ...string) error {
	msg := fmt.Sprintf("unknown value %q of %s", word, flag)
	if n := config.Nearest(word, known); n != "" {
		return fmt.Errorf("%s; did you mean %s?", msg, n)
	}
	return fmt.Errorf("%s; known: %s", msg, strings.Join(known, ", "))
}

// failOn parses the value of --fail-on.
func failOn(s string) (finding.Severity, error) {
	known := []string{string(finding.Error), string(finding.Warning), string(finding.Note), string(config.Never)}
	for _, k := range known {
		if s == k {
			return finding.Severity(s), nil
		}
	}
	return "", unknownWord("--fail-on", s, known...)
}

// ruleIDs resolves what a flag names: ids, slugs or lines of the checklist.
func ruleIDs(flag string, words []string) ([]string, error) {
	var ids []string
	for _, w := range words {
		id, known := config.RuleID(w)
		if id == "" {
			id = ofItem(w)
		}
		if id == "" {
			return nil, fmt.Errorf("unknown rule %q in %s%s", w, flag, config.RuleHint(w, known))
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// flagNames lists the long names of a command's flags.
func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}
