// Command kinds has tools in which what bounds a call is made in uncommon ways,
// or is not what it seems to be.
package main

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"log"
	"net/http"
	"os/exec"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var errLate = errors.New("late")

func done(err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("ok"), nil
}

func request(ctx context.Context) *http.Request {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/", http.NoBody)
	if err != nil {
		panic(err)
	}
	return r
}

func closed(resp *http.Response, err error) error {
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A doer is what sends requests.
type doer interface {
	Do(*http.Request) (*http.Response, error)
}

type api struct {
	out     doer
	in      doer
	value   http.Client
	limited http.Client
	byName  map[string]*http.Client
	late    *http.Client
	all     []*http.Client
	db      *sql.DB
	memory  *sql.DB
	jobs    map[string]func(context.Context) error
}

func (a *api) iface(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(closed(a.out.Do(request(ctx))))
}

func (a *api) ifaceBounded(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(closed(a.in.Do(request(ctx))))
}

// Structs in fields.

func (a *api) byValue(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(closed(a.value.Do(request(ctx)))) // want `this client has no timeout, and tool "by_value"`
}

func (a *api) byValueBounded(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(closed(a.limited.Do(request(ctx))))
}

// A client that comes out of a map is not known.
func (a *api) fromMap(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(closed(a.byName[req.GetString("name", "")].Do(request(ctx))))
}

func (a *api) inLoop(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(closed(a.late.Do(request(ctx))))
}

// Transactions go by the context that they were begun with.

func (a *api) tx(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	tx, err := a.db.BeginTx(ctx, nil)
	if err != nil {
		return done(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.Exec("DELETE FROM old"); err != nil {
		return done(err)
	}
	return done(tx.Commit())
}

func (a *api) txUnbounded(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	tx, err := a.db.Begin() // want `tool "tx_unbounded" calls sql.DB.Begin without a context`
	if err != nil {
		return done(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.Exec("DELETE FROM old"); err != nil {
		return done(err)
	}
	return done(tx.Commit())
}

func (a *api) inMemory(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := a.memory.Exec("DELETE FROM cache")
	return done(err)
}

// Timers.

func logTimer(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := time.AfterFunc(time.Second, func() { log.Print("slow") })
	defer t.Stop()
	c := &http.Client{} // want `this client has no timeout, and tool "log_timer"`
	return done(closed(c.Do(request(ctx))))
}

func stopTimer(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := time.AfterFunc(time.Second, cancel)
	defer t.Stop()
	c := &http.Client{}
	return done(closed(c.Do(request(ctx))))
}

func until(ctx context.Context, d time.Duration) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		select {
		case <-time.After(d):
			cancel(errLate)
		case <-ctx.Done():
		}
	}()
	return ctx, func() { cancel(nil) }
}

func goTimer(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, stop := until(ctx, time.Second)
	defer stop()
	c := &http.Client{}
	return done(closed(c.Do(request(ctx))))
}

// What waits between two tries bounds none of them.
func retry(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var err error
	for range 3 {
		if err = exec.Command("curl", "https://api.example.test/").Run(); err == nil { // want `tool "retry" runs exec.Command without a context`
			break
		}
		select {
		case <-ctx.Done():
			return done(ctx.Err())
		case <-time.After(time.Second):
		}
	}
	return done(err)
}

func printSlow(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	defer time.AfterFunc(time.Second, func() { log.Print("slow") }).Stop()
	return done(exec.Command("make").Run()) // want `tool "print_slow" runs exec.Command without a context`
}

// The handler has a deadline, and the helper waits for it.
func helperWaits(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return done(inBackground(ctx, func() error { return exec.Command("make").Run() }))
}

func inBackground(ctx context.Context, do func() error) error {
	end := make(chan error, 1)
	go func() { end <- do() }()
	select {
	case err := <-end:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Contexts.

func blank(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return done(exec.CommandContext(ctx, "make").Run()) // want `tool "blank" calls exec.CommandContext with a context without a deadline, and leaves one with a deadline unused`
}

func shadowed(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if true {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		log.Print(ctx.Err())
	}
	return done(exec.CommandContext(ctx, "make").Run()) // want `tool "shadowed" calls exec.CommandContext with a context without a deadline`
}

type limited struct {
	context.Context
	at time.Time
}

func (l limited) Deadline() (time.Time, bool) { return l.at, true }

func ownType(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	c := &http.Client{}
	return done(closed(c.Do(request(limited{ctx, time.Now()}))))
}

func (a *api) withoutCancel(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := a.db.ExecContext(context.WithoutCancel(ctx), "INSERT INTO log VALUES (1)")
	return done(err)
}

func (a *api) values(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx = context.WithValue(context.Background(), key{}, ctx.Value(key{})) // want `tool "values" makes a new context for sql.DB.QueryRowContext`
	var n int
	return done(a.db.QueryRowContext(ctx, "SELECT 1").Scan(&n))
}

type key struct{}

// Tables of functions.

func (a *api) table(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	do, ok := a.jobs[req.GetString("job", "")]
	if !ok {
		return done(errLate)
	}
	return done(do(ctx))
}

func clean(context.Context) error {
	return exec.Command("make", "clean").Run() // want `tool "table" runs exec.Command without a context`
}

func build(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return exec.CommandContext(ctx, "make").Run()
}

// Once for all.

var shared = sync.OnceValue(func() *http.Client {
	return &http.Client{} // want `this client has no timeout, and tool "once"`
})

func once(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(closed(shared().Do(request(ctx))))
}

// A limit that the options of the constructor set.

type client struct{ web *http.Client }

type option func(*client)

func timeout(d time.Duration) option { return func(c *client) { c.web.Timeout = d } }

func newClient(opts ...option) *client {
	c := &client{web: &http.Client{}}
	for _, o := range opts {
		o(c)
	}
	return c
}

func (c *client) fetch(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(closed(c.web.Do(request(ctx))))
}

// A zero is no limit.
func zero(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	c := &http.Client{Timeout: 0} // want `this client has no timeout, and tool "zero"`
	return done(closed(c.Do(request(ctx))))
}

// A program with a pipe.
func pipe(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := exec.Command("journalctl", "-n", "100") // want `tool "pipe" runs exec.Command without a context`
	out, err := cmd.StdoutPipe()
	if err != nil {
		return done(err)
	}
	if err := cmd.Start(); err != nil {
		return done(err)
	}
	if _, err := io.Copy(io.Discard, out); err != nil {
		return done(err)
	}
	return done(cmd.Wait())
}

// A program that another function starts, and no one waits for.

type daemon struct{ cmd *exec.Cmd }

func (d *daemon) launch() error { return d.cmd.Start() }

func launched(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	d := &daemon{cmd: exec.Command("serve")}
	return done(d.launch())
}

type task struct{ cmd *exec.Cmd }

func (t *task) run() error {
	if err := t.cmd.Start(); err != nil {
		return err
	}
	return t.cmd.Wait()
}

func awaited(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t := &task{cmd: exec.Command("serve", "once")} // want `tool "awaited" runs exec.Command without a context`
	return done(t.run())
}

func main() {
	db, err := sql.Open("stub", "db")
	if err != nil {
		log.Fatal(err)
	}
	memory, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		log.Fatal(err)
	}
	a := &api{
		out:     &http.Client{}, // want `this client has no timeout, and tool "iface" makes requests`
		in:      &http.Client{Timeout: time.Second},
		limited: http.Client{Timeout: time.Second},
		byName:  map[string]*http.Client{},
		late:    &http.Client{},
		db:      db,
		memory:  memory,
		jobs:    map[string]func(context.Context) error{"clean": clean, "build": build},
	}
	for _, c := range []*http.Client{a.late} {
		c.Timeout = time.Second
	}
	c := newClient(timeout(time.Second))
	s := server.NewMCPServer("kinds", "1") // want `14 of 27 tools have no maximum duration`
	s.AddTool(mcp.NewTool("iface"), a.iface)
	s.AddTool(mcp.NewTool("iface_bounded"), a.ifaceBounded)
	s.AddTool(mcp.NewTool("by_value"), a.byValue)
	s.AddTool(mcp.NewTool("by_value_bounded"), a.byValueBounded)
	s.AddTool(mcp.NewTool("from_map"), a.fromMap)
	s.AddTool(mcp.NewTool("in_loop"), a.inLoop)
	s.AddTool(mcp.NewTool("tx"), a.tx)
	s.AddTool(mcp.NewTool("tx_unbounded"), a.txUnbounded)
	s.AddTool(mcp.NewTool("in_memory"), a.inMemory)
	s.AddTool(mcp.NewTool("log_timer"), logTimer)
	s.AddTool(mcp.NewTool("stop_timer"), stopTimer)
	s.AddTool(mcp.NewTool("go_timer"), goTimer)
	s.AddTool(mcp.NewTool("retry"), retry)
	s.AddTool(mcp.NewTool("print_slow"), printSlow)
	s.AddTool(mcp.NewTool("helper_waits"), helperWaits)
	s.AddTool(mcp.NewTool("blank"), blank)
	s.AddTool(mcp.NewTool("shadowed"), shadowed)
	s.AddTool(mcp.NewTool("own_type"), ownType)
	s.AddTool(mcp.NewTool("without_cancel"), a.withoutCancel)
	s.AddTool(mcp.NewTool("values"), a.values)
	s.AddTool(mcp.NewTool("table"), a.table)
	s.AddTool(mcp.NewTool("once"), once)
	s.AddTool(mcp.NewTool("fetch"), c.fetch)
	s.AddTool(mcp.NewTool("zero"), zero)
	s.AddTool(mcp.NewTool("pipe"), pipe)
	s.AddTool(mcp.NewTool("launched"), launched)
	s.AddTool(mcp.NewTool("awaited"), awaited)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
