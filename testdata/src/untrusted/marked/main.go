// Command marked has borders around all results, put there by middleware.
package main

import (
	"context"
	"errors"
	"io"
	"log"
	"net/http"

	"example.test/mcpvet/src/untrusted/marked/border"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

func page(ctx context.Context, _ *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
	res, err := http.Get("https://forum.example.test/")
	if err != nil {
		return nil, nil, errors.New("no answer")
	}
	defer res.Body.Close()
	b, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	if err != nil {
		return nil, nil, errors.New("no page")
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(b)}}}, nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "marked", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "page", Description: "Read a page."}, page)
	s.AddReceivingMiddleware(border.Around)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
