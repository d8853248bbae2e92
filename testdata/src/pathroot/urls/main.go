// Command urls asks an API below a path that arguments are put into.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type repoIn struct {
	Owner string `json:"owner"`
	Repo  string `json:"repo"`
	Path  string `json:"path,omitempty"`
}

var client = &http.Client{Timeout: 10 * time.Second}

func get(ctx context.Context, target string) (*mcp.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil) // want `warning regular: argument "owner" of tool "joined" becomes part of the path of a URL, where "\.\." replaces the segments before it$` `argument "owner" of tool "printed" becomes part` `argument "path" of tool "plus" becomes part` `argument "repo" of tool "prefixed" becomes part`
	if err != nil {
		return nil, nil, err
	}
	resp, err := client.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(b)}}}, nil, err
}

func joined(ctx context.Context, _ *mcp.CallToolRequest, in repoIn) (*mcp.CallToolResult, any, error) {
	u, err := url.JoinPath("https://api.example.test/repos", in.Owner, in.Repo, in.Path)
	if err != nil {
		return nil, nil, err
	}
	return get(ctx, u)
}

func printed(ctx context.Context, _ *mcp.CallToolRequest, in repoIn) (*mcp.CallToolResult, any, error) {
	return get(ctx, fmt.Sprintf("%s/repos/%s/%s", os.Getenv("API"), in.Owner, in.Repo))
}

func plus(ctx context.Context, _ *mcp.CallToolRequest, in repoIn) (*mcp.CallToolResult, any, error) {
	return get(ctx, "https://api.example.test/raw/"+in.Path)
}

// prefixed refuses the dots at the start only.
func prefixed(ctx context.Context, _ *mcp.CallToolRequest, in repoIn) (*mcp.CallToolResult, any, error) {
	if strings.HasPrefix(in.Repo, "..") {
		return nil, nil, errors.New("bad name")
	}
	return get(ctx, "https://api.example.test/repos/me/"+in.Repo)
}

// escaped leaves no slash.
func escaped(ctx context.Context, _ *mcp.CallToolRequest, in repoIn) (*mcp.CallToolResult, any, error) {
	return get(ctx, "https://api.example.test/repos/"+url.PathEscape(in.Owner)+"/"+url.PathEscape(in.Repo))
}

// query puts the argument behind the question mark.
func query(ctx context.Context, _ *mcp.CallToolRequest, in repoIn) (*mcp.CallToolResult, any, error) {
	return get(ctx, "https://api.example.test/search?repo="+in.Repo)
}

func values(ctx context.Context, _ *mcp.CallToolRequest, in repoIn) (*mcp.CallToolResult, any, error) {
	u := url.URL{Scheme: "https", Host: "api.example.test", Path: "/search"}
	q := url.Values{}
	q.Set("repo", in.Repo)
	u.RawQuery = q.Encode()
	return get(ctx, u.String())
}

func refused(parts ...string) error {
	for _, p := range parts {
		decoded, err := url.PathUnescape(p)
		if err != nil {
			return err
		}
		for _, segment := range strings.Split(decoded, "/") {
			if segment == ".." {
				return errors.New("dots are refused")
			}
		}
	}
	return nil
}

func segments(ctx context.Context, _ *mcp.CallToolRequest, in repoIn) (*mcp.CallToolResult, any, error) {
	if err := refused(in.Owner, in.Repo); err != nil {
		return nil, nil, err
	}
	return get(ctx, "https://api.example.test/repos/"+in.Owner+"/"+in.Repo)
}

func identified(ctx context.Context, _ *mcp.CallToolRequest, in repoIn) (*mcp.CallToolResult, any, error) {
	id, err := uuid.Parse(in.Repo)
	if err != nil {
		return nil, nil, err
	}
	return get(ctx, "https://api.example.test/repos/"+id.String())
}

// whole takes the URL from the caller: another rule's matter.
func whole(ctx context.Context, _ *mcp.CallToolRequest, in repoIn) (*mcp.CallToolResult, any, error) {
	return get(ctx, in.Path)
}

// host takes the host from the caller: another rule's matter, too.
func host(ctx context.Context, _ *mcp.CallToolRequest, in repoIn) (*mcp.CallToolResult, any, error) {
	return get(ctx, "https://"+in.Owner+".example.test/status")
}

// free hands on whatever path of the API the caller wants.
func free(ctx context.Context, _ *mcp.CallToolRequest, in repoIn) (*mcp.CallToolResult, any, error) {
	return get(ctx, "https://api.example.test/"+in.Path)
}

// below makes sure of where the joined URL is.
func below(ctx context.Context, _ *mcp.CallToolRequest, in repoIn) (*mcp.CallToolResult, any, error) {
	u, err := url.JoinPath("https://api.example.test/public/", in.Path)
	if err != nil || !strings.HasPrefix(u, "https://api.example.test/public/") {
		return nil, nil, errors.New("bad path")
	}
	return get(ctx, u)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "urls", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "joined", Description: "Read a repository."}, joined)
	mcp.AddTool(s, &mcp.Tool{Name: "printed", Description: "Read a repository."}, printed)
	mcp.AddTool(s, &mcp.Tool{Name: "plus", Description: "Read a repository."}, plus)
	mcp.AddTool(s, &mcp.Tool{Name: "prefixed", Description: "Read a repository."}, prefixed)
	mcp.AddTool(s, &mcp.Tool{Name: "escaped", Description: "Read a repository."}, escaped)
	mcp.AddTool(s, &mcp.Tool{Name: "query", Description: "Read a repository."}, query)
	mcp.AddTool(s, &mcp.Tool{Name: "values", Description: "Read a repository."}, values)
	mcp.AddTool(s, &mcp.Tool{Name: "segments", Description: "Read a repository."}, segments)
	mcp.AddTool(s, &mcp.Tool{Name: "identified", Description: "Read a repository."}, identified)
	mcp.AddTool(s, &mcp.Tool{Name: "whole", Description: "Read a page."}, whole)
	mcp.AddTool(s, &mcp.Tool{Name: "host", Description: "Read a status."}, host)
	mcp.AddTool(s, &mcp.Tool{Name: "free", Description: "Call the API."}, free)
	mcp.AddTool(s, &mcp.Tool{Name: "below", Description: "Read a public file."}, below)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
