// Program broken has limits that do not hold.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/time/rate"
)

type in struct{}

func do(context.Context, *sdk.CallToolRequest, in) (*sdk.CallToolResult, any, error) {
	return nil, nil, nil
}

func fresh() *rate.Limiter {
	return rate.NewLimiter(1, 3) // want `warning regular: the limit before tool "fresh" is made anew for each call`
}

func perCall(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		if l := fresh(); !l.Allow() {
			return nil, errors.New("slow down")
		}
		return next(ctx, method, req)
	}
}

var shared = rate.NewLimiter(1, 3)

// unheeded asks and goes on.
func unheeded(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		if !shared.Allow() {
			log.Print("too many calls")
		}
		return next(ctx, method, req)
	}
}

type perClient struct {
	mu sync.Mutex
	m  map[string]*rate.Limiter
}

func (p *perClient) of(key string) *rate.Limiter {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.m[key] == nil {
		p.m[key] = rate.NewLimiter(1, 3)
	}
	return p.m[key]
}

func byHeader(p *perClient, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client := r.URL.Query().Get("client") // want `warning regular: the client chooses what the limit before tool "work" counts by`
		if !p.of(client).Allow() {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func work(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("done"), nil
}

// byArgument counts by what the caller says of himself.
func (p *perClient) byArgument(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !p.of(req.GetString("team", "")).Allow() { // want `warning regular: the client chooses what the limit before tool "team" counts by`
		return mcp.NewToolResultError("slow down"), nil
	}
	return work(ctx, req)
}

func main() {
	g := server.NewMCPServer("by argument", "1")
	g.AddTool(mcp.NewTool("team"), (&perClient{m: map[string]*rate.Limiter{}}).byArgument)
	log.Print(server.ServeStdio(g))
	a := sdk.NewServer(&sdk.Implementation{Name: "per call"}, nil)
	a.AddReceivingMiddleware(perCall)
	sdk.AddTool(a, &sdk.Tool{Name: "fresh"}, do)
	b := sdk.NewServer(&sdk.Implementation{Name: "unheeded"}, nil) // want `warning pedantic: the tool of server "unheeded" has no rate limit`
	b.AddReceivingMiddleware(unheeded)
	sdk.AddTool(b, &sdk.Tool{Name: "unheeded"}, do)
	log.Print(a.Run(context.Background(), &sdk.StdioTransport{}), b.Run(context.Background(), &sdk.StdioTransport{}))

	s := server.NewMCPServer("by header", "1")
	s.AddTool(mcp.NewTool("work"), work)
	log.Print(http.ListenAndServe(":1", byHeader(&perClient{m: map[string]*rate.Limiter{}}, server.NewStreamableHTTPServer(s))))
}
