// Command middleware puts functions around its tools in every way the SDK has.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type tools struct {
	srv        *server.MCPServer
	decorators []server.ToolHandlerMiddleware
}

// add registers a tool with all decorators around its handler.
func (t *tools) add(tool mcp.Tool, h server.ToolHandlerFunc, extra ...server.ToolHandlerMiddleware) *tools {
	for i := len(t.decorators) - 1; i >= 0; i-- {
		h = t.decorators[i](h)
	}
	for _, e := range extra {
		h = e(h)
	}
	t.srv.AddTool(tool, h)
	return t
}

func recovered(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		defer func() {
			if v := recover(); v != nil {
				res, err = mcp.NewToolResultError("internal"), nil
			}
		}()
		return next(ctx, r)
	}
}

type audit struct{ w *log.Logger }

func (a *audit) Wrap(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		a.w.Print(r.Params.Name)
		return next(ctx, r)
	}
}

func role(name string) server.ToolHandlerMiddleware {
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if r.Header.Get("X-Role") != name {
				return mcp.NewToolResultError("no"), nil
			}
			return next(ctx, r)
		}
	}
}

func main() {
	s := server.NewMCPServer("middleware", "1", server.WithToolHandlerMiddleware(recovered), server.WithRecovery()) // server: middleware.main name=middleware transports=stdio
	a := &audit{w: log.Default()}
	s.Use(a.Wrap)
	t := &tools{srv: s, decorators: []server.ToolHandlerMiddleware{recovered, a.Wrap}}
	t.add(mcp.NewTool("plain"), handle). // tool: plain handler=handle
						add(mcp.NewTool("admin"), handle, role("admin")) // tool: admin handler=handle
	s.AddTool(mcp.NewTool("direct"), role("user")(handle)) // tool: direct handler=handle
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
