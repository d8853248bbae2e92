// Command gosdk has its checks in the middleware of the server.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os/exec"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var errUnit = errors.New("no such unit")

type in struct {
	Unit  string `json:"unit"`
	Level string `json:"level"`
}

func status(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return sh(ctx, "systemctl status "+a.Unit+" -p "+a.Level)
}

func sh(ctx context.Context, line string) (*mcp.CallToolResult, any, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", line).Output() // want `argument "level" of tool "status" becomes part`
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

// units lets only some units pass; it reads them from the raw arguments.
func units(allowed []string) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if call, ok := req.(*mcp.CallToolRequest); ok {
				var args map[string]any
				if err := json.Unmarshal(call.Params.Arguments, &args); err != nil {
					return nil, err
				}
				unit, _ := args["unit"].(string)
				if !slices.Contains(allowed, unit) {
					return nil, errUnit
				}
			}
			return next(ctx, method, req)
		}
	}
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "before", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "status", Description: "State of a unit"}, status)
	s.AddReceivingMiddleware(units([]string{"web", "worker"}))
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
