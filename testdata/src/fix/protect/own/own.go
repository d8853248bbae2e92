// Package own has checks of who calls, and tables for them.
package own

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

func read(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	data, err := os.ReadFile(filepath.Base(a.Name))
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(data)}}}, nil, err
}

func remove(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, os.Remove(filepath.Base(a.Name))
}

// scopes lacks a tool.
var scopes = map[string]string{
	"read_file":   "files:read",
	"list_files":  "files:read",
	"rename_file": "files:write",
	"read_ticket": "tickets:read",
}

// lists has more scopes for a tool.
var lists = map[string][]string{
	"read_file":   {"files:read"},
	"list_files":  {"files:read", "files:list"},
	"rename_file": {"files:write"}, "read_ticket": {"tickets:read"},
}

var errScope = errors.New("the scope is missing")

func has(req mcp.Request, scope string) bool {
	call, ok := req.(*mcp.CallToolRequest)
	return ok && call.Extra != nil && call.Extra.TokenInfo != nil && slices.Contains(call.Extra.TokenInfo.Scopes, scope)
}

func byTable(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if call, ok := req.(*mcp.CallToolRequest); ok {
			if scope, ok := scopes[call.Params.Name]; ok && !has(req, scope) {
				return nil, errScope
			}
		}
		return next(ctx, method, req)
	}
}

func byLists(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if call, ok := req.(*mcp.CallToolRequest); ok {
			if list, ok := lists[call.Params.Name]; ok {
				for _, scope := range list {
					if !has(req, scope) {
						return nil, errScope
					}
				}
			}
		}
		return next(ctx, method, req)
	}
}

func addTools(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "read_file", Description: "Reads."}, read)
	mcp.AddTool(s, &mcp.Tool{Name: "list_files", Description: "Lists."}, read)
	mcp.AddTool(s, &mcp.Tool{Name: "rename_file", Description: "Renames."}, remove)
	mcp.AddTool(s, &mcp.Tool{Name: "read_ticket", Description: "Reads a ticket."}, read)
}

// checked has a check of its own in each handler, which the companion must not
// double: it knows other callers.
func checked() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "checked", Version: "1"}, nil) // fix review MCP006
	mcp.AddTool(s, &mcp.Tool{Name: "drop_file", Description: "Removes."}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		if !has(req, "files:write") {
			return nil, nil, errScope
		}
		return remove(ctx, req, a)
	})
	return s
}

// Serve serves until something fails.
func Serve() error {
	tables := mcp.NewServer(&mcp.Implementation{Name: "tables", Version: "1"}, nil)
	tables.AddReceivingMiddleware(byTable)
	addTools(tables)
	mcp.AddTool(tables, &mcp.Tool{Name: "delete_file", Description: "Deletes."}, remove) // fix review MCP002
	several := mcp.NewServer(&mcp.Implementation{Name: "several", Version: "1"}, nil)
	several.AddReceivingMiddleware(byLists)
	addTools(several)
	mcp.AddTool(several, &mcp.Tool{Name: "delete_file", Description: "Deletes."}, remove) // fix review MCP002
	all := map[string]*mcp.Server{"/checked": checked(), "/tables": tables, "/several": several}
	h := mcp.NewStreamableHTTPHandler(func(r *http.Request) *mcp.Server { return all[r.URL.Path] }, nil)
	return http.ListenAndServe("127.0.0.1:8090", auth.RequireBearerToken(verify, nil)(h))
}

func verify(context.Context, string, *http.Request) (*auth.TokenInfo, error) {
	return nil, auth.ErrInvalidToken
}
