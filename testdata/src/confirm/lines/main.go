// Command lines has shells run lines that are put together out of sight. What a
// check lets through there is no command of the caller's.
package main

import (
	"bytes"
	"context"
	"errors"
	"log"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Unit string `json:"unit"`
	Line string `json:"line"`
}

var (
	pool = sync.Pool{New: func() any { return new(bytes.Buffer) }}
	unit = regexp.MustCompile(`^[a-z][a-z0-9@.-]{0,60}$`)
)

func line(word string, n int) string {
	b := pool.Get().(*bytes.Buffer)
	defer pool.Put(b)
	b.Reset()
	b.WriteString("journalctl --no-pager -n ")
	b.WriteString(strconv.Itoa(n))
	b.WriteString(" -u ")
	b.WriteString(word)
	return b.String()
}

func sh(ctx context.Context, text string) (*mcp.CallToolResult, any, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", text).Output()
	if err != nil {
		return nil, nil, errors.New("failed")
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: strconv.Itoa(len(out))}}}, nil, nil
}

func logs(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !unit.MatchString(a.Unit) {
		return nil, nil, errors.New("not a unit")
	}
	return sh(ctx, line(a.Unit, 20))
}

func run(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return sh(ctx, a.Line)
}

// ask takes apart what it has put together: the words of the caller, behind a
// program of its own.
func ask(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	words := strings.Fields("kubectl " + a.Line)
	out, err := exec.CommandContext(ctx, words[0], words[1:]...).Output()
	if err != nil {
		return nil, nil, errors.New("failed")
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: strconv.Itoa(len(out))}}}, nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "lines"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "unit_log"}, logs) // want `note auditor: whether tool "unit_log" needs a confirmation is not known`
	mcp.AddTool(s, &mcp.Tool{Name: "shell"}, run)     // want `tool "shell" runs what the caller chooses \(exec.CommandContext\) without a confirmation`
	mcp.AddTool(s, &mcp.Tool{Name: "cluster"}, ask)   // want `tool "cluster" runs what the caller chooses`
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
