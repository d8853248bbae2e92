// Command mcpgo has servers that have two of the three, and one that has all, its
// writer being a command of the caller's choice.
package main

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func text(data []byte, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(string(data)), nil
}

func fetch(ctx context.Context, url string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(io.LimitReader(resp.Body, 1<<20))
}

func tickets(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(fetch(ctx, "https://desk.example.test/tickets"))
}

func weather(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(fetch(ctx, "https://weather.example.test/now"))
}

func notes(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(os.ReadFile("/srv/notes"))
}

func run(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(exec.CommandContext(ctx, "sh", "-c", req.GetString("command", "")).Output())
}

// count runs a program that tells nobody anything.
func count(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(exec.CommandContext(ctx, "wc", "-l", "/srv/notes").Output())
}

// ticketCount asks for a token first: nobody else writes what comes with that.
func ticketCount(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	form := url.Values{"grant_type": {"client_credentials"}}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://login.example.test/token", strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return count(ctx, req)
}

func add(s *server.MCPServer, name string, h server.ToolHandlerFunc) { s.AddTool(mcp.NewTool(name), h) }

// desk reads tickets and notes, and can tell nobody.
func desk() *server.MCPServer {
	s := server.NewMCPServer("desk", "1")
	add(s, "tickets", tickets)
	add(s, "notes", notes)
	add(s, "count", count)
	return s
}

// shell reads notes and runs commands, and nobody else writes what it reads.
func shell() *server.MCPServer {
	s := server.NewMCPServer("shell", "1")
	add(s, "weather", weather)
	add(s, "notes", notes)
	add(s, "run", run)
	return s
}

// signed reads notes and runs commands, with a token.
func signed() *server.MCPServer {
	s := server.NewMCPServer("signed", "1")
	add(s, "ticket_count", ticketCount)
	add(s, "notes", notes)
	add(s, "run", run)
	return s
}

func every() *server.MCPServer {
	s := server.NewMCPServer("every", "1") // want `the tools of one server read what others have written \("tickets"\), read private data \("notes"\) and write or send to the outside \("run"\)`
	add(s, "tickets", tickets)
	add(s, "notes", notes)
	add(s, "run", run)
	return s
}

func main() {
	s := desk()
	switch os.Getenv("ROLE") {
	case "shell":
		s = shell()
	case "signed":
		s = signed()
	case "every":
		s = every()
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
