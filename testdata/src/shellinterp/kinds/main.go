// Command kinds runs commands where resources are read, prompts are filled in
// and values are completed.
package main

import (
	"context"
	"errors"
	"log"
	"net/url"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func sh(line string) (string, error) {
	out, err := exec.Command("sh", "-c", line).Output() // want `of resource template "manual" becomes part of the command text that sh runs$` `of prompt "review" becomes part of` `an argument of completion "completion" becomes part of` `argument "topic" of tool "manual" becomes part of`
	return string(out), err
}

func manual(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	u, err := url.Parse(req.Params.URI)
	if err != nil {
		return nil, err
	}
	page, err := sh("man " + strings.TrimPrefix(u.Path, "/") + " | col -b")
	if err != nil {
		return nil, mcp.ResourceNotFoundError(req.Params.URI)
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, Text: page}}}, nil
}

// status is a resource with one name.
func status(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	out, err := sh("uptime; df -h")
	if err != nil {
		return nil, err
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, Text: out}}}, nil
}

func review(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	diff, err := sh("git diff " + req.Params.Arguments["revision"] + " | head -n 1000")
	if err != nil {
		return nil, err
	}
	return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: "Review this:\n" + diff}}}}, nil
}

func explain(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{
		{Role: "user", Content: &mcp.TextContent{Text: "Explain the command sh -c 'git log " + req.Params.Arguments["revision"] + "'"}},
	}}, nil
}

func complete(_ context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	out, err := sh("ls -d " + req.Params.Argument.Value + "*")
	if err != nil {
		return nil, err
	}
	return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: strings.Fields(out)}}, nil
}

// raw is a tool that decodes nothing.
func raw(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(req.Params.Arguments) == 0 {
		return nil, errors.New("no arguments")
	}
	args, err := decode(req.Params.Arguments)
	if err != nil {
		return nil, err
	}
	out, err := sh("man " + args.Topic)
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out}}}, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "kinds", Version: "1"}, &mcp.ServerOptions{CompletionHandler: complete})
	s.AddResourceTemplate(&mcp.ResourceTemplate{Name: "manual", URITemplate: "man:///{page}"}, manual)
	s.AddResource(&mcp.Resource{Name: "status", URI: "status://now"}, status)
	s.AddPrompt(&mcp.Prompt{Name: "review", Arguments: []*mcp.PromptArgument{{Name: "revision"}}}, review)
	s.AddPrompt(&mcp.Prompt{Name: "explain", Arguments: []*mcp.PromptArgument{{Name: "revision"}}}, explain)
	s.AddTool(&mcp.Tool{Name: "manual", InputSchema: map[string]any{"type": "object"}}, raw)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
