// Package tools keeps tools by their names.
package tools

import (
	"context"
	"os/exec"
	"sync"
)

// A Tool is what a server offers.
type Tool interface {
	Name() string
	Execute(ctx context.Context, args map[string]any) (string, error)
}

var (
	mu  sync.RWMutex
	all = map[string]Tool{}
	off = map[string]bool{}
)

// Register adds a tool.
func Register(t Tool) {
	mu.Lock()
	defer mu.Unlock()
	all[t.Name()] = t
}

// Find looks a tool up.
func Find(name string) (Tool, bool) {
	if off[name] {
		return nil, false
	}
	mu.RLock()
	t, ok := all[name]
	mu.RUnlock()
	return t, ok
}

// Names lists the tools.
func Names() []string {
	var out []string
	for name := range all {
		out = append(out, name)
	}
	return out
}

func init() {
	Register(shell{})
	Register(greeting{})
	Register(&status{unit: "web"})
}

type shell struct{}

func (shell) Name() string { return "shell" }

func (shell) Execute(ctx context.Context, args map[string]any) (string, error) {
	line, _ := args["line"].(string)
	out, err := exec.CommandContext(ctx, "sh", "-c", line).Output() // want `argument "line" of tool "shell"` `argument "line" of tool "kept_shell"` `argument "line" of tool "asked_shell"`
	return string(out), err
}

type greeting struct{}

func (greeting) Name() string { return "greeting" }

// Execute has an argument of the same name as that of the shell.
func (greeting) Execute(_ context.Context, args map[string]any) (string, error) {
	line, _ := args["line"].(string)
	return "hello " + line, nil
}

type status struct{ unit string }

func (*status) Name() string { return "status" }

func (s *status) Execute(ctx context.Context, args map[string]any) (string, error) {
	line, _ := args["line"].(string)
	if line != s.unit {
		return "", nil
	}
	out, err := exec.CommandContext(ctx, "sh", "-c", "systemctl status "+s.unit).Output()
	return string(out), err
}
