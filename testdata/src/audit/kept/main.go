// Program kept puts a record together in a map, and writes it by an interface
// when the call has ended.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

type sink interface{ Put(map[string]any) error }

type lines struct{ enc *json.Encoder }

func (l lines) Put(m map[string]any) error { return l.enc.Encode(m) }

func add[In any](s *mcp.Server, out sink, t *mcp.Tool, h mcp.ToolHandlerFor[In, any]) {
	mcp.AddTool(s, t, func(ctx context.Context, req *mcp.CallToolRequest, in In) (res *mcp.CallToolResult, o any, err error) {
		rec := map[string]any{"time": time.Now(), "tool": t.Name}
		defer func() {
			rec["failed"] = err != nil
			if perr := out.Put(rec); perr != nil {
				err = errors.New("not recorded")
			}
		}()
		return h(ctx, req, in)
	})
}

// bare writes a record that does not say which tool it is about.
func bare(s *mcp.Server, out sink, t *mcp.Tool, h mcp.ToolHandlerFor[none, any]) {
	mcp.AddTool(s, t, func(ctx context.Context, req *mcp.CallToolRequest, in none) (*mcp.CallToolResult, any, error) { // want `warning regular: tool "bare" has no record of every call`
		rec := map[string]any{"time": time.Now()}
		defer out.Put(rec)
		return h(ctx, req, in)
	})
}

func toss(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "heads"}}}, nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "kept", Version: "1.0.0"}, nil)
	l := lines{json.NewEncoder(os.Stderr)}
	add(s, l, &mcp.Tool{Name: "toss", Description: "Toss a coin."}, toss)
	add(s, l, &mcp.Tool{Name: "again", Description: "Toss a coin."}, toss)
	bare(s, l, &mcp.Tool{Name: "bare", Description: "Toss a coin."}, toss)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	log.Fatal(http.ListenAndServe("localhost:8080", h))
}
