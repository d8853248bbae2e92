// Command embedded has handlers that call a store through an interface, which a
// decorator embeds and asks for a confirmation.
package main

import (
	"context"
	"errors"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type store interface {
	Delete(ctx context.Context, id string, sure bool) error
}

type disk struct{ root *os.Root }

func (d disk) Delete(_ context.Context, id string, _ bool) error { return d.root.Remove(id) }

// careful deletes for who is sure.
type careful struct{ store }

func (c careful) Delete(ctx context.Context, id string, sure bool) error {
	if !sure {
		return errors.New("not deleted: confirm it")
	}
	return c.store.Delete(ctx, id, sure)
}

// counting is a decorator that asks nothing.
type counting struct {
	store
	n int
}

func (c *counting) Delete(ctx context.Context, id string, sure bool) error {
	c.n++
	return c.store.Delete(ctx, id, sure)
}

type in struct {
	ID      string `json:"id"`
	Confirm bool   `json:"confirm,omitempty"`
}

func typed(s *sdk.Server, name string, st store) {
	sdk.AddTool(s, &sdk.Tool{Name: name}, func(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{}, nil, st.Delete(ctx, a.ID, a.Confirm)
	})
}

func raw(st store) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := st.Delete(ctx, req.GetString("id", ""), req.GetBool("confirm", false)); err != nil {
			return mcp.NewToolResultError("not deleted"), nil
		}
		return mcp.NewToolResultText("deleted"), nil
	}
}

func main() {
	root, err := os.OpenRoot("/srv/notes")
	if err != nil {
		log.Fatal(err)
	}
	one := sdk.NewServer(&sdk.Implementation{Name: "typed", Version: "1.0.0"}, nil)
	typed(one, "typed_careful", careful{disk{root}})
	typed(one, "typed_counting", &counting{store: disk{root}}) // want `"typed_counting" deletes files`
	go func() { log.Print(one.Run(context.Background(), &sdk.StdioTransport{})) }()

	two := server.NewMCPServer("raw", "1.0.0")
	two.AddTool(mcp.NewTool("raw_careful", mcp.WithString("id"), mcp.WithBoolean("confirm")), raw(careful{disk{root}}))
	two.AddTool(mcp.NewTool("raw_counting", mcp.WithString("id"), mcp.WithBoolean("confirm")), raw(&counting{store: disk{root}})) // want `"raw_counting" deletes files`
	log.Print(server.ServeStdio(two))
}
