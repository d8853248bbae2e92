// Command gen writes what is derived from the rules: the pages below
// docs/rules, the table in README.md, and analyzers/analyzers.go; and the
// checklist and the builtin models in the form that is read fast. With -check it
// writes nothing and fails if something is out of date.
//
// Everything comes from three sources: checklist/checklist.yaml, the prose in
// the doc.go of each analyzer, and the rows below models.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcpvet/mcpvet/checklist"
)

func main() {
	check := flag.Bool("check", false, "write nothing; fail if a generated file is out of date")
	flag.Parse()
	if err := run(os.Stdout, ".", *check); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// run generates for the module that contains dir, and says on w what it wrote.
func run(w io.Writer, dir string, check bool) error {
	root, err := moduleRoot(dir)
	if err != nil {
		return err
	}
	compiled, err := checklist.Compile()
	if err != nil {
		return err
	}
	files, err := generate(root, checklist.All())
	if err != nil {
		return err
	}
	files["checklist/checklist.json"] = compiled
	stale, err := files.stale(root)
	if err != nil {
		return err
	}
	if check {
		if len(stale) > 0 {
			return fmt.Errorf("out of date: %s\nrun this, and commit the result: %s", strings.Join(stale, ", "), command)
		}
		return nil
	}
	if err := files.write(root, stale); err != nil {
		return err
	}
	for _, name := range stale {
		if _, err := fmt.Fprintln(w, name); err != nil {
			return fmt.Errorf("print what was written: %w", err)
		}
	}
	return nil
}

// moduleRoot returns the folder of the go.mod at or above dir.
func moduleRoot(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("find the module: %w", err)
	}
	for d := abs; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d, nil
		}
		if d == filepath.Dir(d) {
			return "", errors.New("no go.mod here or above: run this inside the mcpvet repository")
		}
	}
}
