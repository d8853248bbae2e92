// Program path uses files below a folder.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Dir  string `json:"dir"`
	Name string `json:"name"`
	Text string `json:"text"`
}

type box struct{ dir string }

const notes = "/srv/notes"

func say(text string) (*sdk.CallToolResult, any, error) {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil, nil
}

func (b box) read(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	data, err := os.ReadFile(filepath.Join(b.dir, a.Name)) // fix review MCP003
	if err != nil {
		return nil, nil, errors.New("not there")
	}
	return say(string(data))
}

func (b box) open(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	f, err := os.Open(filepath.Join(notes, "public", a.Name)) // fix review MCP003
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	return say(f.Name())
}

func (b box) write(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	full := filepath.Join(notes, a.Name)
	if err := os.WriteFile(full, []byte(a.Text), 0o600); err != nil { // fix review MCP003
		return nil, nil, errors.New("not written")
	}
	return say("written")
}

// checked keeps a check of its own, which does not hold.
func (b box) checked(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	full := filepath.Join(notes, a.Name)
	if !strings.HasPrefix(full, notes) {
		return nil, nil, errors.New("outside")
	}
	return nil, nil, os.Remove(full) // fix review MCP003
}

func load(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(notes, name)) // fix review MCP003
}

func (b box) load(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	data, err := load(a.Name)
	if err != nil {
		return nil, nil, err
	}
	return say(string(data))
}

// free has no folder, and chosen one that the caller gives.
func (b box) free(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	data, err := os.ReadFile(a.Name) // fix review MCP003
	if err != nil {
		return nil, nil, err
	}
	more, err := os.ReadFile(filepath.Join(a.Dir, a.Name)) // fix review MCP003
	if err != nil {
		return nil, nil, err
	}
	return say(string(data) + string(more))
}

// In a loop the folder would stay open: the path is checked.
func (b box) many(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	var all strings.Builder
	for _, name := range strings.Fields(a.Name) {
		data, err := os.ReadFile(filepath.Join(notes, name)) // fix review MCP003
		if err != nil {
			continue
		}
		all.Write(data)
	}
	data, _ := os.ReadFile(filepath.Join(notes, a.Dir)) // fix review MCP003
	all.Write(data)
	return say(all.String())
}

func (b box) head(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	data, err := os.ReadFile(filepath.Join(b.dir, req.GetString("name", ""))) // fix review MCP003
	if err != nil {
		return mcp.NewToolResultError("not there"), nil
	}
	return mcp.NewToolResultText(string(data)), nil
}

func main() {
	b := box{os.Getenv("NOTES")}
	s := sdk.NewServer(&sdk.Implementation{Name: "path", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "read"}, b.read)
	sdk.AddTool(s, &sdk.Tool{Name: "open"}, b.open)
	sdk.AddTool(s, &sdk.Tool{Name: "write"}, b.write)
	sdk.AddTool(s, &sdk.Tool{Name: "checked"}, b.checked)
	sdk.AddTool(s, &sdk.Tool{Name: "load"}, b.load)
	sdk.AddTool(s, &sdk.Tool{Name: "free"}, b.free)
	sdk.AddTool(s, &sdk.Tool{Name: "many"}, b.many)
	go s.Run(context.Background(), &sdk.StdioTransport{})
	m := server.NewMCPServer("path", "1")
	m.AddTool(mcp.NewTool("head", mcp.WithString("name")), b.head)
	log.Fatal(server.ServeStdio(m))
}
