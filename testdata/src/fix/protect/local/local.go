// Package local serves whoever starts it: nobody has a token there.
package local

import (
	"context"
	"os"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

func read(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	data, err := os.ReadFile(filepath.Base(a.Name))
	if err != nil {
		return nil, nil, err
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(data)}}}, nil, nil
}

func remove(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return nil, nil, os.Remove(filepath.Base(a.Name))
}

// policy is a name that is taken.
const policy = "ask before"

// notes makes the server where it returns it.
func notes() *sdk.Server {
	return sdk.NewServer(&sdk.Implementation{Name: "notes", Version: "1", Title: policy}, nil) // fix review MCP006
}

// words has an option that adds middleware, and a family of tools.
func words() *server.MCPServer {
	s := server.NewMCPServer("words", "1", server.WithRecovery()) // fix review MCP006
	for _, lang := range languages() {
		s.AddTool(mcp.NewTool("words_count_"+lang), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText("0"), nil
		})
	}
	s.AddTool(mcp.NewTool("words_store_list"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("stored"), os.WriteFile("words", []byte(req.GetString("list", "")), 0o600)
	})
	s.AddResourceTemplate(mcp.NewResourceTemplate("words:///{+path}", "words"), func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		return nil, nil
	})
	s.AddResourceTemplate(mcp.NewResourceTemplate("words://by-letter/{letter}", "letter"), func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		return nil, nil
	})
	return s
}

func languages() []string { return filepath.SplitList(os.Getenv("LANGUAGES")) }

// Serve serves until something fails.
func Serve() error {
	s := notes()
	sdk.AddTool(s, &sdk.Tool{Name: "read_note", Description: "Returns a note."}, read)
	sdk.AddTool(s, &sdk.Tool{Name: "remove_notes", Description: "Removes a note."}, remove)
	go func() { _ = s.Run(context.Background(), &sdk.StdioTransport{}) }()
	return server.ServeStdio(words())
}
