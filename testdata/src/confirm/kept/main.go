// Command kept has many tools that read, and a server that keeps files for
// itself while they do: a token, a log, and a count of calls.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type service struct {
	base, home string
	client     *http.Client
}

// token keeps what a helper program gives out for a while.
func (s *service) token(ctx context.Context) (string, error) {
	file := filepath.Join(s.home, "token")
	if st, err := os.Stat(file); err == nil && time.Since(st.ModTime()) < time.Hour {
		b, err := os.ReadFile(file)
		return string(b), err
	}
	b, err := exec.CommandContext(ctx, "login-helper", "--renew").Output()
	if err != nil {
		return "", err
	}
	return string(b), os.WriteFile(file, b, 0o600)
}

// trail says who has asked for what.
func (s *service) trail(tool, what string) error {
	f, err := os.OpenFile(filepath.Join(s.home, "trail.log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = fmt.Fprintf(f, "%s %s %q\n", time.Now().Format(time.RFC3339), tool, what)
	return err
}

func (s *service) get(ctx context.Context, tool, name string) (*mcp.CallToolResult, any, error) {
	if err := s.trail(tool, name); err != nil {
		return nil, nil, err
	}
	token, err := s.token(ctx)
	if err != nil {
		return nil, nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/"+tool+"?name="+name, nil)
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(b)}}}, nil, err
}

type in struct {
	Name string `json:"name"`
}

func (s *service) add(srv *mcp.Server, tool string) {
	mcp.AddTool(srv, &mcp.Tool{Name: tool, Description: "Reads."}, func(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
		return s.get(ctx, tool, i.Name)
	})
}

func main() {
	s := &service{os.Getenv("BASE"), os.Getenv("HOME"), &http.Client{Timeout: 10 * time.Second}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "kept", Version: "1.0.0"}, nil)
	s.add(srv, "people")
	s.add(srv, "rooms")
	s.add(srv, "talks")
	s.add(srv, "papers")
	s.add(srv, "hotels")
	s.add(srv, "trains")
	if err := srv.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
