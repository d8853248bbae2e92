package mcpgo

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
)

// Protect makes a guard for the policy and puts it in front of the tools,
// resources, templates and prompts of the server. Call it right after
// NewMCPServer and before any other middleware, which would stand further out;
// a server with middleware among its options takes [Option] as the first.
func Protect(s *server.MCPServer, p guard.Policy, opts ...guard.Option) (*guard.Guard, error) {
	g, err := guard.New(p, opts...)
	if err != nil {
		return nil, err
	}
	Option(g)(s)
	return g, nil
}

// Option returns the server option that puts the guard in front of the server.
// Give it before all others that add middleware.
func Option(g *guard.Guard) server.ServerOption {
	return func(s *server.MCPServer) {
		server.WithToolHandlerMiddleware(ToolMiddleware(g))(s)
		server.WithResourceHandlerMiddleware(ResourceMiddleware(g))(s)
		server.WithPromptHandlerMiddleware(PromptMiddleware(g))(s)
		server.WithToolFilter(unwrappedTasks(g))(s)
	}
}

// ToolMiddleware returns the middleware for tools. It doesn't reach the handlers
// of tasks.
func ToolMiddleware(g *guard.Guard) server.ToolHandlerMiddleware {
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return runTool(ctx, g, r, next)
		}
	}
}

// ResourceMiddleware returns the middleware for resources and templates.
func ResourceMiddleware(g *guard.Guard) server.ResourceHandlerMiddleware {
	return func(next server.ResourceHandlerFunc) server.ResourceHandlerFunc { return WrapResource(g, next) }
}

// PromptMiddleware returns the middleware for prompts.
func PromptMiddleware(g *guard.Guard) server.PromptHandlerMiddleware {
	return func(next server.PromptHandlerFunc) server.PromptHandlerFunc { return WrapPrompt(g, next) }
}

// unwrappedTasks hides tools whose handlers run as tasks past all middleware and
// are not wrapped. The SDK refuses calls of what a filter hides.
func unwrappedTasks(g *guard.Guard) server.ToolFilterFunc {
	var told sync.Map
	return func(ctx context.Context, tools []mcp.Tool) []mcp.Tool {
		var out []mcp.Tool
		for _, t := range tools {
			if !allowsTasks(t) || g.Wrapped(t.Name) {
				out = append(out, t)
				continue
			}
			if _, twice := told.LoadOrStore(t.Name, true); !twice {
				g.Logger().ErrorContext(ctx, "a tool that allows tasks is hidden, as middleware can't protect it: wrap its handler with mcpgo.WrapTask or mcpgo.Wrap", "name", t.Name)
			}
		}
		return out
	}
}

func allowsTasks(t mcp.Tool) bool {
	return t.Execution != nil && (t.Execution.TaskSupport == mcp.TaskSupportOptional || t.Execution.TaskSupport == mcp.TaskSupportRequired)
}
