// Command mailbox reads a mailbox, which strangers have written and which is
// private, and sends; another server reads a forum, which is no secret.
package main

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/smtp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func get(url string) server.ToolHandlerFunc {
	return func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		resp, err := http.Get(url)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		return mcp.NewToolResultText(string(text)), err
	}
}

func send(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := smtp.SendMail("smtp.example.test:587", nil, "me@example.test", []string{req.GetString("to", "")}, []byte(req.GetString("text", "")))
	return mcp.NewToolResultText("sent"), err
}

func main() {
	box := server.NewMCPServer("box", "1") // want `read what others have written \("inbox_show"\), read private data \("inbox_show"\) and write or send to the outside \("answer"\)`
	box.AddTool(mcp.NewTool("inbox_show"), get("https://host.example.test/inbox"))
	box.AddTool(mcp.NewTool("answer"), send)

	forum := server.NewMCPServer("forum", "1")
	forum.AddTool(mcp.NewTool("thread_show"), get("https://host.example.test/threads"))
	forum.AddTool(mcp.NewTool("answer"), send)
	go func() { log.Print(server.ServeStdio(forum)) }()
	log.Print(server.ServeStdio(box))
}
