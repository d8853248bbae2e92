// Command calls has tools that wait for programs, databases and addresses, with
// contexts and without.
package main

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"net"
	"os/exec"
	"sync"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/crypto/ssh"
	"golang.org/x/sync/errgroup"

	"example.test/mcpvet/src/deadline/calls/proc"
)

type in struct {
	ID string `json:"id"`
}

var errLate = errors.New("took too long")

func done(err error) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, err
}

// Programs.

func direct(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	return done(exec.Command("git", "fetch").Run()) // want `warning regular: tool "direct" runs exec.Command without a context, and nothing bounds how long it takes`
}

func helper(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	return done(proc.Run("status"))
}

// Most tools that run programs do so with a deadline.
func passed(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	return done(exec.CommandContext(ctx, "git", "fetch").Run()) // want `tool "passed" calls exec.CommandContext with a context without a deadline, where calls like it have one`
}

func bounded(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return done(exec.CommandContext(ctx, "git", "fetch").Run())
}

func background(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	return done(proc.RunContext(context.Background(), "fetch")) // want `tool "background" makes a new context for exec.CommandContext, which has no deadline and does not end with the request`
}

// A new context with a deadline of its own is bounded.
func fresh(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return done(proc.RunContext(ctx, "fetch"))
}

// Nobody waits for the program.
func open(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	return done(exec.Command("xdg-open", "https://example.test").Start())
}

func waited(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	cmd := exec.Command("make") // want `tool "waited" runs exec.Command without a context`
	if err := cmd.Start(); err != nil {
		return done(err)
	}
	return done(cmd.Wait())
}

func killed(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	cmd := exec.Command("make")
	timer := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	return done(cmd.Run())
}

// The program may run on; the handler does not wait for it.
func left(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	end := make(chan error, 1)
	go func() { end <- exec.Command("make").Run() }()
	select {
	case err := <-end:
		return done(err)
	case <-time.After(time.Minute):
		return done(errLate)
	}
}

func awaited(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	end := make(chan error, 1)
	go func() { end <- exec.Command("make").Run() }() // want `tool "awaited" runs exec.Command without a context`
	return done(<-end)
}

// Shapes of calls.

type runner interface{ run(name string) error }

type plain struct{}

func (plain) run(name string) error {
	return exec.Command(name).Run() // want `tool "dynamic" runs exec.Command without a context`
}

type careful struct{ most time.Duration }

func (c careful) run(name string) error {
	ctx, cancel := context.WithTimeout(context.Background(), c.most)
	defer cancel()
	return exec.CommandContext(ctx, name).Run()
}

type tools struct {
	fast, slow runner
	do         func(string) error
	db         *sql.DB
	dbx        *sqlx.DB
	base       context.Context
}

func (t *tools) dynamic(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	return done(t.slow.run("make"))
}

func (t *tools) careful(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	return done(t.fast.run("make"))
}

func (t *tools) field(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	return done(t.do("make"))
}

func make_(name string) error {
	return exec.Command(name, "all").Run() // want `tool "field" runs exec.Command without a context`
}

func each[T any](list []T, do func(T) error) error {
	for _, v := range list {
		if err := do(v); err != nil {
			return err
		}
	}
	return nil
}

func generic(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	return done(each([]string{"a", "b"}, func(name string) error {
		return exec.Command("make", name).Run() // want `tool "generic" runs exec.Command without a context`
	}))
}

func group(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return exec.CommandContext(ctx, "make").Run() }) // want `tool "group" calls exec.CommandContext with a context without a deadline`
	g.Go(func() error { return exec.Command("make", "doc").Run() })      // want `tool "group" runs exec.Command without a context`
	return done(g.Wait())
}

// Two calls of one helper, of which one is bounded.
func twice(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := proc.RunContext(short, "fetch"); err != nil {
		return done(err)
	}
	return done(proc.RunContext(context.TODO(), "gc")) // want `tool "twice" makes a new context for exec.CommandContext`
}

// Databases.

func (t *tools) query(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	_, err := t.db.Exec("DELETE FROM old") // want `tool "query" calls sql.DB.Exec without a context`
	return done(err)
}

func (t *tools) queryx(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	var n int
	return done(t.dbx.Get(&n, "SELECT count(*) FROM old")) // want `tool "queryx" calls sqlx.DB.Get without a context`
}

