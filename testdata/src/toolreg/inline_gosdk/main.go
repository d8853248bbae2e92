// Command inline_gosdk describes its tools inside the registering calls.
package main

import (
	"context"
	"encoding/json"
	"log"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type findArgs struct {
	Query string   `json:"query" jsonschema:"what to look for"`
	Limit int      `json:"limit,omitempty"`
	Tags  []string `json:"tags,omitzero"`
	Exact *bool    `json:"exact,omitempty"`
	skip  string
	Never string `json:"-"`
}

type found struct {
	Count int `json:"count"`
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "inline", Version: "1"}, nil)                       // server: inline_gosdk.main name=inline transports=stdio
	mcp.AddTool(s, &mcp.Tool{Name: "find", Description: "Finds.", Annotations: &mcp.ToolAnnotations{ // tool: find ro=true destr=false idem=false open=false declared=ro,destr,open handler=find server=inline_gosdk.main args=exact?:boolean,limit?:integer,query:string,tags?:array desc=Finds.
		ReadOnlyHint: true, DestructiveHint: new(false), OpenWorldHint: new(false),
	}}, find)
	mcp.AddTool(s, &mcp.Tool{Name: "bare"}, find)                                                                                                                                                // tool: bare hints=none declared=none args=exact?:boolean,limit?:integer,query:string,tags?:array
	mcp.AddTool(s, &mcp.Tool{Name: "empty_annotations", Annotations: &mcp.ToolAnnotations{}}, func(ctx context.Context, r *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) { // tool: empty_annotations ro=false idem=false declared=none handler=main$1 args=-
		return nil, nil, nil
	})
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: &jsonschema.Schema{ // tool: raw handler=raw args=dry_run?:boolean=true,path:string eff=-
		Type:       "object",
		Properties: map[string]*jsonschema.Schema{"path": {Type: "string"}, "dry_run": {Type: "boolean", Default: json.RawMessage("true")}},
		Required:   []string{"path"},
	}}, raw)
	mcp.AddTool[findArgs, found](s, &mcp.Tool{Name: "explicit", InputSchema: &jsonschema.Schema{ // tool: explicit args=limit?:integer=5,query:string eff=limit:5
		Type:       "object",
		Properties: map[string]*jsonschema.Schema{"query": {Type: "string"}, "limit": {Type: "integer", Default: json.RawMessage("5")}},
		Required:   []string{"query"},
	}}, func(ctx context.Context, r *mcp.CallToolRequest, in findArgs) (*mcp.CallToolResult, found, error) {
		return nil, found{}, nil
	})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}

func find(ctx context.Context, r *mcp.CallToolRequest, in findArgs) (*mcp.CallToolResult, found, error) {
	return nil, found{Count: len(in.skip)}, nil
}

func raw(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}
