// Program hosts asks hosts that callers choose.
package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	URL string `json:"url"`
}

type desk struct {
	client *http.Client
	token  string
}

var own = &http.Client{Timeout: 10 * time.Second}

func closed(resp *http.Response, err error) (*sdk.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, resp.Body.Close()
}

func (d *desk) field(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, nil) // fix review MCP014
	if err != nil {
		return nil, nil, err
	}
	return closed(d.client.Do(r))
}

func (d *desk) variable(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, nil) // fix review MCP014
	if err != nil {
		return nil, nil, err
	}
	return closed(own.Do(r))
}

// credential sends one, which must not go to a host that a caller has chosen.
func (d *desk) credential(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, nil) // fix none MCP014
	if err != nil {
		return nil, nil, err
	}
	r.Header.Set("Authorization", "Bearer "+d.token)
	return closed(d.client.Do(r))
}

// part has a service of the operator's, of which the caller chooses a part.
func (d *desk) part(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+a.URL+".corp.test/", nil) // fix review MCP014
	if err != nil {
		return nil, nil, err
	}
	return closed(d.client.Do(r))
}

// handed leaves it to another function which client sends it.
func (d *desk) handed(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, nil) // fix none MCP014
	if err != nil {
		return nil, nil, err
	}
	return d.send(r)
}

func (d *desk) send(r *http.Request) (*sdk.CallToolResult, any, error) { return closed(d.client.Do(r)) }

// local has a client of the function, of which nothing would be left.
func (d *desk) local(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	c := *d.client
	either := &c
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, nil) // fix none MCP014
	if err != nil {
		return nil, nil, err
	}
	return closed(either.Do(r))
}

func plain(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get(req.GetString("url", "")) // fix review MCP014
	if err != nil {
		return mcp.NewToolResultError("it failed"), nil
	}
	return mcp.NewToolResultText("done"), resp.Body.Close()
}

func main() {
	d := &desk{client: &http.Client{Timeout: time.Minute}}
	s := sdk.NewServer(&sdk.Implementation{Name: "hosts", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "field"}, d.field)
	sdk.AddTool(s, &sdk.Tool{Name: "variable"}, d.variable)
	sdk.AddTool(s, &sdk.Tool{Name: "credential"}, d.credential)
	sdk.AddTool(s, &sdk.Tool{Name: "part"}, d.part)
	sdk.AddTool(s, &sdk.Tool{Name: "handed"}, d.handed)
	sdk.AddTool(s, &sdk.Tool{Name: "local"}, d.local)
	m := server.NewMCPServer("hosts", "1")
	m.AddTool(mcp.NewTool("plain"), plain)
	go func() { _ = s.Run(context.Background(), &sdk.StdioTransport{}) }()
	log.Fatal(server.ServeStdio(m))
}
