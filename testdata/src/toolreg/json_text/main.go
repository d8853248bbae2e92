// Command json_text reads the descriptions of its tools from JSON text.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const definitions = `[
	{"name": "from_text", "description": "Of the text.", "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}},
	{"name": "from_text_too", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}
]`

//go:embed tools.json
var embedded []byte

type definition struct {
	Name   string          `json:"name"`
	Doc    string          `json:"doc"`
	Schema json.RawMessage `json:"schema"`
}

func main() {
	s := server.NewMCPServer("json", "1")
	var tools []mcp.Tool
	if err := json.Unmarshal([]byte(definitions), &tools); err != nil { // tool: from_text args=q:string desc="Of the text." hints=none; tool: from_text_too args=- ro=true
		log.Fatal(err)
	}
	for _, t := range tools {
		s.AddTool(t, handle)
	}
	var one mcp.Tool
	if err := json.Unmarshal([]byte(`{"name":"single","inputSchema":{"type":"object"}}`), &one); err != nil { // tool: single row args=-
		log.Fatal(err)
	}
	s.AddTool(one, handle)
	var own []definition
	if err := json.Unmarshal(embedded, &own); err != nil { // tool: embedded_a row args=x?:integer desc=A.; tool: embedded_b row args=-
		log.Fatal(err)
	}
	for _, d := range own {
		s.AddTool(mcp.NewToolWithRawSchema(d.Name, d.Doc, d.Schema), handle)
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
