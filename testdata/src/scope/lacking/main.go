// Program lacking has servers whose tools nobody is kept from, and some that
// forget a tool.
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
)

type in struct {
	Name string `json:"name"`
}

func read(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	data, err := os.ReadFile("data/" + req.GetString("name", ""))
	if err != nil {
		return mcp.NewToolResultError("not there"), nil
	}
	return mcp.NewToolResultText(string(data)), nil
}

// greet knows who calls and does not care.
func greet(ctx context.Context, req *sdk.CallToolRequest, _ in) (*sdk.CallToolResult, any, error) {
	name := "stranger"
	if req.Extra != nil && req.Extra.TokenInfo != nil {
		name = req.Extra.TokenInfo.UserID
	}
	log.Print("hello ", name)
	return nil, nil, nil
}

func allowed(req *sdk.CallToolRequest, scope string) error {
	if req.Extra == nil || req.Extra.TokenInfo == nil || !slices.Contains(req.Extra.TokenInfo.Scopes, scope) {
		return errors.New("not allowed")
	}
	return nil
}

func write(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if err := allowed(req, "write"); err != nil {
		return nil, nil, err
	}
	return nil, nil, os.WriteFile("data/"+a.Name, nil, 0o600)
}

func list(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if err := allowed(req, "read"); err != nil {
		return nil, nil, err
	}
	_, err := os.ReadDir("data")
	return nil, nil, err
}

func erase(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return nil, nil, os.Remove("data/" + a.Name)
}

// late has written before it asks.
func late(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if err := save(a.Name); err != nil { // the write is in a helper
		return nil, nil, err
	}
	if err := allowed(req, "write"); err != nil {
		return nil, nil, err
	}
	return nil, nil, nil
}

func save(name string) error {
	return os.WriteFile("data/"+name, nil, 0o600) // want `error regular: tool "late": os.WriteFile runs before the caller's scope is looked at`
}

// careless does not look at what the check says.
func careless(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	allowed(req, "write") // want `error regular: tool "careless": what .*allowed says is not looked at`
	return nil, nil, os.Mkdir("data/"+a.Name, 0o700)
}

func main() {
	none := server.NewMCPServer("none", "1") // want `error regular: 2 of 2 tools of server "none" have no check of the caller's scope`
	none.AddTool(mcp.NewTool("read"), read)
	none.AddTool(mcp.NewTool("again"), read)
	go server.NewStreamableHTTPServer(none).Start(":1")

	hi := sdk.NewServer(&sdk.Implementation{Name: "hi"}, nil) // want `error regular: the tool of server "hi" has no check of the caller's scope$`
	sdk.AddTool(hi, &sdk.Tool{Name: "greet"}, greet)
	go http.ListenAndServe(":2", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return hi }, nil))

	most := sdk.NewServer(&sdk.Implementation{Name: "most"}, nil)
	sdk.AddTool(most, &sdk.Tool{Name: "write"}, write)
	sdk.AddTool(most, &sdk.Tool{Name: "list"}, list)
	sdk.AddTool(most, &sdk.Tool{Name: "erase"}, erase) // want `error regular: tool "erase" has no check of the caller's scope; 4 other tools`
	sdk.AddTool(most, &sdk.Tool{Name: "late"}, late)
	sdk.AddTool(most, &sdk.Tool{Name: "careless"}, careless)
	http.ListenAndServe(":3", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return most }, nil))
}
