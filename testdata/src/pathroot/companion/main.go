// Program companion keeps paths below a folder by the companion library, and
// shows ways to do it wrong.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
)

func answer(b []byte, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("unreadable"), nil
	}
	return mcp.NewToolResultText(string(b)), nil
}

func main() {
	root, err := guard.OpenRoot("data")
	if err != nil {
		log.Fatal(err)
	}
	defer root.Close()
	s := server.NewMCPServer("files", "1")
	s.AddTool(mcp.NewTool("root_read"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return answer(root.ReadFile(req.GetString("path", "")))
	})
	s.AddTool(mcp.NewTool("root_write"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return answer(nil, root.WriteFile(req.GetString("path", ""), []byte("x"), 0o600))
	})
	s.AddTool(mcp.NewTool("root_remove"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return answer(nil, root.Remove(req.GetString("path", "")))
	})
	s.AddTool(mcp.NewTool("safe_read"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		path, err := guard.SafePath("data", req.GetString("path", ""))
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return answer(os.ReadFile(path))
	})
	s.AddTool(mcp.NewTool("unsafe_read"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		path := req.GetString("path", "")
		if _, err := guard.SafePath("data", path); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return answer(os.ReadFile(path)) // want `error regular: argument "path" of tool "unsafe_read"`
	})
	s.AddTool(mcp.NewTool("chosen_root"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		path, err := guard.SafePath(req.GetString("dir", ""), "fixed") // want `error regular: argument "dir" of tool "chosen_root"`
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return answer(os.ReadFile(path))
	})
	s.AddTool(mcp.NewTool("url_checked"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		owner, file := req.GetString("owner", ""), req.GetString("file", "")
		if err := guard.NoDotSegments(owner, file); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return fetch(ctx, "https://files.example/raw/"+owner+"/"+file)
	})
	s.AddTool(mcp.NewTool("url_half"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		owner, file := req.GetString("owner", ""), req.GetString("file", "")
		if err := guard.NoDotSegments(owner); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return fetch(ctx, "https://files.example/raw/"+owner+"/"+file) // want +11 `warning regular: argument "file" of tool "url_half" becomes part of the path of a URL`
	})
	s.AddTool(mcp.NewTool("url_ignored"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		file := req.GetString("file", "")
		_ = guard.NoDotSegments(file)
		return fetch(ctx, "https://files.example/raw/"+file) // want +6 `warning regular: argument "file" of tool "url_ignored" becomes part of the path of a URL`
	})
	log.Fatal(server.ServeStdio(s))
}

func fetch(ctx context.Context, url string) (*mcp.CallToolResult, error) {
	_, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	return answer(nil, err)
}
