// Program tokens hands the tokens of its callers on.
package main

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
	"github.com/mcpvet/mcpvet/guard/mcpgo"
	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type config struct {
	StatusURL, StatusToken string
	WikiURL                string
	MailURL, MailToken     string
	MailSecret             string
}

type desk struct {
	cfg    config
	client *http.Client
	db     *sql.DB
}

func (d *desk) send(r *http.Request) (*sdk.CallToolResult, any, error) {
	resp, err := d.client.Do(r)
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, resp.Body.Close()
}

// paired has a token beside the address.
func (d *desk) paired(ctx context.Context, req *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.cfg.StatusURL+"/posts", nil)
	if err != nil {
		return nil, nil, err
	}
	r.Header.Set("Authorization", req.GetExtra().Header.Get("Authorization")) // fix review MCP022
	return d.send(r)
}

// alone has none.
func (d *desk) alone(ctx context.Context, req *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, d.cfg.WikiURL, nil)
	if err != nil {
		return nil, nil, err
	}
	if token := req.GetExtra().Header.Get("Authorization"); token != "" {
		r.Header.Set("Authorization", token) // fix review MCP022
	}
	return d.send(r)
}

// several could have one of two.
func (d *desk) several(ctx context.Context, req *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, d.cfg.MailURL, nil)
	if err != nil {
		return nil, nil, err
	}
	r.Header.Set("Authorization", req.GetExtra().Header.Get("Authorization")) // fix review MCP022
	return d.send(r)
}

// stranded has a variable for nothing else.
func (d *desk) stranded(ctx context.Context, req *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, any, error) {
	token := req.GetExtra().Header.Get("Authorization")
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, d.cfg.WikiURL, nil)
	if err != nil {
		return nil, nil, err
	}
	r.Header.Set("Authorization", token) // fix none MCP022
	return d.send(r)
}

// keys are those of the callers.
var keys = map[string]string{}

func verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	user, ok := keys[token]
	if !ok {
		return nil, auth.ErrInvalidToken
	}
	return &auth.TokenInfo{UserID: user, Expiration: time.Now().Add(time.Hour)}, nil
}

// owned takes the session for who calls.
func (d *desk) owned(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	owner := server.ClientSessionFromContext(ctx).SessionID() // fix review MCP022
	if _, err := d.db.ExecContext(ctx, "DELETE FROM links WHERE id = $1 AND owner = $2", req.GetInt("id", 0), owner); err != nil {
		return mcp.NewToolResultError("it failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// inline has no statement of its own for it.
func (d *desk) inline(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := d.db.ExecContext(ctx, "DELETE FROM links WHERE id = $1 AND owner = $2", req.GetInt("id", 0), server.ClientSessionFromContext(ctx).SessionID()); err != nil { // fix none MCP022
		return mcp.NewToolResultError("it failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	d := &desk{client: &http.Client{Timeout: time.Minute}}
	s := sdk.NewServer(&sdk.Implementation{Name: "tokens", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "paired"}, d.paired)
	sdk.AddTool(s, &sdk.Tool{Name: "alone"}, d.alone)
	sdk.AddTool(s, &sdk.Tool{Name: "several"}, d.several)
	sdk.AddTool(s, &sdk.Tool{Name: "stranded"}, d.stranded)
	g, err := guard.New(guard.Policy{Tools: map[string]guard.Rule{"owned": {}, "inline": {}}})
	if err != nil {
		log.Fatal(err)
	}
	m := server.NewMCPServer("tokens", "1", mcpgo.Option(g))
	m.AddTool(mcp.NewTool("owned"), d.owned)
	m.AddTool(mcp.NewTool("inline"), d.inline)
	go func() { log.Fatal(server.NewStreamableHTTPServer(m).Start("127.0.0.1:8080")) }()
	h := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	log.Fatal(http.ListenAndServe("127.0.0.1:8081", auth.RequireBearerToken(verify, nil)(h)))
}
