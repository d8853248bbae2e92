// Command layers reaches its programs through another package and an
// interface, and tells its tools apart by name.
package main

import (
	"context"
	"errors"
	"log"
	"os/exec"

	"example.test/mcpvet/src/arginject/layers/run"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type desk struct {
	git run.Runner
}

func text(out []byte, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("the command failed"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func (d *desk) mirror(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	url, err := req.RequireString("url")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return text(d.git.Run(ctx, "clone", "--mirror", url))
}

func list(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(run.List(ctx, run.Options{Dir: req.GetString("dir", "."), Filter: req.GetString("filter", "")}))
}

// files lists what is below a fixed folder: the name is the value of -name.
func files(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(run.List(ctx, run.Options{Dir: "./data", Filter: req.GetString("filter", "")}))
}

// both serves two tools, of which one has no argument.
func both(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args, _ := req.Params.Arguments.(map[string]any)
	switch req.Params.Name {
	case "disks":
		return text(exec.CommandContext(ctx, "df", "-h").Output())
	case "pull":
		image, _ := args["image"].(string)
		return text(exec.CommandContext(ctx, "docker", "run", "--rm", image).Output()) // want `argument "image" of tool "pull" can be an option of docker, such as -v`
	}
	return nil, errors.New("no such tool")
}

func main() {
	d := &desk{git: run.New("git")}
	s := server.NewMCPServer("layers", "1")
	s.AddTool(mcp.NewTool("mirror", mcp.WithDescription("Mirror a repository."), mcp.WithString("url")), d.mirror)
	s.AddTool(mcp.NewTool("list", mcp.WithDescription("List files."), mcp.WithString("dir"), mcp.WithString("filter")), list)
	s.AddTool(mcp.NewTool("files", mcp.WithDescription("List data."), mcp.WithString("filter")), files)
	s.AddTool(mcp.NewTool("disks", mcp.WithDescription("Show free space.")), both)
	s.AddTool(mcp.NewTool("pull", mcp.WithDescription("Run an image."), mcp.WithString("image")), both)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
