// Command factory_pair gets tool and handler together from factories.
package main

import (
	"context"
	"log"

	"example.test/mcpvet/src/toolreg/factory_pair/tools"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	c := tools.NewClient("http://localhost")
	s := server.NewMCPServer("pairs", "1")
	s.AddTool(tools.GetIssue(c.Get))
	s.AddTool(tools.CloseIssue(c))
	tool, handler := tools.Comment(c)
	s.AddTool(tool, handler)
	tools.Register(s, tools.Whoami)
	s.AddTools(tools.All(c)...)
	s.AddTools(tools.Listing(c))
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
	_ = context.Background()
}
