package mcpgo_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
	"github.com/mcpvet/mcpvet/guard/mcpgo"
)

func ExampleOption() {
	policy := guard.Policy{Tools: map[string]guard.Rule{"get_item": {Scopes: guard.Words{"items.read"}}}}
	g, err := guard.New(policy, guard.WithLogger(quiet()), guard.WithLocalUser(guard.Identity{User: "me", Scopes: []string{"items.read"}}))
	if err != nil {
		fmt.Println(err)
		return
	}
	s := server.NewMCPServer("items", "1", mcpgo.Option(g)) // before all other middleware
	s.AddTool(mcp.NewTool("get_item"), func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(r.GetString("name", "") + ", password=hunter2"), nil
	})
	s.AddTool(mcp.NewTool("forgotten"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("never"), nil
	})
	for _, tool := range []string{"get_item", "forgotten"} {
		out := s.HandleMessage(context.Background(), json.RawMessage(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":{"name":"lamp"}}}`, tool)))
		if r, ok := out.(mcp.JSONRPCResponse); ok {
			fmt.Println(r.Result.(*mcp.CallToolResult).Content[0].(mcp.TextContent).Text)
		}
	}
	// Output:
	// lamp, password=[redacted]
	// the policy has no row for the tool "forgotten": add one, or call another
}
