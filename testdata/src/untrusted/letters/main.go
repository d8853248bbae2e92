// Command letters returns texts of others, none of them with borders.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

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
	return text("Page:\n" + string(b)), nil, nil
}

func output(ctx context.Context, _ *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
	b, err := exec.CommandContext(ctx, "journalctl", "-n", "20").Output()
	if err != nil {
		return nil, nil, errors.New("no journal")
	}
	return text(string(b)), nil, nil
}

// size returns nothing that somebody wrote.
func size(ctx context.Context, _ *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
	res, err := http.Get("https://forum.example.test/")
	if err != nil {
		return nil, nil, errors.New("no answer")
	}
	defer res.Body.Close()
	n, _ := io.Copy(io.Discard, res.Body)
	return text(fmt.Sprintf("%d bytes", n)), nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "letters", Version: "1"}, nil) // want `pedantic: text of others stands without borders in the results of 2 of 3 tools, such as tool "(page|output)"`
	mcp.AddTool(s, &mcp.Tool{Name: "page", Description: "Read a page."}, page)
	mcp.AddTool(s, &mcp.Tool{Name: "output", Description: "Read a journal."}, output)
	mcp.AddTool(s, &mcp.Tool{Name: "size", Description: "Measure a page."}, size)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
