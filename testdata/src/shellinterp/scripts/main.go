// Command scripts writes scripts and feeds them to interpreters.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func result(out []byte, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func reader(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := exec.CommandContext(ctx, "bash")
	cmd.Stdin = strings.NewReader("set -e\n" + req.GetString("script", "")) // want `argument "script" of tool "reader" becomes part of the command text that bash runs$`
	return result(cmd.Output())
}

func buffer(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in bytes.Buffer
	fmt.Fprintf(&in, "import json\nprint(json.dumps(%s))\n", req.GetString("expression", "1"))
	cmd := exec.CommandContext(ctx, "python3", "-")
	cmd.Stdin = &in // want `argument "expression" of tool "buffer" becomes part of the source text that python3? runs$`
	return result(cmd.Output())
}

func pipe(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := exec.CommandContext(ctx, "sh", "-s")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if _, err := io.WriteString(in, req.GetString("line", "")+"\n"); err != nil { // want `argument "line" of tool "pipe" .* the command text that sh runs$`
		return nil, err
	}
	if err := in.Close(); err != nil {
		return nil, err
	}
	return result(out.Bytes(), cmd.Wait())
}

func file(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	dir, err := os.MkdirTemp("", "scripts")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "script.sh")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+req.GetString("body", "")), 0o700); err != nil { // want `argument "body" of tool "file" becomes part of the command text that`
		return nil, err
	}
	return result(exec.CommandContext(ctx, "sh", name).Output())
}

func temporary(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := os.CreateTemp("", "*.py")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	if _, err := f.WriteString(req.GetString("code", "")); err != nil { // want `argument "code" of tool "temporary" is the source text that`
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	return result(exec.CommandContext(ctx, "python3", f.Name()).Output())
}

func printed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := os.CreateTemp("", "*.sh")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	fmt.Fprintf(f, "#!/bin/sh\n%s\n", req.GetString("line", "")) // want `argument "line" of tool "printed" becomes part of the command text that`
	if err := f.Close(); err != nil {
		return nil, err
	}
	return result(exec.CommandContext(ctx, "sh", f.Name()).Output())
}

func printedByName(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := os.Create("/srv/job.py")
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(f, "import os")
	if _, err := io.WriteString(f, req.GetString("code", "")); err != nil { // want `argument "code" of tool "printed_by_name" .* the source text that`
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	return result(exec.CommandContext(ctx, "python3", "/srv/job.py").Output())
}

// From here on what is written is data.

func printedData(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := os.Create("/srv/rows.csv")
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(f, req.GetString("rows", ""))
	if err := f.Close(); err != nil {
		return nil, err
	}
	return result(exec.CommandContext(ctx, "python3", "/srv/count.py", "/srv/rows.csv").Output())
}

func data(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := os.CreateTemp("", "*.csv")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	if _, err := f.WriteString(req.GetString("rows", "")); err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	return result(exec.CommandContext(ctx, "sort", "-t", ",", "-k", "2", f.Name()).Output())
}

func saved(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := os.WriteFile("note.txt", []byte(req.GetString("text", "")), 0o600)
	return result([]byte("saved"), err)
}

func sorted(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := exec.CommandContext(ctx, "jq", "-S", ".")
	cmd.Stdin = strings.NewReader(req.GetString("json", "{}"))
	return result(cmd.Output())
}

// The script is constant, its input is not.
func piped(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", "sort | uniq -c | sort -rn")
	cmd.Stdin = strings.NewReader(req.GetString("lines", ""))
	return result(cmd.Output())
}

func main() {
	s := server.NewMCPServer("scripts", "1")
	s.AddTool(mcp.NewTool("reader"), reader)
	s.AddTool(mcp.NewTool("buffer"), buffer)
	s.AddTool(mcp.NewTool("pipe"), pipe)
	s.AddTool(mcp.NewTool("file"), file)
	s.AddTool(mcp.NewTool("temporary"), temporary)
	s.AddTool(mcp.NewTool("printed"), printed)
	s.AddTool(mcp.NewTool("printed_by_name"), printedByName)
	s.AddTool(mcp.NewTool("printed_data"), printedData)
	s.AddTool(mcp.NewTool("data"), data)
	s.AddTool(mcp.NewTool("saved"), saved)
	s.AddTool(mcp.NewTool("sorted"), sorted)
	s.AddTool(mcp.NewTool("piped"), piped)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
