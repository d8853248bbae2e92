// Command scratch writes files of its own before it looks at who calls, which is
// no harm, with something around its tools that looks at what has become of a
// call.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/exec"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type input struct {
	Text string `json:"text"`
}

func allowed(req *mcp.CallToolRequest) bool {
	return req.Extra != nil && req.Extra.TokenInfo != nil && slices.Contains(req.Extra.TokenInfo.Scopes, "apply")
}

func refused() (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{IsError: true}, nil, nil
}

// apply puts its text in a file for the program that it runs for who may.
func apply(ctx context.Context, req *mcp.CallToolRequest, in input) (*mcp.CallToolResult, any, error) {
	f, err := os.CreateTemp("", "apply-*.yaml")
	if err != nil {
		return refused()
	}
	defer os.Remove(f.Name())
	if err := os.Chmod(f.Name(), 0o600); err != nil {
		return refused()
	}
	if _, err := f.WriteString(in.Text); err != nil {
		return refused()
	}
	return run(ctx, req, f.Name())
}

func run(ctx context.Context, req *mcp.CallToolRequest, file string) (*mcp.CallToolResult, any, error) {
	if !allowed(req) {
		return refused()
	}
	if err := exec.CommandContext(ctx, "kubectl", "apply", "-f", file).Run(); err != nil {
		return refused()
	}
	return &mcp.CallToolResult{}, nil, nil
}

// keep writes a file that stays, and then asks.
func keep(ctx context.Context, req *mcp.CallToolRequest, in input) (*mcp.CallToolResult, any, error) {
	if err := os.WriteFile("/srv/wanted.yaml", []byte(in.Text), 0o600); err != nil {
		return refused()
	}
	return run(ctx, req, "/srv/wanted.yaml")
}

// counted counts the calls that go well.
func counted(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if err != nil {
			log.Print("failed")
			return nil, err
		}
		log.Print("done")
		return res, nil
	}
}

func verify(context.Context, string, *http.Request) (*auth.TokenInfo, error) {
	return nil, auth.ErrInvalidToken
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "scratch"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "apply"}, apply)
	mcp.AddTool(s, &mcp.Tool{Name: "keep"}, keep) // want `tool "keep" has no check of the caller's scope, and tool "apply" has one`
	s.AddReceivingMiddleware(counted)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	log.Fatal(http.ListenAndServe("localhost:8080", auth.RequireBearerToken(verify, nil)(h)))
}
