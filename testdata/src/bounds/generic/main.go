// Command generic registers tools by a generic function, and asks their
// arguments by a method.
package main

import (
	"context"
	"log"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type timed interface{ Limit() int }

type scan struct {
	Seconds int `json:"seconds"`
}

func (s scan) Limit() int { return s.Seconds }

type probe struct {
	Seconds int `json:"seconds"`
}

func (p probe) Limit() int { return min(p.Seconds, 60) }

type client struct{ timeout time.Duration }

func (c *client) limit(body any) time.Duration {
	limit := c.timeout
	switch b := body.(type) {
	case timed:
		if d := time.Duration(b.Limit()) * time.Second; d > limit { // want `argument "seconds" of tool "scan" decides without a limit how long the call may take`
			limit = d
		}
	}
	return limit
}

func (c *client) send(ctx context.Context, body any) error {
	ctx, cancel := context.WithTimeout(ctx, c.limit(body))
	defer cancel()
	<-ctx.Done()
	return ctx.Err()
}

func add[T any](s *mcp.Server, c *client, name string) {
	mcp.AddTool(s, &mcp.Tool{Name: name}, func(ctx context.Context, _ *mcp.CallToolRequest, a T) (*mcp.CallToolResult, any, error) {
		if err := c.send(ctx, a); err != nil {
			return nil, nil, err
		}
		return &mcp.CallToolResult{}, nil, nil
	})
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "generic", Version: "1"}, nil)
	c := &client{timeout: 10 * time.Second}
	add[scan](s, c, "scan")
	add[probe](s, c, "probe")
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
