// Command sessions registers tools for sessions, and task tools.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	hooks := &server.Hooks{}
	var s *server.MCPServer
	hooks.AddOnRegisterSession(func(ctx context.Context, session server.ClientSession) {
		if err := s.AddSessionTool(session.SessionID(), mcp.NewTool("per_session"), handle); err != nil { // session: per_session handler=handle server=sessions.main live=no
			log.Print(err)
		}
		_ = s.AddSessionTools(session.SessionID(), server.ServerTool{Tool: mcp.NewTool("session_bulk"), Handler: handle}) // session: session_bulk handler=handle server=sessions.main live=no
		if t, ok := session.(server.SessionWithTools); ok {
			t.SetSessionTools(map[string]server.ServerTool{"set": {Tool: mcp.NewTool("session_set"), Handler: handle}}) // session: session_set handler=handle server=? live=no
		}
	})
	s = server.NewMCPServer("sessions", "1", server.WithHooks(hooks), server.WithTaskCapabilities(true, true, true), server.WithToolCapabilities(true))
	s.AddTaskTool(mcp.NewTool("long", mcp.WithTaskSupport(mcp.TaskSupportRequired)), task)                                                               // task: long handler=task args=-
	s.AddTaskTools(server.ServerTaskTool{Tool: mcp.NewTool("longer", mcp.WithTaskSupport(mcp.TaskSupportRequired), mcp.WithString("q")), Handler: task}) // task: longer handler=task args=q?:string
	s.AddTool(mcp.NewTool("login"), login(s))                                                                                                            // tool: login handler=login$1
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

// login unlocks a tool at run time, inside a handler.
func login(s *server.MCPServer) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s.AddTool(mcp.NewTool("unlocked"), handle) // tool: unlocked handler=handle server=sessions.main live=no
		return mcp.NewToolResultText("welcome"), nil
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}

func task(ctx context.Context, r mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
	return &mcp.CreateTaskResult{}, nil
}
