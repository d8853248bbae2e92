// Program unmarshalled shows settings whose fields are, and are not, part of
// their JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

// hidden keeps the password out of its JSON.
type hidden struct {
	Addr     string `json:"addr"`
	Password string `json:"-"`
}

// open does not.
type open struct {
	Addr     string `json:"addr"`
	Password string `json:"password"`
}

type app struct {
	hidden hidden
	open   *open
}

// structured returns what the app has kept since it started.
func (a *app) structured(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, hidden, error) {
	return nil, a.hidden, nil
}

func (a *app) leaks(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, *open, error) {
	return nil, a.open, nil // want `error regular: the secret "Password" reaches the result of tool "leaks"`
}

func (a *app) text(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	b, err := json.MarshalIndent(a.hidden, "", " ")
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(b)}}}, nil, nil
}

// printed is no JSON.
func (a *app) printed(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf("%+v", a.hidden)}}}, nil, nil // want `error regular: the secret "Password" reaches the result of tool "printed"`
}

func main() {
	pw := os.Getenv("DB_PASSWORD")
	a := &app{hidden: hidden{os.Getenv("DB_ADDR"), pw}, open: &open{os.Getenv("DB_ADDR"), pw}}
	s := mcp.NewServer(&mcp.Implementation{Name: "settings", Version: "1.0.0"}, nil) // want `note auditor: nothing around the handlers`
	mcp.AddTool(s, &mcp.Tool{Name: "structured", Description: "Shows the settings."}, a.structured)
	mcp.AddTool(s, &mcp.Tool{Name: "leaks", Description: "Shows the settings."}, a.leaks)
	mcp.AddTool(s, &mcp.Tool{Name: "text", Description: "Shows the settings."}, a.text)
	mcp.AddTool(s, &mcp.Tool{Name: "printed", Description: "Shows the settings."}, a.printed)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
