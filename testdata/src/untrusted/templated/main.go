// Program templated writes pages of others by templates, of which one puts
// borders around them.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log"
	"net/http"
	"strings"
	"text/template"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type part struct{ From, ID, Text string }

var (
	fenced = template.Must(template.New("fenced").Parse("<external source={{.From}} id={{.ID}}>\n{{.Text}}\n</external id={{.ID}}>"))
	bare   = template.Must(template.New("bare").Parse("<b>{{.From}}</b>\n{{.Text}}\n"))
)

func page() (string, error) {
	resp, err := (&http.Client{Timeout: 5 * time.Second}).Get("https://forum.example.test/")
	if err != nil {
		return "", errors.New("not reachable")
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 1<<16))
	return string(b), err
}

func between(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text, err := page()
	if err != nil {
		return mcp.NewToolResultError("not readable"), nil
	}
	var b strings.Builder
	if err := fenced.Execute(&b, part{"forum", rand.Text(), text}); err != nil {
		return mcp.NewToolResultError("not written"), nil
	}
	return mcp.NewToolResultText(b.String()), nil
}

func open(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text, err := page()
	if err != nil {
		return mcp.NewToolResultError("not readable"), nil
	}
	var b strings.Builder
	if err := bare.Execute(&b, part{"forum", rand.Text(), text}); err != nil {
		return mcp.NewToolResultError("not written"), nil
	}
	return mcp.NewToolResultText(b.String()), nil
}

func main() {
	s := server.NewMCPServer("templated", "1.0.0") // want `warning pedantic: text of others stands without borders in the results of 1 of 2 tools, such as tool "open"`
	s.AddTool(mcp.NewTool("between", mcp.WithDescription("Reads the page.")), between)
	s.AddTool(mcp.NewTool("open", mcp.WithDescription("Reads the page.")), open)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
