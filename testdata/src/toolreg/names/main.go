// Command names computes the names of its tools from constants.
package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	"example.test/mcpvet/src/toolreg/names/words"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const prefix = "acme_"

type kind int

const (
	pod kind = iota
	service
	ingress
)

func (k kind) String() string { return [...]string{"pod", "service", "ingress"}[k] }

type verb string

const (
	get    verb = "get"
	remove verb = "remove"
)

func (v verb) on(what string) string { return string(v) + "_" + what }

type namer struct{ scope string }

func (n namer) name(s string) string { return n.scope + "." + s }

func main() {
	s := server.NewMCPServer("names", "1")
	add := func(name string) { s.AddTool(mcp.NewTool(name), handle) } // tool: acme_list; tool: get_pod row; tool: remove_service; tool: list_pods; tool: builder_built row; tool: ingress_ingress row
	add(prefix + "list")
	add(get.on("pod"))
	add(fmt.Sprintf("%s_%v", remove, service))
	for _, k := range []kind{pod} {
		add(fmt.Sprintf("list_%ss", k))
	}
	add(words.Shared)                                                      // tool: shared_name
	add(namer{scope: "team"}.name("read"))                                 // tool: team.read
	add(strings.ToLower("UPPER"))                                          // tool: upper
	add(strings.Join([]string{"a", "b", "c"}, "-"))                        // tool: a-b-c
	add(strings.TrimSuffix(strings.TrimPrefix("x_trimmed_y", "x_"), "_y")) // tool: trimmed
	add(fmt.Sprintf("tool_%02d", 7))                                       // tool: tool_07
	add(strings.ReplaceAll("under score", " ", "_"))                       // tool: under_score
	var b strings.Builder
	b.WriteString("builder")
	b.WriteByte('_')
	fmt.Fprintf(&b, "%s", "built")
	add(b.String())
	add(ingress.String() + "_" + fmt.Sprint(ingress))
	add(words.Join("joined", "up"))  // tool: joined_up
	add(fmt.Sprintf("pad_%2dx", 17)) // tool: pad_17x
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
