// Command files lets callers choose files for everything that can be done to
// one. The findings say what is done.
package main

import (
	"context"
	"html/template"
	"io"
	"io/fs"
	"log"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// noteIn are the arguments of most tools.
type noteIn struct {
	Name string `json:"name" jsonschema:"name of the note"`
	To   string `json:"to,omitempty" jsonschema:"new name"`
}

const root = "/srv/notes"

type result = *mcp.CallToolResult

func text(s string) result {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func read(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (result, any, error) {
	b, err := os.ReadFile(filepath.Join(root, in.Name)) // want `error regular: argument "name" of tool "read" becomes part of the path of a file that is read: "\.\." leads out of the folder$`
	if err != nil {
		return nil, nil, err
	}
	return text(string(b)), nil, nil
}

func readAny(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (result, any, error) {
	f, err := os.Open(in.Name) // want `error regular: argument "name" of tool "read_any" chooses a file that is read$`
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	return text(string(b)), nil, err
}

func write(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (result, any, error) {
	if err := os.MkdirAll(filepath.Dir(root+"/"+in.Name), 0o755); err != nil { // want `of tool "write" becomes part of the path of a folder that is made`
		return nil, nil, err
	}
	f, err := os.OpenFile(root+"/"+in.Name, os.O_CREATE|os.O_WRONLY, 0o644) // want `of tool "write" becomes part of the path of a file that is opened`
	if err != nil {
		return nil, nil, err
	}
	return text("made"), nil, f.Close()
}

func remove(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (result, any, error) {
	target := filepath.Clean(strings.TrimSpace(in.Name))
	return text("gone"), nil, os.RemoveAll(target) // want `argument "name" of tool "remove" chooses a file that is deleted$`
}

// rename takes two paths: one finding for both.
func rename(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (result, any, error) {
	return text("moved"), nil, os.Rename(filepath.Join(root, in.Name), filepath.Join(root, in.To)) // want `argument "(name|to)" of tool "rename" becomes part of the path of a file that is (moved|written)`
}

// move checks only what it moves.
func move(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (result, any, error) {
	if !filepath.IsLocal(in.Name) {
		return text("refused"), nil, nil
	}
	return text("moved"), nil, os.Rename(filepath.Join(root, in.Name), filepath.Join(root, in.To)) // want `argument "to" of tool "move" becomes part of the path of a file that is written`
}

func list(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (result, any, error) {
	var names []string
	err := filepath.WalkDir(filepath.Join(root, in.Name), func(p string, d fs.DirEntry, err error) error { // want `of tool "list" becomes part of the path of a folder that is listed`
		if err == nil && !d.IsDir() {
			names = append(names, d.Name())
		}
		return err
	})
	return text(strings.Join(names, "\n")), nil, err
}

// build runs a fixed program where the caller says.
func build(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (result, any, error) {
	cmd := exec.CommandContext(ctx, "make", "all")
	cmd.Dir = filepath.Join("/srv/projects", in.Name) // want `of tool "build" becomes part of the path of the folder that is worked in`
	out, err := cmd.Output()
	return text(string(out)), nil, err
}

func render(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (result, any, error) {
	t, err := template.ParseFiles("/srv/layout/base.html", in.Name) // want `argument "name" of tool "render" chooses a file that is read$`
	if err != nil {
		return nil, nil, err
	}
	var b strings.Builder
	err = t.Execute(&b, nil)
	return text(b.String()), nil, err
}

// exists tells only whether there is something: a finding under pedantic.
func exists(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (result, any, error) {
	_, err := os.Stat(filepath.Join(root, in.Name)) // want `warning pedantic: argument "name" of tool "exists" becomes part of the path of a file that is looked for`
	if err != nil {
		return text("no"), nil, nil
	}
	return text("yes"), nil, nil
}

// share gives out a fixed folder, so that there is nothing to report.
func share(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (result, any, error) {
	_ = http.FileServer(http.Dir(root))
	return text(in.Name), nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "files", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "read", Description: "Read a note."}, read)
	mcp.AddTool(s, &mcp.Tool{Name: "read_any", Description: "Read a file."}, readAny)
	mcp.AddTool(s, &mcp.Tool{Name: "write", Description: "Make a note."}, write)
	mcp.AddTool(s, &mcp.Tool{Name: "remove", Description: "Remove a note."}, remove)
	mcp.AddTool(s, &mcp.Tool{Name: "rename", Description: "Rename a note."}, rename)
	mcp.AddTool(s, &mcp.Tool{Name: "move", Description: "Move a note."}, move)
	mcp.AddTool(s, &mcp.Tool{Name: "list", Description: "List notes."}, list)
	mcp.AddTool(s, &mcp.Tool{Name: "build", Description: "Build a project."}, build)
	mcp.AddTool(s, &mcp.Tool{Name: "render", Description: "Render a page."}, render)
	mcp.AddTool(s, &mcp.Tool{Name: "exists", Description: "Tell whether there is a note."}, exists)
	mcp.AddTool(s, &mcp.Tool{Name: "share", Description: "Share the notes."}, share)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
