// Package run starts programs for package main.
package run

import (
	"context"
	"os/exec"
)

// A Runner starts one program.
type Runner interface {
	Run(ctx context.Context, args ...string) ([]byte, error)
}

// Tool runs the program at a path.
type Tool struct {
	Name string
	Base []string
}

// New makes a tool.
func New(name string, base ...string) *Tool { return &Tool{Name: name, Base: base} }

// Run implements Runner.
func (t *Tool) Run(ctx context.Context, args ...string) ([]byte, error) {
	return exec.CommandContext(ctx, t.Name, append(t.Base, args...)...).CombinedOutput() // want `argument "url" of tool "mirror" can be an option of git, such as -u`
}

// Options are what a listing may be told.
type Options struct {
	Dir    string
	Filter string
}

// List lists files.
func List(ctx context.Context, o Options) ([]byte, error) {
	args := []string{o.Dir}
	if o.Filter != "" {
		args = append(args, "-name", o.Filter)
	}
	return exec.CommandContext(ctx, "find", args...).Output() // want `argument "dir" of tool "list" can be an option of find`
}
