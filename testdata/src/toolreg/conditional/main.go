// Command conditional registers more or less, depending on flags and the environment.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"os"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var (
	readOnly = flag.Bool("read-only", true, "offer no tool that changes something")
	profile  = flag.String("profile", "small", "which tools to offer")
)

type features struct{ search, export bool }

func newFeatures() (f features) {
	f.search = os.Getenv("ENABLE_SEARCH") != ""
	f.export, _ = strconv.ParseBool(os.Getenv("ENABLE_EXPORT"))
	return f
}

func setup(s *server.MCPServer, token string) error {
	s.AddTool(mcp.NewTool("always"), handle) // tool: always
	if !*readOnly {
		s.AddTool(mcp.NewTool("write"), handle) // tool: write live=no
	} else {
		s.AddTool(mcp.NewTool("read_only_notice"), handle) // tool: read_only_notice
	}
	switch *profile {
	case "small":
		s.AddTool(mcp.NewTool("small"), handle) // tool: small
	case "large":
		s.AddTool(mcp.NewTool("large"), handle) // tool: large live=no
		fallthrough
	case "medium":
		s.AddTool(mcp.NewTool("medium"), handle) // tool: medium live=no
	default:
		return errors.New("unknown profile")
	}
	if f := newFeatures(); f.search && token != "" || f.export {
		s.AddTool(mcp.NewTool("search"), handle) // tool: search live=no
	}
	tools := []server.ServerTool{{Tool: mcp.NewTool("listed"), Handler: handle}} // tool: listed
	if token != "" {
		tools = append(tools, server.ServerTool{Tool: mcp.NewTool("listed_with_token"), Handler: handle}) // tool: listed_with_token live=no
	}
	s.AddTools(tools...)
	name := "mode_a" // tool: mode_a; tool: mode_b live=no
	if token == "b" {
		name = "mode_b"
	}
	s.AddTool(mcp.NewTool(name), handle)
	h := handle
	if token == "other" {
		h = other
	}
	s.AddTool(mcp.NewTool("either"), h) // tool: either unknown=handler
	if debug {
		s.AddTool(mcp.NewTool("debug_constant"), handle) // none
	}
	if token == "none" {
		return nil
	}
	s.AddTool(mcp.NewTool("after_return"), handle) // tool: after_return
	return nil
}

// debug is a constant, so what depends on it is never compiled in.
const debug = false

func main() {
	flag.Parse()
	s := server.NewMCPServer("conditional", "1")
	if err := setup(s, os.Getenv("TOKEN_FOR_TEST")); err != nil {
		log.Fatal(err)
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}

func other(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
