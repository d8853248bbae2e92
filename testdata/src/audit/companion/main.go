// Program companion has a server whose calls the companion library records, and
// one of which it records some.
package main

import (
	"context"
	"log"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
	"github.com/mcpvet/mcpvet/guard/gosdk"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

func write(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return nil, nil, os.WriteFile("data/"+a.Name, nil, 0o600)
}

func whole(policy guard.Policy) {
	s := sdk.NewServer(&sdk.Implementation{Name: "whole"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "whole_write"}, write)
	file, err := guard.OpenAuditFile("audit.jsonl", guard.AuditFileOptions{})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := gosdk.Protect(s, policy, guard.WithAudit(file)); err != nil {
		log.Fatal(err)
	}
	h := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	log.Fatal(http.ListenAndServe("localhost:8080", h))
}

func remove(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("removed"), os.Remove("data/" + req.GetString("name", ""))
}

func main() {
	go whole(guard.Policy{Tools: map[string]guard.Rule{"whole_write": {}}})
	audit := guard.NewAudit(slog.Default().Handler())
	s := server.NewMCPServer("own", "1")
	s.AddTool(mcp.NewTool("recorded_remove"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		started := time.Now()
		res, err := remove(req)
		status := guard.StatusOK
		if err != nil {
			status = guard.StatusError
		}
		if err := audit.Write(ctx, guard.Record{Time: started, Kind: guard.Tool, Name: "recorded_remove", Status: status}); err != nil {
			return nil, err
		}
		return res, err
	})
	s.AddTool(mcp.NewTool("silent_remove"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `warning regular: tool "silent_remove" has no record of every call`
		return remove(req)
	})
	log.Fatal(server.NewStreamableHTTPServer(s).Start("localhost:8081"))
}
