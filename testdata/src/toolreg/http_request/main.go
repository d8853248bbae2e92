// Command http_request makes a server per request.
package main

import (
	"context"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// live: no

type args struct {
	Name string `json:"name"`
}

type app struct{ version string }

func (a *app) server(r *http.Request) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "scoped", Version: a.version}, nil) // server: (*http_request.app).server name=scoped transports=http
	mcp.AddTool(s, &mcp.Tool{Name: "greet"}, a.greet)                                // tool: greet server=(*http_request.app).server handler=app.greet args=name:string
	if r.Header.Get("X-Role") == "admin" {
		mcp.AddTool(s, &mcp.Tool{Name: "shutdown"}, a.greet) // tool: shutdown server=(*http_request.app).server
	}
	return s
}

func (a *app) greet(ctx context.Context, r *mcp.CallToolRequest, in args) (*mcp.CallToolResult, any, error) {
	return nil, in.Name, nil
}

func main() {
	a := &app{version: "1"}
	mux := http.NewServeMux()
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(a.server, nil))
	mux.Handle("/sse", mcp.NewSSEHandler(func(r *http.Request) *mcp.Server {
		s := mcp.NewServer(&mcp.Implementation{Name: "sse"}, nil) // server: http_request.main$1 name=sse transports=sse
		mcp.AddTool(s, &mcp.Tool{Name: "listen"}, a.greet)        // tool: listen server=http_request.main$1
		return s
	}, nil))
	shared := mcp.NewServer(&mcp.Implementation{Name: "shared"}, nil) // server: http_request.main name=shared transports=http
	mcp.AddTool(shared, &mcp.Tool{Name: "share"}, a.greet)            // tool: share server=http_request.main
	mux.Handle("/shared", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return shared }, nil))
	mux.HandleFunc("/own", func(w http.ResponseWriter, r *http.Request) {
		s := newTenant(r.PathValue("tenant"))
		mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}).ServeHTTP(w, r)
	})
	log.Fatal(http.ListenAndServe("localhost:8080", mux))
}

func newTenant(tenant string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "tenant"}, nil)                                // server: http_request.newTenant name=tenant transports=http
	mcp.AddTool(s, &mcp.Tool{Name: "tenant_info", Description: "Of " + tenant}, (&app{}).greet) // tool: tenant_info server=http_request.newTenant unknown=description
	return s
}
