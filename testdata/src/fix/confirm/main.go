// Program confirm deletes things.
package main

import (
	"context"
	"database/sql"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

var db *sql.DB

type dropIn struct {
	ID string `json:"id"`
}

type sharedIn struct {
	ID string `json:"id"`
}

type dryIn struct {
	ID     string `json:"id"`
	DryRun *bool  `json:"dry_run,omitempty"`
}

func drop(ctx context.Context, _ *sdk.CallToolRequest, a dropIn) (*sdk.CallToolResult, any, error) {
	_, err := db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", a.ID)
	return nil, nil, err
}

// The arguments of these are of one type: each needs one of its own.
func first(ctx context.Context, _ *sdk.CallToolRequest, a sharedIn) (*sdk.CallToolResult, any, error) {
	_, err := db.ExecContext(ctx, "DELETE FROM a WHERE id = $1", a.ID)
	return nil, nil, err
}

func second(ctx context.Context, _ *sdk.CallToolRequest, a sharedIn) (*sdk.CallToolResult, any, error) {
	_, err := db.ExecContext(ctx, "DELETE FROM b WHERE id = $1", a.ID)
	return nil, nil, err
}

// third hands its arguments on.
func third(ctx context.Context, _ *sdk.CallToolRequest, a sharedIn) (*sdk.CallToolResult, any, error) {
	return nil, nil, gone(ctx, a)
}

func gone(ctx context.Context, a sharedIn) error {
	_, err := db.ExecContext(ctx, "DELETE FROM c WHERE id = $1", a.ID)
	return err
}

func dry(ctx context.Context, _ *sdk.CallToolRequest, a dryIn) (*sdk.CallToolResult, any, error) {
	if a.DryRun != nil && *a.DryRun {
		return nil, nil, nil
	}
	_, err := db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", a.ID)
	return nil, nil, err
}

type flatIn struct {
	ID     string `json:"id"`
	DryRun bool   `json:"dry_run,omitempty"`
}

func flat(ctx context.Context, _ *sdk.CallToolRequest, a flatIn) (*sdk.CallToolResult, any, error) {
	log.Print("dry run: ", a.DryRun)
	if a.DryRun {
		return nil, nil, nil
	}
	_, err := db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", a.ID)
	return nil, nil, err
}

type keptIn struct {
	ID     string `json:"id"`
	DryRun bool   `json:"dry_run,omitempty"`
}

// kept asks for the argument in a form that a pointer would not have.
func kept(ctx context.Context, _ *sdk.CallToolRequest, a keptIn) (*sdk.CallToolResult, any, error) {
	switch a.DryRun {
	case true:
		return nil, nil, nil
	}
	_, err := db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", a.ID)
	return nil, nil, err
}

func remove(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", req.GetString("id", "")))
}

func done(_ sql.Result, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func clear(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(db.ExecContext(ctx, "DELETE FROM items"))
}

// twice is the handler of two tools.
func twice(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", req.GetString("id", "")))
}

func rehearse(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetBool("dry_run", false) {
		return mcp.NewToolResultText("would remove"), nil
	}
	return done(db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", req.GetString("id", "")))
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "confirm", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "drop"}, drop)     // fix review MCP001
	sdk.AddTool(s, &sdk.Tool{Name: "first"}, first)   // fix review MCP001
	sdk.AddTool(s, &sdk.Tool{Name: "second"}, second) // fix review MCP001
	sdk.AddTool(s, &sdk.Tool{Name: "third"}, third)   // fix none MCP001
	sdk.AddTool(s, &sdk.Tool{Name: "dry"}, dry)       // fix review MCP001
	sdk.AddTool(s, &sdk.Tool{Name: "flat"}, flat)     // fix review MCP001
	sdk.AddTool(s, &sdk.Tool{Name: "kept"}, kept)     // fix none MCP001
	go s.Run(context.Background(), &sdk.StdioTransport{})

	m := server.NewMCPServer("confirm", "1")
	m.AddTool(mcp.NewTool("remove", // fix review MCP001
		mcp.WithDescription("Remove an item."),
		mcp.WithString("id", mcp.Required()),
	), remove)
	m.AddTool(mcp.NewTool("clear"), clear)                                                          // fix review MCP001
	m.AddTool(mcp.NewTool("one", mcp.WithString("id")), twice)                                      // fix none MCP001
	m.AddTool(mcp.NewTool("two", mcp.WithString("id")), twice)                                      // fix none MCP001
	m.AddTool(mcp.NewTool("rehearse", mcp.WithBoolean("dry_run", mcp.DefaultBool(true))), rehearse) // fix review MCP001
	log.Fatal(server.ServeStdio(m))
}
