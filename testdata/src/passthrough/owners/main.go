// Program owners finds by the id of a session what belongs to somebody, and
// what belongs to the session.
package main

import (
	"context"
	"log"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type book struct {
	mu     sync.Mutex
	owners map[string]string
	pages  map[string]int
}

func (b *book) mine(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := server.ClientSessionFromContext(ctx).SessionID() // want `error regular: the id of a session stands for who the caller is`
	b.mu.Lock()
	defer b.mu.Unlock()
	return mcp.NewToolResultText(b.owners[id]), nil
}

func (b *book) next(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := server.ClientSessionFromContext(ctx).SessionID()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pages[id]++
	return mcp.NewToolResultText("turned"), nil
}

func main() {
	b := &book{owners: map[string]string{}, pages: map[string]int{}}
	s := server.NewMCPServer("owners", "1.0.0")
	s.AddTool(mcp.NewTool("mine", mcp.WithDescription("What is mine?")), b.mine)
	s.AddTool(mcp.NewTool("next", mcp.WithDescription("Turn the page.")), b.next)
	log.Fatal(http.ListenAndServe("localhost:8080", server.NewStreamableHTTPServer(s)))
}
