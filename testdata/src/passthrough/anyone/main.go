// Program anyone believes every token of an issuer, with the official SDK.
package main

import (
	"context"
	"crypto/rsa"
	"log"
	"net/http"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var issuer rsa.PublicKey

func verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	var claims jwt.RegisteredClaims
	if _, err := jwt.ParseWithClaims(token, &claims, func(*jwt.Token) (any, error) { return &issuer, nil }); err != nil { // want `warning auditor: the caller's token is believed whomever it was issued for`
		return nil, auth.ErrInvalidToken
	}
	return &auth.TokenInfo{UserID: claims.Subject, Expiration: time.Now().Add(time.Minute)}, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "anyone", Version: "1.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "ping", Description: "Answers."}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{}, nil, nil
	})
	h := auth.RequireBearerToken(verify, nil)(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", h))
}
