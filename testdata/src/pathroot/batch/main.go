// Command batch takes several paths at once. A check counts for those that it
// looks at.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type batchIn struct {
	Paths []string `json:"paths"`
}

const root = "/srv/batch"

var errOutside = errors.New("outside")

func text(parts []string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: strings.Join(parts, "\n")}}}
}

// first checks the first of them.
func first(ctx context.Context, _ *mcp.CallToolRequest, in batchIn) (*mcp.CallToolResult, any, error) {
	if len(in.Paths) == 0 || !filepath.IsLocal(in.Paths[0]) {
		return nil, nil, errOutside
	}
	var out []string
	for _, p := range in.Paths {
		b, err := os.ReadFile(filepath.Join(root, p)) // want `argument "paths" of tool "first" becomes part .*does not hold: only one element is checked`
		if err != nil {
			return nil, nil, err
		}
		out = append(out, string(b))
	}
	return text(out), nil, nil
}

// all checks each of them before it reads the first.
func all(ctx context.Context, _ *mcp.CallToolRequest, in batchIn) (*mcp.CallToolResult, any, error) {
	for _, p := range in.Paths {
		if !filepath.IsLocal(p) {
			return nil, nil, errOutside
		}
	}
	var out []string
	for _, p := range in.Paths {
		b, err := os.ReadFile(filepath.Join(root, p)) // want `note auditor: argument "paths" of tool "all"`
		if err != nil {
			return nil, nil, err
		}
		out = append(out, string(b))
	}
	return text(out), nil, nil
}

// together reads in goroutines, unchecked.
func together(ctx context.Context, _ *mcp.CallToolRequest, in batchIn) (*mcp.CallToolResult, any, error) {
	out := make([]string, len(in.Paths))
	var wg sync.WaitGroup
	for i, p := range in.Paths {
		wg.Add(1)
		go func(slot int, name string) {
			defer wg.Done()
			if b, err := os.ReadFile(name); err == nil { // want `argument "paths" of tool "together" chooses a file that is read$`
				out[slot] = string(b)
			}
		}(i, p)
	}
	wg.Wait()
	return text(out), nil, nil
}

// skipped leaves out those that lead out.
func skipped(ctx context.Context, _ *mcp.CallToolRequest, in batchIn) (*mcp.CallToolResult, any, error) {
	var good []string
	for _, p := range in.Paths {
		full := filepath.Join(root, p)
		if !strings.HasPrefix(full, root+"/") {
			continue
		}
		good = append(good, full)
	}
	var out []string
	for _, p := range good {
		b, err := os.ReadFile(p) // want `note auditor: argument "paths" of tool "skipped"`
		if err != nil {
			return nil, nil, err
		}
		out = append(out, string(b))
	}
	return text(out), nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "batch", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "first", Description: "Read files."}, first)
	mcp.AddTool(s, &mcp.Tool{Name: "all", Description: "Read files."}, all)
	mcp.AddTool(s, &mcp.Tool{Name: "together", Description: "Read files."}, together)
	mcp.AddTool(s, &mcp.Tool{Name: "skipped", Description: "Read files."}, skipped)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
