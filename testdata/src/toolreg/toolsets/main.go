// Command toolsets groups its tools, and offers the groups that are asked for.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type toolset struct {
	name     string
	enabled  bool
	readOnly bool
	read     []server.ServerTool
	write    []server.ServerTool
}

func newToolset(name string) *toolset { return &toolset{name: name} }

func (t *toolset) addRead(tools ...server.ServerTool) *toolset {
	for _, tool := range tools {
		if hint := tool.Tool.Annotations.ReadOnlyHint; hint == nil || !*hint {
			panic("not read only: " + tool.Tool.Name)
		}
	}
	t.read = append(t.read, tools...)
	return t
}

func (t *toolset) addWrite(tools ...server.ServerTool) *toolset {
	if !t.readOnly {
		t.write = append(t.write, tools...)
	}
	return t
}

func (t *toolset) active() []server.ServerTool {
	if !t.enabled {
		return nil
	}
	if t.readOnly {
		return t.read
	}
	return append(slices.Clone(t.read), t.write...)
}

type group struct {
	sets     map[string]*toolset
	all      bool
	readOnly bool
}

func (g *group) add(t *toolset) {
	if g.readOnly {
		t.readOnly = true
	}
	g.sets[t.name] = t
}

func (g *group) enable(names []string) error {
	for _, n := range names {
		if n == "all" {
			g.all = true
			break
		}
		t, ok := g.sets[n]
		if !ok {
			return fmt.Errorf("no toolset %s", n)
		}
		t.enabled = true
	}
	if g.all {
		for _, t := range g.sets {
			t.enabled = true
		}
	}
	return nil
}

func (g *group) register(s *server.MCPServer) {
	for _, t := range g.sets {
		for _, tool := range t.active() {
			s.AddTool(tool.Tool, tool.Handler)
		}
	}
}

func serverTool(t mcp.Tool, h server.ToolHandlerFunc) server.ServerTool {
	return server.ServerTool{Tool: t, Handler: h}
}

func readTool(name string) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool(name, mcp.WithReadOnlyHintAnnotation(true)), handle
}

func writeTool(name string) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool(name), handle
}

func main() {
	names := strings.Split(os.Getenv("TOOLSETS"), ",")
	if len(names) == 1 && names[0] == "" {
		names = []string{"all"}
	}
	g := &group{sets: map[string]*toolset{}, readOnly: os.Getenv("READ_ONLY") != ""}
	g.add(newToolset("issues").
		addRead(serverTool(readTool("get_issue")), serverTool(readTool("list_issues"))). // tool: get_issue ro=true destr=true idem=false open=true; tool: list_issues
		addWrite(serverTool(writeTool("create_issue"))))                                 // tool: create_issue ro=false destr=true idem=false open=true
	g.add(newToolset("repos").addRead(serverTool(readTool("get_repo")))) // tool: get_repo
	if os.Getenv("EXPERIMENTAL") != "" {
		g.add(newToolset("experiments").addWrite(serverTool(writeTool("try_it")))) // tool: try_it live=no
	}
	if err := g.enable(names); err != nil {
		log.Fatal(err)
	}
	s := server.NewMCPServer("toolsets", "1")
	g.register(s)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
