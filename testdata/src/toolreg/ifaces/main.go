// Command ifaces has a type per tool, behind an interface.
package main

import (
	"context"
	"encoding/json"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type tool interface {
	Definition() *mcp.Tool
	Handle(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error)
}

type named struct{ name, desc string }

// Definition is inherited by the types that embed named.
func (n named) Definition() *mcp.Tool {
	return &mcp.Tool{Name: n.name, Description: n.desc, InputSchema: json.RawMessage(`{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}`)}
}

type reader struct{ named }

func (r reader) Handle(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

type writer struct {
	*named
	dir string
}

func (w *writer) Handle(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

// own overrides the inherited definition.
type own struct{ reader }

func (o own) Definition() *mcp.Tool {
	t := o.reader.Definition()
	t.Name = "own_" + t.Name
	t.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: true}
	return t
}

type provider interface{ Tools() []tool }

type group struct{ dir string }

func (g group) Tools() []tool {
	return []tool{
		reader{named{"read", "Reads."}},            // tool: read handler=reader.Handle args=id:string desc=Reads.
		&writer{&named{"write", "Writes."}, g.dir}, // tool: write handler=writer.Handle args=id:string desc=Writes.
		own{reader{named{name: "base"}}},           // tool: own_base handler=reader.Handle ro=true idem=false
	}
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "ifaces"}, nil)
	providers := []provider{group{dir: "/srv"}, &group{dir: "/srv"}}
	for _, p := range providers[:1] {
		for _, t := range p.Tools() {
			s.AddTool(t.Definition(), t.Handle)
		}
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
