// Command handlers_mcpgo has handlers in every form.
package main

import (
	"context"
	"encoding/json"
	"log"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type args struct {
	ID string `json:"id"`
}

type result struct {
	OK bool `json:"ok"`
}

type svc struct {
	limit  int
	onSave func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error)
}

func (s *svc) byPointer(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil
}

func (s svc) byValue(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil
}

func plain(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil }

func typed(ctx context.Context, r mcp.CallToolRequest, in args) (*mcp.CallToolResult, error) {
	return nil, nil
}

func structured(ctx context.Context, r mcp.CallToolRequest, in args) (result, error) {
	return result{}, nil
}

func factory(s *svc, name string) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(name), nil
	}
}

// timed and logged are decorators.
func timed(d time.Duration, next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithTimeout(ctx, d)
		defer cancel()
		return next(ctx, r)
	}
}

func logged(name string) func(server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			log.Print(name)
			return next(ctx, r)
		}
	}
}

func chain(h server.ToolHandlerFunc, ds ...func(server.ToolHandlerFunc) server.ToolHandlerFunc) server.ToolHandlerFunc {
	for _, d := range ds {
		h = d(h)
	}
	return h
}

// bound decodes the arguments for a function that knows nothing of MCP.
func bound[A, R any](fn func(context.Context, A) (R, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in A
		raw, err := json.Marshal(r.GetArguments())
		if err == nil {
			err = json.Unmarshal(raw, &in)
		}
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		out, err := fn(ctx, in)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultJSON(out)
	}
}

func business(ctx context.Context, in args) (result, error) { return result{}, nil }

// guard is a decorator with a receiver.
type guard struct{ role string }

func (g *guard) wrap(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if r.Header.Get("X-Role") != g.role {
			return mcp.NewToolResultError("no"), nil
		}
		return next(ctx, r)
	}
}

type executor interface {
	Execute(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error)
}

type command struct{ inner executor }

func (c command) Execute(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil
}

var pkgHandler server.ToolHandlerFunc = plain

func main() {
	s := server.NewMCPServer("handlers", "1")
	d := &svc{limit: 3, onSave: plain}
	add := func(name string, h server.ToolHandlerFunc) { s.AddTool(mcp.NewTool(name), h) }
	add("plain", plain)                                                                            // tool: plain row handler=plain
	add("by_pointer", d.byPointer)                                                                 // tool: by_pointer row handler=svc.byPointer
	add("by_value", d.byValue)                                                                     // tool: by_value row handler=svc.byValue
	add("factory", factory(d, "x"))                                                                // tool: factory row handler=factory$1
	add("field", d.onSave)                                                                         // tool: field row handler=plain
	add("variable", pkgHandler)                                                                    // tool: variable handler=plain
	add("closure", func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { // tool: closure handler=main$2
		return d.byPointer(ctx, r)
	})
	add("typed", mcp.NewTypedToolHandler(typed))                           // tool: typed handler=typed
	add("structured", mcp.NewStructuredToolHandler(structured))            // tool: structured handler=structured
	add("timed", timed(time.Second, plain))                                // tool: timed handler=plain
	add("logged", logged("x")(d.byPointer))                                // tool: logged handler=svc.byPointer
	add("chained", chain(d.byValue, logged("a"), logged("b")))             // tool: chained handler=svc.byValue
	add("timed_typed", timed(time.Second, mcp.NewTypedToolHandler(typed))) // tool: timed_typed handler=typed
	add("guarded", (&guard{role: "admin"}).wrap(factory(d, "y")))          // tool: guarded handler=factory$1
	add("bound", bound(business))                                          // tool: bound handler=business
	var e executor = command{}
	add("executor", e.Execute)                     // tool: executor handler=command.Execute
	add("expression", method((*svc).byPointer, d)) // tool: expression handler=svc.byPointer
	h := plain
	if d.limit > 2 {
		h = d.byValue
	}
	add("chosen", h)                                // tool: chosen handler=svc.byValue
	add("converted", server.ToolHandlerFunc(plain)) // tool: converted handler=plain
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

// method binds a method expression.
func method(m func(*svc, context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error), s *svc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return m(s, ctx, r) }
}
