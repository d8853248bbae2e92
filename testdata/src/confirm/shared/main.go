// Command shared has many tools that do what they are for through one helper,
// each to something else.
package main

import (
	"context"
	"log"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type depot struct{ root string }

// remove is the helper of the tools that delete what the caller names.
func (d depot) remove(kind, name string) (*mcp.CallToolResult, error) {
	if !filepath.IsLocal(name) {
		return mcp.NewToolResultError("not a name"), nil
	}
	if err := os.RemoveAll(filepath.Join(d.root, kind, name)); err != nil {
		return mcp.NewToolResultError("not removed"), nil
	}
	return mcp.NewToolResultText("removed"), nil
}

func (d depot) remover(kind string) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return d.remove(kind, req.GetString("name", ""))
	}
}

// unit is the helper of the tools that ask nothing: each does the same to
// something else.
func unit(ctx context.Context, words ...string) (*mcp.CallToolResult, error) {
	if err := exec.CommandContext(ctx, "systemctl", words...).Run(); err != nil {
		return mcp.NewToolResultError("not done"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	d := depot{os.Getenv("DEPOT")}
	s := server.NewMCPServer("depot", "1.0.0")
	s.AddTool(mcp.NewTool("charts", mcp.WithString("name", mcp.Required())), d.remover("charts"))     // want `"charts" deletes files`
	s.AddTool(mcp.NewTool("images", mcp.WithString("name", mcp.Required())), d.remover("images"))     // want `"images" deletes files`
	s.AddTool(mcp.NewTool("modules", mcp.WithString("name", mcp.Required())), d.remover("modules"))   // want `"modules" deletes files`
	s.AddTool(mcp.NewTool("wheels", mcp.WithString("name", mcp.Required())), d.remover("wheels"))     // want `"wheels" deletes files`
	s.AddTool(mcp.NewTool("crates", mcp.WithString("name", mcp.Required())), d.remover("crates"))     // want `"crates" deletes files`
	s.AddTool(mcp.NewTool("packages", mcp.WithString("name", mcp.Required())), d.remover("packages")) // want `"packages" deletes files`

	u := server.NewMCPServer("units", "1.0.0")
	for _, one := range []struct {
		name  string
		words []string
	}{
		{"web", []string{"restart", "nginx"}},           // want `"web" changes what exists .systemctl restart.`
		{"mail", []string{"restart", "postfix"}},        // want `"mail" changes what exists .systemctl restart.`
		{"names", []string{"restart", "unbound"}},       // want `"names" changes what exists .systemctl restart.`
		{"database", []string{"restart", "postgresql"}}, // want `"database" changes what exists .systemctl restart.`
		{"queue", []string{"restart", "rabbitmq"}},      // want `"queue" changes what exists .systemctl restart.`
		{"cache", []string{"restart", "redis"}},         // want `"cache" changes what exists .systemctl restart.`
	} {
		u.AddTool(mcp.NewTool(one.name), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return unit(ctx, one.words...)
		})
	}
	go func() { log.Print(server.ServeStdio(u)) }()
	log.Print(server.ServeStdio(s))
}
