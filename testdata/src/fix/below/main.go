// Program below uses files that callers name in full.
package main

import (
	"context"
	"errors"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Path string   `json:"path"`
	To   string   `json:"to"`
	Text string   `json:"text"`
	All  []string `json:"all"`
}

type notes struct{ base string }

// inside holds paths of other tools.
func (n notes) inside(p string) bool {
	rel, err := filepath.Rel(n.base, p)
	return err == nil && filepath.IsLocal(rel)
}

func (n notes) one(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := filepath.Abs(req.GetString("path", ""))
	if err != nil || !n.inside(p) {
		return mcp.NewToolResultError("denied"), nil
	}
	return answer(os.ReadFile(p))
}

// many forgets to ask, and works in functions that return nothing.
func (n notes) many(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	list, err := req.RequireStringSlice("paths")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	parts := make([]string, len(list))
	var wg sync.WaitGroup
	for i, item := range list {
		wg.Add(1)
		go func(slot int, name string) {
			defer wg.Done()
			b, err := os.ReadFile(name) // fix review MCP003
			if err != nil {
				parts[slot] = "unreadable"
				return
			}
			parts[slot] = string(b)
		}(i, item)
	}
	wg.Wait()
	return mcp.NewToolResultText(strings.Join(parts, "\n")), nil
}

func answer(b []byte, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("unreadable"), nil
	}
	return mcp.NewToolResultText(string(b)), nil
}

// load is also called for a file of the program's own: what callers give is
// checked where they give it.
func load(path string) ([]byte, error) {
	return os.ReadFile(filepath.Clean(path)) // fix review MCP003
}

func loaded(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path, err := req.RequireString("path")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	b, err := load(path)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(b)), nil
}

// inline asks for the path where it is used.
func inline(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	entries, err := os.ReadDir(req.GetString("path", ".")) // fix review MCP003
	if err != nil {
		return mcp.NewToolResultError("unreadable"), nil
	}
	return mcp.NewToolResultText(entries[0].Name()), nil
}

// write uses the same path twice, and is one fix.
func write(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if a.Path == "" {
		return nil, nil, errors.New("no path")
	}
	if err := os.MkdirAll(filepath.Dir(a.Path), 0o700); err != nil { // fix review MCP003
		return nil, nil, err
	}
	if err := os.WriteFile(a.Path, []byte(a.Text), 0o600); err != nil { // fix review MCP003
		return nil, nil, err
	}
	return nil, nil, os.Chmod(a.Path, 0o400) // fix review MCP003
}

// move has two paths, and an error that is to be returned.
func move(_ context.Context, _ *sdk.CallToolRequest, a in) (_ *sdk.CallToolResult, _ any, err error) {
	if err = os.Rename("/srv/notes/first", a.To); err != nil { // fix review MCP003
		return nil, nil, err
	}
	return nil, nil, nil
}

// work runs a program in a folder.
func work(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "make", "all")
	cmd.Dir = a.Path // fix review MCP003
	return nil, nil, cmd.Run()
}

// walk can't refuse.
func walk(dir string) (n int) {
	filepath.WalkDir(filepath.Join(dir, "sub"), func(string, fs.DirEntry, error) error { // fix none MCP003
		n++
		return nil
	})
	return n
}

func walked(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	walk(a.Path)
	return nil, nil, nil
}

// each has a list, of which no element is a variable.
func each(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	for i := range a.All {
		if err := os.Remove(a.All[i]); err != nil { // fix review MCP003
			return nil, nil, err
		}
	}
	return nil, nil, nil
}

// saved has two variables, each of which is a path of the caller's, and takes its
// argument out of a map.
func saved(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out, err := store(req.GetArguments())
	if err != nil {
		return mcp.NewToolResultError("not stored"), nil
	}
	return mcp.NewToolResultText(out), nil
}

func store(args map[string]any) (string, error) {
	file, ok := args["file"].(string)
	if !ok {
		return "", errors.New("no file")
	}
	full, err := resolve(file)
	if err != nil {
		return "", err
	}
	return put(full, "text")
}

func resolve(name string) (string, error) { return filepath.Abs(name) }

func put(file, text string) (string, error) {
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o700); err != nil { // fix review MCP003
		return "", err
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil { // fix review MCP003
		return "", err
	}
	return file, nil
}

// beside has a folder and a file in one function.
func beside(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	file := strings.ToLower(a.Path)
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o700); err != nil { // fix review MCP003
		return nil, nil, err
	}
	if err := os.WriteFile(file, []byte(a.Text), 0o600); err != nil { // fix review MCP003
		return nil, nil, err
	}
	return nil, nil, nil
}

// texts have their folder in front.
func (n notes) texts(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if err := os.MkdirAll(filepath.Dir(n.base+"/"+a.Path), 0o700); err != nil { // fix review MCP003
		return nil, nil, err
	}
	if err := os.WriteFile(n.base+"/"+a.Path, []byte(a.Text), 0o600); err != nil { // fix review MCP003
		return nil, nil, err
	}
	return nil, nil, os.Remove("/srv/old/" + a.To + ".txt") // fix review MCP003
}

func main() {
	if _, err := load("/etc/below.conf"); err != nil {
		log.Fatal(err)
	}
	s := sdk.NewServer(&sdk.Implementation{Name: "below", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "write"}, write)
	sdk.AddTool(s, &sdk.Tool{Name: "move"}, move)
	sdk.AddTool(s, &sdk.Tool{Name: "work"}, work)
	sdk.AddTool(s, &sdk.Tool{Name: "walked"}, walked)
	sdk.AddTool(s, &sdk.Tool{Name: "each"}, each)
	go s.Run(context.Background(), &sdk.StdioTransport{})
	n := notes{"/srv/notes"}
	sdk.AddTool(s, &sdk.Tool{Name: "texts"}, n.texts)
	m := server.NewMCPServer("below", "1")
	m.AddTool(mcp.NewTool("one", mcp.WithString("path")), n.one)
	m.AddTool(mcp.NewTool("many", mcp.WithArray("paths")), n.many)
	m.AddTool(mcp.NewTool("loaded", mcp.WithString("path")), loaded)
	sdk.AddTool(s, &sdk.Tool{Name: "beside"}, beside)
	m.AddTool(mcp.NewTool("saved", mcp.WithString("file")), saved)
	m.AddTool(mcp.NewTool("inline", mcp.WithString("path")), inline)
	log.Fatal(server.ServeStdio(m))
}
