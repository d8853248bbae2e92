// Package outside is a library that test programs use and no model describes.
package outside

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Gen makes a handler of a function that gets decoded arguments.
func Gen[In any](name string, f func(In, io.Writer) error) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		data, err := json.Marshal(r.GetArguments())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := json.Unmarshal(data, &in); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		var out bytes.Buffer
		if err := f(in, &out); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return mcp.NewToolResultText(out.String()), nil
	}
}

// Logged puts something around a handler.
func Logged(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return h(ctx, r) }
}

// Level returns a decorator.
func Level(level string) func(server.ToolHandlerFunc) server.ToolHandlerFunc { return Logged }

// Checked is Logged with an error.
func Checked(h server.ToolHandlerFunc) (server.ToolHandlerFunc, error) { return Logged(h), nil }

// WithClient gives a handler a client.
func WithClient[C any](get func(context.Context) (C, error), f func(context.Context, mcp.CallToolRequest, C) (*mcp.CallToolResult, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		c, err := get(ctx)
		if err != nil {
			return nil, fmt.Errorf("get a client: %w", err)
		}
		return f(ctx, r, c)
	}
}

// Either calls one of two handlers.
func Either(a, b server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if len(r.GetArguments()) == 0 {
			return a(ctx, r)
		}
		return b(ctx, r)
	}
}

// Text serves what a getter returns.
func Text(get func(ctx context.Context, key string) (string, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, err := get(ctx, r.GetString("key", ""))
		return mcp.NewToolResultText(text), err
	}
}

// Options are what options set.
type Options struct{ Greeting string }

// Configured makes a handler of options.
func Configured(opts ...func(*Options) error) server.ToolHandlerFunc {
	var o Options
	for _, opt := range opts {
		if err := opt(&o); err != nil {
			panic(err)
		}
	}
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(o.Greeting), nil
	}
}

// Sorted serves a list in an order.
func Sorted[T any](list []T, compare func(a, b T) int) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(fmt.Sprint(slices.SortedFunc(slices.Values(list), compare))), nil
	}
}

// A Thing is what a service keeps.
type Thing struct{ ID, Name string }

// Things is a client of the service.
type Things struct{}

// A Query asks for a thing.
type Query struct{ id string }

// NewQuery makes a query.
func NewQuery() *Query { return &Query{} }

// WithID says which thing is asked for.
func (q *Query) WithID(id string) *Query { q.id = id; return q }

// GetThing gets a thing that exists.
func (*Things) GetThing(context.Context, string) (*Thing, error) { return &Thing{}, nil }

// GetByQuery gets a thing that exists.
func (*Things) GetByQuery(*Query) (*Thing, error) { return &Thing{}, nil }

// ListThings lists things whose names begin with a text.
func (*Things) ListThings(context.Context, string) ([]*Thing, error) { return nil, nil }

// Touch makes a thing if there is none.
func (*Things) Touch(context.Context, string) (*Thing, error) { return &Thing{}, nil }

// RequireLogin hands on what users send who have logged in.
func RequireLogin(h http.Handler) http.Handler { return http.StripPrefix("/app", h) }

// Traced hands on everything.
func Traced(name string) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler { return http.StripPrefix(name, h) }
}

// Shelf is what a service keeps.
type Shelf interface {
	Remove(ctx context.Context, name string) error
	Read(ctx context.Context, name string) (string, error)
}

// Ask is a request in the making.
type Ask struct{ ctx context.Context }

// SetContext says how long an answer is waited for.
func (a *Ask) SetContext(ctx context.Context) *Ask { a.ctx = ctx; return a }

// Get asks.
func (a *Ask) Get(path string) (string, error) { return path, a.ctx.Err() }
