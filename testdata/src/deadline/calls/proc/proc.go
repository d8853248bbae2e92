// Package proc runs git.
package proc

import (
	"context"
	"os/exec"
)

// Run runs git without a context.
func Run(args ...string) error {
	return exec.Command("git", args...).Run() // want `tool "helper" runs exec.Command without a context`
}

// RunContext runs git with a context.
func RunContext(ctx context.Context, args ...string) error {
	return exec.CommandContext(ctx, "git", args...).Run()
}
