// Program shell has commands for a shell: those that need none, and those that do.
package main

import (
	"context"
	"fmt"
	"log"
	"os/exec"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Host string   `json:"host"`
	Text string   `json:"text"`
	All  []string `json:"all"`
}

func out(b []byte, err error) (*sdk.CallToolResult, any, error) {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(b)}}}, nil, err
}

func ping(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return out(exec.CommandContext(ctx, "sh", "-c", "ping -c 1 "+a.Host).Output()) // fix review MCP004
}

func quoted(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return out(exec.CommandContext(ctx, "bash", "-c", fmt.Sprintf("grep -rn '%s' \"/srv/notes/%s\"", a.Text, a.Host)).Output()) // fix safe MCP004
}

func kept(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	line := "host -t mx " + a.Host
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", line) // fix review MCP004
	return out(cmd.Output())
}

func rest(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return out(exec.CommandContext(ctx, "sh", "-c", "kubectl "+a.Text).Output()) // fix review MCP004
}

// A pipe is the shell's work.
func pipe(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return out(exec.CommandContext(ctx, "sh", "-c", "grep -rn "+a.Text+" . | head").Output()) // fix review MCP004
}

// So is a pattern of names, a variable, a redirection, a second command, and what
// only the shell has. The text stays; what could be an option there is refused.
func other(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	exec.CommandContext(ctx, "sh", "-c", "wc -l *.txt "+a.Text).Run()      // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", "ls -l $HOME/"+a.Text).Run()      // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", "touch a "+a.Text+" 2>log").Run() // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", "sync; touch "+a.Text).Run()      // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", "cd /srv/"+a.Text).Run()          // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", "A=b env "+a.Text).Run()          // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", a.Text+" --help").Run()           // fix none MCP004
	return out(nil, nil)
}

// What a function makes may be several words, or has quotes of its own.
func made(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	exec.CommandContext(ctx, "sh", "-c", "wc -l "+strings.Join(a.All, " ")).Run()                // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "grep -c "+strconv.Quote(a.Text)+" /srv/app.log").Run() // fix none MCP004
	return out(nil, nil)
}

// changed is another one when the command is run.
func changed(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	line := "host -t mx " + a.Host
	a.Host = "example.test"
	return out(exec.CommandContext(ctx, "sh", "-c", line).Output()) // fix none MCP004
}

func lookup(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b, err := exec.CommandContext(ctx, "bash", "-c", "dig +short "+req.GetString("name", "")+" A").Output() // fix review MCP004
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(string(b)), nil
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "shell", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "ping"}, ping)
	sdk.AddTool(s, &sdk.Tool{Name: "quoted"}, quoted)
	sdk.AddTool(s, &sdk.Tool{Name: "kept"}, kept)
	sdk.AddTool(s, &sdk.Tool{Name: "rest"}, rest)
	sdk.AddTool(s, &sdk.Tool{Name: "pipe"}, pipe)
	sdk.AddTool(s, &sdk.Tool{Name: "other"}, other)
	sdk.AddTool(s, &sdk.Tool{Name: "pipes"}, pipes)
	sdk.AddTool(s, &sdk.Tool{Name: "made"}, made)
	sdk.AddTool(s, &sdk.Tool{Name: "changed"}, changed)
	go s.Run(context.Background(), &sdk.StdioTransport{})
	m := server.NewMCPServer("shell", "1")
	m.AddTool(mcp.NewTool("convert", mcp.WithString("format")), convert)
	m.AddTool(mcp.NewTool("convert_to", mcp.WithString("format", mcp.Enum("html", "rst"))), convertTo)
	m.AddTool(mcp.NewTool("lookup", mcp.WithString("name")), lookup)
	log.Fatal(server.ServeStdio(m))
}

// convert chooses a format for a program that reads some as programs of its own.
func convert(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line := fmt.Sprintf("pandoc -t %s notes.md | head -c 1000", req.GetString("format", "html"))
	b, err := exec.CommandContext(ctx, "bash", "-c", line).Output() // fix none MCP004
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(string(b)), nil
}

// convertTo has them in its schema.
func convertTo(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	format := req.GetString("format", "html")
	line := fmt.Sprintf("pandoc -t %s notes.md | head -c 1000", format)
	log.Print(line)
	b, err := exec.CommandContext(ctx, "bash", "-c", line).Output() // fix review MCP004
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(string(b)), nil
}

// pipes asks more of the shell than to run one program: its text stays, without
// what the caller gives.
func pipes(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	exec.CommandContext(ctx, "sh", "-c", "grep -rn -e '"+a.Text+"' . | head -100").Run()                              // fix review MCP004
	exec.CommandContext(ctx, "bash", "-c", fmt.Sprintf(`grep -m %s word "notes/%s.md" | head`, a.Text, a.Text)).Run() // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", "ls notes && cd 'notes/"+a.Text+"' && ls | head").Run()                      // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", "pandoc -t "+a.Text+" | head").Run()                                         // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", "awk '"+a.Text+"' log | head").Run()                                         // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "ssh host 'cat "+a.Text+"' | head").Run()                                    // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "eval '"+a.Text+"' | head").Run()                                            // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "cat <<END | head\n"+a.Text+"\nEND").Run()                                   // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "cat log > "+a.Text).Run()                                                   // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "set -- a; echo \"$1\" x"+a.Text+" | head").Run()                            // fix none MCP004
	return nil, nil, nil
}
