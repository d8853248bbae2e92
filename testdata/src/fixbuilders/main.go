// Program builders gives names to what builds queries.
package main

import (
	"context"
	"database/sql"
	"log"

	"github.com/Masterminds/squirrel"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"gorm.io/gorm"
)

var (
	db  *sql.DB
	orm *gorm.DB
)

type in struct {
	SortBy string `json:"sort_by"`
	Where  string `json:"where"`
}

func sorted(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	query := squirrel.Select("id").From("notes").OrderBy(a.SortBy) // fix review MCP005
	_, err := query.RunWith(db).Query()
	return nil, nil, err
}

func filtered(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return nil, nil, orm.Where(a.Where).Delete(&in{}).Error // fix none MCP005
}

func ordered(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	var all []in
	return nil, nil, orm.Order(a.SortBy).Find(&all).Error // fix review MCP005
}

func tables(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := orm.Table(req.GetString("table", "")).Error; err != nil { // fix review MCP005
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "builders", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "sorted"}, sorted)
	sdk.AddTool(s, &sdk.Tool{Name: "filtered"}, filtered)
	sdk.AddTool(s, &sdk.Tool{Name: "ordered"}, ordered)
	go s.Run(context.Background(), &sdk.StdioTransport{})
	m := server.NewMCPServer("builders", "1")
	m.AddTool(mcp.NewTool("tables", mcp.WithString("table")), tables)
	log.Fatal(server.ServeStdio(m))
}
