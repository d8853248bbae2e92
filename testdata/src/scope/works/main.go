// Program works has checks in forms that must not be reported.
package main

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID string `json:"id"`
}

type store struct {
	db *sql.DB
	// check is off in tests.
	check bool
}

// owned looks up whose it is before it decides: reading comes first.
func (s *store) owned(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	var owner string
	if err := s.db.QueryRowContext(ctx, "SELECT owner FROM notes WHERE id = ?", a.ID).Scan(&owner); err != nil {
		return nil, nil, errors.New("no such note")
	}
	if req.Extra == nil || req.Extra.TokenInfo == nil || req.Extra.TokenInfo.UserID != owner {
		return nil, nil, errors.New("not yours")
	}
	_, err := s.db.ExecContext(ctx, "DELETE FROM notes WHERE id = ?", a.ID)
	return nil, nil, err
}

// switched checks unless the operator says otherwise.
func (s *store) switched(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if s.check {
		if req.Extra == nil || req.Extra.TokenInfo == nil || !slices.Contains(req.Extra.TokenInfo.Scopes, "write") {
			return nil, nil, errors.New("not allowed")
		}
	}
	return nil, nil, os.WriteFile("data/"+a.ID, nil, 0o600)
}

// inHelper checks and writes in one function.
func (s *store) inHelper(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return s.write(req.Extra, a.ID)
}

func (s *store) write(extra *sdk.RequestExtra, id string) (*sdk.CallToolResult, any, error) {
	if extra == nil || extra.TokenInfo == nil {
		return nil, nil, errors.New("who are you?")
	}
	switch {
	case slices.Contains(extra.TokenInfo.Scopes, "admin"), extra.TokenInfo.UserID == "root":
		return nil, nil, os.WriteFile("data/"+id, nil, 0o600)
	}
	return nil, nil, errors.New("not allowed")
}

func verify(ctx context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	return &auth.TokenInfo{UserID: token, Expiration: time.Now().Add(time.Hour)}, nil
}

func read(ctx context.Context, _ *sdk.CallToolRequest, _ in) (*sdk.CallToolResult, any, error) {
	_, err := os.ReadDir("data")
	return nil, nil, err
}

func main() {
	db, err := sql.Open("sqlite", "data.db")
	if err != nil {
		os.Exit(1)
	}
	st := &store{db: db, check: os.Getenv("OPEN") == ""}
	s := sdk.NewServer(&sdk.Implementation{Name: "works"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "owned"}, st.owned)
	sdk.AddTool(s, &sdk.Tool{Name: "switched"}, st.switched)
	sdk.AddTool(s, &sdk.Tool{Name: "helper"}, st.inHelper)
	go http.ListenAndServe(":1", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil))
}
