// Command habit returns each raw error: one finding tells it.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

type handler = func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error)

func one(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	_, err := http.Get("https://a.example.test/")
	if err != nil {
		return nil, nil, fmt.Errorf("one: %w", err) // want `the raw error of HTTP reaches the error of tool "one"; and so in 3 other places`
	}
	return nil, nil, nil
}

func two(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	_, err := http.Get("https://b.example.test/")
	if err != nil {
		return nil, nil, fmt.Errorf("two: %w", err)
	}
	return nil, nil, nil
}

func three(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	_, err := http.Get("https://c.example.test/")
	if err != nil {
		return nil, nil, fmt.Errorf("three: %w", err)
	}
	return nil, nil, nil
}

func four(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	_, err := http.Get("https://d.example.test/")
	if err != nil {
		return nil, nil, fmt.Errorf("four: %w", err)
	}
	return nil, nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "habit", Version: "1"}, nil) // want `nothing around the handlers of 4 of 4 tools`
	for name, h := range map[string]handler{"one": one, "two": two, "three": three, "four": four} {
		mcp.AddTool(s, &mcp.Tool{Name: name, Description: "Fetch " + name + "."}, h)
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
