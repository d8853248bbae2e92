// Program listed asks for a confirmation in middleware that looks up, in
// several ways, whether the tool that is called needs one.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Index   string `json:"index"`
	Confirm bool   `json:"confirm,omitempty"`
}

var (
	set  = map[string]bool{"index_clear": true, "index_drop": false}
	list = []string{"index_clear"}
)

func inSet(name string) bool {
	_, ok := map[string]int{"index_clear": 1}[name]
	return ok || set[name]
}

func inSwitch(name string) bool {
	switch name {
	case "index_clear", "index_delete":
		return true
	}
	return false
}

func inList(name string) bool { return slices.Contains(list, name) }

// ask is a middleware for the tools that need a confirmation.
func ask(needs func(string) bool) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			call, ok := req.(*mcp.CallToolRequest)
			if !ok || !needs(call.Params.Name) {
				return next(ctx, method, req)
			}
			return confirmed(ctx, method, call, next)
		}
	}
}

func confirmed(ctx context.Context, method string, call *mcp.CallToolRequest, next mcp.MethodHandler) (mcp.Result, error) {
	var c struct {
		Confirm bool `json:"confirm"`
	}
	if err := json.Unmarshal(call.Params.Arguments, &c); err != nil || !c.Confirm {
		return nil, errors.New("confirm=true is needed")
	}
	return next(ctx, method, call)
}

// bySet looks the name up itself.
func bySet(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if call, ok := req.(*mcp.CallToolRequest); ok && set[call.Params.Name] {
			return confirmed(ctx, method, call, next)
		}
		return next(ctx, method, req)
	}
}

// byPrefix takes it from how the name begins.
func byPrefix(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if call, ok := req.(*mcp.CallToolRequest); ok && strings.HasPrefix(call.Params.Name, "index_c") {
			return confirmed(ctx, method, call, next)
		}
		return next(ctx, method, req)
	}
}

type idx struct{ root *os.Root }

func (i idx) clear(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, i.root.WriteFile(a.Index, nil, 0o600)
}

func (i idx) drop(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, i.root.Remove(a.Index)
}

func main() {
	root, err := os.OpenRoot(os.Getenv("INDEX"))
	if err != nil {
		log.Fatal(err)
	}
	i := idx{root}
	one := mcp.NewServer(&mcp.Implementation{Name: "one", Version: "1.0.0"}, nil)
	one.AddReceivingMiddleware(bySet)
	mcp.AddTool(one, &mcp.Tool{Name: "index_clear", Description: "Clears an index."}, i.clear)
	mcp.AddTool(one, &mcp.Tool{Name: "index_drop", Description: "Drops an index."}, i.drop) // want `error regular: tool "index_drop" deletes`
	two := mcp.NewServer(&mcp.Implementation{Name: "two", Version: "1.0.0"}, nil)
	two.AddReceivingMiddleware(byPrefix)
	mcp.AddTool(two, &mcp.Tool{Name: "index_clear", Description: "Clears an index."}, i.clear)
	mcp.AddTool(two, &mcp.Tool{Name: "index_drop", Description: "Drops an index."}, i.drop) // want `error regular: tool "index_drop" deletes`
	three := mcp.NewServer(&mcp.Implementation{Name: "three", Version: "1.0.0"}, nil)
	three.AddReceivingMiddleware(ask(inSet))
	mcp.AddTool(three, &mcp.Tool{Name: "index_clear", Description: "Clears an index."}, i.clear)
	mcp.AddTool(three, &mcp.Tool{Name: "index_drop", Description: "Drops an index."}, i.drop) // want `error regular: tool "index_drop" deletes`
	for _, s := range []*mcp.Server{one, two, three} {
		if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
			log.Fatal(err)
		}
	}
}

// served is a program of its own: what is asked by a function value is the same
// for all servers that share it.
func served(i idx, needs func(string) bool) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "served", Version: "1.0.0"}, nil)
	s.AddReceivingMiddleware(ask(needs))
	mcp.AddTool(s, &mcp.Tool{Name: "index_clear", Description: "Clears an index."}, i.clear)
	return s
}

var _ = []*mcp.Server{served(idx{}, inSwitch), served(idx{}, inList)}
