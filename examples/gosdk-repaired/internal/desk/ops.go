package desk

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type checkIn struct {
	Code    string `json:"code" jsonschema:"Python code of the check"`
	Confirm bool   `json:"confirm" jsonschema:"true once the user has agreed"`
}

func (d *Desk) addInfo(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{
		Name:        "diagnostics",
		Description: "Describe how this server is set up.",
		Annotations: reads(false),
	}, d.diagnostics)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "ping",
		Description: "Answer at once, to show that the server is alive.",
		Annotations: reads(false),
	}, ping)
}

func (d *Desk) addChecks(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{
		Name:        "run_check",
		Description: "Run a health check written in Python in a container without network and return what it prints.",
		Annotations: destroys(false),
	}, d.runCheck)
}

func (d *Desk) runCheck(ctx context.Context, _ *mcp.CallToolRequest, in checkIn) (*mcp.CallToolResult, any, error) {
	if !in.Confirm {
		return nil, nil, errNotConfirmed
	}
	cmd := exec.CommandContext(ctx, "docker", "run", "--rm", "-i",
		"--network=none", "--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges",
		"--user=65534:65534", "--memory=128m", "--pids-limit=32", "--cpus=1",
		"python:3.14-alpine", "python3", "-I", "-")
	cmd.Stdin = strings.NewReader(in.Code)
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, failed("running the check", err)
	}
	return outside("output of the check", string(out)), nil, nil
}

func (d *Desk) diagnostics(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	return text(fmt.Sprintf("notes: %t, status page: %t, hosts for pages: %d",
		d.notes != nil, d.cfg.StatusURL != "", len(d.cfg.PageHosts))), nil, nil
}

func ping(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	return text("pong"), nil, nil
}
