// Command wrapped has tools on several servers, whose calls middleware and
// decorators bound, or seem to.
package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"example.test/mcpvet/src/deadline/wrapped/clock"
)

func get(ctx context.Context, c *http.Client, what string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/"+what, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func text(err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("ok"), nil
}

func stopped(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(get(ctx, &http.Client{}, "stopped"))
}

func logged(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(get(ctx, &http.Client{}, "logged")) // want `this client has no timeout, and tool "logged"`
}

func decorated(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(get(ctx, &http.Client{}, "decorated"))
}

func forgotten(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(get(ctx, &http.Client{}, "forgotten")) // want `this client has no timeout, and tool "forgotten"`
}

// limit is a decorator of the project.
func limit(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		return next(ctx, req)
	}
}

// forget makes a context and hands on another.
func forget(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		short, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		res, err := next(ctx, req)
		if short.Err() != nil {
			return nil, short.Err()
		}
		return res, err
	}
}

type in struct{}

func received(ctx context.Context, _ *gosdk.CallToolRequest, _ in) (*gosdk.CallToolResult, any, error) {
	return nil, nil, get(ctx, &http.Client{}, "received")
}

func other(ctx context.Context, _ *gosdk.CallToolRequest, _ in) (*gosdk.CallToolResult, any, error) {
	return nil, nil, get(ctx, &http.Client{}, "other") // want `this client has no timeout, and tool "other"`
}

func main() {
	one := server.NewMCPServer("one", "1")
	one.Use(clock.Log, clock.Stop)
	one.AddTool(mcp.NewTool("stopped"), stopped)

	two := server.NewMCPServer("two", "1", server.WithToolHandlerMiddleware(clock.Log)) // want `2 of 3 tools have no maximum duration`
	two.AddTool(mcp.NewTool("logged"), logged)
	two.AddTool(mcp.NewTool("decorated"), limit(decorated))
	two.AddTool(mcp.NewTool("forgotten"), forget(forgotten))

	three := gosdk.NewServer(&gosdk.Implementation{Name: "three", Version: "1"}, nil)
	three.AddReceivingMiddleware(func(next gosdk.MethodHandler) gosdk.MethodHandler {
		return func(ctx context.Context, method string, req gosdk.Request) (gosdk.Result, error) {
			ctx, cancel := context.WithTimeout(ctx, time.Minute)
			defer cancel()
			return next(ctx, method, req)
		}
	})
	gosdk.AddTool(three, &gosdk.Tool{Name: "received", Description: "Asks."}, received)

	four := gosdk.NewServer(&gosdk.Implementation{Name: "four", Version: "1"}, nil) // want `1 of 1 tools have no maximum duration`
	gosdk.AddTool(four, &gosdk.Tool{Name: "other", Description: "Asks."}, other)

	go func() { log.Fatal(server.ServeStdio(one)) }()
	go func() { log.Fatal(server.ServeStdio(two)) }()
	go func() { log.Fatal(three.Run(context.Background(), &gosdk.StdioTransport{})) }()
	log.Fatal(four.Run(context.Background(), &gosdk.StdioTransport{}))
}
