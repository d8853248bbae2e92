// Command workers has tools that give their work to goroutines which run already.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os/exec"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

type job struct {
	name string
	end  chan error
}

type pool struct {
	slow    chan job
	quick   chan job
	patient chan job
	records chan string
	client  *http.Client
}

func done(err error) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, err
}

func (p *pool) makes() {
	for j := range p.slow {
		j.end <- exec.Command("make", j.name).Run() // want `tool "slow" runs exec.Command without a context`
	}
}

func (p *pool) limited() {
	for j := range p.quick {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		j.end <- exec.CommandContext(ctx, "make", j.name).Run()
		cancel()
	}
}

func (p *pool) left() {
	for j := range p.patient {
		j.end <- exec.Command("make", j.name).Run()
	}
}

// No tool waits for it.
func (p *pool) writes() {
	for r := range p.records {
		resp, err := p.client.Get("https://log.example.test/" + r)
		if err == nil {
			resp.Body.Close()
		}
	}
}

func (p *pool) slowTool(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	end := make(chan error)
	p.slow <- job{a.Name, end}
	return done(<-end)
}

func (p *pool) quickTool(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	end := make(chan error)
	p.quick <- job{a.Name, end}
	return done(<-end)
}

// The program runs on, the tool does not.
func (p *pool) patientTool(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	end := make(chan error, 1)
	p.patient <- job{a.Name, end}
	select {
	case err := <-end:
		return done(err)
	case <-time.After(time.Minute):
		return done(errors.New("late"))
	}
}

func (p *pool) noted(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p.records <- a.Name
	return done(nil)
}

func main() {
	p := &pool{slow: make(chan job), quick: make(chan job), patient: make(chan job), records: make(chan string, 100), client: &http.Client{}}
	go p.makes()
	go p.limited()
	go p.left()
	go p.writes()
	s := mcp.NewServer(&mcp.Implementation{Name: "workers", Version: "1"}, nil) // want `1 of 4 tools have no maximum duration`
	mcp.AddTool(s, &mcp.Tool{Name: "slow", Description: "Makes."}, p.slowTool)
	mcp.AddTool(s, &mcp.Tool{Name: "quick", Description: "Makes."}, p.quickTool)
	mcp.AddTool(s, &mcp.Tool{Name: "patient", Description: "Makes."}, p.patientTool)
	mcp.AddTool(s, &mcp.Tool{Name: "noted", Description: "Notes."}, p.noted)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
