// Command overwritten replaces names that it does not know, and one that it knows.
package main

import (
	"context"
	"log"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

func id(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if a.Name != "build" {
		a.Name = "nobody"
	}
	return nil, nil, exec.CommandContext(ctx, "sh", "-c", "id "+a.Name).Run()
}

// known replaces the one name that is harmless.
func known(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if a.Name == "build" {
		a.Name = "nobody"
	}
	return nil, nil, exec.CommandContext(ctx, "sh", "-c", "id "+a.Name).Run() // want `argument "name" of tool "known" becomes part of the command text that sh runs$`
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "overwritten", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "id"}, id)
	mcp.AddTool(s, &mcp.Tool{Name: "known"}, known)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
