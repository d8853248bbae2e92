// Command outside has handlers that a library makes of which nothing is known.
package main

import (
	"context"
	"fmt"
	"io"
	"log"

	"example.test/outside"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type playlist struct {
	Title string `json:"title"`
}

func (p playlist) insert(out io.Writer) error {
	_, err := fmt.Fprintln(out, p.Title)
	return err
}

type client struct{ token string }

func newClient(ctx context.Context) (*client, error) { return &client{}, nil }

func lookUp(ctx context.Context, key string) (string, error) { return key, nil }

func main() {
	s := server.NewMCPServer("outside", "1")                                                                                 // server: outside.main transports=stdio
	s.AddTool(mcp.NewTool("insert", mcp.WithString("title")), outside.Gen("insert", func(in playlist, out io.Writer) error { // tool: insert handler=main$1
		return in.insert(out)
	}))
	s.AddTool(mcp.NewTool("method"), outside.Gen("method", playlist.insert))                                                            // tool: method handler=playlist.insert
	s.AddTool(mcp.NewTool("map"), outside.Gen("map", func(in map[string]any, out io.Writer) error { return nil }))                      // tool: map handler=main$2
	s.AddTool(mcp.NewTool("logged"), outside.Logged(serve))                                                                             // tool: logged handler=serve
	s.AddTool(mcp.NewTool("nested"), outside.Logged(outside.Gen("nested", func(in playlist, out io.Writer) error { return nil })))      // tool: nested handler=main$3
	s.AddTool(mcp.NewTool("level"), outside.Level("info")(serve))                                                                       // tool: level handler=serve
	s.AddTool(mcp.NewTool("client"), outside.WithClient(newClient, withClient))                                                         // tool: client handler=withClient
	s.AddTool(mcp.NewTool("own"), own(outside.Logged(serve)))                                                                           // tool: own handler=serve
	s.AddTool(mcp.NewTool("getter"), outside.Text(lookUp))                                                                              // tool: getter handler=?
	s.AddTool(mcp.NewTool("either"), outside.Either(serve, other))                                                                      // tool: either handler=?
	s.AddTool(mcp.NewTool("option"), outside.Configured(func(o *outside.Options) error { o.Greeting = "hello"; return nil }))           // tool: option handler=?
	s.AddTool(mcp.NewTool("sorted"), outside.Sorted([]playlist{{"a"}}, func(a, b playlist) int { return len(a.Title) - len(b.Title) })) // tool: sorted handler=?
	if h, err := outside.Checked(serve); err == nil {
		s.AddTool(mcp.NewTool("checked"), h) // tool: checked handler=serve
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

// own puts a closure of the program around what the library made.
func own(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return h(ctx, r) }
}

func withClient(ctx context.Context, r mcp.CallToolRequest, c *client) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(c.token), nil
}

func serve(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("serve"), nil
}

func other(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("other"), nil
}
