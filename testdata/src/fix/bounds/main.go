// Program bounds reads what others send.
package main

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	URL string `json:"url"`
}

var client = &http.Client{Timeout: time.Minute}

func say(b []byte, err error) (*sdk.CallToolResult, any, error) {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(b)}}}, nil, err
}

func page(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	res, err := client.Get(a.URL)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	return say(io.ReadAll(res.Body)) // fix safe MCP021
}

func decoded(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	res, err := client.Get(a.URL)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	var v map[string]any
	dec := json.NewDecoder(res.Body)
	return nil, v, dec.Decode(&v) // fix safe MCP021
}

func unpacked(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	res, err := client.Get(a.URL)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	z, err := gzip.NewReader(http.MaxBytesReader(nil, res.Body, 1<<20))
	if err != nil {
		return nil, nil, err
	}
	return say(io.ReadAll(z)) // fix review MCP021
}

func load(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := client.Get(req.GetString("url", ""))
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body) // fix safe MCP021
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(string(b)), nil
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "bounds", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "page"}, page)
	sdk.AddTool(s, &sdk.Tool{Name: "decoded"}, decoded)
	sdk.AddTool(s, &sdk.Tool{Name: "unpacked"}, unpacked)
	go s.Run(context.Background(), &sdk.StdioTransport{})
	m := server.NewMCPServer("bounds", "1")
	m.AddTool(mcp.NewTool("load", mcp.WithString("url")), load)
	log.Fatal(server.ServeStdio(m))
}
