// Program same has the same check in its middleware, in another package, in a
// decorator and in the handler: the verdict is the same each time.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"example.test/mcpvet/src/scope/same/gate"
)

type in struct {
	Name string `json:"name"`
}

// inMain checks in main's own middleware.
func inMain(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if !gate.Has(ctx, "files:write") {
			return mcp.NewToolResultError("not allowed"), nil
		}
		return next(ctx, req)
	}
}

func remove(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Remove("data/" + req.GetString("name", "")); err != nil {
		return mcp.NewToolResultError("not removed"), nil
	}
	return mcp.NewToolResultText("removed"), nil
}

// inHandler is the handler that checks itself.
func inHandler(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := gate.Require(ctx, "files:write"); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return remove(ctx, req)
}

// around is a decorator.
func around(scope string, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		who, ok := gate.From(ctx)
		if !ok {
			return mcp.NewToolResultError("who are you?"), nil
		}
		for _, s := range who.Scopes {
			if s == scope {
				return h(ctx, req)
			}
		}
		return mcp.NewToolResultError("not allowed"), nil
	}
}

func serve(addr string, s *server.MCPServer) {
	hs := &http.Server{Addr: addr, Handler: gate.Bearer(server.NewStreamableHTTPServer(s))}
	log.Fatal(hs.ListenAndServe())
}

// typed and methods are the same with the other SDK.
func typed[In, Out any](scope string, next sdk.ToolHandlerFor[In, Out]) sdk.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *sdk.CallToolRequest, a In) (*sdk.CallToolResult, Out, error) {
		var zero Out
		if req.Extra == nil || req.Extra.TokenInfo == nil {
			return nil, zero, errors.New("who are you?")
		}
		if !slices.Contains(req.Extra.TokenInfo.Scopes, scope) {
			return nil, zero, errors.New("not allowed")
		}
		return next(ctx, req, a)
	}
}

func methods(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		if method == "tools/call" {
			if extra := req.GetExtra(); extra == nil || extra.TokenInfo == nil || !slices.Contains(extra.TokenInfo.Scopes, "files:write") {
				return nil, errors.New("not allowed")
			}
		}
		return next(ctx, method, req)
	}
}

func drop(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return nil, nil, os.Remove("data/" + a.Name)
}

func main() {
	one := server.NewMCPServer("in main", "1", server.WithToolHandlerMiddleware(inMain))
	one.AddTool(mcp.NewTool("remove"), remove)
	two := server.NewMCPServer("in a package", "1", server.WithToolHandlerMiddleware(gate.New("files:write").Middleware))
	two.AddTool(mcp.NewTool("remove"), remove)
	three := server.NewMCPServer("decorator", "1")
	three.AddTool(mcp.NewTool("remove"), around("files:write", remove))
	four := server.NewMCPServer("handler", "1")
	four.AddTool(mcp.NewTool("remove"), inHandler)
	for i, s := range []*server.MCPServer{one, two, three, four} {
		go serve([]string{":1", ":2", ":3", ":4"}[i], s)
	}

	five := sdk.NewServer(&sdk.Implementation{Name: "typed"}, nil)
	sdk.AddTool(five, &sdk.Tool{Name: "drop"}, typed("files:write", drop))
	six := sdk.NewServer(&sdk.Implementation{Name: "methods"}, nil)
	sdk.AddTool(six, &sdk.Tool{Name: "drop"}, drop)
	six.AddReceivingMiddleware(methods)
	go http.ListenAndServe(":5", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return five }, nil))
	go http.ListenAndServe(":6", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return six }, nil))
}
