// Command methods has tools that send requests by the method that is asked for.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const base = "https://api.example.test"

var errMethod = errors.New("no such method")

// all are the methods that a service has, some those that only read.
var (
	all  = map[string]bool{"GET": true, "POST": true, "DELETE": true}
	some = map[string]bool{"GET": true, "HEAD": true, "DELETE": false}
)

func send(ctx context.Context, method, path string) (*mcp.CallToolResult, error) {
	r, err := http.NewRequestWithContext(ctx, method, base+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(resp.Status), resp.Body.Close()
}

func anyMethod(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return send(ctx, req.GetString("method", "GET"), "/items")
}

func listed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	method := strings.ToUpper(req.GetString("method", ""))
	if !all[method] {
		return nil, errMethod
	}
	return send(ctx, method, "/items")
}

func reading(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	method := strings.ToUpper(req.GetString("method", ""))
	if !some[method] {
		return nil, errMethod
	}
	return send(ctx, method, "/items")
}

func switching(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	switch method := req.GetString("http_method", ""); strings.ToLower(method) {
	case "get", "head", "options":
		return send(ctx, method, "/items")
	}
	return nil, errMethod
}

func confirmed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	method := req.GetString("method", "GET")
	if method != "GET" && !req.GetBool("confirm", false) {
		return mcp.NewToolResultError("repeat with confirm"), nil
	}
	return send(ctx, method, "/items")
}

type in struct {
	Method string `json:"method"`
	Path   string `json:"path"`
}

func raw(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	_, err := send(ctx, a.Method, "/items")
	return nil, nil, err
}

func rawReading(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if a.Method != http.MethodGet {
		return nil, nil, errMethod
	}
	_, err := send(ctx, a.Method, "/items")
	return nil, nil, err
}

func main() {
	s := server.NewMCPServer("methods", "1")
	method := mcp.WithString("method", mcp.Required())
	s.AddTool(mcp.NewTool("any", method), anyMethod) // want `tool "any" deletes \(a request by the method that is asked for\) without a confirmation of the call`
	s.AddTool(mcp.NewTool("listed", method), listed) // want `tool "listed" deletes \(a request by the method that is asked for\) without a confirmation of the call`
	s.AddTool(mcp.NewTool("bare_listed"), listed)    // want `tool "bare_listed" deletes \(a request by the method that is asked for\) without a confirmation of the call`
	s.AddTool(mcp.NewTool("bare_reading"), reading)
	s.AddTool(mcp.NewTool("reading", method), reading)
	s.AddTool(mcp.NewTool("switching", mcp.WithString("http_method")), switching)
	s.AddTool(mcp.NewTool("confirmed", method, mcp.WithBoolean("confirm")), confirmed)
	r := sdk.NewServer(&sdk.Implementation{Name: "methods-raw", Version: "1"}, nil)
	sdk.AddTool(r, &sdk.Tool{Name: "raw"}, raw) // want `tool "raw" deletes \(a request by the method that is asked for\) without a confirmation of the call`
	sdk.AddTool(r, &sdk.Tool{Name: "raw_reading"}, rawReading)
	go func() { log.Print(r.Run(context.Background(), &sdk.StdioTransport{})) }()
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
