// Command queue hands its work to goroutines, over channels.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os/exec"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"golang.org/x/sync/errgroup"
)

// A job is a line for the shell, and where its output goes.
type job struct {
	line string
	done chan<- string
}

type pool struct {
	jobs   chan job
	counts chan int
}

func newPool(n int) *pool {
	p := &pool{jobs: make(chan job), counts: make(chan int, 1)}
	for range n {
		go p.work()
	}
	go p.report()
	return p
}

func (p *pool) work() {
	for j := range p.jobs {
		// A gap: what is sent to a worker that start-up code has started is not
		// followed yet (argument "dir" of tool "usage").
		out, err := exec.Command("sh", "-c", j.line).Output()
		if err != nil {
			out = []byte("failed")
		}
		j.done <- string(out)
	}
}

// report takes numbers only.
func (p *pool) report() {
	for n := range p.counts {
		if err := exec.Command("sh", "-c", fmt.Sprint("logger -t queue count=", n)).Run(); err != nil {
			log.Print(err)
		}
	}
}

func (p *pool) usage(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	done := make(chan string, 1)
	p.jobs <- job{line: "du -sh " + req.GetString("dir", "."), done: done}
	return mcp.NewToolResultText(<-done), nil
}

func (p *pool) tell(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	select {
	case p.counts <- req.GetInt("count", 0):
		return mcp.NewToolResultText("told"), nil
	default:
		return nil, errors.New("busy")
	}
}

// all runs one command for each host, at the same time.
func all(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	hosts, err := req.RequireStringSlice("hosts")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	var (
		wg  sync.WaitGroup
		mu  sync.Mutex
		got []string
	)
	for _, h := range hosts {
		wg.Add(1)
		go func(host string) {
			defer wg.Done()
			out, _ := exec.CommandContext(ctx, "sh", "-c", "ping -c 1 "+host+" | tail -1").Output() // want `argument "hosts" of tool "all" becomes part of`
			mu.Lock()
			defer mu.Unlock()
			got = append(got, string(out))
		}(h)
	}
	wg.Wait()
	return mcp.NewToolResultText(strings.Join(got, "\n")), nil
}

func group(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	names := req.GetStringSlice("names", nil)
	results := make([]string, len(names))
	g, ctx := errgroup.WithContext(ctx)
	for i, name := range names {
		g.Go(func() error {
			out, err := exec.CommandContext(ctx, "bash", "-c", "dig +short "+name).Output() // want `argument "names" of tool "group" becomes part of`
			results[i] = string(out)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(strings.Join(results, "")), nil
}

// groupSafe does the same without a shell.
func groupSafe(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	names := req.GetStringSlice("names", nil)
	results := make([]string, len(names))
	g, ctx := errgroup.WithContext(ctx)
	for i, name := range names {
		g.Go(func() error {
			out, err := exec.CommandContext(ctx, "getent", "hosts", "--", name).Output()
			results[i] = string(out)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(strings.Join(results, "")), nil
}

// later runs the command when the handler has answered.
func later(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line := "sleep 60; rm -f /srv/tmp/" + req.GetString("name", "")
	defer func() {
		if err := exec.Command("sh", "-c", line).Start(); err != nil { // want `argument "name" of tool "later" becomes part of`
			log.Print(err)
		}
	}()
	return mcp.NewToolResultText("later"), nil
}

func main() {
	p := newPool(4)
	s := server.NewMCPServer("queue", "1")
	s.AddTool(mcp.NewTool("usage", mcp.WithString("dir")), p.usage)
	s.AddTool(mcp.NewTool("tell", mcp.WithNumber("count")), p.tell)
	s.AddTool(mcp.NewTool("all", mcp.WithArray("hosts")), all)
	s.AddTool(mcp.NewTool("group", mcp.WithArray("names")), group)
	s.AddTool(mcp.NewTool("group_safe", mcp.WithArray("names")), groupSafe)
	s.AddTool(mcp.NewTool("later", mcp.WithString("name")), later)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
