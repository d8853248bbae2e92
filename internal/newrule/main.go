// Command newrule scaffolds a rule: the folder of its analyzer, its entry in
// checklist/checklist.yaml, and everything that is generated from both.
//
//	go run ./internal/newrule -slug foo -id MCP023
//
// A rule that the checklist lists as planned becomes a preview.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	var o options
	flag.StringVar(&o.slug, "slug", "", "name of the analyzer: a lower-case word that names the fault")
	flag.StringVar(&o.id, "id", "", "id of the rule: MCPnnn")
	flag.StringVar(&o.since, "since", "", "first version of mcpvet that has the rule (default: the newest one in the checklist)")
	flag.Parse()
	if err := run(os.Stdout, ".", o); err != nil {
		fmt.Fprintln(os.Stderr, "newrule:", err)
		os.Exit(1)
	}
}

// options are what the user says about the rule.
type options struct{ slug, id, since string }

// run scaffolds in the module that contains dir.
func run(w io.Writer, dir string, o options) error {
	root, err := moduleRoot(dir)
	if err != nil {
		return err
	}
	files, err := scaffold(root, o)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
			return fmt.Errorf("make the folder of the rule: %w", err)
		}
		if err := os.WriteFile(f.path, f.data, 0o644); err != nil {
			return fmt.Errorf("write the rule: %w", err)
		}
		if _, err := fmt.Fprintln(w, f.name); err != nil {
			return fmt.Errorf("print what was written: %w", err)
		}
	}
	// A process of its own: the generator embeds the checklist.
	cmd := exec.Command("go", "run", "./internal/gen")
	cmd.Dir, cmd.Stdout, cmd.Stderr = root, w, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the rule is written, but generating its page failed: %w", err)
	}
	_, err = fmt.Fprintf(w, "\nnext: CONTRIBUTING.md, \"Add a rule\", from step 3\n")
	return err
}

// moduleRoot returns the folder of the go.mod at or above dir.
func moduleRoot(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("find the module: %w", err)
	}
	for d := abs; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "checklist", "checklist.yaml")); err == nil {
			return d, nil
		}
		if d == filepath.Dir(d) {
			return "", errors.New("no checklist/checklist.yaml here or above: run this inside the mcpvet repository")
		}
	}
}
