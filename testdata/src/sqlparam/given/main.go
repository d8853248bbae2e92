// Command given explains statements before it runs them, where the tool says
// what it expects of them.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const (
	expectAny    = ""
	expectSelect = "SELECT"
)

var names = map[string]bool{"orders": true, "users": true}

type store struct{ db *sql.DB }

func (s *store) table(ctx context.Context, name, expect string) error {
	if len(expect) > 0 {
		if err := s.explain(ctx, name, expect); err != nil {
			return err
		}
	}
	if !names[name] {
		return errors.New("no such table")
	}
	_, err := s.db.ExecContext(ctx, "ANALYZE TABLE "+name)
	return err
}

func (s *store) explain(ctx context.Context, name, expect string) error {
	rows, err := s.db.QueryContext(ctx, "EXPLAIN "+expect+" * FROM "+name) // want `argument "table" of tool "explained" becomes part of the text of a query`
	if err != nil {
		return err
	}
	return rows.Close()
}

func tool(name string) mcp.Tool {
	return mcp.NewTool(name, mcp.WithString("table", mcp.Required()))
}

func main() {
	db, err := sql.Open("mysql", "")
	if err != nil {
		log.Fatal(err)
	}
	st := &store{db}
	s := server.NewMCPServer("given", "1")
	s.AddTool(tool("explained"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return result(st.table(ctx, req.GetString("table", ""), expectSelect))
	})
	s.AddTool(tool("plain"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return result(st.table(ctx, req.GetString("table", ""), expectAny))
	})
	log.Fatal(server.ServeStdio(s))
}

func result(err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError(fmt.Sprint("failed: ", err)), nil
	}
	return mcp.NewToolResultText("done"), nil
}
