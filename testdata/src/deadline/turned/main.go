// Program turned has a deadline in its middleware, and calls with contexts that
// do not have it.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os/exec"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

func bounded(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		return next(ctx, method, req)
	}
}

func own(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return nil, nil, exec.CommandContext(context.Background(), "df").Run() // want `warning regular: tool "own" makes a new context for exec.CommandContext, which has no deadline and does not end with the request`
}

func passed(ctx context.Context, _ *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
	return nil, nil, exec.CommandContext(ctx, "df").Run()
}

var client = &http.Client{Timeout: time.Second}

// limited has a client that ends it.
func limited(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(context.Background(), http.MethodHead, "https://a.example.test/", nil)
	if err != nil {
		return nil, nil, err
	}
	resp, err := client.Do(r)
	if err != nil {
		return nil, nil, errors.New("not reachable")
	}
	return nil, nil, resp.Body.Close()
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "turned", Version: "1.0.0"}, nil) // want `warning pedantic: 1 of 3 tools have no maximum duration`
	s.AddReceivingMiddleware(bounded)
	mcp.AddTool(s, &mcp.Tool{Name: "own", Description: "Disk use."}, own)
	mcp.AddTool(s, &mcp.Tool{Name: "passed", Description: "Disk use."}, passed)
	mcp.AddTool(s, &mcp.Tool{Name: "limited", Description: "Disk use."}, limited)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
