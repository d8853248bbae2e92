// Program unread has tools whose confirmation must be given, and of which some
// do not look at what was given.
package main

import (
	"context"
	"errors"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type disk struct{ root *os.Root }

func (d disk) wipe(name string) (*mcp.CallToolResult, error) {
	if err := d.root.RemoveAll(name); err != nil {
		return mcp.NewToolResultError("not wiped"), nil
	}
	return mcp.NewToolResultText("wiped"), nil
}

// given only asks whether there is an answer.
func (d disk) given(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := req.RequireBool("confirm"); err != nil {
		return mcp.NewToolResultError("confirm is missing"), nil
	}
	return d.wipe(req.GetString("name", ""))
}

// told makes a refusal and goes on.
func (d disk) told(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ok, err := req.RequireBool("confirm")
	if err != nil {
		return mcp.NewToolResultError("confirm is missing"), nil
	}
	res := mcp.NewToolResultText("wiped")
	if !ok {
		res = mcp.NewToolResultText("nothing wiped")
	}
	if _, err := d.wipe(req.GetString("name", "")); err != nil {
		return nil, err
	}
	return res, nil
}

// asked looks at the answer in a function of its own.
func (d disk) asked(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := confirmed(req); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return d.wipe(req.GetString("name", ""))
}

func confirmed(req mcp.CallToolRequest) error {
	ok, err := req.RequireBool("confirm")
	switch {
	case err != nil:
		return errors.New("confirm is missing")
	case !ok:
		return errors.New("not confirmed")
	}
	return nil
}

type in struct {
	Name   string `json:"name"`
	DryRun *bool  `json:"dry_run"`
}

// rehearsed must be told, and does as it is told.
func (d disk) rehearsed(_ context.Context, _ mcp.CallToolRequest, a in) (*mcp.CallToolResult, error) {
	if a.DryRun == nil {
		return mcp.NewToolResultError("dry_run is missing"), nil
	}
	if *a.DryRun {
		return mcp.NewToolResultText("would be wiped"), nil
	}
	return d.wipe(a.Name)
}

func main() {
	root, err := os.OpenRoot(os.Getenv("DISK"))
	if err != nil {
		log.Fatal(err)
	}
	d := disk{root}
	s := server.NewMCPServer("unread", "1.0.0")
	confirm := mcp.WithBoolean("confirm", mcp.Required())
	s.AddTool(mcp.NewTool("given", mcp.WithDescription("Wipes."), confirm, mcp.WithString("name")), d.given) // want `error regular: tool "given" deletes files \(Root.RemoveAll\) whatever "confirm" says`
	s.AddTool(mcp.NewTool("told", mcp.WithDescription("Wipes."), confirm, mcp.WithString("name")), d.told)   // want `error regular: tool "told" deletes files \(Root.RemoveAll\) whatever "confirm" says`
	s.AddTool(mcp.NewTool("asked", mcp.WithDescription("Wipes."), confirm, mcp.WithString("name")), d.asked)
	s.AddTool(mcp.NewTool("rehearsed", mcp.WithDescription("Wipes."), mcp.WithBoolean("dry_run"), mcp.WithString("name")), mcp.NewTypedToolHandler(d.rehearsed))
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
