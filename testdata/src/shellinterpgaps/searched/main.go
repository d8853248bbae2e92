// Command searched looks a name up in a sorted list.
package main

import (
	"context"
	"errors"
	"log"
	"os/exec"
	"sort"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

var names = []string{"build", "deploy", "nobody"}

func id(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	i := sort.SearchStrings(names, a.Name)
	if i == len(names) || names[i] != a.Name {
		return nil, nil, errors.New("no such name")
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
