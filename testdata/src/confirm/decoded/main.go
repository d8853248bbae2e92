// Command decoded asks a service of its own protocol, and acts on the answer:
// that the program fills a field of such messages where it answers itself says
// nothing of what is in one that comes in.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type fault struct {
	Text string `json:"text"`
}

type message struct {
	Method string   `json:"method"`
	DryRun bool     `json:"dryRun,omitempty"`
	Files  []string `json:"files,omitempty"`
	Error  *fault   `json:"error,omitempty"`
}

type peer struct {
	in  *bufio.Reader
	out io.Writer
}

func (p *peer) read() (*message, error) {
	line, err := p.in.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	var m message
	if err := json.Unmarshal(line, &m); err != nil {
		return nil, err
	}
	return &m, nil
}

// refuse answers a request of the other side.
func (p *peer) refuse(method string) error {
	m := &message{Method: method}
	m.Error = &fault{Text: "not known here"}
	return json.NewEncoder(p.out).Encode(m)
}

func (p *peer) call(method string) ([]string, error) {
	if err := json.NewEncoder(p.out).Encode(&message{Method: method, DryRun: true}); err != nil {
		return nil, fmt.Errorf("send: %w", err)
	}
	m, err := p.read()
	if err != nil {
		return nil, fmt.Errorf("receive: %w", err)
	}
	if m.Method == "ping" {
		return nil, fmt.Errorf("asked in turn: %w", p.refuse(m.Method))
	}
	if m.Error != nil {
		return nil, errors.New(m.Error.Text)
	}
	return m.Files, nil
}

type input struct {
	Confirm bool `json:"confirm,omitempty"`
}

func (p *peer) tidy(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	return p.remove()
}

func (p *peer) sweep(_ context.Context, _ *mcp.CallToolRequest, in input) (*mcp.CallToolResult, any, error) {
	if !in.Confirm {
		return &mcp.CallToolResult{}, nil, nil
	}
	return p.remove()
}

func (p *peer) remove() (*mcp.CallToolResult, any, error) {
	files, err := p.call("unused")
	if err != nil {
		return nil, nil, err
	}
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			return nil, nil, err
		}
	}
	return &mcp.CallToolResult{}, nil, nil
}

func main() {
	p := &peer{in: bufio.NewReader(os.Stdin), out: os.Stderr}
	s := mcp.NewServer(&mcp.Implementation{Name: "decoded", Version: "1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "tidy"}, p.tidy) // want `tool "tidy" deletes files .* without a confirmation of the call`
	mcp.AddTool(s, &mcp.Tool{Name: "sweep"}, p.sweep)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