func (t *tools) queryContext(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	_, err := t.db.ExecContext(ctx, "DELETE FROM old") // want `tool "query_context" calls sql.DB.ExecContext with a context without a deadline, where calls like it have one`
	return done(err)
}

// The context of the server ends with the server, not with the request.
func (t *tools) keptContext(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	_, err := t.db.ExecContext(t.base, "DELETE FROM old") // want `tool "kept_context" calls sql.DB.ExecContext with a context from start-up`
	return done(err)
}

func (t *tools) fan(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(2)
		go func() {
			defer wg.Done()
			_, _ = t.db.ExecContext(context.Background(), "VACUUM") // want `tool "fan" makes a new context for sql.DB.ExecContext`
		}()
		go func() {
			defer wg.Done()
			_, _ = t.db.ExecContext(ctx, "ANALYZE")
		}()
	}
	wg.Wait()
	return done(ctx.Err())
}

func (t *tools) unused(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := t.db.ExecContext(ctx, "VACUUM") // want `tool "unused" calls sql.DB.ExecContext with a context without a deadline, and leaves one with a deadline unused`
	if short.Err() != nil {
		return done(errLate)
	}
	return done(err)
}

// One step of a handler is bounded, another is not.
func (t *tools) steps(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if _, err := t.db.ExecContext(short, "ANALYZE"); err != nil {
		return done(err)
	}
	_, err := t.db.ExecContext(ctx, "VACUUM") // want `tool "steps" calls sql.DB.ExecContext with a context without a deadline`
	return done(err)
}

// An operator who sets no limit has none.
func (t *tools) optional(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	if most > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.Background(), most)
		defer cancel()
	}
	_, err := t.db.ExecContext(ctx, "VACUUM")
	return done(err)
}

var most time.Duration

// Addresses.

func dial(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	c, err := net.Dial("tcp", "db.example.test:1") // want `tool "dial" calls net.Dial without a context`
	if err != nil {
		return done(err)
	}
	return done(c.Close())
}

func dialTimeout(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	c, err := net.DialTimeout("tcp", "db.example.test:1", time.Second)
	if err != nil {
		return done(err)
	}
	return done(c.Close())
}

func dialer(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	c, err := (&net.Dialer{Timeout: time.Second}).Dial("tcp", "db.example.test:1")
	if err != nil {
		return done(err)
	}
	return done(c.Close())
}

func remote(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	c, err := ssh.Dial("tcp", "host.example.test:22", &ssh.ClientConfig{User: "u", Timeout: time.Second})
	if err != nil {
		return done(err)
	}
	s, err := c.NewSession()
	if err != nil {
		return done(err)
	}
	return done(s.Run("uptime")) // want `tool "remote" runs ssh.Session.Run without a context`
}

// What no request reaches.

func unreached() error { return exec.Command("make", "clean").Run() }

func main() {
	if err := exec.Command("git", "version").Run(); err != nil {
		log.Fatal(err)
	}
	db, err := sql.Open("stub", "")
	if err != nil {
		log.Fatal(err)
	}
	t := &tools{fast: careful{time.Minute}, slow: plain{}, do: make_, db: db, dbx: sqlx.NewDb(db, "stub"), base: context.Background()}
	s := mcp.NewServer(&mcp.Implementation{Name: "calls", Version: "1"}, nil) // want `20 of 29 tools have no maximum duration`
	add := func(name string, h mcp.ToolHandlerFor[in, any]) {
		mcp.AddTool(s, &mcp.Tool{Name: name, Description: "A tool named " + name + "."}, h)
	}
	add("direct", direct)
	add("helper", helper)
	add("passed", passed)
	add("bounded", bounded)
	add("background", background)
	add("fresh", fresh)
	add("open", open)
	add("waited", waited)
	add("killed", killed)
	add("left", left)
	add("awaited", awaited)
	add("dynamic", t.dynamic)
	add("careful", t.careful)
	add("field", t.field)
	add("generic", generic)
	add("group", group)
	add("twice", twice)
	add("query", t.query)
	add("queryx", t.queryx)
	add("query_context", t.queryContext)
	add("kept_context", t.keptContext)
	add("fan", t.fan)
	add("unused", t.unused)
	add("steps", t.steps)
	add("optional", t.optional)
	add("dial", dial)
	add("dial_timeout", dialTimeout)
	add("dialer", dialer)
	add("remote", remote)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
