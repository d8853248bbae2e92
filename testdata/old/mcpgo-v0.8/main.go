// Command mcpgo-v0.8 knows no annotations and no AddTools.
package main


import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("old", "1", server.WithResourceCapabilities(false, false), server.WithPromptCapabilities(false))                                                       // server: mcpgo-v0.8.main name=old transports=stdio
	s.AddTool(mcp.NewTool("echo", mcp.WithDescription("Echoes."), mcp.WithString("text", mcp.Required()), mcp.WithNumber("n", mcp.DefaultNumber(2))), echo)                         // tool: echo hints=none handler=echo args=n?:number=2,text:string desc=Echoes.
	s.AddTool(mcp.Tool{Name: "literal", InputSchema: mcp.ToolInputSchema{Type: "object", Properties: map[string]interface{}{"x": map[string]interface{}{"type": "string"}}}}, echo) // tool: literal hints=none args=x?:string
	s.AddResource(mcp.NewResource("file:///a", "a"), func(ctx context.Context, r mcp.ReadResourceRequest) ([]interface{}, error) {                                                  // resource: a uri=file:///a handler=main$1
		return nil, nil
	})
	s.AddPrompt(mcp.NewPrompt("ask", mcp.WithArgument("topic", mcp.RequiredArgument())), func(ctx context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { // prompt: ask args=topic:string
		return nil, nil
	})
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func echo(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text, _ := r.Params.Arguments["text"].(string)
	return mcp.NewToolResultText(text), nil
}
