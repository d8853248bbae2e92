package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpvet/mcpvet/internal/atomicfile"
	"github.com/mcpvet/mcpvet/internal/passes/config"
)

//go:embed init_github.yml
var githubWorkflow string

//go:embed init_gitlab.yml
var gitlabJob string

// ciFiles are the files that "mcpvet init --ci" writes, with what is said about
// each.
var ciFiles = map[string]struct{ path, text, next string }{
	"github": {".github/workflows/mcpvet.yml", githubWorkflow, "commit it; findings show up in the checks of a pull request and in code scanning"},
	"gitlab": {".gitlab/mcpvet.yml", gitlabJob, "include it: add \"include: {local: .gitlab/mcpvet.yml}\" to .gitlab-ci.yml"},
}

// newInitCommand builds "mcpvet init".
func newInitCommand(a *app) *cobra.Command {
	var ci string
	var force bool
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a commented configuration, and a file for CI",
		Long: `Write a commented ` + config.FileName + ` in the root of the repository and, with --ci,
a file that runs mcpvet in CI. Nothing that is there is overwritten.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.common.prepare(cmd); err != nil {
				return err
			}
			root, err := a.common.rootDir()
			if err != nil {
				return err
			}
			files := []struct{ path, text, next string }{
				{config.FileName, config.Template(), "commit it; \"mcpvet ./...\" reads it"},
			}
			if ci != "" {
				f, ok := ciFiles[ci]
				if !ok {
					return unknownWord("--ci", ci, "github", "gitlab")
				}
				files = append(files, f)
			}
			var there []string
			for _, f := range files {
				if err := inside(root, filepath.Join(root, filepath.FromSlash(f.path))); err != nil {
					return fmt.Errorf("write %s: %w", f.path, err)
				}
				if _, err := os.Lstat(filepath.Join(root, filepath.FromSlash(f.path))); err == nil && !force {
					there = append(there, f.path)
				} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
					return fmt.Errorf("look for %s: %w", f.path, err)
				}
			}
			if len(there) == len(files) {
				if len(there) == 1 {
					return fmt.Errorf("%s is there already; --force writes it anew", there[0])
				}
				return fmt.Errorf("%s are there already; --force writes them anew", strings.Join(there, " and "))
			}
			for _, f := range files {
				path := filepath.Join(root, filepath.FromSlash(f.path))
				if slices.Contains(there, f.path) {
					fmt.Fprintf(a.out, "%s is there already, and stays as it is\n", f.path)
					continue
				}
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					return fmt.Errorf("write %s: %w", f.path, err)
				}
				if err := atomicfile.Write(path, []byte(f.text)); err != nil {
					return fmt.Errorf("write %s: %w", f.path, err)
				}
				fmt.Fprintf(a.out, "wrote %s: %s\n", f.path, f.next)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVarP(&a.common.dir, "chdir", "C", "", "change to `DIR` first")
	f.StringVar(&a.common.root, "root", "", "write below `DIR`; default: the repository's root, else the module's")
	f.StringVar(&ci, "ci", "", "also write a file for a CI `SYSTEM`: github or gitlab")
	f.BoolVar(&force, "force", false, "overwrite what is there")
	return cmd
}
