// Program secret has servers that ask for a secret which all callers share, and
// one whose secrets say what each may do.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/subtle"
	"errors"
	"log"
	"net/http"
	"os"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type secretKey struct{}

func withSecret(ctx context.Context, r *http.Request) context.Context {
	return context.WithValue(ctx, secretKey{}, r.Header.Get("Authorization"))
}

var errUnknown = errors.New("who are you?")

// known reports whether the caller knows the secret of the server.
func known(ctx context.Context) (bool, error) {
	secret, ok := ctx.Value(secretKey{}).(string)
	if !ok {
		return false, errUnknown
	}
	if subtle.ConstantTimeCompare([]byte(secret), []byte(os.Getenv("SECRET"))) != 1 {
		return false, errUnknown
	}
	return true, nil
}

func onlyKnown(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if ok, err := known(ctx); !ok {
			return nil, err
		}
		return next(ctx, req)
	}
}

// may lists what those may do who have a secret of their own.
var may = map[string][]string{"8a1f": {"remove"}, "77c0": {"list"}}

func onlyAllowed(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if ok, err := known(ctx); !ok {
			return nil, err
		}
		secret, _ := ctx.Value(secretKey{}).(string)
		if !slices.Contains(may[secret], req.Params.Name) {
			return mcp.NewToolResultError("not allowed"), nil
		}
		return next(ctx, req)
	}
}

func remove(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("removed"), os.Remove("data/" + req.GetString("name", ""))
}

type in struct {
	Name string `json:"name"`
}

func removeRaw(_ context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if req.Extra == nil || !hmac.Equal([]byte(req.Extra.Header.Get("Authorization")), []byte(os.Getenv("SECRET"))) {
		return nil, nil, errUnknown
	}
	return nil, nil, os.Remove("data/" + a.Name)
}

func serve(s *server.MCPServer, addr string) {
	s.AddTool(mcp.NewTool("remove"), remove)
	log.Print(server.NewStreamableHTTPServer(s, server.WithHTTPContextFunc(withSecret)).Start(addr))
}

func main() {
	shared := server.NewMCPServer("shared", "1", server.WithToolHandlerMiddleware(onlyKnown)) // want `warning pedantic: the tool of server "shared" has no check of the caller.s scope, only whether there is a caller`
	go serve(shared, "localhost:1")
	own := server.NewMCPServer("own", "1", server.WithToolHandlerMiddleware(onlyAllowed))
	go serve(own, "localhost:2")
	raw := sdk.NewServer(&sdk.Implementation{Name: "raw", Version: "1"}, nil) // want `warning pedantic: the tool of server "raw" has no check of the caller.s scope, only whether there is a caller`
	sdk.AddTool(raw, &sdk.Tool{Name: "remove"}, removeRaw)
	log.Fatal(http.ListenAndServe("localhost:3", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return raw }, nil)))
}
