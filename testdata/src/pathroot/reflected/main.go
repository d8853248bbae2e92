// Command reflected has one wrapper for all its tools, which decodes the
// arguments and calls the function of the tool by reflection.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"
	"path/filepath"
	"reflect"
	"regexp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// tool makes a handler of a function that takes decoded arguments.
func tool[T any](run func(context.Context, T) (string, error)) server.ToolHandlerFunc {
	f := reflect.ValueOf(run)
	in := f.Type().In(1)
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		raw, err := json.Marshal(req.Params.Arguments)
		if err != nil {
			return nil, err
		}
		args := reflect.New(in).Interface()
		if err := json.Unmarshal(raw, args); err != nil {
			return nil, err
		}
		out := f.Call([]reflect.Value{reflect.ValueOf(ctx), reflect.ValueOf(args).Elem()})
		if err, ok := out[1].Interface().(error); ok {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(out[0].String()), nil
	}
}

type pageArgs struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

func page(ctx context.Context, a pageArgs) (string, error) {
	b, err := os.ReadFile(filepath.Join("/srv/pages", a.Name)) // want `error regular: .* of tool "page" becomes part of the path of a file that is read`
	return string(b), err
}

var versionForm = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[a-z0-9.]+)?$`)

// release takes a name that has dots, but is never "..".
func release(ctx context.Context, a pageArgs) (string, error) {
	if !versionForm.MatchString(a.Version) {
		return "", errors.New("no version")
	}
	b, err := os.ReadFile(filepath.Join("/srv/releases", a.Version, "notes.md"))
	return string(b), err
}

func count(ctx context.Context, a pageArgs) (string, error) {
	list, err := os.ReadDir("/srv/pages")
	if err != nil || len(list) == 0 {
		return "none", err
	}
	return list[0].Name() + " comes before " + a.Name, nil
}

func main() {
	s := server.NewMCPServer("reflected", "1")
	s.AddTool(mcp.NewTool("page", mcp.WithDescription("Read a page.")), tool(page))
	s.AddTool(mcp.NewTool("release", mcp.WithDescription("Read the notes of a release.")), tool(release))
	s.AddTool(mcp.NewTool("count", mcp.WithDescription("Say which page comes first.")), tool(count))
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
