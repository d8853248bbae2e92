// Program sessions keeps sessions in a database: who has one is written beside
// its id, which is another thing than to find somebody's own by it.
package main

import (
	"context"
	"database/sql"
	"log"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type store struct{ db *sql.DB }

func (s store) open(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := server.ClientSessionFromContext(ctx).SessionID()
	_, err := s.db.ExecContext(ctx, `INSERT INTO sessions (id, user_id) VALUES ($1, $2)
		ON CONFLICT (id) DO UPDATE SET user_id = EXCLUDED.user_id, seen = NOW()`, id, "nobody")
	return mcp.NewToolResultText("opened"), err
}

func (s store) leave(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := server.ClientSessionFromContext(ctx).SessionID()
	_, err := s.db.ExecContext(ctx, "UPDATE sessions SET user_id = NULL WHERE id = $1", id)
	return mcp.NewToolResultText("left"), err
}

func (s store) mine(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := server.ClientSessionFromContext(ctx).SessionID() // want `the id of a session stands for who the caller is`
	_, err := s.db.ExecContext(ctx, "UPDATE notes SET read = TRUE WHERE owner_id = $1", id)
	return mcp.NewToolResultText("read"), err
}

func main() {
	db, err := sql.Open("pgx", "notes")
	if err != nil {
		log.Fatal(err)
	}
	st := store{db}
	s := server.NewMCPServer("sessions", "1.0.0")
	s.AddTool(mcp.NewTool("open"), st.open)
	s.AddTool(mcp.NewTool("leave"), st.leave)
	s.AddTool(mcp.NewTool("mine"), st.mine)
	log.Fatal(http.ListenAndServe("localhost:8080", server.NewStreamableHTTPServer(s)))
}
