// Command from_file registers the tools that a file lists.
package main

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"log"
	"os"
	"strings"

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

type endpoint struct{ ID string }

// A spec is what a service says of itself.
type spec struct {
	Paths map[string]map[string]endpoint `json:"paths"`
}

func ask(r io.Reader) (spec, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return spec{}, err
	}
	var s spec
	if err := json.Unmarshal(b, &s); err != nil {
		return spec{}, err
	}
	return s, nil
}

func each(s *server.MCPServer, of spec) {
	for path, methods := range of.Paths {
		for method, e := range methods {
			s.AddTool(mcp.NewTool(method+":"+e.ID), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { // tool: /.*:.*/ live=no
				return mcp.NewToolResultText(path), nil
			})
		}
	}
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
	s := server.NewMCPServer("from_file", "1")
	c, err := load(os.Getenv("TOOLS_FILE"))
	if err == nil {
		err = register(s, c)
	}
	if err != nil {
		log.Print(err)
	}
	of, err := ask(strings.NewReader(os.Getenv("TOOLS_SPEC")))
	if err != nil {
		log.Print(err)
	}
	each(s, of)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
