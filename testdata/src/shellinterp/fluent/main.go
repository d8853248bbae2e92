// Command fluent puts its lines together with builders whose methods return
// their receiver, and drops what the last one of a chain returns.
package main

import (
	"context"
	"log"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	X    string `json:"x"`
	Long bool   `json:"long"`
}

type builder struct{ parts []string }

func (b *builder) Add(s string) *builder {
	b.parts = append(b.parts, s)
	return b
}

func (b *builder) If(ok bool, s string) *builder {
	if ok {
		return b.Add(s)
	}
	return b
}

// With leaves its receiver as it is.
func (b *builder) With(s string) *builder {
	return &builder{parts: append(append([]string{}, b.parts...), s)}
}

func (b *builder) String() string { return strings.Join(b.parts, " ") }

// A copied builder is not changed by what is called on it.
type copied struct{ parts []string }

func (c copied) Add(s string) copied {
	c.parts = append(c.parts, s)
	return c
}

func (c copied) Same() copied { return c }

func (c copied) String() string { return strings.Join(c.parts, " ") }

type text struct{ b strings.Builder }

func (t *text) Add(s string) *text {
	t.b.WriteString(s)
	return t
}

func sh(line string) error {
	return exec.Command("sh", "-c", line).Run() // want `of tool "twice" becomes part of the command text that sh runs$` `of tool "perhaps" becomes part of the command text that sh runs$` `of tool "written" becomes part of the command text that sh runs$` `of tool "new_used" becomes part of the command text that sh runs$`
}

func twice(a in) error {
	b := &builder{}
	b.Add("ls").Add(a.X)
	return sh(b.String())
}

func perhaps(a in) error {
	b := &builder{parts: []string{"ls"}}
	b.If(a.Long, "-l").Add(a.X)
	return sh(b.String())
}

func written(a in) error {
	t := &text{}
	t.Add("ls ").Add(a.X)
	return sh(t.b.String())
}

func newDropped(a in) error {
	b := &builder{}
	b.Add("ls")
	b.With("-l").Add(a.X)
	return sh(b.String())
}

func newUsed(a in) error {
	b := &builder{}
	b.Add("ls")
	return sh(b.With("-l").Add(a.X).String())
}

func copyDropped(a in) error {
	c := copied{parts: []string{"ls"}}
	c.Same().Add("-l").Add(a.X)
	return sh(c.String())
}

func other(a in) error {
	b, c := &builder{}, &builder{}
	b.Add("ls").Add("-l")
	c.Add("ls").Add(a.X)
	return sh(b.String())
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "fluent", Version: "1"}, nil)
	add := func(name string, f func(in) error) {
		mcp.AddTool(s, &mcp.Tool{Name: name}, func(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
			return nil, nil, f(a)
		})
	}
	add("twice", twice)
	add("perhaps", perhaps)
	add("written", written)
	add("new_dropped", newDropped)
	add("new_used", newUsed)
	add("copy_dropped", copyDropped)
	add("other", other)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
