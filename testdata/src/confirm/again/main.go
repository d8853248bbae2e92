// Command again reads its tools from the server and puts them back with
// something around each: they are still there.
package main

import (
	"context"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func drop(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("gone"), os.Remove("/srv/" + req.GetString("name", ""))
}

func look(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("nothing"), nil
}

// timed counts the calls of all tools.
func timed(s *server.MCPServer) {
	var tools []server.ServerTool
	for name, t := range s.ListTools() {
		tools = append(tools, server.ServerTool{Tool: t.Tool, Handler: func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			log.Print(name)
			return t.Handler(ctx, req)
		}})
	}
	s.SetTools(tools...)
}

func main() {
	s := server.NewMCPServer("again", "1.0.0")
	s.AddTool(mcp.NewTool("drop"), drop) // want `tool "drop" deletes files .* without a confirmation of the call`
	s.AddTool(mcp.NewTool("look"), look)
	timed(s)

	other := server.NewMCPServer("replaced", "1.0.0")
	other.AddTool(mcp.NewTool("old"), drop)
	other.SetTools(server.ServerTool{Tool: mcp.NewTool("new"), Handler: look})
	if len(os.Args) > 1 {
		s = other
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
