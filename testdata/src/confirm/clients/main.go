// Command clients acts through clients of libraries: by an interface that nobody
// in the program stands behind, by a request in the making, and by a batch.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"strconv"

	"example.test/outside"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name    string `json:"name"`
	Confirm bool   `json:"confirm"`
}

type handler = mcp.ToolHandlerFor[in, any]

func say(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func forget(s outside.Shelf) handler {
	return func(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		if err := s.Remove(ctx, a.Name); err != nil {
			return nil, nil, errors.New("not removed")
		}
		return say("removed"), nil, nil
	}
}

func forgetConfirmed(s outside.Shelf) handler {
	return func(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		if !a.Confirm {
			return say("set confirm"), nil, nil
		}
		if err := s.Remove(ctx, a.Name); err != nil {
			return nil, nil, errors.New("not removed")
		}
		return say("removed"), nil, nil
	}
}

func length(s outside.Shelf) handler {
	return func(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		text, err := s.Read(ctx, a.Name)
		if err != nil {
			return nil, nil, errors.New("not read")
		}
		return say(strconv.Itoa(len(text))), nil, nil
	}
}

// What a request is given before it is made changes nothing.
func asked(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	text, err := new(outside.Ask).SetContext(ctx).Get("/state")
	if err != nil {
		return nil, nil, errors.New("not asked")
	}
	return say(strconv.Itoa(len(text))), nil, nil
}

func counts(pool *pgxpool.Pool) handler {
	return func(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		var b pgx.Batch
		b.Queue("SELECT n FROM counts WHERE key = $1", a.Name)
		res := pool.SendBatch(ctx, &b)
		defer res.Close()
		var n int
		if err := res.QueryRow().Scan(&n); err != nil {
			return nil, nil, errors.New("not read")
		}
		return say(strconv.Itoa(n)), nil, nil
	}
}

func resets(pool *pgxpool.Pool) handler {
	return func(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		var b pgx.Batch
		b.Queue("UPDATE counts SET n = 0 WHERE key = $1", a.Name)
		if err := pool.SendBatch(ctx, &b).Close(); err != nil {
			return nil, nil, errors.New("not reset")
		}
		return say("reset"), nil, nil
	}
}

func serve(shelf outside.Shelf) {
	pool, err := pgxpool.New(context.Background(), os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal("no pool")
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "clients"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "take_off"}, forget(shelf)) // want `tool "take_off" deletes \(Shelf.Remove\) whatever "confirm" says`
	mcp.AddTool(server, &mcp.Tool{Name: "take_off_confirmed"}, forgetConfirmed(shelf))
	mcp.AddTool(server, &mcp.Tool{Name: "length"}, length(shelf))
	mcp.AddTool(server, &mcp.Tool{Name: "asked"}, asked)
	mcp.AddTool(server, &mcp.Tool{Name: "counts"}, counts(pool))
	mcp.AddTool(server, &mcp.Tool{Name: "zero"}, resets(pool)) // want `tool "zero" changes what exists \(UPDATE counts\) whatever "confirm" says`
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}

func main() { serve(nil) }
