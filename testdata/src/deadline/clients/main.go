// Command clients has tools that send requests with clients of all kinds.
package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"golang.org/x/sync/errgroup"

	"example.test/mcpvet/src/deadline/clients/web"
)

func done(err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("ok"), nil
}

func send(c *http.Client, r *http.Request) error {
	resp, err := c.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func get(ctx context.Context, c *http.Client) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/", nil)
	if err != nil {
		return err
	}
	return send(c, r)
}

func closed(resp *http.Response, err error) error {
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The client that net/http keeps.

func simple(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(closed(http.Get("https://api.example.test/"))) // want `warning regular: the default client has no timeout, and tool "simple" makes requests with it that have no deadline`
}

func standard(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/", nil)
	if err != nil {
		return done(err)
	}
	return done(closed(http.DefaultClient.Do(r))) // want `the default client has no timeout, and tool "standard"`
}

func standardBounded(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/", nil)
	if err != nil {
		return done(err)
	}
	return done(closed(http.DefaultClient.Do(r)))
}

func later(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := http.NewRequest(http.MethodGet, "https://api.example.test/", nil)
	if err != nil {
		return done(err)
	}
	ctx, cancel := context.WithDeadline(ctx, time.Now().Add(time.Second))
	defer cancel()
	return done(closed(http.DefaultClient.Do(r.WithContext(ctx))))
}

// Clients of the program: one finding for each, where it is made.

var (
	plain  = &http.Client{} // want `this client has no timeout, and tool "again" makes requests with it that have no deadline`
	strict = &http.Client{Timeout: time.Second}
	helped = newClient(time.Second)
)

func newClient(d time.Duration) *http.Client {
	c := &http.Client{}
	if d > 0 {
		c.Timeout = d
	}
	return c
}

func usesPlain(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(get(ctx, plain))
}

func again(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(closed(plain.Get("https://api.example.test/again")))
}

func usesStrict(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := get(ctx, helped); err != nil {
		return done(err)
	}
	if err := get(context.Background(), strict); err != nil {
		return done(err)
	}
	return done(closed(strict.Get("https://api.example.test/")))
}

// One helper, a client with a limit without a deadline and the other way round.
func both(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := get(ctx, strict); err != nil {
		return done(err)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return done(get(ctx, loose))
}

var loose = &http.Client{}

func perCall(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	c := &http.Client{Transport: http.DefaultTransport} // want `this client has no timeout, and tool "per_call"`
	return done(get(ctx, c))
}

// A copy of a client that is not known.
func copied(from *http.Client) server.ToolHandlerFunc {
	return func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		c := *from
		c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		return done(get(ctx, &c))
	}
}

// In the fields of a client of another package.

type api struct {
	slow  *web.Client
	quick *web.Client
	late  *web.Client
}

func (a *api) slowTool(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(a.slow.Ping(ctx))
}

func (a *api) quickTool(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(a.quick.PingBounded(ctx))
}

func (a *api) parallel(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return a.slow.Ping(ctx) })
	g.Go(func() error { return a.late.Ping(ctx) })
	return done(g.Wait())
}

// A context that is bounded and left unused.
func (a *api) unused(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/", nil)
	if err != nil {
		return done(err)
	}
	if err := short.Err(); err != nil {
		return done(err)
	}
	return done(closed(loose.Do(r))) // want `tool "unused" calls http.Client.Do with a context without a deadline, and leaves one with a deadline unused`
}

// What carries the requests bounds them.
func carried(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(get(ctx, web.Carried()))
}

// The limit for a part of the answer is none for the whole.
func headers(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	c := &http.Client{Transport: &http.Transport{ResponseHeaderTimeout: time.Second}} // want `this client has no timeout, and tool "headers"`
	return done(get(ctx, c))
}

func read(ctx context.Context, _ mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	c := &http.Client{} // want `this client has no timeout, and resource "status" makes requests`
	return nil, get(ctx, c)
}

func main() {
	if err := closed(http.Get("https://api.example.test/start")); err != nil {
		log.Fatal(err)
	}
	a := &api{slow: web.New(), quick: web.New(), late: web.New()}
	s := server.NewMCPServer("clients", "1") // want `10 of 19 tools have no maximum duration`
	s.AddTool(mcp.NewTool("simple"), simple)
	s.AddTool(mcp.NewTool("standard"), standard)
	s.AddTool(mcp.NewTool("standard_bounded"), standardBounded)
	s.AddTool(mcp.NewTool("later"), later)
	s.AddTool(mcp.NewTool("uses_plain"), usesPlain)
	s.AddTool(mcp.NewTool("again"), again)
	s.AddTool(mcp.NewTool("uses_strict"), usesStrict)
	s.AddTool(mcp.NewTool("both"), both)
	s.AddTool(mcp.NewTool("per_call"), perCall)
	s.AddTool(mcp.NewTool("copied"), copied(strict))
	s.AddTool(mcp.NewTool("slow"), a.slowTool)
	s.AddTool(mcp.NewTool("quick"), a.quickTool)
	s.AddTool(mcp.NewTool("parallel"), a.parallel)
	s.AddTool(mcp.NewTool("unused"), a.unused)
	s.AddTool(mcp.NewTool("carried"), carried)
	asker, lazy := web.NewAsker(strict), web.NewLazy(nil)
	s.AddTool(mcp.NewTool("checked"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		c, err := web.NewChecked(req.GetString("name", ""))
		if err != nil {
			return done(err)
		}
		return done(get(ctx, c))
	})
	s.AddTool(mcp.NewTool("asker"), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return done(asker.Ask(ctx))
	})
	s.AddTool(mcp.NewTool("lazy"), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return done(lazy.Ask(ctx))
	})
	s.AddTool(mcp.NewTool("headers"), headers)
	s.AddResource(mcp.NewResource("status://now", "status"), read)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
