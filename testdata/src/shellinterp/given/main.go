// Command given has helpers that do this or that as a constant of the caller
// says, which keeps them from the shell for some of the tools.
package main

import (
	"context"
	"errors"
	"log"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Unit string `json:"unit"`
	Deep bool   `json:"deep"`
}

// run has a flag.
func run(ctx context.Context, unit string, shell bool) error {
	if shell {
		return exec.CommandContext(ctx, "sh", "-c", "systemctl status "+unit).Run() // want `argument "unit" of tool "flag_on" becomes part` `argument "unit" of tool "flag_argument" becomes part` `argument "unit" of tool "passed_on" becomes part` `argument "unit" of tool "flag_changed" becomes part`
	}
	return exec.CommandContext(ctx, "systemctl", "status", "--", unit).Run()
}

func flagOn(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, run(ctx, a.Unit, true)
}

func flagOff(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, run(ctx, a.Unit, false)
}

func flagArgument(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, run(ctx, a.Unit, a.Deep)
}

func flagChanged(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	shell := false
	if strings.Contains(a.Unit, "@") {
		shell = true
	}
	return nil, nil, run(ctx, a.Unit, shell)
}

// over hands its flag on.
func over(ctx context.Context, unit string, shell bool) error {
	log.Print("status of a unit")
	return run(ctx, unit, shell)
}

func passedOn(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, over(ctx, a.Unit, true)
}

func passedOff(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, over(ctx, a.Unit, false)
}

// A runner has modes.
type runner struct{}

type mode string

const (
	plain mode = ""
	shell mode = "shell"
	remot mode = "remote"
)

func (runner) in(ctx context.Context, unit string, m mode) error {
	switch m {
	case shell:
		return exec.CommandContext(ctx, "bash", "-c", "echo "+unit).Run() // want `argument "unit" of tool "mode_shell" becomes part` `argument "unit" of tool "behind_interface" becomes part`
	case remot:
		return exec.CommandContext(ctx, "ssh", "host", "echo "+unit).Run() // want `argument "unit" of tool "mode_remote" becomes part`
	}
	if len(m) > 0 {
		return exec.CommandContext(ctx, "dash", "-c", unit).Run() // want `argument "unit" of tool "mode_other"`
	}
	return nil
}

type moder interface {
	in(ctx context.Context, unit string, m mode) error
}

func behindInterface(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var m moder = runner{}
	return nil, nil, m.in(ctx, a.Unit, shell)
}

func plainBehindInterface(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var m moder = runner{}
	return nil, nil, m.in(ctx, a.Unit, plain)
}

func modeShell(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, runner{}.in(ctx, a.Unit, shell)
}

func modeRemote(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, runner{}.in(ctx, a.Unit, remot)
}

func modeOther(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, runner{}.in(ctx, a.Unit, "other")
}

func modePlain(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, runner{}.in(ctx, a.Unit, plain)
}

// A closure has a flag, too.
func closure(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	start := func(unit string, sh bool) error {
		if sh {
			return exec.CommandContext(ctx, "sh", "-c", "systemctl start "+unit).Run()
		}
		return exec.CommandContext(ctx, "systemctl", "start", "--", unit).Run()
	}
	return nil, nil, errors.Join(start("web", true), start(a.Unit, false))
}

var errUnit = errors.New("no such unit")

// checked refuses what is no unit only where it is told to.
func checked(ctx context.Context, unit string, strict bool) error {
	if strict && !units[unit] {
		return errUnit
	}
	return exec.CommandContext(ctx, "sh", "-c", "journalctl -u "+unit).Run() // want `argument "unit" of tool "lax" becomes part`
}

var units = map[string]bool{"web": true, "worker": true}

func strict(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, checked(ctx, a.Unit, true)
}

func lax(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, checked(ctx, a.Unit, false)
}

// chosen takes the text or none.
func chosen(ctx context.Context, unit string, take bool) error {
	name := "web"
	if take {
		name = unit
	}
	return exec.CommandContext(ctx, "sh", "-c", "systemctl show "+name).Run() // want `argument "unit" of tool "taken" becomes part`
}

func taken(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, chosen(ctx, a.Unit, true)
}

func left(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, chosen(ctx, a.Unit, false)
}

// walk calls itself with another flag.
func walk(ctx context.Context, unit string, first bool) error {
	if first {
		return walk(ctx, unit, false)
	}
	return exec.CommandContext(ctx, "sh", "-c", "cat "+unit).Run() // want `argument "unit" of tool "walked" becomes part`
}

func walked(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, walk(ctx, a.Unit, true)
}

// An after runs something in the end, if there is anything.
func after(ctx context.Context, unit string, done func(context.Context, string) error) error {
	if done == nil {
		return exec.CommandContext(ctx, "systemctl", "stop", "--", unit).Run()
	}
	return exec.CommandContext(ctx, "sh", "-c", "systemctl stop "+unit).Run() // want `argument "unit" of tool "with_end" becomes part`
}

func withEnd(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, after(ctx, a.Unit, func(context.Context, string) error { return nil })
}

func withoutEnd(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, after(ctx, a.Unit, nil)
}

// A flag that the function itself sets says nothing.
func reset(ctx context.Context, unit string, shell bool) error {
	if strings.HasPrefix(unit, "@") {
		shell = true
	}
	if shell {
		return exec.CommandContext(ctx, "sh", "-c", "systemctl reset "+unit).Run() // want `argument "unit" of tool "reset_off"`
	}
	return nil
}

func resetOff(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, reset(ctx, a.Unit, false)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "given"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "flag_on"}, flagOn)
	mcp.AddTool(s, &mcp.Tool{Name: "flag_off"}, flagOff)
	mcp.AddTool(s, &mcp.Tool{Name: "flag_argument"}, flagArgument)
	mcp.AddTool(s, &mcp.Tool{Name: "flag_changed"}, flagChanged)
	mcp.AddTool(s, &mcp.Tool{Name: "passed_on"}, passedOn)
	mcp.AddTool(s, &mcp.Tool{Name: "passed_off"}, passedOff)
	mcp.AddTool(s, &mcp.Tool{Name: "mode_shell"}, modeShell)
	mcp.AddTool(s, &mcp.Tool{Name: "mode_remote"}, modeRemote)
	mcp.AddTool(s, &mcp.Tool{Name: "mode_other"}, modeOther)
	mcp.AddTool(s, &mcp.Tool{Name: "mode_plain"}, modePlain)
	mcp.AddTool(s, &mcp.Tool{Name: "behind_interface"}, behindInterface)
	mcp.AddTool(s, &mcp.Tool{Name: "plain_behind_interface"}, plainBehindInterface)
	mcp.AddTool(s, &mcp.Tool{Name: "closure"}, closure)
	mcp.AddTool(s, &mcp.Tool{Name: "strict"}, strict)
	mcp.AddTool(s, &mcp.Tool{Name: "lax"}, lax)
	mcp.AddTool(s, &mcp.Tool{Name: "taken"}, taken)
	mcp.AddTool(s, &mcp.Tool{Name: "left"}, left)
	mcp.AddTool(s, &mcp.Tool{Name: "walked"}, walked)
	mcp.AddTool(s, &mcp.Tool{Name: "with_end"}, withEnd)
	mcp.AddTool(s, &mcp.Tool{Name: "without_end"}, withoutEnd)
	mcp.AddTool(s, &mcp.Tool{Name: "reset_off"}, resetOff)
	log.Fatal(s.Run(context.Background(), &mcp.StdioTransport{}))
}
