// Program owners asks sessions whose a note is, with the official SDK.
package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type note struct {
	owner, text string
}

type desk struct {
	db    *sql.DB
	notes map[string]*note
	keys  map[string]string
	views map[string]int
}

type idIn struct {
	ID string `json:"id"`
}

// verify knows the keys of this server.
func (d *desk) verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	sum := sha256.Sum256([]byte(token))
	user, ok := d.keys[hex.EncodeToString(sum[:])]
	if !ok {
		return nil, auth.ErrInvalidToken
	}
	return &auth.TokenInfo{UserID: user, Expiration: time.Now().Add(time.Hour)}, nil
}

func (d *desk) remove(_ context.Context, req *mcp.CallToolRequest, in idIn) (*mcp.CallToolResult, any, error) {
	n := d.notes[in.ID]
	if n == nil || n.owner != req.Session.ID() { // want `error regular: the id of a session stands for who the caller is`
		return nil, nil, errors.New("not yours")
	}
	delete(d.notes, in.ID)
	return &mcp.CallToolResult{}, nil, nil
}

func (d *desk) erase(ctx context.Context, req *mcp.CallToolRequest, in idIn) (*mcp.CallToolResult, any, error) {
	me := req.Session.ID() // want `error regular: the id of a session stands for who the caller is`
	_, err := d.db.ExecContext(ctx, "DELETE FROM notes WHERE id = $1 AND owner = $2", in.ID, me)
	return &mcp.CallToolResult{}, nil, err
}

func (d *desk) close(ctx context.Context, req *mcp.CallToolRequest, in idIn) (*mcp.CallToolResult, any, error) {
	me := req.Extra.TokenInfo.UserID
	if n := d.notes[in.ID]; n == nil || n.owner != me {
		return nil, nil, errors.New("not yours")
	}
	if _, err := d.db.ExecContext(ctx, "UPDATE notes SET open = false WHERE id = $1 AND owner = $2", in.ID, me); err != nil {
		return nil, nil, err
	}
	d.views[req.Session.ID()]++ // counted for each session
	_, err := d.db.ExecContext(ctx, "INSERT INTO journal (session, note) VALUES ($1, $2)", req.Session.ID(), in.ID)
	return &mcp.CallToolResult{}, nil, err
}

var admins = map[string]bool{os.Getenv("DESK_ADMIN"): true}

func (d *desk) read(_ context.Context, req *mcp.CallToolRequest, in idIn) (*mcp.CallToolResult, any, error) {
	if !admins[req.Extra.TokenInfo.UserID] {
		return nil, nil, errors.New("not allowed")
	}
	if req.Session.ID() == "" {
		log.Print("no session")
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: d.notes[in.ID].text}}}, nil, nil
}

func main() {
	db, err := sql.Open("postgres", os.Getenv("DESK_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	d := &desk{db: db, notes: map[string]*note{}, keys: map[string]string{}, views: map[string]int{}}
	s := mcp.NewServer(&mcp.Implementation{Name: "owners", Version: "1.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "remove", Description: "Removes a note."}, d.remove)
	mcp.AddTool(s, &mcp.Tool{Name: "erase", Description: "Erases a note."}, d.erase)
	mcp.AddTool(s, &mcp.Tool{Name: "close", Description: "Closes a note."}, d.close)
	mcp.AddTool(s, &mcp.Tool{Name: "read", Description: "Reads a note."}, d.read)
	h := auth.RequireBearerToken(d.verify, nil)(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", h))
}
