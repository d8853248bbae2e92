// Command kinds asks its database where resources are read, prompts are filled
// in and values are completed.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type catalog struct{ db *sql.DB }

func (c *catalog) text(ctx context.Context, q string, args ...any) (string, error) {
	rows, err := c.db.QueryContext(ctx, q, args...) // want `of resource template "table" becomes part of the text of a query$` `of resource template "row" becomes part of` `of prompt "describe" becomes part of` `of completion ".*" becomes part of`
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var b strings.Builder
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return "", err
		}
		b.WriteString(s + "\n")
	}
	return b.String(), rows.Err()
}

func contents(uri, text string, err error) ([]mcp.ResourceContents, error) {
	if err != nil {
		return nil, err
	}
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: uri, MIMEType: "text/plain", Text: text}}, nil
}

func (c *catalog) table(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	name := strings.TrimPrefix(req.Params.URI, "db://tables/")
	text, err := c.text(ctx, "SELECT * FROM "+name+" LIMIT 100")
	return contents(req.Params.URI, text, err)
}

func (c *catalog) row(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	u, err := url.Parse(req.Params.URI)
	if err != nil {
		return nil, err
	}
	text, err := c.text(ctx, "SELECT body FROM rows WHERE key = '"+u.Query().Get("key")+"'")
	return contents(req.Params.URI, text, err)
}

func (c *catalog) item(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	id, err := strconv.ParseInt(strings.TrimPrefix(req.Params.URI, "db://items/"), 10, 64)
	if err != nil {
		return nil, errors.New("no such item")
	}
	text, err := c.text(ctx, fmt.Sprintf("SELECT body FROM items WHERE id = %d", id))
	return contents(req.Params.URI, text, err)
}

var viewName = regexp.MustCompile(`^[a-z]{1,20}$`)

func (c *catalog) view(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	name := strings.TrimPrefix(req.Params.URI, "db://views/")
	if !viewName.MatchString(name) {
		return nil, errors.New("no such view")
	}
	text, err := c.text(ctx, "SELECT * FROM view_"+name)
	return contents(req.Params.URI, text, err)
}

func (c *catalog) index(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	text, err := c.text(ctx, "SELECT name FROM tables ORDER BY name")
	return contents(req.Params.URI, text, err)
}

func (c *catalog) describe(ctx context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	text, err := c.text(ctx, fmt.Sprintf("PRAGMA table_info(%s)", req.Params.Arguments["table"]))
	if err != nil {
		return nil, err
	}
	return mcp.NewGetPromptResult("describes a table", []mcp.PromptMessage{mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(text))}), nil
}

func (c *catalog) write(_ context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	text := fmt.Sprintf("Write a query like SELECT * FROM %s WHERE ...", req.Params.Arguments["table"])
	return mcp.NewGetPromptResult("asks for a query", []mcp.PromptMessage{mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(text))}), nil
}

// CompletePromptArgument completes names of tables.
func (c *catalog) CompletePromptArgument(ctx context.Context, _ string, arg mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	text, err := c.text(ctx, "SELECT name FROM tables WHERE name LIKE '"+arg.Value+"%'")
	if err != nil {
		return nil, err
	}
	return &mcp.Completion{Values: strings.Fields(text)}, nil
}

func main() {
	db, err := sql.Open("sqlite", os.Getenv("CATALOG_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	c := &catalog{db: db}
	s := server.NewMCPServer("kinds", "1", server.WithPromptCompletionProvider(c))
	s.AddResourceTemplate(mcp.NewResourceTemplate("db://tables/{name}", "table"), c.table)
	s.AddResourceTemplate(mcp.NewResourceTemplate("db://rows{?key}", "row"), c.row)
	s.AddResourceTemplate(mcp.NewResourceTemplate("db://items/{id}", "item"), c.item)
	s.AddResourceTemplate(mcp.NewResourceTemplate("db://views/{name}", "view"), c.view)
	s.AddResource(mcp.NewResource("db://tables", "index"), c.index)
	s.AddPrompt(mcp.NewPrompt("describe", mcp.WithArgument("table")), c.describe)
	s.AddPrompt(mcp.NewPrompt("write", mcp.WithArgument("table")), c.write)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
