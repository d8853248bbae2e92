// Command joinederrors joins the errors of its checks.
package main

import (
	"context"
	"errors"
	"log"
	"os/exec"
	"regexp"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name  string `json:"name"`
	Group string `json:"group"`
}

var word = regexp.MustCompile(`^[a-z0-9]+$`)

func check(s string) error {
	if !word.MatchString(s) {
		return errors.New("no name")
	}
	return nil
}

func id(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := errors.Join(check(a.Name), check(a.Group)); err != nil {
		return nil, nil, err
	}
	return nil, nil, exec.CommandContext(ctx, "sh", "-c", "id "+a.Name+" | grep "+a.Group).Run()
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "gap", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "id"}, id)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
