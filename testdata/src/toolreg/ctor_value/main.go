// Command ctor_value hands constructors of tools to a function that registers.
package main

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type client struct{ url string }

type okArgs struct {
	ID string `json:"id"`
}

// install is generic over the arguments of the tool that a constructor makes.
func install[In, Out any](s *mcp.Server, c *client, new func(*client) (*mcp.Tool, mcp.ToolHandlerFor[In, Out])) {
	tool, handler := new(c)
	mcp.AddTool(s, tool, handler)
}

type installer func(*mcp.Server, *client)

// later returns a function that installs.
func later[In, Out any](new func(*client) (*mcp.Tool, mcp.ToolHandlerFor[In, Out])) installer {
	return func(s *mcp.Server, c *client) { install(s, c, new) }
}

func getThing(c *client) (*mcp.Tool, mcp.ToolHandlerFor[okArgs, any]) {
	return &mcp.Tool{Name: "get_thing", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, c.get // tool: get_thing handler=client.get args=id:string server=ctor_value.main ro=true idem=false
}

func putThing(c *client) (*mcp.Tool, mcp.ToolHandlerFor[okArgs, any]) {
	return &mcp.Tool{Name: "put_thing"}, func(ctx context.Context, r *mcp.CallToolRequest, in okArgs) (*mcp.CallToolResult, any, error) { // tool: put_thing handler=putThing$1 args=id:string
		return nil, c.url, nil
	}
}

func lazyThing(c *client) (*mcp.Tool, mcp.ToolHandlerFor[struct{}, any]) {
	return &mcp.Tool{Name: "lazy_thing"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) { // tool: lazy_thing args=-
		return nil, nil, nil
	}
}

func (c *client) get(ctx context.Context, r *mcp.CallToolRequest, in okArgs) (*mcp.CallToolResult, any, error) {
	return nil, c.url, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "ctor"}, nil)
	c := &client{url: "http://localhost"}
	install(s, c, getThing)
	install(s, c, putThing)
	for _, f := range []installer{later(lazyThing)} {
		f(s, c)
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
