// Command families has tools whose names exist only at run time.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type config struct {
	Databases []string
	Prefix    string
}

func load() config {
	return config{Databases: os.Args[1:], Prefix: os.Getenv("TOOL_PREFIX")}
}

func main() {
	s := server.NewMCPServer("families", "1")
	cfg := load()
	for _, db := range cfg.Databases {
		s.AddTool(mcp.NewTool("query_"+db), handle)                                      // tool: /query_.*/ handler=handle live=no
		s.AddTool(mcp.NewTool(fmt.Sprintf("execute_%s_%d", db, len(db))), handle)        // tool: /execute_.*_.*/ live=no
		s.AddTool(mcp.NewTool(toolName("schema", db), mcp.WithDescription("x")), handle) // tool: /schema\..*\.v1/ live=no
	}
	name := "status" // tool: status
	if cfg.Prefix != "" {
		name = cfg.Prefix + "_" + name
	}
	s.AddTool(mcp.NewTool(name), handle) // tool: /.*_status/ live=no
	for i := range 3 {
		s.AddTool(mcp.NewTool(fmt.Sprintf("slot_%d", i)), handle) // tool: slot_0; tool: slot_1; tool: slot_2
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func toolName(kind, db string) string { return kind + "." + db + ".v1" }

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
