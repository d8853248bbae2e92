// Command crowded looks tools up by name in registries that are crowded with
// tools whose names exist only at run time.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type entry struct {
	title  string
	handle server.ToolHandlerFunc
}

// proxied fills a registry with what other servers offer: more than can be
// followed one by one. No such name is one of the server's own.
func proxied(registry map[string]*entry) {
	for i := range 200 {
		name := fmt.Sprintf("%s_proxied_%d", os.Getenv("UPSTREAM"), i)
		registry[name] = &entry{title: "proxied", handle: forward}
	}
}

// configured does the same with names of which nothing is known.
func configured(registry map[string]*entry) {
	for i := range 200 {
		registry[os.Getenv(fmt.Sprintf("NAME_%d", i))] = &entry{title: "configured", handle: forward}
	}
}

// before has its own tools registered first, after has them registered last.
func before(s *server.MCPServer) {
	registry := map[string]*entry{
		"status": {title: "Status", handle: status},
		"health": {title: "Health", handle: health},
	}
	proxied(registry)
	install(s, registry, "status") // tool: status desc="Status" handler=status
	install(s, registry, "health") // tool: health desc="Health" handler=health
}

func after(s *server.MCPServer) {
	registry := map[string]*entry{}
	proxied(registry)
	registry["start"] = &entry{title: "Start", handle: status}
	registry["stop"] = &entry{title: "Stop", handle: health}
	install(s, registry, "start") // tool: start desc="Start" handler=status
	install(s, registry, "stop")  // tool: stop desc="Stop" handler=health
}

// either has names that may be overwritten: the known entry is one of what
// the tool can be.
func either(s *server.MCPServer) {
	registry := map[string]*entry{"lock": {title: "Lock", handle: status}}
	configured(registry)
	registry["unlock"] = &entry{title: "Unlock", handle: health}
	install(s, registry, "lock")   // tool: lock handler=status unknown=description,handler
	install(s, registry, "unlock") // tool: unlock handler=health unknown=description,handler
}

// few has a name that few others can be: all of them are followed.
func few(s *server.MCPServer) {
	registry := map[string]*entry{}
	registry[os.Getenv("PREFIX")+"_cache"] = &entry{title: "Own", handle: forward}
	registry[os.Getenv("PREFIX")+"_other"] = &entry{title: "Other", handle: status}
	registry["flush_cache"] = &entry{title: "Flush", handle: flush}
	if e, ok := registry["flush_cache"]; ok {
		s.AddTool(mcp.NewTool("flush_cache"), e.handle) // tool: flush_cache handler=flush unknown=handler
	}
	if _, ok := registry["flush_memory"]; ok {
		s.AddTool(mcp.NewTool("flush_memory"), flush) // none
	}
}

// config has limits of its own and those of a file: what is known ends
// before the loops do, and they still end.
func config(s *server.MCPServer) {
	limits, scopes := map[string]string{"memory": "1G"}, map[string][]string{}
	if data, err := os.ReadFile("limits.json"); err == nil {
		_ = json.Unmarshal(data, &limits)
	}
	for name, limit := range limits {
		limits[name] = strings.TrimSpace(limit)
		for _, verb := range append([]string{"get", "set"}, os.Args[1:]...) {
			for _, scope := range append([]string{"user", "group"}, os.Args[1:]...) {
				scopes[scope] = append(scopes[scope], verb)
			}
			// tool: get_memory row; tool: set_memory row; tool: /.*_memory/ row live=no
			s.AddTool(mcp.NewTool(verb+"_"+name), status) // tool: /get_.*/ row live=no; tool: /set_.*/ row live=no; tool: /.*_.*/ row live=no
		}
	}
	s.AddTool(mcp.NewTool("limits"), status) // tool: limits
}

func install(s *server.MCPServer, registry map[string]*entry, name string) {
	if e, ok := registry[name]; ok {
		s.AddTool(mcp.NewTool(name, mcp.WithDescription(e.title)), e.handle)
	}
}

func main() {
	s := server.NewMCPServer("crowded", "1") // server: crowded.main transports=stdio
	before(s)
	after(s)
	either(s)
	few(s)
	config(s)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func status(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("status"), nil
}

func health(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("health"), nil
}

func flush(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("flush"), nil
}

func forward(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("forward"), nil
}
