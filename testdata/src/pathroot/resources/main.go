// Command resources serves files by URI: what a client writes into it is chosen
// as freely as an argument.
package main

import (
	"context"
	"log"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const logs = "/var/log/demo"

func contents(uri string, b []byte, err error) (*mcp.ReadResourceResult, error) {
	if err != nil {
		return nil, mcp.ResourceNotFoundError(uri)
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, Text: string(b)}}}, nil
}

func logFile(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	name := strings.TrimPrefix(req.Params.URI, "logs://")
	b, err := os.ReadFile(filepath.Join(logs, name)) // want `of resource template "log" becomes part of the path of a file that is read`
	return contents(req.Params.URI, b, err)
}

func parsed(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	u, err := url.Parse(req.Params.URI)
	if err != nil {
		return nil, err
	}
	b, err := os.ReadFile(filepath.Join(logs, u.Path)) // want `of resource template "parsed" becomes part of the path of a file that is read`
	return contents(req.Params.URI, b, err)
}

func lastPart(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	parts := strings.Split(strings.TrimPrefix(req.Params.URI, "last://"), "/")
	name := filepath.Base(parts[len(parts)-1])
	b, err := os.ReadFile(filepath.Join(logs, name))
	return contents(req.Params.URI, b, err)
}

// fixed has one URI, so that there is nothing to choose.
func fixed(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	b, err := os.ReadFile(filepath.Join(logs, "current.log"))
	return contents(req.Params.URI, b, err)
}

func prompt(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	b, err := os.ReadFile("/srv/prompts/" + req.Params.Arguments["style"] + ".txt") // want `argument "style" of prompt "review" becomes part of the path of a file that is read`
	if err != nil {
		return nil, err
	}
	return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: string(b)}}}}, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "resources", Version: "1"}, nil)
	s.AddResourceTemplate(&mcp.ResourceTemplate{Name: "log", URITemplate: "logs://{+name}"}, logFile)
	s.AddResourceTemplate(&mcp.ResourceTemplate{Name: "parsed", URITemplate: "parsed://host/{+name}"}, parsed)
	s.AddResourceTemplate(&mcp.ResourceTemplate{Name: "last", URITemplate: "last://{+name}"}, lastPart)
	s.AddResource(&mcp.Resource{Name: "current", URI: "current://log"}, fixed)
	s.AddPrompt(&mcp.Prompt{Name: "review", Description: "Review a change."}, prompt)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
