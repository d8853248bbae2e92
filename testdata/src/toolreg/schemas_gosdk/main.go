// Command schemas_gosdk describes the arguments of its tools in every way.
package main

// bug: (for_default) changes of an inferred schema

import (
	"context"
	_ "embed"
	"encoding/json"
	"log"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

//go:embed schema.json
var embedded []byte

//go:embed schema.json
var embeddedText string

const rawText = `{
	"type": "object",
	"properties": {
		"path": {"type": "string", "description": "Where."},
		"force": {"type": "boolean", "default": false},
		"depth": {"type": ["null", "integer"]}
	},
	"required": ["path"]
}`

// paging is embedded by several types of arguments.
type paging struct {
	Page    int `json:"page,omitempty" jsonschema:"the page"`
	PerPage int `json:"per_page,omitempty"`
}

type level string

type nested struct {
	Inner string `json:"inner"`
}

type everything struct {
	paging
	Text     string            `json:"text" jsonschema:"some text"`
	Flag     bool              `json:"flag"`
	Whole    int64             `json:"whole,omitempty"`
	Small    uint8             `json:"small,omitempty"`
	Real     float32           `json:"real,omitempty"`
	List     []string          `json:"list,omitempty"`
	Table    map[string]string `json:"table,omitempty"`
	Level    level             `json:"level,omitempty"`
	Nested   nested            `json:"nested"`
	Pointer  *nested           `json:"pointer,omitempty"`
	Anything any               `json:"anything,omitempty"`
	When     time.Time         `json:"when,omitzero"`
	Untagged string
	Hidden   string `json:"-"`
	private  string
}

func nothing[T any](ctx context.Context, r *mcp.CallToolRequest, in T) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}

func raw(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

func must(s *jsonschema.Schema, err error) *jsonschema.Schema {
	if err != nil {
		panic(err)
	}
	return s
}

func withDefault[T any](name string, value string) *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic(err)
	}
	s.Properties[name].Default = json.RawMessage(value)
	return s
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "schemas"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "everything"}, nothing[everything])                           // tool: everything handler=nothing args=Untagged:string,anything?,flag:boolean,level?:string,list?:array,nested:object,page?:integer,per_page?:integer,pointer?:object,real?:number,small?:integer,table?:object,text:string,when?:string,whole?:integer
	s.AddTool(&mcp.Tool{Name: "text", InputSchema: json.RawMessage(rawText)}, raw)               // tool: text args=depth?:integer,force?:boolean=false,path:string
	s.AddTool(&mcp.Tool{Name: "embedded", InputSchema: json.RawMessage(embedded)}, raw)          // tool: embedded args=name:string,size?:integer=10
	s.AddTool(&mcp.Tool{Name: "embedded_text", InputSchema: json.RawMessage(embeddedText)}, raw) // tool: embedded_text args=name:string,size?:integer=10
	s.AddTool(&mcp.Tool{Name: "map", InputSchema: map[string]any{                                // tool: map args=a:string,b?:boolean=true
		"type":       "object",
		"properties": map[string]any{"a": map[string]any{"type": "string"}, "b": map[string]any{"type": "boolean", "default": true}},
		"required":   []string{"a"},
	}}, raw)
	s.AddTool(&mcp.Tool{Name: "for", InputSchema: must(jsonschema.For[paging](nil))}, raw)                         // tool: for args=page?:integer,per_page?:integer
	mcp.AddTool(s, &mcp.Tool{Name: "for_default", InputSchema: withDefault[paging]("page", "1")}, nothing[paging]) // tool: for_default args=page?:integer=1,per_page?:integer eff=page:1
	schema := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	schema.Properties["later"] = &jsonschema.Schema{Type: "string", Default: json.RawMessage(`"x"`)}
	schema.Required = append(schema.Required, "later")
	s.AddTool(&mcp.Tool{Name: "built", InputSchema: schema}, raw)                                              // tool: built args=later:string=x
	mcp.AddTool(s, &mcp.Tool{Name: "anonymous"}, func(ctx context.Context, r *mcp.CallToolRequest, in struct { // tool: anonymous handler=main$1 args=x?:integer
		X int `json:"x,omitempty"`
	}) (*mcp.CallToolResult, any, error) {
		return nil, nil, nil
	})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
	_ = everything{}.private
}
