// Command mcpgo-v0.43 infers schemas with another library, whose tags mean
// something else.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type args struct {
	ID    string `json:"id" jsonschema:"required,description=which"`
	Dry   bool   `json:"dry_run,omitempty" jsonschema:"default=true"`
	Count int    `json:"count"`
	Word  string `json:"word,omitempty" jsonschema:"default=x,enum=x,enum=y"`
}

type out struct {
	OK bool `json:"ok"`
}

func main() {
	s := server.NewMCPServer("old", "1")
	s.AddTool(mcp.NewTool("inferred", mcp.WithInputSchema[args](), mcp.WithOutputSchema[out]()), mcp.NewStructuredToolHandler(handle)) // tool: inferred handler=handle args=count:integer,dry_run?:boolean=true,id:string,word?:string=x eff=-
	s.AddTool(mcp.NewTool("any", mcp.WithAny("x")), mcp.NewTypedToolHandler(typed))                                                    // tool: any handler=typed args=x?
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest, in args) (out, error) { return out{}, nil }

func typed(ctx context.Context, r mcp.CallToolRequest, in args) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(in.ID), nil
}
