// Command loops collects tools in lists and registers them in loops.
package main

import (
	"context"
	"iter"
	"log"
	"maps"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func tool(name string) server.ServerTool {
	return server.ServerTool{Tool: mcp.NewTool(name), Handler: handle}
}

func base() []server.ServerTool {
	return []server.ServerTool{
		tool("alpha"), // tool: alpha row
		tool("beta"),  // tool: beta
	}
}

func extra() (out []server.ServerTool) {
	for _, n := range []string{"gamma", "delta"} { // tool: gamma; tool: delta
		out = append(out, tool(n))
	}
	out = append(out, slices.Collect(more())...)
	return out
}

// more is an iterator.
func more() iter.Seq[server.ServerTool] {
	return func(yield func(server.ServerTool) bool) {
		if !yield(tool("yielded_one")) { // tool: yielded_one
			return
		}
		yield(tool("yielded_two")) // tool: yielded_two
	}
}

func pairs() iter.Seq2[string, server.ToolHandlerFunc] {
	return func(yield func(string, server.ToolHandlerFunc) bool) {
		for name, h := range map[string]server.ToolHandlerFunc{
			"pair_a": handle, // tool: pair_a row handler=handle
			"pair_b": other,  // tool: pair_b row handler=other
		} {
			if !yield(name, h) {
				return
			}
		}
	}
}

var byName = map[string]server.ServerTool{
	"x": tool("from_map_x"), // tool: from_map_x
	"y": tool("from_map_y"), // tool: from_map_y
}

func main() {
	s := server.NewMCPServer("loops", "1")
	s.AddTools(slices.Concat(base(), extra())...)
	s.AddTools(slices.Collect(maps.Values(byName))...)
	for name, h := range pairs() {
		s.AddTool(mcp.NewTool(name), h)
	}
	var batch []server.ServerTool
	batch = append(batch, tool("appended"))                                 // tool: appended
	batch = append(batch, server.ServerTool{Tool: mcp.NewTool("two_step")}) // tool: two_step handler=other
	batch[len(batch)-1].Handler = other
	batch = slices.Insert(batch, 0, tool("inserted")) // tool: inserted
	for i := 0; i < len(batch); i++ {
		s.AddTool(batch[i].Tool, batch[i].Handler)
	}
	fixed := make([]server.ServerTool, 2)
	fixed[0] = tool("fixed_zero") // tool: fixed_zero
	fixed[1] = tool("fixed_one")  // tool: fixed_one
	s.AddTools(fixed...)
	filtered := slices.DeleteFunc([]server.ServerTool{tool("kept"), tool("kept_too")}, func(t server.ServerTool) bool { return t.Tool.Name == "" }) // tool: kept; tool: kept_too
	s.AddTools(filtered...)
	for t := range slices.Values([]server.ServerTool{tool("ranged")}) { // tool: ranged
		s.AddTool(t.Tool, t.Handler)
	}
	register(s, tool("variadic_a"), tool("variadic_b")) // tool: variadic_a; tool: variadic_b
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func register(s *server.MCPServer, tools ...server.ServerTool) {
	for len(tools) > 0 {
		s.AddTool(tools[0].Tool, tools[0].Handler)
		tools = tools[1:]
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}

func other(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
