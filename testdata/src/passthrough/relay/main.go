// Program relay is the front of one service, whose tokens its callers have, with
// the official SDK: the service checks them, not the relay.
package main

import (
	"context"
	"log"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const service = "https://code.corp.test/api"

func whoami(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	token := req.Extra.Header.Get("Authorization")
	if !strings.HasPrefix(token, "Bearer ") {
		return &mcp.CallToolResult{IsError: true}, nil, nil
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, service+"/user", nil)
	if err != nil {
		return nil, nil, err
	}
	r.Header.Set("Authorization", token) // want `warning auditor: the token in the caller's header "Authorization" is sent on to another service`
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: resp.Status}}}, nil, resp.Body.Close()
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "relay", Version: "1.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "whoami", Description: "Who am I?"}, whoami)
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)))
}
