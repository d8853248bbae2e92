// Command switches has tools that an operator's setting keeps from being there,
// or from acting: whoever runs the server has allowed them, nobody the call.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"os"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func ok(err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

type config struct {
	accessLevel string
	limit       int
}

// permit refuses what the level of the server does not allow.
func (c *config) permit(verb string) error {
	if verb == "" {
		return errors.New("a verb is missing")
	}
	return c.level(verb)
}

func (c *config) level(verb string) error {
	if c.accessLevel == "readonly" {
		return errors.New(verb + " is not allowed here")
	}
	return nil
}

type box struct{ cfg *config }

func (b box) leveled(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := b.cfg.permit("remove"); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return ok(os.RemoveAll("/srv/" + req.GetString("id", "")))
}

func remove(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return ok(os.RemoveAll("/srv/" + req.GetString("id", "")))
}

// told logs the level, and refuses nothing.
func (b box) told(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if b.cfg.accessLevel == "readonly" {
		log.Print("removes though the level is readonly")
	}
	return ok(os.RemoveAll("/srv/" + req.GetString("id", "")))
}

// readOnlyText asks about what the caller sends.
func readOnlyText(text string) bool { return strings.HasPrefix(text, "SELECT") }

func asked(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !readOnlyText(req.GetString("text", "")) {
		return mcp.NewToolResultError("no"), nil
	}
	return ok(os.RemoveAll("/srv/" + req.GetString("id", "")))
}

// chosen is the caller's own argument.
func chosen(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetBool("read_only", false) {
		return mcp.NewToolResultText("left alone"), nil
	}
	return ok(os.RemoveAll("/srv/" + req.GetString("id", "")))
}

// own ends what the server has started, signal what somebody else has.
func own(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := exec.CommandContext(ctx, "tail", "-f", "/var/log/items")
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return ok(cmd.Process.Kill())
}

func signal(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := os.FindProcess(req.GetInt("pid", 0))
	if err != nil {
		return nil, err
	}
	return ok(p.Kill())
}

// git hands on whatever the caller writes behind the name of the program.
func git(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return ok(exec.CommandContext(ctx, "git", strings.Fields(req.GetString("command", ""))...).Run())
}

// fed writes to a program that only reads, shelled to one that runs it.
func fed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := exec.CommandContext(ctx, "wc", "-l")
	cmd.Stdin = strings.NewReader(req.GetString("text", ""))
	return ok(cmd.Run())
}

func shelled(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := exec.CommandContext(ctx, "sh")
	cmd.Stdin = strings.NewReader(req.GetString("text", ""))
	return ok(cmd.Run())
}

func main() {
	readOnly := flag.Bool("read-only", true, "only tools that change nothing")
	verbose := flag.Bool("verbose", false, "says more")
	level := flag.String("access-level", "readonly", "readonly or readwrite")
	flag.Parse()
	s := server.NewMCPServer("switches", "1")
	b := box{&config{accessLevel: *level}}
	s.AddTool(mcp.NewTool("leveled"), b.leveled)                           // want `tool "leveled" deletes files .*; only the setting "accessLevel" keeps it from acting`
	s.AddTool(mcp.NewTool("told"), b.told)                                 // want `tool "told" deletes files \(os.RemoveAll\) without a confirmation of the call$`
	s.AddTool(mcp.NewTool("asked"), asked)                                 // want `tool "asked" deletes files \(os.RemoveAll\) without a confirmation of the call$`
	s.AddTool(mcp.NewTool("chosen", mcp.WithBoolean("read_only")), chosen) // want `tool "chosen" deletes files \(os.RemoveAll\) without a confirmation of the call$`
	s.AddTool(mcp.NewTool("own"), own)
	s.AddTool(mcp.NewTool("signal"), signal) // want `tool "signal" deletes \(Process.Kill\) without a confirmation`
	s.AddTool(mcp.NewTool("git"), git)       // want `tool "git" runs what the caller chooses \(git`
	s.AddTool(mcp.NewTool("fed"), fed)
	s.AddTool(mcp.NewTool("shelled"), shelled) // want `tool "shelled" runs what the caller chooses`
	if !*readOnly {
		s.AddTool(mcp.NewTool("switched"), remove) // want `tool "switched" deletes files .*; only the setting "read-only" keeps it from acting`
	}
	if *verbose {
		s.AddTool(mcp.NewTool("verbose"), remove) // want `tool "verbose" deletes files \(os.RemoveAll\) without a confirmation of the call$`
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
