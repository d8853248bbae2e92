// Program known lets in who is known, whatever he may do.

package main

import (
	"context"
	"net/http"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{}

func verify(ctx context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	return &auth.TokenInfo{UserID: token, Expiration: time.Now().Add(time.Hour)}, nil
}

func read(ctx context.Context, _ *sdk.CallToolRequest, _ in) (*sdk.CallToolResult, any, error) {
	_, err := os.ReadDir("data")
	return nil, nil, err
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "known"}, nil) // want `warning pedantic: the tool of server "known" has no check of the caller.s scope, only whether there is a caller`
	sdk.AddTool(s, &sdk.Tool{Name: "read"}, read)
	h := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	http.ListenAndServe(":1", auth.RequireBearerToken(verify, nil)(h))
}
