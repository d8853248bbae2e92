// Program fixmarks has queries for a database that writes ? for a value.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"strconv"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	_ "gorm.io/gorm"
)

var db *sql.DB

type in struct {
	Name  string `json:"name"`
	Table string `json:"table"`
	Max   int    `json:"max"`
}

// In the order of the text, among those that are there.
func order(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	db.QueryContext(ctx, "SELECT id FROM notes WHERE owner = ? AND title LIKE '%"+a.Name+"%' AND kind = ?", "me", "a") // fix safe MCP005
	db.QueryContext(ctx, "SELECT id FROM notes WHERE title = '"+a.Name+"' AND owner = ?1", "me")                       // fix none MCP005
	db.QueryContext(ctx, "SELECT id FROM notes WHERE owner = :owner AND title = '"+a.Name+"'", sql.Named("owner", 1))  // fix none MCP005
	return nil, nil, nil
}

// A number between quotes is a text, and stays one.
func numbers(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	db.QueryContext(ctx, fmt.Sprintf("SELECT id FROM notes WHERE substr(code, 1, 1) = '%d' AND title = '%s'", a.Max, a.Name)) // fix safe MCP005
	db.QueryContext(ctx, "SELECT id FROM notes WHERE title = '"+a.Name+"' LIMIT "+strconv.Itoa(a.Max))                        // fix safe MCP005
	db.QueryContext(ctx, fmt.Sprintf("SELECT id FROM notes WHERE title = '%s' LIMIT %d OFFSET %d", a.Name, a.Max, 2*a.Max))   // fix safe MCP005
	return nil, nil, nil
}

// MySQL takes no placeholder for the path into a document, but in a function.
func paths(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	db.QueryContext(ctx, "SELECT id FROM notes WHERE data->>'$."+a.Name+"' = 'x'")              // fix none MCP005
	db.QueryContext(ctx, "SELECT id FROM notes WHERE json_extract(data, '$."+a.Name+"') = 'x'") // fix safe MCP005
	return nil, nil, nil
}

// A text of several lines stays one, beside a name too.
func lines(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if a.Table != "notes" && a.Table != "drafts" {
		return nil, nil, errors.New("no such table")
	}
	db.ExecContext(ctx, fmt.Sprintf(`
		UPDATE %s
		SET title = '%s'
		WHERE id = %d`, a.Table, a.Name, a.Max)) // fix safe -3 MCP005
	return nil, nil, nil
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "marks", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "order"}, order)
	sdk.AddTool(s, &sdk.Tool{Name: "numbers"}, numbers)
	sdk.AddTool(s, &sdk.Tool{Name: "paths"}, paths)
	sdk.AddTool(s, &sdk.Tool{Name: "lines"}, lines)
	log.Fatal(s.Run(context.Background(), &sdk.StdioTransport{}))
}
