// Command generic passes its arguments through generic functions, closures and
// function values.
package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log"
	"os/exec"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name  string   `json:"name"`
	Names []string `json:"names"`
	Count int      `json:"count"`
}

func text(out []byte, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

// add registers a tool that runs the line that a function makes.
func add[T any](s *mcp.Server, name string, line func(T) (string, error)) {
	mcp.AddTool(s, &mcp.Tool{Name: name}, func(ctx context.Context, _ *mcp.CallToolRequest, a T) (*mcp.CallToolResult, any, error) {
		l, err := line(a)
		if err != nil {
			return nil, nil, err
		}
		return text(exec.CommandContext(ctx, "sh", "-c", l).Output()) // want `of tool "ping" becomes part of` `of tool "mapped" becomes part of` `of tool "sorted" becomes part of` `of tool "sequence" becomes part of` `of tool "first" becomes part of` `of tool "pair" becomes part of`
	})
}

func mapAll[T, U any](list []T, f func(T) U) []U {
	out := make([]U, 0, len(list))
	for _, v := range list {
		out = append(out, f(v))
	}
	return out
}

func firstOr[T any](list []T, other T) T {
	if len(list) > 0 {
		return list[0]
	}
	return other
}

// A pair is two values.
type pair[A, B any] struct {
	a A
	b B
}

func words(list []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, w := range list {
			if !yield(w) {
				return
			}
		}
	}
}

// checked runs a check before it makes the line.
func checked[T any](check func(T) error, line func(T) string) func(T) (string, error) {
	return func(v T) (string, error) {
		if err := check(v); err != nil {
			return "", err
		}
		return line(v), nil
	}
}

func withTimeout(ctx context.Context, f func(context.Context) ([]byte, error)) ([]byte, error) {
	return f(ctx)
}

func closure(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(withTimeout(ctx, func(ctx context.Context) ([]byte, error) {
		return exec.CommandContext(ctx, "sh", "-c", "id "+a.Name).Output() // want `argument "name" of tool "closure" becomes part of`
	}))
}

type runner func(ctx context.Context, line string) ([]byte, error)

func (r runner) twice(ctx context.Context, line string) ([]byte, error) {
	if out, err := r(ctx, line); err == nil {
		return out, nil
	}
	return r(ctx, line)
}

func local(ctx context.Context, line string) ([]byte, error) {
	return exec.CommandContext(ctx, "sh", "-c", line).Output() // want `argument "name" of tool "value" becomes part of`
}

func value(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(runner(local).twice(ctx, "id "+a.Name))
}

// constant runs the same function with a line of its own.
func constant(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if a.Name == "" {
		return nil, nil, errors.New("no name")
	}
	return text(runner(local).twice(ctx, "id root"))
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "generic", Version: "1"}, nil)
	add(s, "ping", func(a in) (string, error) { return "ping -c 1 " + a.Name, nil })
	add(s, "mapped", func(a in) (string, error) {
		return strings.Join(mapAll(a.Names, func(n string) string { return "ping -c 1 " + n }), "; "), nil
	})
	add(s, "sorted", func(a in) (string, error) {
		slices.Sort(a.Names)
		return "fping " + strings.Join(slices.Compact(a.Names), " "), nil
	})
	add(s, "sequence", func(a in) (string, error) {
		line := "fping"
		for w := range words(a.Names) {
			line += " " + w
		}
		return line, nil
	})
	add(s, "first", func(a in) (string, error) { return "id " + firstOr(a.Names, "root"), nil })
	add(s, "pair", func(a in) (string, error) {
		p := pair[string, int]{a.Name, a.Count}
		return fmt.Sprintf("ping -c %d %s", p.b, p.a), nil
	})
	add(s, "half", func(a in) (string, error) {
		p := pair[string, int]{a.Name, a.Count}
		return fmt.Sprintf("ping -c %d localhost", p.b), nil
	})
	add(s, "count", func(n struct {
		Count int `json:"count"`
	}) (string, error) {
		return fmt.Sprintf("head -n %d app.log", n.Count), nil
	})
	add(s, "checked", checked(func(a in) error {
		if a.Name != "alpha" && a.Name != "beta" {
			return errors.New("no such machine")
		}
		return nil
	}, func(a in) string { return "ping -c 1 " + a.Name }))
	mcp.AddTool(s, &mcp.Tool{Name: "closure"}, closure)
	mcp.AddTool(s, &mcp.Tool{Name: "value"}, value)
	mcp.AddTool(s, &mcp.Tool{Name: "constant"}, constant)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
