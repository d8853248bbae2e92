// Program asked asks before it deletes, and forgets something.
package main

import (
	"context"
	"database/sql"
	"errors"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

var db *sql.DB

type in struct {
	ID      string `json:"id"`
	Op      string `json:"op"`
	Confirm bool   `json:"confirm,omitempty"`
}

type idIn struct {
	ID string `json:"id"`
}

var form = map[string]any{
	"type": "object",
	"properties": map[string]any{
		"sure": map[string]any{"type": "boolean"},
		"note": map[string]any{"type": "string"},
	},
}

var questions = map[string]any{
	"type": "object",
	"properties": map[string]any{
		"sure":  map[string]any{"type": "boolean"},
		"quick": map[string]any{"type": "boolean"},
	},
}

// plain asks, and does not look at the answer.
func plain(ctx context.Context, req *sdk.CallToolRequest, a idIn) (*sdk.CallToolResult, any, error) {
	answer, err := req.Session.Elicit(ctx, &sdk.ElicitParams{Message: "Delete it?"})
	if err != nil {
		return nil, nil, err
	}
	log.Print("answered: ", len(answer.Content))
	_, err = db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", a.ID)
	return nil, nil, err
}

// formed has a question that yes or no answers.
func formed(ctx context.Context, req *sdk.CallToolRequest, a idIn) (*sdk.CallToolResult, any, error) {
	answer, err := req.Session.Elicit(ctx, &sdk.ElicitParams{Message: "Delete it?", RequestedSchema: form})
	if err != nil {
		return nil, nil, err
	}
	note, _ := answer.Content["note"].(string)
	_, err = db.ExecContext(ctx, "DELETE FROM items WHERE id = $1 AND note = $2", a.ID, note)
	return nil, nil, err
}

// several has two such questions: which of them decides, nobody knows.
func several(ctx context.Context, req *sdk.CallToolRequest, a idIn) (*sdk.CallToolResult, any, error) {
	answer, err := req.Session.Elicit(ctx, &sdk.ElicitParams{Message: "Delete it?", RequestedSchema: questions})
	if err != nil {
		return nil, nil, err
	}
	log.Print("answered: ", len(answer.Content))
	_, err = db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", a.ID)
	return nil, nil, err
}

// handed asks in a way that is made elsewhere.
func handed(ctx context.Context, req *sdk.CallToolRequest, a idIn) (*sdk.CallToolResult, any, error) {
	answer, err := req.Session.Elicit(ctx, params())
	if err != nil {
		return nil, nil, err
	}
	log.Print("answered: ", len(answer.Content))
	_, err = db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", a.ID)
	return nil, nil, err
}

func params() *sdk.ElicitParams { return &sdk.ElicitParams{RequestedSchema: questions} }

var errConfirm = errors.New("this removes items: repeat with confirm=true")

// operate asks before one of its operations.
func operate(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	var err error
	switch a.Op {
	case "drop":
		if !a.Confirm {
			return nil, nil, errConfirm
		}
		_, err = db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", a.ID)
	case "flush":
		_, err = db.ExecContext(ctx, "DELETE FROM items") // fix review MCP001
	}
	return nil, nil, err
}

// branched has the check on one way, and an effect on another.
func branched(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("op", "") == "drop" {
		if !req.GetBool("confirm", false) {
			return mcp.NewToolResultError("repeat with confirm"), nil
		}
		db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", req.GetString("id", ""))
		return mcp.NewToolResultText("done"), nil
	}
	db.ExecContext(ctx, "DELETE FROM items") // fix review MCP001
	return mcp.NewToolResultText("done"), nil
}

// local has a check of what is only known there.
func local(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("op", "") == "drop" {
		id := req.GetString("id", "")
		if confirm := req.GetBool("confirm", false); !confirm {
			return mcp.NewToolResultError("repeat with confirm for " + id), nil
		}
		db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", id)
		return mcp.NewToolResultText("done"), nil
	}
	db.ExecContext(ctx, "DELETE FROM items") // fix none MCP001
	return mcp.NewToolResultText("done"), nil
}

type unreadIn struct {
	ID      string `json:"id"`
	Confirm bool   `json:"confirm" jsonschema:"true to delete it"`
}

// unread has an argument that nothing reads.
func unread(ctx context.Context, _ *sdk.CallToolRequest, a unreadIn) (*sdk.CallToolResult, any, error) {
	_, err := db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", a.ID)
	return nil, nil, err
}

type loggedIn struct {
	ID      string `json:"id"`
	Confirm bool   `json:"confirm" jsonschema:"true to delete it"`
}

// logged reads it, if only to say so.
func logged(ctx context.Context, _ *sdk.CallToolRequest, a loggedIn) (*sdk.CallToolResult, any, error) {
	log.Print("confirmed: ", a.Confirm)
	_, err := db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", a.ID)
	return nil, nil, err
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "asked", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "plain"}, plain)     // fix review MCP001
	sdk.AddTool(s, &sdk.Tool{Name: "formed"}, formed)   // fix review MCP001
	sdk.AddTool(s, &sdk.Tool{Name: "several"}, several) // fix none MCP001
	sdk.AddTool(s, &sdk.Tool{Name: "handed"}, handed)   // fix none MCP001
	sdk.AddTool(s, &sdk.Tool{Name: "operate"}, operate)
	sdk.AddTool(s, &sdk.Tool{Name: "unread"}, unread) // fix review MCP001
	sdk.AddTool(s, &sdk.Tool{Name: "logged"}, logged) // fix none MCP001
	go s.Run(context.Background(), &sdk.StdioTransport{})
	m := server.NewMCPServer("asked", "1", server.WithElicitation())
	m.AddTool(mcp.NewTool("branched", mcp.WithString("op"), mcp.WithString("id"), mcp.WithBoolean("confirm")), branched)
	m.AddTool(mcp.NewTool("local", mcp.WithString("op"), mcp.WithString("id"), mcp.WithBoolean("confirm")), local)
	m.AddTool(mcp.NewTool("declared", mcp.WithString("id"), mcp.WithBoolean("confirm")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // fix review MCP001
		db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", req.GetString("id", ""))
		return mcp.NewToolResultText("done"), nil
	})
	m.AddTool(mcp.NewTool("client", mcp.WithString("id")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // fix review MCP001
		answer, err := m.RequestElicitation(ctx, mcp.ElicitationRequest{Params: mcp.ElicitationParams{Message: "Delete it?"}})
		if err != nil {
			return mcp.NewToolResultError("the client can't ask"), nil
		}
		log.Print("answered: ", answer.Content)
		db.ExecContext(ctx, "DELETE FROM items WHERE id = $1", req.GetString("id", ""))
		return mcp.NewToolResultText("done"), nil
	})
	log.Fatal(server.ServeStdio(m))
}
