// Program clear sends credentials where others read along, with the official
// SDK.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.test/mcpvet/src/credential/clear/api"
)

func main() {
	c := &api.Client{Base: os.Getenv("SERVICE_URL"), Token: os.Getenv("SERVICE_TOKEN")}
	srv := mcp.NewServer(&mcp.Implementation{Name: "clear", Version: "1.0"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "alive", Description: "Asks all services."}, func(ctx context.Context, _ *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		get := func() (*http.Request, error) { return c.Get(ctx, "alive") }
		local := func() (*http.Request, error) { return c.Local("8080") }
		for _, f := range []func() (*http.Request, error){get, local, c.Fixed, c.Encrypted, c.Open, c.Configured} {
			r, err := f()
			if err != nil {
				return nil, nil, err
			}
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				return nil, nil, errors.New("not reachable")
			}
			resp.Body.Close()
		}
		return &mcp.CallToolResult{}, nil, nil
	})
	log.Fatal(srv.Run(context.Background(), &mcp.StdioTransport{}))
}
