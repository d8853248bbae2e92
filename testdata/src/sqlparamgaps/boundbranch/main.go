// Command boundbranch makes a tool for each report, with one handler for those
// with and without placeholders.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A report is a query, with a place for an argument or with a placeholder.
type report struct {
	name    string
	text    string
	spliced bool
}

var reports = []report{
	{name: "sales", text: "SELECT * FROM sales WHERE region = '%s'", spliced: true},
	{name: "stock", text: "SELECT * FROM stock WHERE item = ?"},
}

func handler(db *sql.DB, r report) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, values := r.text, []any{req.GetString("value", "")}
		if r.spliced {
			text, values = fmt.Sprintf(r.text, values...), nil
		}
		rows, err := db.QueryContext(ctx, text, values...) // want `argument "value" of tool "sales" becomes part of the text of a query$`
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText("read"), rows.Close()
	}
}

func main() {
	db, err := sql.Open("sqlite", os.Getenv("REPORTS_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	s := server.NewMCPServer("gap", "1")
	for _, r := range reports {
		s.AddTool(mcp.NewTool(r.name, mcp.WithString("value")), handler(db, r))
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
