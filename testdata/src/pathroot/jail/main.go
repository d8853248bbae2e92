// Command jail has the check of its paths in another package. Some tools use
// what it returns, some do not.
package main

import (
	"context"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.test/mcpvet/src/pathroot/jail/inside"
)

type handlers struct {
	folders *inside.Folders
	loose   inside.Loose
}

func answer(path string) (*mcp.CallToolResult, error) {
	b, err := inside.Read(path)
	if err != nil {
		return mcp.NewToolResultError("unreadable"), nil
	}
	return mcp.NewToolResultText(string(b)), nil
}

func (h *handlers) held(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := h.folders.Resolve(req.GetString("path", ""))
	if err != nil {
		return nil, err
	}
	return answer(p)
}

func (h *handlers) stale(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := h.folders.Stale(req.GetString("path", ""))
	if err != nil {
		return nil, err
	}
	return answer(p)
}

func (h *handlers) ignored(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	if _, err := h.folders.Resolve(p); err != nil {
		log.Printf("outside: %v", err)
	}
	return answer(p)
}

func (h *handlers) raw(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return answer(req.GetString("path", ""))
}

func (h *handlers) checked(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	if err := h.loose.Check(p); err != nil {
		return nil, err
	}
	return answer(p)
}

// about reads a file that the operator has chosen.
func (h *handlers) about(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return answer(os.Getenv("ABOUT_FILE"))
}

func main() {
	folders, err := inside.New(os.Args[1:])
	if err != nil {
		log.Fatal(err)
	}
	h := &handlers{folders: folders, loose: inside.Loose{Dirs: os.Args[1:]}}
	s := server.NewMCPServer("jail", "1")
	s.AddTool(mcp.NewTool("held", mcp.WithDescription("Read a file.")), h.held)
	s.AddTool(mcp.NewTool("stale", mcp.WithDescription("Read a file.")), h.stale)
	s.AddTool(mcp.NewTool("ignored", mcp.WithDescription("Read a file.")), h.ignored)
	s.AddTool(mcp.NewTool("raw", mcp.WithDescription("Read a file.")), h.raw)
	s.AddTool(mcp.NewTool("loose", mcp.WithDescription("Read a file.")), h.checked)
	s.AddTool(mcp.NewTool("about", mcp.WithDescription("Say what this is.")), h.about)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
