// Command worker writes its rows in goroutines.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"os"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"
)

type in struct {
	Table string   `json:"table"`
	Rows  []string `json:"rows"`
	Days  int      `json:"days"`
}

type writer struct{ db *sql.DB }

func (w *writer) insertAll(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	g, ctx := errgroup.WithContext(ctx)
	for _, r := range a.Rows {
		g.Go(func() error {
			_, err := w.db.ExecContext(ctx, "INSERT INTO "+a.Table+" VALUES (?)", r) // want `argument "table" of tool "insert_all" becomes part of`
			return err
		})
	}
	return nil, nil, g.Wait()
}

func (w *writer) insertSafe(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	g, ctx := errgroup.WithContext(ctx)
	for _, r := range a.Rows {
		g.Go(func() error {
			_, err := w.db.ExecContext(ctx, "INSERT INTO lines VALUES (?)", r)
			return err
		})
	}
	return nil, nil, g.Wait()
}

// stream makes the queries in one goroutine and runs them in another.
func (w *writer) stream(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	queries := make(chan string)
	go func() {
		defer close(queries)
		for _, r := range a.Rows {
			queries <- fmt.Sprintf("INSERT INTO lines VALUES ('%s')", r)
		}
	}()
	for q := range queries {
		if _, err := w.db.ExecContext(ctx, q); err != nil { // want `argument "rows" of tool "stream" becomes part of`
			return nil, nil, err
		}
	}
	return nil, nil, nil
}

func (w *writer) waited(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var wg sync.WaitGroup
	errs := make(chan error, len(a.Rows))
	for _, r := range a.Rows {
		wg.Add(1)
		go w.insert(ctx, &wg, errs, r)
	}
	wg.Wait()
	close(errs)
	return nil, nil, <-errs
}

func (w *writer) insert(ctx context.Context, wg *sync.WaitGroup, errs chan<- error, row string) {
	defer wg.Done()
	if _, err := w.db.ExecContext(ctx, "INSERT INTO lines VALUES ('"+row+"')"); err != nil { // want `argument "rows" of tool "waited" becomes part of`
		errs <- err
	}
}

func (w *writer) later(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	time.AfterFunc(time.Minute, func() {
		if _, err := w.db.Exec("DROP TABLE " + a.Table); err != nil { // want `argument "table" of tool "later" becomes part of`
			log.Print(err)
		}
	})
	return nil, nil, nil
}

func (w *writer) pruneLater(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	time.AfterFunc(time.Minute, func() {
		if _, err := w.db.Exec(fmt.Sprintf("DELETE FROM lines WHERE age > %d", a.Days)); err != nil {
			log.Print(err)
		}
	})
	return nil, nil, nil
}

func main() {
	db, err := sql.Open("sqlite", os.Getenv("WORKER_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	w := &writer{db: db}
	s := mcp.NewServer(&mcp.Implementation{Name: "worker", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "insert_all"}, w.insertAll)
	mcp.AddTool(s, &mcp.Tool{Name: "insert_safe"}, w.insertSafe)
	mcp.AddTool(s, &mcp.Tool{Name: "stream"}, w.stream)
	mcp.AddTool(s, &mcp.Tool{Name: "waited"}, w.waited)
	mcp.AddTool(s, &mcp.Tool{Name: "later"}, w.later)
	mcp.AddTool(s, &mcp.Tool{Name: "prune_later"}, w.pruneLater)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
