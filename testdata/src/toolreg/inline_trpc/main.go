// Command inline_trpc describes its tools inside the registering calls.
package main

import (
	"context"
	"log"

	mcp "trpc.group/trpc-go/trpc-mcp-go"
)

type planArgs struct {
	City string `json:"city" jsonschema:"required,description=where"`
	Days int    `json:"days,omitempty" jsonschema:"default=3"`
}

func main() {
	s := mcp.NewStdioServer("inline", "1.0")                                                                                                             // server: inline_trpc.main name=inline
	s.RegisterTool(mcp.NewTool("weather", mcp.WithDescription("Tells."), mcp.WithString("city", mcp.Required(), mcp.Default("Oslo"))), weather)          // tool: weather hints=none handler=weather args=city:string=Oslo eff=- desc=Tells.
	s.RegisterTool(mcp.NewTool("plan", mcp.WithInputStruct[planArgs](), mcp.WithToolAnnotations(&mcp.ToolAnnotations{ReadOnlyHint: mcp.BoolPtr(true)})), // tool: plan ro=true declared=ro args=city:string,days?:integer=3
		mcp.NewTypedToolHandler(func(ctx context.Context, r *mcp.CallToolRequest, in planArgs) (planArgs, error) { return in, nil }))
	if err := s.Start(); err != nil {
		log.Fatal(err)
	}
}

func weather(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewTextResult("wet"), nil
}
