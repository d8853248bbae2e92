// Command schemas_mcpgo describes the arguments of its tools in every way.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

//go:embed schema.json
var embedded json.RawMessage

type filter struct {
	Field string `json:"field" jsonschema:"which field"`
	Value string `json:"value,omitempty"`
}

type query struct {
	Filters []filter `json:"filters"`
	Limit   *int     `json:"limit,omitempty"`
}

func common() []mcp.ToolOption {
	return []mcp.ToolOption{mcp.WithString("region", mcp.Description("Where."), mcp.DefaultString("eu")), mcp.WithBoolean("verbose")}
}

func param(name string, required bool) mcp.ToolOption {
	opts := []mcp.PropertyOption{mcp.Description("The " + name + ".")}
	if required {
		opts = append(opts, mcp.Required())
	}
	return mcp.WithString(name, opts...)
}

func main() {
	s := server.NewMCPServer("schemas", "1", server.WithInputSchemaValidation())
	s.AddTool(mcp.NewTool("typed", mcp.WithInputSchema[query]()), handle)                                                                                                                                     // tool: typed args=filters:array,limit?:integer
	s.AddTool(mcp.NewToolWithRawSchema("raw", "Raw.", json.RawMessage(`{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}`)), handle)                                                  // tool: raw args=id:string desc=Raw. hints=none
	s.AddTool(mcp.NewToolWithRawSchema("embedded", "", embedded), handle)                                                                                                                                     // tool: embedded args=name:string,size?:integer=10
	s.AddTool(mcp.NewTool("common", append(common(), mcp.WithNumber("n", mcp.Required()))...), handle)                                                                                                        // tool: common args=n:number,region?:string=eu,verbose?:boolean
	s.AddTool(mcp.NewTool("params", param("a", true), param("b", false)), handle)                                                                                                                             // tool: params args=a:string,b?:string
	s.AddTool(mcp.NewTool("object", mcp.WithObject("o", mcp.Properties(map[string]any{"x": map[string]any{"type": "string"}})), mcp.WithAny("whatever"), mcp.WithInteger("i", mcp.DefaultNumber(3))), handle) // tool: object args=i?:integer=3,o?:object,whatever?
	s.AddTool(mcp.Tool{Name: "literal", InputSchema: mcp.ToolInputSchema{                                                                                                                                     // tool: literal args=x:string,y?:boolean=true hints=none
		Type: "object",
		Properties: map[string]any{
			"x": map[string]any{"type": "string"},
			"y": map[string]interface{}{"type": "boolean", "default": true},
		},
		Required: []string{"x"},
	}}, handle)
	s.AddTool(mcp.NewTool("defaults", mcp.WithString("yes", mcp.DefaultString("true")), mcp.WithString("number", mcp.DefaultString("5")), mcp.WithArray("list", mcp.DefaultArray([]string{"a"}))), handle) // tool: defaults args=list?:array=['a'],number?:string='5',yes?:string='true'
	tool := mcp.NewTool("raw_option", mcp.WithRawInputSchema(json.RawMessage(`{"type":"object","properties":{"q":{"type":"string","default":"7"}}}`)))                                                     // tool: raw_option args=q?:string='7'
	tool.InputSchema.Type = ""
	s.AddTool(tool, handle)
	s.AddTool(mcp.NewTool("output", mcp.WithOutputSchema[query](), mcp.WithString("q")), handle) // tool: output args=q?:string
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
