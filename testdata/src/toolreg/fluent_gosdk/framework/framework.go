// Package framework is a small framework around the SDK.
package framework

import (
	"context"
	"encoding/json"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Args are decoded arguments.
type Args map[string]any

// Func is a tool.
type Func func(ctx context.Context, args Args) (any, error)

// App is a server.
type App struct {
	name, version string
	log           *log.Logger
	srv           *mcp.Server
}

// Option changes an App.
type Option func(*App)

// Version sets the version.
func Version(v string) Option { return func(a *App) { a.version = v } }

// Logger sets the logger.
func Logger(l *log.Logger) Option { return func(a *App) { a.log = l } }

// New makes an App.
func New(name string, opts ...Option) *App {
	a := &App{name: name, version: "1"}
	for _, o := range opts {
		o(a)
	}
	a.srv = mcp.NewServer(&mcp.Implementation{Name: a.name, Version: a.version}, nil) // server: fluent_gosdk/framework.New name=fluent transports=http,stdio
	return a
}

// ToolOption changes a tool.
type ToolOption interface{ apply(*mcp.Tool) }

type optionFunc func(*mcp.Tool)

func (f optionFunc) apply(t *mcp.Tool) { f(t) }

type describe string

func (d describe) apply(t *mcp.Tool) { t.Description = string(d) }

// Describe sets the description.
func Describe(text string) ToolOption { return describe(text) }

// ReadOnly says that nothing changes.
func ReadOnly() ToolOption {
	return optionFunc(func(t *mcp.Tool) { hints(t).ReadOnlyHint = true })
}

// Destructive says that something may be lost.
func Destructive() ToolOption {
	return optionFunc(func(t *mcp.Tool) { hints(t).DestructiveHint = new(true) })
}

func hints(t *mcp.Tool) *mcp.ToolAnnotations {
	if t.Annotations == nil {
		t.Annotations = &mcp.ToolAnnotations{}
	}
	return t.Annotations
}

// Tool adds a tool.
func (a *App) Tool(name string, f Func, opts ...ToolOption) *App {
	t := &mcp.Tool{Name: name, InputSchema: map[string]any{"type": "object"}}
	for _, o := range opts {
		o.apply(t)
	}
	a.srv.AddTool(t, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args Args
		if err := json.Unmarshal(r.Params.Arguments, &args); err != nil {
			return nil, err
		}
		out, err := f(ctx, args)
		if err != nil {
			return nil, err
		}
		return &mcp.CallToolResult{StructuredContent: out}, nil
	})
	return a
}

// Group is a set of tools with a common prefix.
type Group struct {
	app    *App
	prefix string
}

// Group calls f with a group.
func (a *App) Group(prefix string, f func(*Group)) { f(&Group{a, prefix}) }

// Tool adds a tool to a group.
func (g *Group) Tool(name string, f Func, opts ...ToolOption) {
	g.app.Tool(g.prefix+"."+name, f, opts...)
}

// Handler serves over HTTP.
func (a *App) Handler() http.Handler {
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return a.srv }, nil)
}

// Run serves over stdio.
func (a *App) Run() error { return a.srv.Run(context.Background(), &mcp.StdioTransport{}) }
