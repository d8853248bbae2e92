// Command shapes has tools that are registered, wrapped and put together in many
// ways.
package main

import (
	"context"
	"database/sql"
	"iter"
	"log"
	"net/http"
	"os/exec"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.test/mcpvet/src/deadline/shapes/store"
)

type in struct {
	ID string `json:"id"`
}

func text(err error) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, err
}

// register is a helper of the project.
func register[T any](s *mcp.Server, name string, do func(context.Context, T) error) {
	mcp.AddTool(s, &mcp.Tool{Name: name, Description: "A tool named " + name + "."}, func(ctx context.Context, _ *mcp.CallToolRequest, a T) (*mcp.CallToolResult, any, error) {
		return text(do(ctx, a))
	})
}

// limited is a decorator of the project.
func limited[I, O any](next mcp.ToolHandlerFor[I, O]) mcp.ToolHandlerFor[I, O] {
	return func(ctx context.Context, req *mcp.CallToolRequest, a I) (*mcp.CallToolResult, O, error) {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		return next(ctx, req, a)
	}
}

func get(ctx context.Context, c *http.Client) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/", nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(r) // want `the default client has no timeout, and tool "from_factory"`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func registered(_ context.Context, a in) error {
	return exec.Command("make", a.ID).Run() // want `tool "registered" runs exec.Command without a context`
}

type tools struct {
	*store.Base
	repo store.Repo
	web  *embedding
}

type embedding struct{ *http.Client }

func (t *tools) list(context.Context, in) error { return t.repo.List() }

func (t *tools) find(ctx context.Context, a in) error { return t.repo.Find(ctx, a.ID) }

func (t *tools) within(ctx context.Context, a in) error {
	return t.Within(ctx, func(ctx context.Context) error {
		return exec.CommandContext(ctx, "make", a.ID).Run()
	})
}

func (t *tools) withinNot(ctx context.Context, a in) error {
	return t.Within(ctx, func(context.Context) error {
		return exec.Command("make", a.ID).Run() // want `tool "within_not" runs exec.Command without a context`
	})
}

func (t *tools) bounded(ctx context.Context, a in) error {
	return exec.CommandContext(t.Bounded(ctx), "make", a.ID).Run()
}

func (t *tools) embedded(ctx context.Context, _ in) error { return get(ctx, t.web.Client) }

func factory(ctx context.Context, _ in) error { return get(ctx, store.Web(nil)) }

func standard() *http.Client { return http.DefaultClient }

func fromFactory(ctx context.Context, _ in) error {
	return get(ctx, standard())
}

// A copy of the client that net/http keeps has no limit either.
func copied(ctx context.Context, _ in) error {
	c := *http.DefaultClient // want `this client has no timeout, and tool "copied"`
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return get(ctx, &c)
}

func copiedLimited(ctx context.Context, _ in) error {
	c := *http.DefaultClient
	c.Timeout = time.Second
	return get(ctx, &c)
}

// A transport that is a function.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func carried(ctx context.Context, _ in) error {
	c := &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
		ctx, cancel := context.WithTimeout(r.Context(), time.Second)
		defer cancel()
		return http.DefaultTransport.RoundTrip(r.WithContext(ctx))
	})}
	return get(ctx, c)
}

func carriedNot(ctx context.Context, _ in) error {
	c := &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) { // want `this client has no timeout, and tool "carried_not"`
		r.Header.Set("X-Tool", "carried")
		return http.DefaultTransport.RoundTrip(r)
	})}
	return get(ctx, c)
}

func later(context.Context, in) error {
	defer exec.Command("make", "clean").Run() // want `tool "later" runs exec.Command without a context`
	return nil
}

func pages(c *http.Client) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range 3 {
			resp, err := c.Get("https://api.example.test/") // the client is what is reported
			if err != nil {
				return
			}
			resp.Body.Close()
			if !yield(i) {
				return
			}
		}
	}
}

func iterated(context.Context, in) error {
	for range pages(&http.Client{}) { // want `this client has no timeout, and tool "iterated"`
	}
	return nil
}

func decorated(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(get(ctx, &http.Client{}))
}

func main() {
	db, err := sql.Open("stub", "db")
	if err != nil {
		log.Fatal(err)
	}
	web := &embedding{&http.Client{}}
	web.Timeout = time.Second
	t := &tools{Base: &store.Base{Most: time.Minute}, repo: &store.SQL{DB: db}, web: web}
	s := mcp.NewServer(&mcp.Implementation{Name: "shapes", Version: "1"}, nil) // want `9 of 16 tools have no maximum duration`
	register(s, "registered", registered)
	register(s, "copied", copied)
	register(s, "copied_limited", copiedLimited)
	register(s, "factory", factory)
	register(s, "from_factory", fromFactory)
	register(s, "carried", carried)
	register(s, "carried_not", carriedNot)
	register(s, "later", later)
	register(s, "iterated", iterated)
	for name, do := range map[string]func(context.Context, in) error{
		"list": t.list, "find": t.find, "within": t.within, "within_not": t.withinNot, "bounded": t.bounded, "embedded": t.embedded,
	} {
		register(s, name, do)
	}
	mcp.AddTool(s, &mcp.Tool{Name: "decorated", Description: "Asks."}, limited(decorated))
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
