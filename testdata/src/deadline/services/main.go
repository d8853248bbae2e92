// Command services has tools that ask services with the clients of others, which
// get an HTTP client or make their own.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"sync"
	"time"

	"code.gitea.io/sdk/gitea"
	"github.com/jackc/pgx/v5"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/shurcooL/githubv4"
)

func done(err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("ok"), nil
}

// The methods of this one take no context.

var plain = sync.OnceValue(func() *gitea.Client {
	hc := &http.Client{Transport: http.DefaultTransport} // want `this client has no timeout, and tool "version" makes requests with it that have no deadline`
	opts := []gitea.ClientOption{gitea.SetToken(os.Getenv("TOKEN"))}
	opts = append(opts, gitea.SetHTTPClient(hc))
	c, err := gitea.NewClient("https://git.example.test", opts...)
	if err != nil {
		log.Fatal(err)
	}
	return c
})

func own() *gitea.Client {
	c, err := gitea.NewClient("https://git.example.test", gitea.SetToken(os.Getenv("TOKEN"))) // want `the client that gitea.NewClient makes has no timeout, and tool "version"`
	if err != nil {
		log.Fatal(err)
	}
	return c
}

func limited() *gitea.Client {
	c, err := gitea.NewClient("https://git.example.test", gitea.SetHTTPClient(&http.Client{Timeout: time.Second}))
	if err != nil {
		log.Fatal(err)
	}
	return c
}

// Nobody calls it.
func dead() *gitea.Client {
	c, err := gitea.NewClient("https://git.example.test")
	if err != nil {
		log.Fatal(err)
	}
	return c
}

func version(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for _, c := range []*gitea.Client{plain(), own(), limited()} {
		if _, _, err := c.ServerVersion(); err != nil {
			return done(err)
		}
	}
	return done(nil)
}

// Those of this one do.

type graph struct{ c *githubv4.Client }

func (g graph) viewer(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var q struct {
		Viewer struct{ Login githubv4.String }
	}
	return done(g.c.Query(ctx, &q, nil))
}

func (g graph) bounded(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	var q struct {
		Viewer struct{ Login githubv4.String }
	}
	return done(g.c.Query(ctx, &q, nil))
}

// The context is all that bounds this one.

type rows struct{ conn *pgx.Conn }

func (r rows) count(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := r.conn.Exec(context.Background(), "VACUUM") // want `tool "count" makes a new context for pgx.Conn.Exec`
	return done(err)
}

func (r rows) passed(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := r.conn.Exec(ctx, "VACUUM")
	return done(err)
}

func main() {
	conn, err := pgx.Connect(context.Background(), os.Getenv("DSN"))
	if err != nil {
		log.Fatal(err)
	}
	g := graph{githubv4.NewClient(nil)} // want `the client that githubv4.NewClient makes has no timeout, and tool "viewer"`
	r := rows{conn}
	s := server.NewMCPServer("services", "1") // want `3 of 5 tools have no maximum duration`
	s.AddTool(mcp.NewTool("version"), version)
	s.AddTool(mcp.NewTool("viewer"), g.viewer)
	s.AddTool(mcp.NewTool("bounded"), g.bounded)
	s.AddTool(mcp.NewTool("count"), r.count)
	s.AddTool(mcp.NewTool("passed"), r.passed)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
