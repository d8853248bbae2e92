// Package trail writes down which tools were called.
package trail

import (
	"context"
	"encoding/json"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Entry is one line.
type Entry struct {
	Tool string
	OK   bool
}

// Write writes a line.
func Write(e Entry) { json.NewEncoder(os.Stderr).Encode(e) }

// Sink takes lines.
type Sink interface{ Put(Entry) }

type stderr struct{}

func (stderr) Put(e Entry) { Write(e) }

// Trail is middleware.
type Trail struct{ sink Sink }

// New makes a trail.
func New(s Sink) *Trail {
	if s == nil {
		s = stderr{}
	}
	return &Trail{s}
}

// Middleware writes a line for each call.
func (t *Trail) Middleware(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		e := Entry{Tool: req.Params.Name}
		defer func() { t.sink.Put(e) }()
		return next(ctx, req)
	}
}
