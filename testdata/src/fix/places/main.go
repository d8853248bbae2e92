// Program places has values that are to be checked where no statement can stand
// before them, or where they are others by then.
package main

import (
	"context"
	"fmt"
	"log"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// twice asks for the same argument where it uses it.
func twice(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := exec.CommandContext(ctx, "find", req.GetString("path", "")).Run(); err != nil { // fix review MCP018
		return mcp.NewToolResultError("failed"), nil
	}
	if err := exec.CommandContext(ctx, "find", req.GetString("path", ""), "-type", "f").Run(); err != nil { // fix review MCP018
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// cases has it in the case of a switch.
func cases(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path := req.GetString("path", "")
	switch {
	case path == "":
		return mcp.NewToolResultError("no path"), nil
	case exec.CommandContext(ctx, "find", path).Run() != nil: // fix review MCP018
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// selects has it in the case of a select.
func selects(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path, failed := req.GetString("path", ""), make(chan error, 1)
	select {
	case failed <- exec.CommandContext(ctx, "find", path).Run(): // fix review MCP018
	case <-ctx.Done():
	}
	return mcp.NewToolResultText("done"), nil
}

// trimmed is another one in the statement than before.
func trimmed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path := req.GetString("path", "")
	if path = strings.TrimSpace(path); exec.CommandContext(ctx, "find", path).Run() != nil { // fix none MCP018
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// logged uses the list again, behind the program and in a branch.
func logged(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	files := req.GetStringSlice("files", nil)
	args := append([]string{"add"}, files...)
	if len(files) > 1 {
		log.Print(strings.Join(files, ", "))
	}
	if err := exec.CommandContext(ctx, "git", args...).Run(); err != nil { // fix review MCP018
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(fmt.Sprintf("added %d: %s", len(files), strings.Join(files, ", "))), nil
}

// cleaned makes another list of it first.
func cleaned(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	files := req.GetStringSlice("files", nil)
	log.Print(len(files))
	files = strings.Fields(strings.Join(files, " "))
	if err := exec.CommandContext(ctx, "git", append([]string{"add"}, files...)...).Run(); err != nil { // fix review MCP018
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// mixed has options of its own in the list that is called like the argument.
func mixed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := []string{"log", "--oneline"}
	args = append(args, strings.Fields(req.GetString("args", ""))...)
	if err := exec.CommandContext(ctx, "git", args...).Run(); err != nil { // fix review MCP018
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// several has two lists, of which one has the name of what is to be checked in it.
func several(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	word, more := req.GetStringSlice("word", nil), req.GetStringSlice("more", nil)
	if err := exec.CommandContext(ctx, "git", append([]string{"add"}, word...)...).Run(); err != nil { // fix review MCP018
		return mcp.NewToolResultError("failed"), nil
	}
	if err := exec.CommandContext(ctx, "git", append([]string{"rm"}, more...)...).Run(); err != nil { // fix review MCP018
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// everything is added where nobody says what.
func everything(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	paths := req.GetStringSlice("paths", nil)
	if len(paths) == 0 {
		paths = []string{"."}
	}
	args := []string{"add", "-v"}
	args = append(args, paths...)
	if err := exec.CommandContext(ctx, "git", args...).Run(); err != nil { // fix review MCP018
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// resolve runs a program to which "--" means nothing.
func resolve(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	// What a comment is about stays below it.
	if err := exec.CommandContext(ctx, "dig", "+short", name).Run(); err != nil { // fix review MCP018
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	s := server.NewMCPServer("places", "1")
	s.AddTool(mcp.NewTool("twice", mcp.WithString("path")), twice)
	s.AddTool(mcp.NewTool("cases", mcp.WithString("path")), cases)
	s.AddTool(mcp.NewTool("selects", mcp.WithString("path")), selects)
	s.AddTool(mcp.NewTool("trimmed", mcp.WithString("path")), trimmed)
	s.AddTool(mcp.NewTool("logged", mcp.WithArray("files")), logged)
	s.AddTool(mcp.NewTool("cleaned", mcp.WithArray("files")), cleaned)
	s.AddTool(mcp.NewTool("mixed", mcp.WithString("args")), mixed)
	s.AddTool(mcp.NewTool("several", mcp.WithArray("word"), mcp.WithArray("more")), several)
	s.AddTool(mcp.NewTool("everything", mcp.WithArray("paths")), everything)
	s.AddTool(mcp.NewTool("resolve", mcp.WithString("name")), resolve)
	log.Fatal(server.ServeStdio(s))
}
