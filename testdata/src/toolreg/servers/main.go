// Command servers has several servers, some of them made in other packages.
package main

import (
	"context"
	"log"
	"os"

	"example.test/mcpvet/src/toolreg/servers/admin"
	"example.test/mcpvet/src/toolreg/servers/public"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

func main() {
	if len(os.Args) > 1 {
		if err := admin.Serve(); err != nil {
			log.Fatal(err)
		}
		return
	}
	first := mcp.NewServer(&mcp.Implementation{Name: "first"}, nil)   // server: servers.main name=first transports=
	second := mcp.NewServer(&mcp.Implementation{Name: "second"}, nil) // server: servers.main#2 name=second transports=inprocess
	both(first, second)
	mcp.AddTool(second, &mcp.Tool{Name: "only_second"}, public.Nothing) // tool: only_second server=servers.main#2 live=no
	ct, st := mcp.NewInMemoryTransports()
	if _, err := second.Connect(context.Background(), st, nil); err != nil {
		log.Fatal(err)
	}
	_ = ct
	if err := public.New("public").Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}

// both registers one tool on several servers.
func both(servers ...*mcp.Server) {
	for _, s := range servers {
		mcp.AddTool(s, &mcp.Tool{Name: "shared"}, public.Nothing) // tool: shared server=servers.main live=no; tool: shared server=servers.main#2 live=no
	}
}
