// Command sequences checks paths in loops over iterators.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID string `json:"id"`
}

type handler = func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error)

var errPath = errors.New("the path leads elsewhere")

func fetch(path string) (*mcp.CallToolResult, any, error) {
	res, err := http.Get("https://api.example.test/items/" + path) // want `argument "id" of tool "open" becomes part of the path` `of tool "left" becomes part of the path` `of tool "other" becomes part of the path`
	if err != nil {
		return nil, nil, errors.New("no answer")
	}
	return nil, nil, res.Body.Close()
}

func open(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	for s := range strings.SplitSeq(a.ID, "/") {
		if s == "" {
			return nil, nil, errPath
		}
	}
	return fetch(a.ID)
}

// left leaves the loop before the last segment.
func left(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	for s := range strings.SplitSeq(a.ID, "/") {
		if s == "end" {
			break
		}
		if s == ".." {
			return nil, nil, errPath
		}
	}
	return fetch(a.ID)
}

// other checks another text.
func other(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	for s := range strings.SplitSeq(strings.TrimPrefix(a.ID, "../"), "/") {
		if s == ".." {
			return nil, nil, errPath
		}
	}
	return fetch(a.ID)
}

func inline(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	for s := range strings.SplitSeq(a.ID, "/") {
		if s == ".." || strings.Contains(s, "%") {
			return nil, nil, errPath
		}
	}
	return fetch(a.ID)
}

func segment(s string) error {
	if s == "." || s == ".." || strings.ContainsAny(s, "%?#") {
		return errPath
	}
	return nil
}

func check(path string) error {
	for s := range strings.SplitSeq(path, "/") {
		if err := segment(s); err != nil {
			return err
		}
	}
	return nil
}

func helped(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := check(a.ID); err != nil {
		return nil, nil, err
	}
	return fetch(a.ID)
}

// two leaves the loop in two ways, both of which refuse.
func two(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	for s := range slices.Values(strings.Split(a.ID, "/")) {
		if s == ".." {
			return nil, nil, errPath
		}
		if strings.ContainsAny(s, "%?#") {
			return nil, nil, errors.New("the path is escaped")
		}
	}
	return fetch(a.ID)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "sequences", Version: "1"}, nil)
	for name, h := range map[string]handler{"open": open, "left": left, "other": other, "inline": inline, "helped": helped, "two": two} {
		mcp.AddTool(s, &mcp.Tool{Name: name, Description: "Fetch " + name + "."}, h)
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
