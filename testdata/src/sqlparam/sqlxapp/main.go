// Command sqlxapp asks a database through sqlx.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/jmoiron/sqlx"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A user is a row.
type user struct {
	ID   int    `db:"id" json:"id"`
	Name string `db:"name" json:"name"`
	Team string `db:"team" json:"team"`
}

type repo struct{ db *sqlx.DB }

func answer(v any, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("the query failed"), nil
	}
	return mcp.NewToolResultText(fmt.Sprint(v)), nil
}

func (r *repo) search(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var users []user
	err := r.db.SelectContext(ctx, &users, "SELECT * FROM users WHERE name LIKE '%"+req.GetString("name", "")+"%'") // want `argument "name" of tool "search" becomes part of the text of a query$`
	return answer(users, err)
}

func (r *repo) one(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var u user
	err := r.db.Get(&u, fmt.Sprintf("SELECT * FROM users WHERE id = %v", req.GetArguments()["id"])) // want `argument "id" of tool "one" becomes part of`
	return answer(u, err)
}

func (r *repo) rename(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	column := req.GetString("column", "name")
	args := map[string]any{"id": req.GetInt("id", 0), "value": req.GetString("value", "")}
	_, err := r.db.NamedExecContext(ctx, "UPDATE users SET "+column+" = :value WHERE id = :id", args) // want `argument "column" of tool "rename" becomes part of`
	return answer("renamed", err)
}

func (r *repo) rebound(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	q := r.db.Rebind("SELECT * FROM users WHERE team = '" + req.GetString("team", "") + "' AND id > ?")
	rows, err := r.db.QueryxContext(ctx, q, req.GetInt("after", 0)) // want `argument "team" of tool "rebound" becomes part of`
	if err != nil {
		return answer(nil, err)
	}
	return answer("read", rows.Close())
}

func (r *repo) must(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	tx := r.db.MustBegin()
	defer tx.Rollback()
	tx.MustExec("DELETE FROM users WHERE team = '" + req.GetString("team", "") + "'") // want `argument "team" of tool "must" becomes part of`
	return answer("deleted", tx.Commit())
}

// From here on values stay values.

func (r *repo) find(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var users []user
	err := r.db.SelectContext(ctx, &users, "SELECT * FROM users WHERE name LIKE ?", "%"+req.GetString("name", "")+"%")
	return answer(users, err)
}

func (r *repo) listed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	q, args, err := sqlx.In("SELECT * FROM users WHERE team IN (?)", req.GetStringSlice("teams", nil))
	if err != nil {
		return answer(nil, err)
	}
	var users []user
	return answer(users, r.db.SelectContext(ctx, &users, r.db.Rebind(q), args...))
}

func (r *repo) named(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var u user
	if err := req.BindArguments(&u); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	_, err := r.db.NamedExecContext(ctx, "INSERT INTO users (name, team) VALUES (:name, :team)", u)
	return answer("added", err)
}

func (r *repo) filtered(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var conds []string
	args := map[string]any{}
	for _, column := range []string{"name", "team"} {
		if v := req.GetString(column, ""); v != "" {
			conds = append(conds, column+" = :"+column)
			args[column] = v
		}
	}
	q := "SELECT * FROM users"
	if len(conds) > 0 {
		q += " WHERE " + strings.Join(conds, " AND ")
	}
	rows, err := r.db.NamedQueryContext(ctx, q, args)
	if err != nil {
		return answer(nil, err)
	}
	return answer("read", rows.Close())
}

func main() {
	db, err := sqlx.Connect("postgres", os.Getenv("USERS_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	r := &repo{db: db}
	s := server.NewMCPServer("sqlxapp", "1")
	s.AddTool(mcp.NewTool("search", mcp.WithString("name")), r.search)
	s.AddTool(mcp.NewTool("one", mcp.WithString("id")), r.one)
	s.AddTool(mcp.NewTool("rename", mcp.WithString("column")), r.rename)
	s.AddTool(mcp.NewTool("rebound", mcp.WithString("team")), r.rebound)
	s.AddTool(mcp.NewTool("must", mcp.WithString("team")), r.must)
	s.AddTool(mcp.NewTool("find", mcp.WithString("name")), r.find)
	s.AddTool(mcp.NewTool("listed", mcp.WithArray("teams")), r.listed)
	s.AddTool(mcp.NewTool("named"), r.named)
	s.AddTool(mcp.NewTool("filtered"), r.filtered)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
