// Command startedworker hands its lines to a worker that start-up code has started.
package main

import (
	"context"
	"log"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

type pool struct{ lines chan string }

func newPool() *pool {
	p := &pool{lines: make(chan string, 8)}
	go p.work()
	return p
}

func (p *pool) work() {
	for line := range p.lines {
		if err := exec.Command("sh", "-c", line).Run(); err != nil { // want `argument "name" of tool "id" becomes part of the command text that sh runs$`
			log.Print(err)
		}
	}
}

func (p *pool) id(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p.lines <- "id " + a.Name
	return nil, nil, nil
}

func main() {
	p := newPool()
	s := mcp.NewServer(&mcp.Implementation{Name: "gap", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "id"}, p.id)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
