// Command normalised has a method that puts its options in order.
package main

import (
	"context"
	"log"
	"os/exec"
	"regexp"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

var word = regexp.MustCompile(`^[a-z0-9]+$`)

type options struct{ name string }

// normalise replaces what is no name.
func (o *options) normalise() {
	if !word.MatchString(o.name) {
		o.name = "nobody"
	}
}

func id(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	o := &options{name: a.Name}
	o.normalise()
	return nil, nil, exec.CommandContext(ctx, "sh", "-c", "id "+o.name).Run()
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "gap", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "id"}, id)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
