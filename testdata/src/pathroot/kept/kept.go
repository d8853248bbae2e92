// Package kept has servers whose tools work in a folder that another tool has
// chosen: freely, below a root, on another server, or by a name that the code
// knows.
package kept

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type choice struct {
	Folder string `json:"folder"`
}

type none struct{}

type desk struct {
	mu     sync.Mutex
	folder string
}

// free takes any folder.
func (d *desk) free(_ context.Context, _ *mcp.CallToolRequest, in choice) (*mcp.CallToolResult, any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.folder = in.Folder
	return nil, nil, nil
}

// held takes folders below a root.
func (d *desk) held(_ context.Context, _ *mcp.CallToolRequest, in choice) (*mcp.CallToolResult, any, error) {
	folder := filepath.Clean(in.Folder)
	if !strings.HasPrefix(folder, "/srv/notes/") {
		return nil, nil, errors.New("not below /srv/notes")
	}
	d.folder = folder
	return nil, nil, nil
}

// known takes a name that the code knows.
func (d *desk) known(_ context.Context, _ *mcp.CallToolRequest, in choice) (*mcp.CallToolResult, any, error) {
	switch in.Folder {
	case "today":
		d.folder = "/srv/notes/today"
	default:
		d.folder = "/srv/notes/old"
	}
	return nil, nil, nil
}

func (d *desk) clear(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return nil, nil, os.RemoveAll(d.current()) // want `argument "folder" of tool "use" chooses` `held below a folder by its text only`
}

func (d *desk) current() string { return d.folder }

type shelf struct{ folder string }

func (s *shelf) use(_ context.Context, _ *mcp.CallToolRequest, in choice) (*mcp.CallToolResult, any, error) {
	s.folder = in.Folder // of a server whose tools touch no file
	return nil, nil, nil
}

func (s *shelf) clear(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return nil, nil, os.RemoveAll("/srv/notes/" + filepath.Base(filepath.Clean("/"+s.label())))
}

func (s *shelf) label() string { return "shelf" }

func servers() []*mcp.Server {
	var out []*mcp.Server
	serve := func(name string) *mcp.Server {
		s := mcp.NewServer(&mcp.Implementation{Name: name}, nil)
		out = append(out, s)
		return s
	}
	d := &desk{}
	s := serve("free")
	mcp.AddTool(s, &mcp.Tool{Name: "clear"}, d.clear)
	mcp.AddTool(s, &mcp.Tool{Name: "use"}, d.free)

	h := &desk{folder: "/srv/notes/today"}
	s = serve("held")
	mcp.AddTool(s, &mcp.Tool{Name: "clear_held"}, h.clear)
	mcp.AddTool(s, &mcp.Tool{Name: "use_held"}, h.held)

	k := &desk{}
	s = serve("known")
	mcp.AddTool(s, &mcp.Tool{Name: "clear_known"}, k.clear)
	mcp.AddTool(s, &mcp.Tool{Name: "use_known"}, k.known)

	l := &shelf{}
	s = serve("shelf")
	mcp.AddTool(s, &mcp.Tool{Name: "clear_shelf"}, l.clear)
	mcp.AddTool(s, &mcp.Tool{Name: "use_shelf"}, l.use)
	return out
}

// A server with what it keeps in a variable that its tools capture.
func captured() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "captured"}, nil)
	var folder string
	mcp.AddTool(s, &mcp.Tool{Name: "list"}, func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		_, err := os.ReadFile(filepath.Join(folder, "index")) // want `argument "folder" of tool "enter"`
		return nil, nil, err
	})
	mcp.AddTool(s, &mcp.Tool{Name: "enter"}, func(_ context.Context, _ *mcp.CallToolRequest, in choice) (*mcp.CallToolResult, any, error) {
		folder = in.Folder
		return nil, nil, nil
	})
	return s
}
