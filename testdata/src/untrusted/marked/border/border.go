// Package border stands around the handlers.
package border

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Around puts borders around each text of a result.
func Around(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if r, ok := res.(*mcp.CallToolResult); ok && r != nil {
			for _, c := range r.Content {
				if t, ok := c.(*mcp.TextContent); ok {
					t.Text = set(t.Text)
				}
			}
		}
		return res, err
	}
}

func set(s string) string { return fmt.Sprintf("~~~~ from outside\n%s\n~~~~", s) }
