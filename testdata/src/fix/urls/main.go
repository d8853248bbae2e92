// Program urls puts what callers give into URLs.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Owner  string   `json:"owner"`
	Path   string   `json:"path"`
	Region string   `json:"region"`
	Parts  []string `json:"parts"`
}

var (
	base, _ = url.Parse("https://raw.example/")
	client  = &http.Client{Timeout: 10 * time.Second}
)

func joined(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	u := base.JoinPath("raw", a.Owner, "HEAD", a.Path).String()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil) // fix review MCP003
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, send(r)
}

func send(r *http.Request) error {
	resp, err := client.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// api adds to a base of the program.
type api struct{ base string }

func (c *api) get(ctx context.Context, owner, path string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/files/"+owner+"/"+path, nil) // fix review MCP003
	if err != nil {
		return err
	}
	return send(r)
}

func (c *api) file(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := c.get(ctx, req.GetString("owner", ""), req.GetString("path", "")); err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// listed joins a list, of which the parts are not known.
func listed(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, base.JoinPath("raw").JoinPath(a.Parts...).String(), nil) // fix none MCP003
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, send(r)
}

// behind has nothing between the host and what the caller gives.
func behind(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://idp.example"+a.Path, nil) // fix safe MCP014
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, send(r)
}

func formatted(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("https://idp.example:8443%s", a.Path), nil) // fix safe MCP014
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, send(r)
}

// label is one of the names of a host.
func label(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	target := fmt.Sprintf("https://%s.metrics.example/load", a.Region)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil) // fix review MCP014
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, send(r)
}

func asked(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api-"+req.GetString("region", "eu")+".example/load", nil) // fix review MCP014
	if err != nil {
		return mcp.NewToolResultError("no such region"), nil
	}
	if err := send(r); err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// domain is the end of the name: there the caller chooses whose host it is.
func domain(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://metrics."+a.Region+"/load", nil) // fix none MCP014
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, send(r)
}

// port is behind the name.
func port(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://metrics.example:"+a.Region+"/load", nil) // fix none MCP014
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, send(r)
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "urls", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "joined"}, joined)
	sdk.AddTool(s, &sdk.Tool{Name: "listed"}, listed)
	sdk.AddTool(s, &sdk.Tool{Name: "behind"}, behind)
	sdk.AddTool(s, &sdk.Tool{Name: "formatted"}, formatted)
	sdk.AddTool(s, &sdk.Tool{Name: "label"}, label)
	sdk.AddTool(s, &sdk.Tool{Name: "domain"}, domain)
	sdk.AddTool(s, &sdk.Tool{Name: "port"}, port)
	go s.Run(context.Background(), &sdk.StdioTransport{})
	c := &api{"https://files.example"}
	m := server.NewMCPServer("urls", "1")
	m.AddTool(mcp.NewTool("file", mcp.WithString("owner"), mcp.WithString("path")), c.file)
	m.AddTool(mcp.NewTool("asked", mcp.WithString("region")), asked)
	log.Fatal(server.ServeStdio(m))
}
