// Command generics has generic types and methods around the SDK.
package main

// bug: (acme_create_user,acme_get_user,create_ticket,get_ticket) type arguments of a generic receiver

import (
	"context"
	"fmt"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A resource has a kind that names its tools.
type resource interface {
	comparable
	Kind() string
}

type user struct {
	Login string `json:"login"`
}

func (user) Kind() string { return "user" }

type ticket struct {
	Number int `json:"number"`
}

func (ticket) Kind() string { return "ticket" }

type crud[T resource] struct {
	prefix string
	items  map[string]T
}

type getArgs[T any] struct {
	ID     string `json:"id"`
	Sample *T     `json:"sample,omitempty"`
}

func (c *crud[T]) register(s *mcp.Server) {
	var zero T
	kind := zero.Kind()
	mcp.AddTool(s, &mcp.Tool{Name: c.prefix + "get_" + kind}, c.get)                                                                                                        // tool: get_user row handler=crud.get args=id:string,sample?:object; tool: acme_get_ticket row handler=crud.get args=id:string,sample?:object
	mcp.AddTool(s, &mcp.Tool{Name: fmt.Sprintf("%screate_%s", c.prefix, kind)}, func(ctx context.Context, r *mcp.CallToolRequest, in T) (*mcp.CallToolResult, any, error) { // tool: create_user handler=crud.register$1 args=login:string; tool: acme_create_ticket handler=crud.register$1 args=number:integer
		return nil, nil, nil
	})
}

func (c *crud[T]) get(ctx context.Context, r *mcp.CallToolRequest, in getArgs[T]) (*mcp.CallToolResult, T, error) {
	return nil, c.items[in.ID], nil
}

type registrar interface{ register(s *mcp.Server) }

func newCRUD[T resource](prefix string) *crud[T] {
	return &crud[T]{prefix: prefix, items: map[string]T{}}
}

type tool[In, Out any] struct {
	name string
	run  func(context.Context, In) (Out, error)
}

func define[In, Out any](name string, run func(context.Context, In) (Out, error)) *tool[In, Out] {
	return &tool[In, Out]{name, run}
}

func (t *tool[In, Out]) register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: t.name}, t.handle)
}

func (t *tool[In, Out]) handle(ctx context.Context, r *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	out, err := t.run(ctx, in)
	return nil, out, err
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "generics"}, nil)
	for _, r := range []registrar{
		newCRUD[user](""),
		&crud[ticket]{prefix: "acme_"},
		define("whoami", func(ctx context.Context, in struct{}) (user, error) { return user{}, nil }), // tool: whoami args=-
		define("assign", assign), // tool: assign args=number:integer
	} {
		r.register(s)
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}

func assign(ctx context.Context, in ticket) (user, error) { return user{}, nil }
