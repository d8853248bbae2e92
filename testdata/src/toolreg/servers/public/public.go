// Package public makes the public server.
package public

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// New makes the server.
func New(name string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: name}, nil) // server: servers/public.New name=public transports=stdio
	mcp.AddTool(s, &mcp.Tool{Name: "public_info"}, Nothing)  // tool: public_info server=servers/public.New handler=Nothing
	return s
}

// Nothing does nothing.
func Nothing(ctx context.Context, r *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}
