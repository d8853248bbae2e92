// Package tools makes tools with their handlers.
package tools

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Client talks to the tracker.
type Client struct{ base string }

// NewClient returns a client.
func NewClient(base string) *Client { return &Client{base: base} }

// Get fetches an issue.
func (c *Client) Get(ctx context.Context, id string) (string, error) { return c.base + id, nil }

// GetFn fetches an issue.
type GetFn func(ctx context.Context, id string) (string, error)

// GetIssue returns the tool that reads an issue.
func GetIssue(get GetFn) (tool mcp.Tool, handler server.ToolHandlerFunc) {
	return mcp.NewTool("get_issue", // tool: get_issue handler=GetIssue$1 server=factory_pair.main ro=true destr=true idem=false open=true declared=ro args=id:string
			mcp.WithReadOnlyHintAnnotation(true),
			mcp.WithString("id", mcp.Required()),
		), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			text, err := get(ctx, r.GetString("id", ""))
			return mcp.NewToolResultText(text), err
		}
}

// CloseIssue returns the tool that closes an issue.
func CloseIssue(c *Client) (mcp.Tool, server.ToolHandlerFunc) {
	t := mcp.NewTool("close_issue", mcp.WithString("id")) // tool: close_issue handler=CloseIssue$1
	h := func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(c.base), nil
	}
	return t, h
}

// Comment names its results.
func Comment(c *Client) (tool mcp.Tool, handler server.ToolHandlerFunc) {
	tool = mcp.NewTool("comment") // tool: comment handler=Client.comment
	handler = c.comment
	return
}

func (c *Client) comment(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(c.base), nil
}

// Whoami is a factory that is passed on as a value.
func Whoami() (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("whoami"), whoami // tool: whoami handler=whoami
}

func whoami(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("you"), nil
}

// Register registers what a factory makes.
func Register(s *server.MCPServer, make func() (mcp.Tool, server.ToolHandlerFunc)) {
	tool, handler := make()
	s.AddTool(tool, handler)
}

// pair joins the results of a factory.
func pair(t mcp.Tool, h server.ToolHandlerFunc) server.ServerTool {
	return server.ServerTool{Tool: t, Handler: h}
}

// All lists tools.
func All(c *Client) []server.ServerTool {
	return []server.ServerTool{pair(search(c)), pair(c.labels())}
}

func search(c *Client) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("search_issues"), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { // tool: search_issues handler=search$1
		return mcp.NewToolResultText(c.base), nil
	}
}

func (c *Client) labels() (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("list_labels"), c.comment // tool: list_labels handler=Client.comment
}

// Listing returns one struct with both.
func Listing(c *Client) server.ServerTool {
	return server.ServerTool{
		Tool:    mcp.NewTool("list_issues"), // tool: list_issues handler=Client.comment
		Handler: c.comment,
	}
}
