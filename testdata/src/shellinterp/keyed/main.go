// Command keyed takes its arguments by a generic helper, which gets their names.
package main

import (
	"context"
	"fmt"
	"log"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func required[T comparable](args map[string]any, p string) (T, error) {
	var zero T
	if _, ok := args[p]; !ok {
		return zero, fmt.Errorf("missing: %s", p)
	}
	val, ok := args[p].(T)
	if !ok {
		return zero, fmt.Errorf("parameter %s is not of type %T", p, zero)
	}
	if val == zero {
		return zero, fmt.Errorf("missing: %s", p)
	}
	return val, nil
}

func h(ctx context.Context, _ *mcp.CallToolRequest, args map[string]any) (*mcp.CallToolResult, any, error) {
	owner, err := required[string](args, "owner")
	if err != nil {
		return nil, nil, err
	}
	repo, err := required[string](args, "repo")
	if err != nil {
		return nil, nil, err
	}
	_, err = exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf("x %s %s", owner, repo)).Output() // want `argument "(owner|repo)" of tool "status" becomes part`
	return nil, nil, err
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "keyed", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "status", Description: "State of a unit"}, h)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
