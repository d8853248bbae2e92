// Command names has tools of which the call alone doesn't say what it does: the
// name of the tool says the same, or it doesn't.
package main

import (
	"context"
	"log"
	"net/http"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

type service struct{ base string }

func (s service) post(ctx context.Context, path, body string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s service) put(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, s.post(ctx, "/items/"+a.ID, a.Text)
}

func (s service) find(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, s.post(ctx, "/items/search", a.Text)
}

// branch adds a name, unbranch takes one away; both run the same program.
func branch(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, exec.CommandContext(ctx, "git", "branch", "--", a.ID).Run()
}

func unbranch(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, exec.CommandContext(ctx, "git", "branch", "-D", "--", a.ID).Run()
}

// lines feeds a program that counts, and stops it when it is slow.
func lines(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	cmd := exec.CommandContext(ctx, "wc", "-l")
	cmd.Stdin = strings.NewReader(a.Text)
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	if ctx.Err() != nil {
		return nil, nil, cmd.Process.Kill()
	}
	return &mcp.CallToolResult{}, nil, cmd.Wait()
}

func main() {
	no := false
	mild := &mcp.ToolAnnotations{DestructiveHint: &no}
	reads := &mcp.ToolAnnotations{ReadOnlyHint: true}
	v := service{base: "https://api.example.test"}
	s := mcp.NewServer(&mcp.Implementation{Name: "names", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "update_item", Annotations: mild}, v.put) // want `tool "update_item" says that it destroys nothing \(destructiveHint=false\), and changes what exists \(POST`
	mcp.AddTool(s, &mcp.Tool{Name: "add_item", Annotations: mild}, v.put)
	mcp.AddTool(s, &mcp.Tool{Name: "add_item_reads", Annotations: reads}, v.put) // want `tool "add_item_reads" says that it only reads \(readOnlyHint\), and creates something \(POST`
	mcp.AddTool(s, &mcp.Tool{Name: "find_items", Annotations: reads}, v.find)
	mcp.AddTool(s, &mcp.Tool{Name: "item_report_list", Annotations: mild}, v.find)
	mcp.AddTool(s, &mcp.Tool{Name: "branch", Annotations: mild}, branch)
	mcp.AddTool(s, &mcp.Tool{Name: "unbranch", Annotations: mild}, unbranch) // want `tool "unbranch" says that it destroys nothing \(destructiveHint=false\), and deletes \(git branch -D\)`
	mcp.AddTool(s, &mcp.Tool{Name: "lines", Annotations: reads}, lines)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
