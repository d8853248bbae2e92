// Command late joins paths before it checks what they are joined of.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Dir  string `json:"dir"`
	Name string `json:"name"`
}

var errOutside = errors.New("outside")

func now() time.Time { return time.Now() }

func direct(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	p := filepath.Join("/srv", a.Name)
	if !filepath.IsLocal(a.Name) {
		return nil, nil, errOutside
	}
	return nil, nil, os.Chtimes(p, now(), now()) // want `note auditor: argument "name" of tool "direct"`
}

// twoParts are joined, and one is checked.
func twoParts(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	p := filepath.Join("/srv", a.Dir, a.Name)
	if !filepath.IsLocal(a.Name) {
		return nil, nil, errOutside
	}
	return nil, nil, os.Chtimes(p, now(), now()) // want `error regular: argument "dir" of tool "two_parts"`
}

func bothParts(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	p := filepath.Join(os.Getenv("ROOT"), a.Dir, a.Name)
	if !filepath.IsLocal(a.Name) || !filepath.IsLocal(a.Dir) {
		return nil, nil, errOutside
	}
	return nil, nil, os.Chtimes(p, now(), now()) // want `note auditor: argument "dir" of tool "both_parts"`
}

// ignored goes on whatever the check says.
func ignored(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	p := filepath.Join("/srv", a.Name)
	if !filepath.IsLocal(a.Name) {
		log.Print("outside")
	}
	return nil, nil, os.Chtimes(p, now(), now()) // want `error regular: argument "name" of tool "ignored"`
}

// before uses the path, and then checks it.
func before(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	p := filepath.Join("/srv", a.Name)
	if err := os.Chtimes(p, now(), now()); err != nil { // want `error regular: argument "name" of tool "before"`
		return nil, nil, err
	}
	if !filepath.IsLocal(a.Name) {
		return nil, nil, errOutside
	}
	return nil, nil, nil
}

type store struct {
	root string
	seen sync.Map
}

// resolve keeps what it has checked.
func (s *store) resolve(name string) (string, error) {
	if p, ok := s.seen.Load(name); ok {
		return p.(string), nil
	}
	p := filepath.Join(s.root, name)
	if !filepath.IsLocal(name) {
		return "", errOutside
	}
	s.seen.Store(name, p)
	return p, nil
}

// hasty keeps it first.
type hasty struct {
	root string
	seen sync.Map
}

func (s *hasty) resolve(name string) (string, error) {
	if p, ok := s.seen.Load(name); ok {
		return p.(string), nil
	}
	p := filepath.Join(s.root, name)
	s.seen.Store(name, p)
	if !filepath.IsLocal(name) {
		return "", errOutside
	}
	return p, nil
}

func kept(s *store) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		p, err := s.resolve(req.GetString("name", ""))
		if err != nil {
			return nil, err
		}
		return nil, os.Chtimes(p, now(), now()) // want `note auditor: argument "name" of tool "kept"`
	}
}

func keptFirst(s *hasty) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		p, err := s.resolve(req.GetString("name", ""))
		if err != nil {
			return nil, err
		}
		return nil, os.Chtimes(p, now(), now()) // want `error regular: argument "name" of tool "kept_first"`
	}
}

func (s *store) field(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	p := filepath.Join(s.root, name)
	if !filepath.IsLocal(name) {
		return nil, errOutside
	}
	return nil, os.Chtimes(p, now(), now()) // want `note auditor: argument "name" of tool "field"`
}

func (s *store) twoGiven(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	dir, name := req.GetString("dir", ""), req.GetString("name", "")
	p := filepath.Join(s.root, dir, name)
	if !filepath.IsLocal(name) {
		return nil, errOutside
	}
	return nil, os.Chtimes(p, now(), now()) // want `error regular: argument "(dir|name)" of tool "two_given"`
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "late"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "direct"}, direct)
	sdk.AddTool(s, &sdk.Tool{Name: "two_parts"}, twoParts)
	sdk.AddTool(s, &sdk.Tool{Name: "both_parts"}, bothParts)
	sdk.AddTool(s, &sdk.Tool{Name: "ignored"}, ignored)
	sdk.AddTool(s, &sdk.Tool{Name: "before"}, before)
	st := &store{root: os.Getenv("ROOT")}
	m := server.NewMCPServer("late", "1.0.0")
	m.AddTool(mcp.NewTool("kept"), kept(st))
	m.AddTool(mcp.NewTool("kept_first"), keptFirst(&hasty{root: os.Getenv("ROOT")}))
	m.AddTool(mcp.NewTool("field"), st.field)
	m.AddTool(mcp.NewTool("two_given"), st.twoGiven)
	if err := server.ServeStdio(m); err != nil {
		log.Fatal(err)
	}
	if err := s.Run(context.Background(), &sdk.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
