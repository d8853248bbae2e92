// Program lacking has servers without limits, and tools that are left out.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/time/rate"
)

type in struct{}

func work(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("done"), nil
}

var limiter = rate.NewLimiter(1, 1)

func limited(context.Context, *sdk.CallToolRequest, in) (*sdk.CallToolResult, any, error) {
	if !limiter.Allow() { // want `warning pedantic: tool "limited": calls are limited for all, and not for each user`
		return nil, nil, errors.New("slow down")
	}
	return nil, nil, nil
}

func also(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return limited(ctx, req, a)
}

type page struct {
	items []string
	at    time.Time
}

// next compares numbers, and limits nothing.
func (p *page) next(context.Context, *sdk.CallToolRequest, in) (*sdk.CallToolResult, any, error) {
	for i := 0; i < len(p.items); i++ {
		log.Print(p.items[i])
	}
	return nil, nil, nil
}

func main() {
	s := server.NewMCPServer("open", "1") // want `warning regular: 2 of 2 tools of server "open" have no rate limit`
	s.AddTool(mcp.NewTool("work"), work)
	s.AddTool(mcp.NewTool("more"), work)
	go server.NewStreamableHTTPServer(s).Start(":1")

	l := server.NewMCPServer("local", "1") // want `warning pedantic: the tool of server "local" has no rate limit`
	l.AddTool(mcp.NewTool("work"), work)
	log.Print(server.ServeStdio(l))

	most := sdk.NewServer(&sdk.Implementation{Name: "most"}, nil)
	sdk.AddTool(most, &sdk.Tool{Name: "limited"}, limited)
	sdk.AddTool(most, &sdk.Tool{Name: "also"}, also)
	sdk.AddTool(most, &sdk.Tool{Name: "next"}, (&page{}).next) // want `warning regular: tool "next" has no rate limit; 2 other tools`
	http.ListenAndServe(":3", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return most }, nil))
}
