// Command closures_map keeps registering closures in a map.
package main

import (
	"context"
	"log"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type app struct {
	srv      *server.MCPServer
	handlers map[string]func(ctx context.Context, args map[string]any) (string, error)
}

func newApp() *app {
	a := &app{srv: server.NewMCPServer("closures", "1")}
	a.handlers = map[string]func(context.Context, map[string]any) (string, error){
		"start": a.start, // tool: start row server=closures_map.newApp
		"stop":  a.stop,  // tool: stop row server=closures_map.newApp
		"tell": func(ctx context.Context, args map[string]any) (string, error) { // tool: tell row server=closures_map.newApp
			return "x", nil
		},
	}
	return a
}

func (a *app) registerAll(enabled []string) {
	registrars := map[string]func(){
		"health": func() { a.srv.AddTool(mcp.NewTool("health"), a.serve("health")) }, // tool: health handler=app.serve$1
		"config": func() { a.srv.AddTool(mcp.NewTool("config"), a.serve("config")) }, // tool: config handler=app.serve$1
	}
	for name, reg := range registrars {
		if len(enabled) == 0 || slices.Contains(enabled, name) {
			reg()
		}
	}
	for name := range a.handlers {
		a.srv.AddTool(mcp.NewTool(name), a.serve(name))
	}
}

func (a *app) serve(name string) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		out, err := a.handlers[name](ctx, r.GetArguments())
		return mcp.NewToolResultText(out), err
	}
}

func (a *app) start(ctx context.Context, args map[string]any) (string, error) { return "", nil }
func (a *app) stop(ctx context.Context, args map[string]any) (string, error)  { return "", nil }

func main() {
	a := newApp()
	a.registerAll(nil)
	if err := server.ServeStdio(a.srv); err != nil {
		log.Fatal(err)
	}
}
