// Command prepared gathers its arguments in a struct, with their defaults, and
// acts on that.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// params are arguments that were checked.
type params struct {
	path    string
	preview bool
}

func prepare(args map[string]any) (*params, error) {
	path, ok := args["path"].(string)
	if !ok || path == "" {
		return nil, errors.New("no path")
	}
	preview := true
	if given, ok := args["preview"].(bool); ok {
		preview = given
	}
	return &params{path: path, preview: preview}, nil
}

func remove(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := prepare(req.GetArguments())
	if err != nil {
		return nil, err
	}
	if !p.preview {
		return mcp.NewToolResultText("done"), os.Remove(p.path)
	}
	return mcp.NewToolResultText("would remove " + p.path), nil
}

func removeRaw(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	args := map[string]any{}
	if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
		return nil, err
	}
	p, err := prepare(args)
	if err != nil {
		return nil, err
	}
	if !p.preview {
		return &sdk.CallToolResult{}, os.Remove(p.path)
	}
	return &sdk.CallToolResult{}, nil
}

// hasty are arguments whose default acts.
type hasty struct {
	path    string
	preview bool
}

func (h *hasty) fill(args map[string]any) {
	h.path, _ = args["path"].(string)
	h.preview = false
	if given, ok := args["preview"].(bool); ok {
		h.preview = given
	}
}

func removeHasty(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	h := &hasty{}
	h.fill(req.GetArguments())
	if h.preview {
		return mcp.NewToolResultText("would remove " + h.path), nil
	}
	return mcp.NewToolResultText("done"), os.Remove(h.path)
}

func tool(name string) mcp.Tool {
	return mcp.NewTool(name, mcp.WithDescription("Removes a file."), mcp.WithString("path", mcp.Required()), mcp.WithBoolean("preview", mcp.DefaultBool(true)))
}

func main() {
	s := server.NewMCPServer("prepared", "1", server.WithToolCapabilities(true))
	s.AddTool(tool("remove"), remove)
	s.AddTool(tool("remove_hasty"), removeHasty) // want `tool "remove_hasty" deletes files \(os.Remove\) on some way without "preview"`
	raw := sdk.NewServer(&sdk.Implementation{Name: "prepared-raw", Version: "1"}, nil)
	raw.AddTool(&sdk.Tool{Name: "remove_raw", Description: "Removes a file.", InputSchema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"},"preview":{"type":"boolean","default":true}}}`)}, removeRaw)
	go func() { log.Print(raw.Run(context.Background(), &sdk.StdioTransport{})) }()
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
