// Command remotes lets programs connect.
package main

import (
	"context"
	"errors"
	"log"
	"net/url"
	"os/exec"
	"regexp"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type args struct {
	URL    string `json:"url"`
	Repo   string `json:"repo"`
	Remote string `json:"remote"`
	Rev    string `json:"rev"`
}

type result = mcp.CallToolResult

// A repository is a folder that git works in.
type repository struct{ dir string }

func (r repository) git(ctx context.Context, words ...string) (*result, any, error) {
	cmd := exec.CommandContext(ctx, "git", words...) // want `argument "url" of tool "clone" chooses the host that git connects to` `argument "remote" of tool "push" chooses the host that git connects to` `argument "url" of tool "add_remote" chooses the host that git connects to`
	cmd.Dir = r.dir
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, errors.New("git failed")
	}
	return &result{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

var repo = regexp.MustCompile(`^[a-z]+/[a-z]+$`)

func main() {
	r := repository{"work"}
	s := mcp.NewServer(&mcp.Implementation{Name: "remotes"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "clone"}, func(ctx context.Context, _ *mcp.CallToolRequest, in args) (*result, any, error) {
		return r.git(ctx, "clone", "--depth", "1", "--", in.URL, "work")
	})
	mcp.AddTool(s, &mcp.Tool{Name: "push"}, func(ctx context.Context, _ *mcp.CallToolRequest, in args) (*result, any, error) {
		remote := in.Remote
		if remote == "" {
			remote = "origin"
		}
		return r.git(ctx, "push", remote)
	})
	mcp.AddTool(s, &mcp.Tool{Name: "add_remote"}, func(ctx context.Context, _ *mcp.CallToolRequest, in args) (*result, any, error) {
		return r.git(ctx, "remote", "add", "--", "other", in.URL)
	})
	mcp.AddTool(s, &mcp.Tool{Name: "page"}, func(ctx context.Context, _ *mcp.CallToolRequest, in args) (*result, any, error) {
		return nil, nil, exec.CommandContext(ctx, "curl", "-fsS", "--", in.URL).Run() // want `argument "url" of tool "page" chooses the host that curl connects to`
	})

	// The host is the program's.
	mcp.AddTool(s, &mcp.Tool{Name: "clone_ours"}, func(ctx context.Context, _ *mcp.CallToolRequest, in args) (*result, any, error) {
		return r.git(ctx, "clone", "https://git.example.test/"+in.Repo)
	})
	mcp.AddTool(s, &mcp.Tool{Name: "clone_over_ssh"}, func(ctx context.Context, _ *mcp.CallToolRequest, in args) (*result, any, error) {
		return r.git(ctx, "clone", "git@git.example.test:"+in.Repo)
	})
	// One of those that the program knows.
	mcp.AddTool(s, &mcp.Tool{Name: "push_known"}, func(ctx context.Context, _ *mcp.CallToolRequest, in args) (*result, any, error) {
		if !slices.Contains([]string{"origin", "backup"}, in.Remote) {
			return nil, nil, errors.New("no such remote")
		}
		return r.git(ctx, "push", in.Remote)
	})
	// The host was looked at.
	mcp.AddTool(s, &mcp.Tool{Name: "clone_checked"}, func(ctx context.Context, _ *mcp.CallToolRequest, in args) (*result, any, error) {
		u, err := url.Parse(in.URL)
		if err != nil || u.Scheme != "https" || u.Host != "git.example.test" {
			return nil, nil, errors.New("not ours")
		}
		return r.git(ctx, "clone", "--", u.String())
	})
	// A revision is no place.
	mcp.AddTool(s, &mcp.Tool{Name: "log"}, func(ctx context.Context, _ *mcp.CallToolRequest, in args) (*result, any, error) {
		return r.git(ctx, "log", "--end-of-options", in.Rev)
	})
	// The text can hold no host.
	mcp.AddTool(s, &mcp.Tool{Name: "clone_mirror"}, func(ctx context.Context, _ *mcp.CallToolRequest, in args) (*result, any, error) {
		if !repo.MatchString(in.Repo) {
			return nil, nil, errors.New("no repository")
		}
		return r.git(ctx, "clone", "/srv/mirror/"+in.Repo)
	})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
