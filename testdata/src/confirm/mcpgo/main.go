// Command mcpgo has tools of mcp-go that destroy, with and without a confirmation.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const base = "https://api.example.test"

func ok(err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func drop(ctx context.Context, id string) error { return call(ctx, http.MethodDelete, "/items/"+id) }

func call(ctx context.Context, method, path string) error {
	r, err := http.NewRequestWithContext(ctx, method, base+path, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func plain(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return ok(drop(ctx, req.GetString("id", "")))
}

func confirmed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !req.GetBool("confirm", false) {
		return mcp.NewToolResultText("would remove it"), nil
	}
	return ok(drop(ctx, req.GetString("id", "")))
}

func confirmedByDefault(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !req.GetBool("confirm", true) {
		return mcp.NewToolResultText("would remove it"), nil
	}
	return ok(drop(ctx, req.GetString("id", "")))
}

func required(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	yes, err := req.RequireBool("confirmed")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if !yes {
		return mcp.NewToolResultText("nothing done"), nil
	}
	return ok(drop(ctx, req.GetString("id", "")))
}

// asserted reads the map itself; what is left out is no true.
func asserted(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := req.GetArguments()
	if yes, is := args["confirm"].(bool); !is || !yes {
		return mcp.NewToolResultText("would remove it"), nil
	}
	return ok(drop(ctx, req.GetString("id", "")))
}

var errConfirm = errors.New("repeat with confirm=true")

// must refuses a call that confirms nothing.
func must(req mcp.CallToolRequest) error {
	if mcp.ParseBoolean(req, "confirm", false) {
		return nil
	}
	return errConfirm
}

func helped(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := must(req); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return ok(drop(ctx, req.GetString("id", "")))
}

// ignored asks and goes on.
func ignored(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := must(req); err != nil {
		log.Print(err)
	}
	return ok(drop(ctx, req.GetString("id", "")))
}

// late asks when it is done.
func late(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := drop(ctx, req.GetString("id", ""))
	if !req.GetBool("confirm", false) {
		return mcp.NewToolResultText("would remove it"), nil
	}
	return ok(err)
}

// typed compares a phrase.
func typed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("confirm_phrase", "") != "delete everything" {
		return mcp.NewToolResultText("say: delete everything"), nil
	}
	return ok(drop(ctx, req.GetString("id", "")))
}

func dry(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetBool("dry_run", true) {
		return mcp.NewToolResultText("would remove it"), nil
	}
	return ok(drop(ctx, req.GetString("id", "")))
}

// wet publishes a default that nobody applies.
func wet(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetBool("dry_run", false) {
		return mcp.NewToolResultText("would remove it"), nil
	}
	return ok(drop(ctx, req.GetString("id", "")))
}

// forced is no confirmation: force says how, not whether.
func forced(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !req.GetBool("force", false) {
		return ok(drop(ctx, req.GetString("id", "")))
	}
	return ok(drop(ctx, req.GetString("id", "")+"?force=1"))
}

// one guards one operation of two.
func one(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	switch req.GetString("operation", "") {
	case "remove":
		if !req.GetBool("confirm", false) {
			return mcp.NewToolResultText("would remove it"), nil
		}
		return ok(os.Remove("/srv/items"))
	case "restart":
		return ok(exec.CommandContext(ctx, "systemctl", "restart", "items").Run()) // want `tool "one" changes what exists \(systemctl restart\) without the confirmation`
	}
	return mcp.NewToolResultError("unknown operation"), nil
}

// reads only asks.
func reads(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return ok(call(ctx, http.MethodGet, "/items"))
}

// scratch removes what it made itself.
func scratch(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := os.CreateTemp("", "report")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString("report")
	return ok(err)
}

// jobs is served by a worker.
var jobs = make(chan func())

func queued(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	jobs <- func() { _ = drop(context.WithoutCancel(ctx), id) }
	return mcp.NewToolResultText("queued"), nil
}

func main() {
	s := server.NewMCPServer("confirm", "1")
	s.AddTool(mcp.NewTool("plain", mcp.WithString("id")), plain) // want `tool "plain" deletes \(DELETE https://api.example.test/items/…\) without a confirmation of the call`
	s.AddTool(mcp.NewTool("confirmed", mcp.WithBoolean("confirm")), confirmed)
	s.AddTool(mcp.NewTool("confirmed_by_default", mcp.WithBoolean("confirm")), confirmedByDefault) // want `tool "confirmed_by_default" deletes .* when "confirm" is left out: the default acts`
	s.AddTool(mcp.NewTool("required", mcp.WithBoolean("confirmed")), required)
	s.AddTool(mcp.NewTool("asserted", mcp.WithBoolean("confirm")), asserted)
	s.AddTool(mcp.NewTool("helped", mcp.WithBoolean("confirm")), helped)
	s.AddTool(mcp.NewTool("ignored", mcp.WithBoolean("confirm")), ignored) // want `tool "ignored" deletes .* whatever "confirm" says`
	s.AddTool(mcp.NewTool("late", mcp.WithBoolean("confirm")), late)       // want `tool "late" deletes .* whatever "confirm" says`
	s.AddTool(mcp.NewTool("typed", mcp.WithString("confirm_phrase")), typed)
	s.AddTool(mcp.NewTool("dry", mcp.WithBoolean("dry_run", mcp.DefaultBool(true))), dry)
	s.AddTool(mcp.NewTool("wet", mcp.WithBoolean("dry_run", mcp.DefaultBool(true))), wet) // want `tool "wet" deletes .* when "dry_run" is left out: the default that the schema publishes is not applied`
	s.AddTool(mcp.NewTool("forced", mcp.WithBoolean("force")), forced)                    // want `tool "forced" deletes .* without a confirmation of the call`
	s.AddTool(mcp.NewTool("one", mcp.WithBoolean("confirm")), one)
	s.AddTool(mcp.NewTool("reads"), reads)
	s.AddTool(mcp.NewTool("scratch"), scratch)
	s.AddTool(mcp.NewTool("queued"), queued) // want `tool "queued" deletes .* without a confirmation of the call`
	go func() {
		for job := range jobs {
			job()
		}
	}()
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
