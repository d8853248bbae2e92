// Command boxes runs what the caller chooses in sandboxes, some of which don't
// hold.
package main

import (
	"context"
	"log"
	"os/exec"

	"example.test/mcpvet/src/sandbox/boxes/run"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type runner func(ctx context.Context, code string) ([]byte, error)

// handler gives a runner the code of the call.
func handler(f runner) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		code, err := req.RequireString("code")
		if err != nil {
			return nil, err
		}
		out, err := f(ctx, code)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(string(out)), nil
	}
}

func boxed(ctx context.Context, code string) ([]byte, error) {
	return run.Boxed(ctx, "python3", "-c", code)
}

func open(ctx context.Context, code string) ([]byte, error) {
	return run.Open(ctx, "python3", "-c", code)
}

func nobody(ctx context.Context, code string) ([]byte, error) { return run.AsNobody(ctx, "-c", code) }

func socket(ctx context.Context, code string) ([]byte, error) {
	return exec.CommandContext(ctx, "docker", "run", "--read-only", "--cap-drop=ALL", "--network=none", "-v", "/var/run/docker.sock:/var/run/docker.sock", "alpine", "sh", "-c", code).Output() // want `argument "code" of tool "socket" .* in docker opened by .*docker\.sock`
}

func bubble(ctx context.Context, code string) ([]byte, error) {
	return exec.CommandContext(ctx, "bwrap", "--ro-bind", "/usr", "/usr", "--unshare-all", "--die-with-parent", "sh", "-c", code).Output()
}

func bubbleOfAll(ctx context.Context, code string) ([]byte, error) {
	return exec.CommandContext(ctx, "bwrap", "--bind", "/", "/", "sh", "-c", code).Output() // want `argument "code" of tool "bubble_of_all" .* in bwrap opened by --bind / /`
}

func otherUser(ctx context.Context, code string) ([]byte, error) {
	return exec.CommandContext(ctx, "sudo", "-u", "sandbox", "python3", "-c", code).Output()
}

func asRoot(ctx context.Context, code string) ([]byte, error) {
	return exec.CommandContext(ctx, "sudo", "python3", "-c", code).Output() // want `argument "code" of tool "as_root" is the source text that python3? runs, outside a sandbox`
}

// A sandbox that isn't there is done without.
func maybe(ctx context.Context, code string) ([]byte, error) {
	if _, err := exec.LookPath("firejail"); err == nil {
		return exec.CommandContext(ctx, "firejail", "--net=none", "python3", "-c", code).Output()
	}
	return exec.CommandContext(ctx, "python3", "-c", code).Output() // want `argument "code" of tool "maybe" is the source text that python3? runs, outside a sandbox`
}

// A sandbox that isn't there ends the call.
func must(ctx context.Context, code string) ([]byte, error) {
	if _, err := exec.LookPath("firejail"); err != nil {
		return nil, err
	}
	return exec.CommandContext(ctx, "firejail", "--net=none", "python3", "-c", code).Output()
}

func main() {
	s := server.NewMCPServer("boxes", "1")
	for name, f := range map[string]runner{"boxed": boxed, "open": open, "nobody": nobody, "socket": socket, "bubble": bubble, "bubble_of_all": bubbleOfAll, "other_user": otherUser, "as_root": asRoot, "maybe": maybe, "must": must} {
		s.AddTool(mcp.NewTool(name, mcp.WithString("code")), handler(f))
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
