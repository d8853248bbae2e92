// Command links has a tool that makes links, so that a check of the text of a
// path holds nothing.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const root = "/srv/shared"

var errOutside = errors.New("outside")

func read(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	if !filepath.IsLocal(p) {
		return nil, errOutside
	}
	b, err := os.ReadFile(filepath.Join(root, p)) // want `error regular: argument "path" of tool "read" is held below a folder by its text only, but a link there can lead a file that is read out of it; tool "link" can make one`
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(b)), nil
}

func link(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	at := req.GetString("at", "")
	if !filepath.IsLocal(at) {
		return nil, errOutside
	}
	if err := os.Symlink(req.GetString("to", ""), filepath.Join(root, at)); err != nil { // want `error regular: argument "to" of tool "link" chooses a file that is linked`
		return nil, err
	}
	return mcp.NewToolResultText("linked"), nil
}

func main() {
	s := server.NewMCPServer("links", "1")
	s.AddTool(mcp.NewTool("read", mcp.WithDescription("Read a file.")), read)
	s.AddTool(mcp.NewTool("link", mcp.WithDescription("Make a link.")), link)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
