// Command held keeps every path below its root, each tool in another way. What
// is left is what links can do, which the profile auditor shows where only the
// text was checked.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var errOutside = errors.New("outside")

func answer(b []byte, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("unreadable"), nil
	}
	return mcp.NewToolResultText(string(b)), nil
}

// store keeps the root as an operator gives it.
type store struct {
	root string
	dir  *os.Root
}

// opened uses a root that the operating system guards.
func (s *store) opened(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := s.dir.Open(req.GetString("path", ""))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return answer(io.ReadAll(f))
}

func (s *store) inRoot(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := os.OpenInRoot(s.root, req.GetString("path", ""))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return answer(io.ReadAll(f))
}

// viaFS reads through a file system that takes no "..".
func (s *store) viaFS(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := os.DirFS(s.root).Open(req.GetString("path", ""))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return answer(io.ReadAll(f))
}

func (s *store) local(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	if !filepath.IsLocal(p) {
		return nil, errOutside
	}
	return answer(os.ReadFile(filepath.Join(s.root, p))) // want `note auditor: argument "path" of tool "local" is held below a folder by its text only, but a link there can lead a file that is read out of it`
}

// resolved follows links before it checks, and uses what it has checked.
func (s *store) resolved(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	full, err := filepath.EvalSymlinks(filepath.Join(s.root, req.GetString("path", "")))
	if err != nil {
		return nil, err
	}
	if full != s.root && !strings.HasPrefix(full, s.root+string(filepath.Separator)) {
		return nil, errOutside
	}
	return answer(os.ReadFile(full))
}

// rel asks for the way from the root.
func (s *store) rel(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	full, err := filepath.EvalSymlinks(filepath.Join(s.root, req.GetString("path", "")))
	if err != nil {
		return nil, err
	}
	rel, err := filepath.Rel(s.root, full)
	if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return nil, errOutside
	}
	return answer(os.ReadFile(full))
}

// relDots refuses all ways that start with two dots.
func (s *store) relDots(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	full := filepath.Join(s.root, req.GetString("path", ""))
	if rel, err := filepath.Rel(s.root, full); err != nil || strings.HasPrefix(rel, "..") {
		return nil, errOutside
	}
	return answer(os.ReadFile(full)) // want `note auditor: argument "path" of tool "rel_dots"`
}

// absolute checks the absolute path, and opens the path as it came.
func (s *store) absolute(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	abs, err := filepath.Abs(p)
	if err != nil || !strings.HasPrefix(abs+"/", "/srv/docs/") {
		return nil, errOutside
	}
	return answer(os.ReadFile(p)) // want `note auditor: argument "path" of tool "absolute"`
}

// base keeps the last part only.
func (s *store) base(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return answer(os.ReadFile(filepath.Join(s.root, filepath.Base(req.GetString("name", "")))))
}

// isBase refuses what has other parts.
func (s *store) isBase(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if name == "" || name != filepath.Base(name) {
		return nil, errOutside
	}
	return answer(os.ReadFile(filepath.Join(s.root, name)))
}

// noSlash refuses separators, so that nothing but a name is left.
func (s *store) noSlash(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if strings.ContainsAny(name, `/\`) {
		return nil, errOutside
	}
	return answer(os.ReadFile(filepath.Join(s.root, name)))
}

var nameForm = regexp.MustCompile(`^[a-z0-9_-]{1,40}$`)

func (s *store) named(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if !nameForm.MatchString(name) {
		return nil, errOutside
	}
	return answer(os.ReadFile(filepath.Join(s.root, name+".md")))
}

var odd = regexp.MustCompile(`[^a-zA-Z0-9._-]`)

// replaced leaves no separator.
func (s *store) replaced(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := odd.ReplaceAllString(req.GetString("name", ""), "_")
	return answer(os.ReadFile(filepath.Join(s.root, name)))
}

// anchored takes all ".." away by making the path absolute first.
func (s *store) anchored(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return answer(os.ReadFile(filepath.Join(s.root, filepath.Clean("/"+req.GetString("path", ""))))) // want `note auditor: argument "path" of tool "anchored"`
}

// undotted refuses ".." anywhere; what is joined can't be absolute.
func (s *store) undotted(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	if strings.Contains(p, "..") {
		return nil, errOutside
	}
	return answer(os.ReadFile(filepath.Join(s.root, p))) // want `note auditor: argument "path" of tool "undotted"`
}

// segments refuses each ".." by itself.
func (s *store) segments(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	for _, part := range strings.Split(filepath.ToSlash(p), "/") {
		if part == ".." {
			return nil, errOutside
		}
	}
	return answer(os.ReadFile(filepath.Join(s.root, p))) // want `note auditor: argument "path" of tool "segments"`
}

func (s *store) numbered(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n, err := strconv.Atoi(req.GetString("page", "1"))
	if err != nil {
		return nil, err
	}
	return answer(os.ReadFile(filepath.Join(s.root, fmt.Sprintf("page-%d.txt", n))))
}

var topics = []string{"install", "upgrade", "faq"}

func (s *store) topic(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t := req.GetString("topic", "faq")
	if !slices.Contains(topics, t) {
		return nil, errOutside
	}
	return answer(os.ReadFile(filepath.Join(s.root, t+".md")))
}

// chosen only chooses among constants.
func (s *store) chosen(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := "short.txt"
	if req.GetString("form", "") == "long" {
		name = "long.txt"
	}
	return answer(os.ReadFile(filepath.Join(s.root, name)))
}

// extension takes nothing of the name but its end.
func (s *store) extension(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return answer(os.ReadFile(filepath.Join(s.root, "template"+filepath.Ext(req.GetString("name", "")))))
}

// sliced compares the start of the resolved path without a function for it.
func (s *store) sliced(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	full, err := filepath.EvalSymlinks(filepath.Join(s.root, req.GetString("path", "")))
	if err != nil {
		return nil, err
	}
	root := s.root + string(filepath.Separator)
	if len(full) < len(root) || full[:len(root)] != root {
		return nil, errOutside
	}
	return answer(os.ReadFile(full))
}

func main() {
	dir, err := os.OpenRoot(os.Getenv("DOCS"))
	if err != nil {
		log.Fatal(err)
	}
	st := &store{root: os.Getenv("DOCS"), dir: dir}
	s := server.NewMCPServer("held", "1")
	for name, h := range map[string]server.ToolHandlerFunc{
		"opened": st.opened, "in_root": st.inRoot, "via_fs": st.viaFS, "local": st.local, "resolved": st.resolved,
		"rel": st.rel, "rel_dots": st.relDots, "absolute": st.absolute, "base": st.base, "is_base": st.isBase,
		"no_slash": st.noSlash, "named": st.named, "replaced": st.replaced, "anchored": st.anchored,
		"undotted": st.undotted, "segments": st.segments, "numbered": st.numbered, "topic": st.topic,
		"chosen": st.chosen, "extension": st.extension, "sliced": st.sliced,
	} {
		s.AddTool(mcp.NewTool(name, mcp.WithDescription("Read a document.")), h)
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
