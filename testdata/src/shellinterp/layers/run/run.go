// Package run runs commands.
package run

import (
	"context"
	"fmt"
	"log"
	"os/exec"
	"strings"
)

// Local runs commands on this machine.
type Local struct{ Dir string }

// Shell runs a line of a shell.
func (l Local) Shell(ctx context.Context, line string) (string, error) {
	return l.Program(ctx, "/bin/sh", "-c", line)
}

// Program runs a program.
func (l Local) Program(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...) // want `argument "path" of tool "archive" becomes part of the command text that sh runs$` `argument "author" of tool "authors" becomes part of the command text that sh runs$`
	cmd.Dir = l.Dir
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("run %s: %w", name, err)
	}
	return string(out), nil
}

// Dry runs nothing.
type Dry struct{}

// Shell tells what would be run.
func (Dry) Shell(_ context.Context, line string) (string, error) {
	log.Print(line)
	return line, nil
}

// Program tells what would be run.
func (Dry) Program(_ context.Context, name string, args ...string) (string, error) {
	return name + " " + strings.Join(args, " "), nil
}
