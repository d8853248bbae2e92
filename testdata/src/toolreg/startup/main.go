// Command startup refuses to start without arguments and stops at the first
// error of a registration; neither is known beforehand.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var rows = []struct{ name, about string }{
	{"first", "The first one."},   // session: first
	{"second", "The second one."}, // session: second
	{"third", "The third one."},   // session: third
}

// live: no
func main() {
	if len(os.Args) < 2 {
		fmt.Println("usage: startup SESSION")
		return
	}
	s := server.NewMCPServer("startup", "1")
	for _, r := range rows {
		err := s.AddSessionTool(os.Args[1], mcp.NewTool(r.name, mcp.WithDescription(r.about)), handle)
		if err != nil {
			panic(err)
		}
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
	s.AddTool(mcp.NewTool("late", mcp.WithDescription("Registered after serving.")), handle) // tool: late
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
