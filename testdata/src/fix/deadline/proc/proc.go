// Package proc runs programs.
package proc

import (
	"os/exec"
)

// Run runs git.
func Run(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...) // fix review MCP007
	cmd.Dir = dir
	return cmd.CombinedOutput()
}

// Status is a value somewhere, so its form must stay.
func Status() error {
	return exec.Command("git", "status").Run() // fix none MCP007
}

var Check = Status

// A Runner runs things.
type Runner interface{ Start() error }

type git struct{}

// Start is what an interface asks for.
func (git) Start() error {
	return exec.Command("git", "gc").Run() // fix none MCP007
}

// New returns a runner.
func New() Runner { return git{} }
