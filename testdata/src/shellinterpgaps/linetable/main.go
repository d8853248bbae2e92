// Command linetable has a table of functions that make command lines, program
// and all.
package main

import (
	"context"
	"log"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Text string `json:"text"`
}

var lines = map[string]func(a in) []string{
	"count":  func(a in) []string { return []string{"grep", "-c", "-e", a.Text, "app.log"} },
	"python": func(a in) []string { return []string{"python3", "-c", a.Text} },
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "gap", Version: "1"}, nil)
	for name, line := range lines {
		mcp.AddTool(s, &mcp.Tool{Name: name}, func(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
			words := line(a)
			return nil, nil, exec.CommandContext(ctx, words[0], words[1:]...).Run() // want `argument "text" of tool "python" is the source text that python3 runs$`
		})
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
