// Package library offers tools to servers that others construct.
package library

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

func handle(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, nil
}

// Register adds the tools of the library.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "sum", Description: "Add numbers."}, handle)
	mcp.AddTool(s, &mcp.Tool{Name: "sum", Description: "Add the numbers of a table."}, handle) // want `error regular: tool "sum" is registered twice on one server`
	mcp.AddTool(s, &mcp.Tool{Name: "mean"}, handle)                                            // want `warning regular: tool "mean" has no description`
	add(s, "mode", "Return the number that is there most often.")
}

// RegisterMore is another choice: nothing calls both.
func RegisterMore(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "mean", Description: "Return the mean of numbers."}, handle)
}

// add has nothing to say about tools that callers describe.
func add(s *mcp.Server, name, description string) {
	mcp.AddTool(s, &mcp.Tool{Name: name, Description: description}, handle)
}

// Add is for callers that are not here.
func Add(s *mcp.Server, name string) {
	mcp.AddTool(s, &mcp.Tool{Name: name}, handle)
}

// Described takes the whole descriptor from its caller.
func Described(s *mcp.Server, t *mcp.Tool) { mcp.AddTool(s, t, handle) }

// Own has a server of its own, which two functions fill in their own way.
var Own = mcp.NewServer(&mcp.Implementation{Name: "own", Version: "1"}, nil)

// Small fills it a little.
func Small() {
	mcp.AddTool(Own, &mcp.Tool{Name: "round", Description: "Round a number."}, handle)
}

// Large fills it more.
func Large() {
	mcp.AddTool(Own, &mcp.Tool{Name: "round", Description: "Round a number to some digits."}, handle) // want `note auditor: tool "round" is registered twice`
}
