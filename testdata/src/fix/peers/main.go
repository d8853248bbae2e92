// Program peers asks services that it does not verify, with what stands in its
// source.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"database/sql"
	"log"
	"net/http"
	"os"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/crypto/ssh"
)

const (
	dsn    = "postgres://wiki:Kastanie77@db.corp.test/wiki?sslmode=require" // fix review MCP020
	cache  = "redis://:Kastanie77@cache.corp.test/0"                        // fix none MCP020
	github = "ghp_Zq8rT2mXv5Lk9Wn3Bc7Yd1Fg6Hj4Ps0QaEtU"                     // fix none MCP020
)

var client = &http.Client{Transport: &http.Transport{
	TLSClientConfig: &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS13}, // fix review MCP020
}}

func later() *http.Client {
	t := &tls.Config{}
	t.InsecureSkipVerify = true // fix review MCP020
	return &http.Client{Transport: &http.Transport{TLSClientConfig: t}}
}

// shared is what a switch of the operator is for.
func shared() {
	if os.Getenv("INSECURE") == "1" {
		http.DefaultTransport.(*http.Transport).TLSClientConfig = &tls.Config{InsecureSkipVerify: true} // fix none MCP020
	}
}

// A switch of the operator is his.
func switched() *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: os.Getenv("INSECURE") == "1"}}}
}

// Nobody knows the keys of the hosts.
func shell() *ssh.ClientConfig {
	return &ssh.ClientConfig{HostKeyCallback: ssh.InsecureIgnoreHostKey()} // fix none MCP020
}

// A key that is empty where nobody sets it would be no better.
func sign(text string) []byte {
	m := hmac.New(sha256.New, []byte("winter-in-the-mountains")) // fix none MCP020
	m.Write([]byte(text))
	return m.Sum(nil)
}

func status(ctx context.Context, _ *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, any, error) {
	shared()
	for _, c := range []*http.Client{client, later(), switched()} {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://wiki.corp.test", nil)
		if err != nil {
			return nil, nil, err
		}
		r.Header.Set("X-Signature", string(sign(cache)))
		r.Header.Set("X-Github", github)
		resp, err := c.Do(r)
		if err != nil {
			return nil, nil, err
		}
		resp.Body.Close()
	}
	_, err := ssh.Dial("tcp", "wiki.corp.test:22", shell())
	return nil, nil, err
}

func count(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return mcp.NewToolResultText("counted"), db.PingContext(ctx)
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "peers", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "status"}, status)
	m := server.NewMCPServer("peers", "1")
	m.AddTool(mcp.NewTool("count"), count)
	go func() { _ = s.Run(context.Background(), &sdk.StdioTransport{}) }()
	log.Fatal(server.ServeStdio(m))
}
