// Command weak checks paths in ways that do not hold. The findings name what is
// wrong with the check.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const base = "/srv/in"

var errOutside = errors.New("outside")

func answer(b []byte, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("unreadable"), nil
	}
	return mcp.NewToolResultText(string(b)), nil
}

// noSeparator lets /srv/input pass.
func noSeparator(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := filepath.Join(base, req.GetString("name", ""))
	if !strings.HasPrefix(p, base) {
		return nil, errOutside
	}
	return answer(os.ReadFile(p)) // want `argument "name" of tool "no_separator" .*; a check on the way does not hold: the prefix is compared without a separator at its end$`
}

// beforeCleaning compares the text while ".." is still in it.
func beforeCleaning(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	if !strings.HasPrefix(p, base+"/") {
		return nil, errOutside
	}
	return answer(os.ReadFile(filepath.Clean(p))) // want `argument "path" of tool "before_cleaning" .*does not hold: the prefix is compared before ".." is resolved$`
}

// onlyDots lets absolute paths pass.
func onlyDots(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	if strings.Contains(p, "..") {
		return nil, errOutside
	}
	return answer(os.ReadFile(p)) // want `argument "path" of tool "only_dots" .*does not hold: only ".." is refused$`
}

// onlyAbsolute lets ".." pass.
func onlyAbsolute(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	if filepath.IsAbs(p) {
		return nil, errOutside
	}
	return answer(os.ReadFile(filepath.Join(base, p))) // want `argument "path" of tool "only_absolute" .*does not hold: only absolute paths are refused$`
}

// startOnly lets a/../../x pass.
func startOnly(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	if strings.HasPrefix(p, "..") {
		return nil, errOutside
	}
	return answer(os.ReadFile(filepath.Join(base, p))) // want `argument "path" of tool "start_only" .*does not hold: only ".." at the start is refused$`
}

// removesOnce leaves "../" of "....//".
func removesOnce(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := strings.ReplaceAll(req.GetString("path", ""), "../", "")
	return answer(os.ReadFile(filepath.Join(base, p))) // want `argument "path" of tool "removes_once" becomes part`
}

// cleanOnly believes that cleaning keeps a path where it is.
func cleanOnly(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := filepath.Abs(filepath.Join(base, filepath.Clean(req.GetString("path", ""))))
	if err != nil {
		return nil, err
	}
	return answer(os.ReadFile(p)) // want `argument "path" of tool "clean_only" becomes part`
}

// denied refuses what its author thought of.
func denied(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	for _, bad := range []string{"/etc", "/root", "shadow"} {
		if strings.Contains(p, bad) {
			return nil, errOutside
		}
	}
	return answer(os.ReadFile(p)) // want `argument "path" of tool "denied" .*does not hold: some characters or words are refused \(a deny list\)$`
}

// lower compares in lower case: /srv/IN is another folder.
func lower(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := filepath.Clean(req.GetString("path", ""))
	if !strings.HasPrefix(strings.ToLower(p), base+"/") {
		return nil, errOutside
	}
	return answer(os.ReadFile(p)) // want `argument "path" of tool "lower" .*does not hold: the path is compared in one case, which may name another folder`
}

// copied checks a form in which ".." has no effect, and opens the other.
func copied(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	if !strings.HasPrefix(filepath.Join(base, filepath.Clean("/"+p)), base+"/") {
		return nil, errOutside
	}
	return answer(os.ReadFile(filepath.Join(base, p))) // want `argument "path" of tool "copied" becomes part`
}

// unused throws away what the check says.
func unused(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	if !filepath.IsLocal(p) {
		log.Printf("odd path %q", p)
	}
	return answer(os.ReadFile(filepath.Join(base, p))) // want `argument "path" of tool "unused" becomes part`
}

// relOnly asks for the way, and for nothing but an error.
func relOnly(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := filepath.Join(base, req.GetString("path", ""))
	if _, err := filepath.Rel(base, p); err != nil {
		return nil, errOutside
	}
	return answer(os.ReadFile(p)) // want `argument "path" of tool "rel_only" becomes part`
}

// afterwards checks when it is too late.
func afterwards(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := req.GetString("path", "")
	b, err := os.ReadFile(filepath.Join(base, p)) // want `argument "path" of tool "afterwards" becomes part`
	if !filepath.IsLocal(p) {
		return nil, errOutside
	}
	return answer(b, err)
}

// slicedShort compares the start with a folder that has no separator at its end.
func slicedShort(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := filepath.Join(base, req.GetString("name", ""))
	dir := os.Getenv("BASE")
	if len(p) < len(dir) || p[:len(dir)] != dir {
		return nil, errOutside
	}
	return answer(os.ReadFile(p)) // want `argument "name" of tool "sliced_short" .*; a check on the way does not hold: the prefix is compared without a separator at its end`
}

func main() {
	s := server.NewMCPServer("weak", "1")
	add := func(name string, h server.ToolHandlerFunc) {
		s.AddTool(mcp.NewTool(name, mcp.WithDescription("Read a file.")), h)
	}
	add("sliced_short", slicedShort)
	add("no_separator", noSeparator)
	add("before_cleaning", beforeCleaning)
	add("only_dots", onlyDots)
	add("only_absolute", onlyAbsolute)
	add("start_only", startOnly)
	add("removes_once", removesOnce)
	add("clean_only", cleanOnly)
	add("denied", denied)
	add("lower", lower)
	add("copied", copied)
	add("unused", unused)
	add("rel_only", relOnly)
	add("afterwards", afterwards)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
