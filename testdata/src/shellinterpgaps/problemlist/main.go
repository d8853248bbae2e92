// Command problemlist collects what is wrong with its arguments.
package main

import (
	"context"
	"errors"
	"log"
	"os/exec"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

var word = regexp.MustCompile(`^[a-z0-9]+$`)

func problems(a in) []string {
	var list []string
	if !word.MatchString(a.Name) {
		list = append(list, "no name")
	}
	return list
}

func id(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if list := problems(a); len(list) > 0 {
		return nil, nil, errors.New(strings.Join(list, ", "))
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
