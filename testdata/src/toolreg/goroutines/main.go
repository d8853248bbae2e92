// Command goroutines registers in goroutines.
package main

import (
	"context"
	"log"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"golang.org/x/sync/errgroup"
)

func main() {
	s := server.NewMCPServer("goroutines", "1") // server: goroutines.main transports=http,stdio
	var g errgroup.Group
	g.Go(func() error {
		s.AddTool(mcp.NewTool("grouped"), handle) // tool: grouped server=goroutines.main
		return nil
	})
	if err := g.Wait(); err != nil {
		log.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, name := range []string{"go_one", "go_two"} { // tool: go_one server=goroutines.main; tool: go_two
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.AddTool(mcp.NewTool(name), handle)
		}()
	}
	wg.Go(func() { s.AddTool(mcp.NewTool("wait_group"), handle) }) // tool: wait_group
	wg.Wait()
	var once sync.Once
	once.Do(func() { s.AddTool(mcp.NewTool("once"), handle) }) // tool: once
	value := sync.OnceValue(func() server.ServerTool {
		return server.ServerTool{Tool: mcp.NewTool("once_value"), Handler: handle} // tool: once_value
	})
	s.AddTools(value())
	defer s.AddTool(mcp.NewTool("deferred"), handle) // tool: deferred live=no
	func() {
		defer func() { s.AddTool(mcp.NewTool("deferred_inside"), handle) }() // tool: deferred_inside
	}()
	done := make(chan server.ServerTool, 1)
	done <- server.ServerTool{Tool: mcp.NewTool("by_channel"), Handler: handle} // tool: by_channel
	t := <-done
	s.AddTools(t)
	errs := make(chan error, 2)
	go func() { errs <- server.ServeStdio(s) }()
	go func() { errs <- server.NewStreamableHTTPServer(s).Start("localhost:0") }()
	if err := <-errs; err != nil {
		log.Print(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
