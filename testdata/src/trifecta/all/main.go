// Command all reads tickets of strangers and files of the owner, and posts.
package main

import (
	"context"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func ticket(_ context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get("https://tickets.example.test/tickets/1")
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return mcp.NewToolResultText(string(text)), err
}

func diary(_ context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text, err := os.ReadFile("/home/owner/diary")
	return mcp.NewToolResultText(string(text)), err
}

func tell(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Post("https://pad.example.test/pads", "text/plain", strings.NewReader(req.GetString("text", "")))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("told"), resp.Body.Close()
}

func main() {
	s := server.NewMCPServer("all", "1") // want `the tools of one server read what others have written \("ticket_read"\), read private data \("diary"\) and write or send to the outside \("tell"\)`
	s.AddTool(mcp.NewTool("ticket_read"), ticket)
	s.AddTool(mcp.NewTool("diary"), diary)
	s.AddTool(mcp.NewTool("tell"), tell)

	two := server.NewMCPServer("two", "1") // reads both, and tells nobody
	two.AddTool(mcp.NewTool("ticket_read"), ticket)
	two.AddTool(mcp.NewTool("diary"), diary)

	writer := server.NewMCPServer("writer", "1") // reads nothing private
	writer.AddTool(mcp.NewTool("ticket_read"), ticket)
	writer.AddTool(mcp.NewTool("tell"), tell)

	go func() { _ = server.NewStdioServer(two).Listen(context.Background(), os.Stdin, os.Stdout) }()
	go func() { _ = server.NewStdioServer(writer).Listen(context.Background(), os.Stdin, os.Stdout) }()
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
