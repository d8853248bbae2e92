package gosdk_test

import (
	"context"
	"fmt"

	"github.com/mcpvet/mcpvet/guard"
	"github.com/mcpvet/mcpvet/guard/gosdk"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func ExampleProtect() {
	server := mcp.NewServer(&mcp.Implementation{Name: "items", Version: "1"}, nil)
	type args struct {
		Name string `json:"name"`
	}
	mcp.AddTool(server, &mcp.Tool{Name: "get_item", Description: "Get an item."}, func(ctx context.Context, _ *mcp.CallToolRequest, a args) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: a.Name + ", password=hunter2"}}}, nil, nil
	})
	policy := guard.Policy{Tools: map[string]guard.Rule{"get_item": {Scopes: guard.Words{"items.read"}}}}
	_, err := gosdk.Protect(server, policy, guard.WithLogger(quiet()), guard.WithLocalUser(guard.Identity{User: "me", Scopes: []string{"items.read"}}))
	if err != nil {
		fmt.Println(err)
		return
	}

	ctx := context.Background()
	st, ct := mcp.NewInMemoryTransports()
	ss, _ := server.Connect(ctx, st, nil)
	client, _ := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil).Connect(ctx, ct, nil)
	res, err := client.CallTool(ctx, &mcp.CallToolParams{Name: "get_item", Arguments: args{"lamp"}})
	if err == nil {
		fmt.Println(res.Content[0].(*mcp.TextContent).Text)
	}
	_ = client.Close()
	_ = ss.Wait()
	// Output: lamp, password=[redacted]
}
