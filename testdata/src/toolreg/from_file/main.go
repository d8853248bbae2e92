// Command from_file registers the tools that a file lists.
package main

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type config struct {
	Server struct {
		Tools []struct{ Name, Command string }
	}
}

func load(name string) (*config, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	b, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	var c config
	if err := xml.Unmarshal(b, &c); err != nil {
		return nil, err
	}
	return &c, nil
}

func register(s *server.MCPServer, c *config) error {
	if len(c.Server.Tools) == 0 {
		return errors.New("the file lists no tools")
	}
	for _, t := range c.Server.Tools {
		s.AddTool(mcp.NewTool("run_"+t.Name), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { // tool: /run_.*/ live=no
			return mcp.NewToolResultText(t.Command), nil
		})
	}
	return nil
}

func main() {
	c, err := load(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	s := server.NewMCPServer("from_file", "1")
	if err := register(s, c); err != nil {
		log.Fatal(err)
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
