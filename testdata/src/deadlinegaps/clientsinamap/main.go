// Command clientsinamap keeps its clients in a map, which a method fills.
package main

import (
	"context"
	"log"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type hub struct{ clients map[string]*http.Client }

func (h *hub) add(name string) {
	h.clients[name] = &http.Client{} // want `this client has no timeout, and tool "ask"`
}

func (h *hub) ask(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/", nil)
	if err != nil {
		return nil, err
	}
	resp, err := h.clients[req.GetString("name", "")].Do(r)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(resp.Status), resp.Body.Close()
}

func main() {
	h := &hub{clients: map[string]*http.Client{}}
	h.add("one")
	s := server.NewMCPServer("clientsinamap", "1")
	s.AddTool(mcp.NewTool("ask"), h.ask)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
