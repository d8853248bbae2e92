// Command injection builds its services with a list of constructors.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type store struct{ dsn string }

type service struct {
	store  *store
	prefix string
}

func newService(st *store, opts ...func(*service)) *service {
	s := &service{store: st, prefix: "note"}
	for _, o := range opts {
		o(s)
	}
	return s
}

func withPrefix(p string) func(*service) { return func(s *service) { s.prefix = p } }

func (s *service) get(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(s.store.dsn), nil
}

type registrar interface{ Register(*server.MCPServer) }

func (s *service) Register(srv *server.MCPServer) {
	srv.AddTool(mcp.NewTool(s.prefix+"_get"), s.get) // tool: note_get row handler=service.get; tool: task_get row handler=service.get
}

type admin struct{ svc *service }

func (a *admin) Register(srv *server.MCPServer) {
	srv.AddTool(mcp.NewTool("admin_"+a.svc.prefix), a.purge) // tool: admin_task row handler=admin.purge
}

func (a *admin) purge(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}

type container struct {
	store    *store
	services map[string]*service
}

type constructor func(c *container) registrar

var constructors = []constructor{
	func(c *container) registrar { return newService(c.store) },
	func(c *container) registrar {
		s := newService(c.store, withPrefix("task"))
		c.services["task"] = s
		return s
	},
	newAdmin,
}

func newAdmin(c *container) registrar { return &admin{svc: c.services["task"]} }

func main() {
	c := &container{store: &store{dsn: "x"}, services: map[string]*service{}}
	s := server.NewMCPServer("injection", "1")
	for _, construct := range constructors {
		construct(c).Register(s)
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
