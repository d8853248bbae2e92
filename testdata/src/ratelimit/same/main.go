// Program same has the same limit in its middleware, in another package, in a
// decorator and in the handler: the verdict is the same each time.
package main

import (
	"context"
	"log"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/time/rate"

	"example.test/mcpvet/src/ratelimit/same/gate"
)

type in struct{}

var budget = rate.NewLimiter(1, 3)

func inMain(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if !budget.Allow() {
			return mcp.NewToolResultError("slow down"), nil
		}
		return next(ctx, req)
	}
}

func work(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("done"), nil
}

type worker struct{ limiter *rate.Limiter }

// work waits, and nobody has to look at a result.
func (w worker) work(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := w.limiter.Wait(ctx); err != nil {
		return nil, err
	}
	return work(ctx, req)
}

func around(l *rate.Limiter, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		r := l.Reserve()
		if !r.OK() || r.Delay() > 0 {
			r.Cancel()
			return mcp.NewToolResultError("slow down"), nil
		}
		return h(ctx, req)
	}
}

func typed[In, Out any](g gate.Gate, next sdk.ToolHandlerFor[In, Out]) sdk.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *sdk.CallToolRequest, a In) (*sdk.CallToolResult, Out, error) {
		if err := g.Enter(); err != nil {
			var zero Out
			return nil, zero, err
		}
		return next(ctx, req, a)
	}
}

// buckets are one for each session, and one for all.
type buckets struct {
	each sync.Map
	all  *rate.Limiter
}

func (b *buckets) middleware(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		v, _ := b.each.LoadOrStore(req.Header.Get("Authorization"), rate.NewLimiter(1, 3))
		if !v.(*rate.Limiter).Allow() || !b.all.Allow() {
			return mcp.NewToolResultError("slow down"), nil
		}
		return next(ctx, req)
	}
}

func do(context.Context, *sdk.CallToolRequest, in) (*sdk.CallToolResult, any, error) {
	return nil, nil, nil
}

func main() {
	one := server.NewMCPServer("in main", "1", server.WithToolHandlerMiddleware(inMain))
	one.AddTool(mcp.NewTool("work"), work)
	two := server.NewMCPServer("in a package", "1", server.WithToolHandlerMiddleware(gate.Middleware(gate.New())))
	two.AddTool(mcp.NewTool("work"), work)
	three := server.NewMCPServer("decorator", "1")
	three.AddTool(mcp.NewTool("work"), around(rate.NewLimiter(1, 1), work))
	four := server.NewMCPServer("handler", "1")
	four.AddTool(mcp.NewTool("work"), worker{rate.NewLimiter(1, 1)}.work)
	b := &buckets{all: rate.NewLimiter(10, 10)}
	web := server.NewMCPServer("each", "1", server.WithToolHandlerMiddleware(b.middleware))
	web.AddTool(mcp.NewTool("work"), work)
	go server.NewStreamableHTTPServer(web).Start(":9")
	for _, s := range []*server.MCPServer{one, two, three, four} {
		log.Print(server.ServeStdio(s))
	}
	five := sdk.NewServer(&sdk.Implementation{Name: "typed"}, nil)
	sdk.AddTool(five, &sdk.Tool{Name: "do"}, typed(gate.New(), do))
	six := sdk.NewServer(&sdk.Implementation{Name: "methods"}, nil)
	six.AddReceivingMiddleware(gate.Methods)
	sdk.AddTool(six, &sdk.Tool{Name: "do"}, do)
	log.Print(five.Run(context.Background(), &sdk.StdioTransport{}), six.Run(context.Background(), &sdk.StdioTransport{}))
}
