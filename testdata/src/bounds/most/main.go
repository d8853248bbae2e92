// Command most limits what it reads at most places.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID string `json:"id"`
}

func open(ctx context.Context, path string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/v1/"+path, nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	return res.Body, nil
}

func done(b []byte, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(len(b))}}}, nil, nil
}

func status(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	body, err := open(ctx, "status")
	if err != nil {
		return nil, nil, err
	}
	defer body.Close()
	return done(io.ReadAll(io.LimitReader(body, 1<<10)))
}

func list(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	body, err := open(ctx, "list")
	if err != nil {
		return nil, nil, err
	}
	defer body.Close()
	return done(io.ReadAll(io.LimitReader(body, 1<<20)))
}

func users(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	body, err := open(ctx, "users")
	if err != nil {
		return nil, nil, err
	}
	defer body.Close()
	return done(io.ReadAll(io.LimitReader(body, 1<<20)))
}

func image(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	body, err := open(ctx, "image")
	if err != nil {
		return nil, nil, err
	}
	defer body.Close()
	return done(io.ReadAll(body)) // want `warning regular: io.ReadAll reads all of a response into memory for tool "image", however much the other side sends: most places that read one have a limit`
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "most", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "status"}, status)
	mcp.AddTool(s, &mcp.Tool{Name: "list"}, list)
	mcp.AddTool(s, &mcp.Tool{Name: "users"}, users)
	mcp.AddTool(s, &mcp.Tool{Name: "image"}, image)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
