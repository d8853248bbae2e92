// Command runeflag looks at all characters of a name before it decides.
package main

import (
	"context"
	"errors"
	"log"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

func id(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	good := true
	for _, r := range a.Name {
		if r < 'a' || r > 'z' {
			good = false
		}
	}
	if !good {
		return nil, nil, errors.New("only letters are allowed")
	}
	return nil, nil, exec.CommandContext(ctx, "sh", "-c", "id "+a.Name).Run()
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "gap", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "id"}, id)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
