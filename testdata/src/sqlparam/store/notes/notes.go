// Package notes has the tools. It knows no database.
package notes

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A Filter says which notes to return.
type Filter struct {
	Owner string
	Order string
	Tags  []string
	Limit int
	raw   string
}

// A Store keeps notes.
type Store interface {
	List(ctx context.Context, f Filter) ([]string, error)
	Count(ctx context.Context, table string) (int, error)
	Touch(ctx context.Context, id, by string) error
}

// A Service has the tools.
type Service struct{ store Store }

// NewService returns a Service.
func NewService(st Store) *Service { return &Service{store: st} }

// Register adds the tools to a server.
func (s *Service) Register(srv *server.MCPServer) {
	srv.AddTool(mcp.NewTool("list", mcp.WithString("order")), s.list)
	srv.AddTool(mcp.NewTool("search", mcp.WithString("where")), s.search)
	srv.AddTool(mcp.NewTool("count", mcp.WithString("table")), s.count)
	srv.AddTool(mcp.NewTool("touch", mcp.WithString("id")), s.touch)
	srv.AddTool(mcp.NewTool("mine", mcp.WithString("owner")), s.mine)
}

// Warm reads what is asked for most.
func (s *Service) Warm(ctx context.Context) error {
	_, err := s.store.List(ctx, Filter{Order: "created_at DESC", Limit: 100})
	return err
}

func (s *Service) answer(list []string, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("the notes can't be read"), nil
	}
	return mcp.NewToolResultText(strings.Join(list, "\n")), nil
}

func (s *Service) list(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.answer(s.store.List(ctx, Filter{Order: req.GetString("order", "title"), Limit: req.GetInt("limit", 20)}))
}

func (s *Service) search(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f := Filter{Limit: 10, Order: "title"}
	f.raw = req.GetString("where", "")
	return s.answer(s.store.List(ctx, f))
}

func (s *Service) mine(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.answer(s.store.List(ctx, Filter{Owner: req.GetString("owner", ""), Tags: req.GetStringSlice("tags", nil), Order: "title", Limit: 5}))
}

func (s *Service) count(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n, err := s.store.Count(ctx, req.GetString("table", "notes"))
	return s.answer([]string{fmt.Sprint(n)}, err)
}

func (s *Service) touch(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.answer(nil, s.store.Touch(ctx, req.GetString("id", ""), req.GetString("by", "")))
}

// Raw returns the condition that was written by hand.
func (f Filter) Raw() string { return f.raw }
