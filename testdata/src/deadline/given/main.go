// Command given asks another server only where the tool says so by a constant.
package main

import (
	"context"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{}

func look(remote bool) error {
	if !remote {
		return nil
	}
	resp, err := http.Get("https://status.example.org/") // want `the default client has no timeout, and tool "remote" makes requests`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// over hands the constant on.
func over(remote bool) error { return look(remote) }

func remote(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	return nil, nil, over(true)
}

func local(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	return nil, nil, over(false)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "given"}, nil) // want `1 of 2 tools have no maximum duration`
	mcp.AddTool(s, &mcp.Tool{Name: "local"}, local)
	mcp.AddTool(s, &mcp.Tool{Name: "remote"}, remote)
	log.Fatal(s.Run(context.Background(), &mcp.StdioTransport{}))
}
