// Command factory_tool gets descriptors from one function and handlers from another.
package main

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type app struct{ root string }

func (a *app) readTool() *mcp.Tool {
	return &mcp.Tool{Name: "read", Description: "Reads below " + a.root} // tool: read handler=app.read desc="Reads below /srv" args=path:string
}

func writeTool() *mcp.Tool {
	t := readOnly("write") // tool: write hints=none handler=app.write
	t.Annotations = nil
	return t
}

func readOnly(name string) *mcp.Tool {
	return &mcp.Tool{Name: name, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}
}

type pathArgs struct {
	Path string `json:"path"`
}

func (a *app) read(ctx context.Context, r *mcp.CallToolRequest, in pathArgs) (*mcp.CallToolResult, any, error) {
	return nil, a.root + in.Path, nil
}

func (a *app) write(ctx context.Context, r *mcp.CallToolRequest, in pathArgs) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}

// lazily picks a descriptor by name.
func describe(kind string) *mcp.Tool {
	switch kind {
	case "a":
		return &mcp.Tool{Name: "kind_a"} // tool: kind_a
	case "b":
		return &mcp.Tool{Name: "kind_b"} // tool: kind_b
	}
	return &mcp.Tool{Name: "kind_other"} // none
}

func main() {
	a := &app{root: "/srv"}
	s := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	mcp.AddTool(s, a.readTool(), a.read)
	mcp.AddTool(s, writeTool(), a.write)
	mcp.AddTool(s, readOnly("stat"), a.read) // tool: stat ro=true idem=false handler=app.read
	for _, k := range []string{"a", "b"} {
		mcp.AddTool(s, describe(k), a.read)
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
