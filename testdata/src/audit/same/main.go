// Program same writes the same record in its middleware, in another package, in
// a decorator, in a hook and in the handler: the verdict is the same each time.
package main

import (
	"context"
	"log"
	"log/slog"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"example.test/mcpvet/src/audit/same/trail"
)

type in struct{}

func inMain(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		began := time.Now()
		res, err := next(ctx, req)
		slog.Info("call", "tool", req.Params.Name, "took", time.Since(began), "failed", err != nil)
		return res, err
	}
}

func around(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		defer func() { trail.Write(trail.Entry{Tool: req.Params.Name, OK: err == nil}) }()
		return h(ctx, req)
	}
}

func work(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("x", "") == "" {
		return mcp.NewToolResultError("x is missing"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func own(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	log.Printf("audit: %s called", req.Params.Name)
	return work(ctx, req)
}

func typed[In, Out any](name string, next sdk.ToolHandlerFor[In, Out]) sdk.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *sdk.CallToolRequest, a In) (*sdk.CallToolResult, Out, error) {
		defer trail.Write(trail.Entry{Tool: req.Params.Name})
		return next(ctx, req, a)
	}
}

func methods(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		res, err := next(ctx, method, req)
		if call, ok := req.(*sdk.CallToolRequest); ok {
			trail.Write(trail.Entry{Tool: call.Params.Name, OK: err == nil})
		}
		return res, err
	}
}

// named gets the name of the tool where it is registered.
func named(name string, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		defer trail.Write(trail.Entry{Tool: name})
		return h(ctx, req)
	}
}

func note(tool, user string) { slog.Info("audit", "tool", tool, "user", user) }

// says is a handler that knows its name.
func says(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	go note("says", "local")
	return work(ctx, req)
}

var lines = make(chan trail.Entry, 100)

// sends leaves the writing to somebody else.
func sends(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	lines <- trail.Entry{Tool: req.Params.Name}
	return work(ctx, req)
}

func do(context.Context, *sdk.CallToolRequest, in) (*sdk.CallToolResult, any, error) {
	return nil, nil, nil
}

func main() {
	hooks := &server.Hooks{}
	hooks.AddBeforeCallTool(func(ctx context.Context, id any, req *mcp.CallToolRequest) {
		slog.Info("call", "tool", req.Params.Name)
	})
	hooked := server.NewMCPServer("hook", "1", server.WithHooks(hooks))
	hooked.AddTool(mcp.NewTool("work"), work)
	one := server.NewMCPServer("in main", "1", server.WithToolHandlerMiddleware(inMain))
	one.AddTool(mcp.NewTool("work"), work)
	two := server.NewMCPServer("in a package", "1", server.WithToolHandlerMiddleware(trail.New(nil).Middleware))
	two.AddTool(mcp.NewTool("work"), work)
	three := server.NewMCPServer("decorator", "1")
	three.AddTool(mcp.NewTool("work"), around(work))
	four := server.NewMCPServer("handler", "1")
	four.AddTool(mcp.NewTool("work"), own)
	seven := server.NewMCPServer("known", "1")
	seven.AddTool(mcp.NewTool("named"), named("named", work))
	seven.AddTool(mcp.NewTool("says"), says)
	seven.AddTool(mcp.NewTool("sends"), sends)
	go server.NewStreamableHTTPServer(seven).Start(":7")
	for _, s := range []*server.MCPServer{hooked, one, two, three, four} {
		log.Print(server.ServeStdio(s))
	}
	five := sdk.NewServer(&sdk.Implementation{Name: "typed"}, nil)
	sdk.AddTool(five, &sdk.Tool{Name: "do"}, typed("do", do))
	six := sdk.NewServer(&sdk.Implementation{Name: "methods"}, nil)
	six.AddReceivingMiddleware(methods)
	sdk.AddTool(six, &sdk.Tool{Name: "do"}, do)
	log.Print(five.Run(context.Background(), &sdk.StdioTransport{}), six.Run(context.Background(), &sdk.StdioTransport{}))
}
