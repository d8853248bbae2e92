// Command remote runs commands on other machines and in containers.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strings"

	"al.essio.dev/pkg/shellescape"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"golang.org/x/crypto/ssh"
	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"
)

// A fleet is the machines that the operator has named.
type fleet struct {
	client *ssh.Client
	hosts  map[string]string
}

func (f *fleet) session() (*ssh.Session, error) {
	if f.client == nil {
		return nil, errors.New("not connected")
	}
	return f.client.NewSession()
}

func (f *fleet) unit(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := f.session()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	out, err := s.CombinedOutput("systemctl status " + req.GetString("unit", "sshd")) // want `argument "unit" of tool "unit" becomes part of the command text that a shell runs$`
	if err != nil {
		return mcp.NewToolResultError("no such unit"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func (f *fleet) start(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := f.session()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var out bytes.Buffer
	s.Stdout = &out
	if err := s.Start(req.GetString("command", "uptime")); err != nil { // want `argument "command" of tool "start" is the command text that a shell runs$`
		return nil, err
	}
	return mcp.NewToolResultText(out.String()), s.Wait()
}

// The library quotes for the shell of the other machine.
func (f *fleet) quotedUnit(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := f.session()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	out, err := s.Output("systemctl status -- " + shellescape.Quote(req.GetString("unit", "sshd")))
	if err != nil {
		return mcp.NewToolResultError("no such unit"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func (f *fleet) quotedAll(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := f.session()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	words := append([]string{"ls", "-l", "--"}, req.GetStringSlice("paths", nil)...)
	return nil, s.Run(shellescape.QuoteCommand(words))
}

// Only one of the two values is quoted.
func (f *fleet) halfQuoted(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := f.session()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return nil, s.Run(fmt.Sprintf("chown %s %s", req.GetString("owner", ""), shellescape.Quote(req.GetString("path", "")))) // want `argument "owner" of tool "half_quoted" becomes part of`
}

// The shell that the command starts reads its script.
func (f *fleet) fed(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := f.session()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	s.Stdin = strings.NewReader("set -e\n" + req.GetString("script", ""))
	out, err := s.CombinedOutput("sudo bash -s") // want `argument "script" of tool "fed" becomes part of the command text that bash runs$`
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func (f *fleet) fedShell(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := f.session()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	s.Stdin = bytes.NewBufferString(req.GetString("script", ""))
	if err := s.Shell(); err != nil { // want `argument "script" of tool "fed_shell" is the command text that a shell runs$`
		return nil, err
	}
	return nil, s.Wait()
}

// The password opens the session, and is nothing that its shell reads.
func opened(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	client, err := ssh.Dial("tcp", "build.example.test:22", &ssh.ClientConfig{
		User: req.GetString("user", ""), Auth: []ssh.AuthMethod{ssh.Password(req.GetString("password", ""))}, HostKeyCallback: ssh.FixedHostKey(nil),
	})
	if err != nil {
		return nil, err
	}
	s, err := client.NewSession()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	s.Stdin = strings.NewReader("uptime\n")
	if err := s.Shell(); err != nil {
		return nil, err
	}
	return nil, s.Wait()
}

// What it reads is written to a file.
func (f *fleet) saved(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := f.session()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	s.Stdin = strings.NewReader(req.GetString("text", ""))
	return nil, s.Run("cat > /srv/notes.txt")
}

func run(ctx context.Context, name string, args ...string) (*mcp.CallToolResult, error) {
	out, err := exec.CommandContext(ctx, name, args...).CombinedOutput() // want `argument "command" of tool "ssh" is the command text that ssh runs$` `argument "script" of tool "pod" is the command text that sh runs$` `argument "command" of tool "box" becomes part of the command text that bash runs$` `argument "program" of tool "box_program" chooses the program that is run$`
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func (f *fleet) ssh(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	host, ok := f.hosts[req.GetString("host", "")]
	if !ok {
		return mcp.NewToolResultError("unknown host"), nil
	}
	return run(ctx, "ssh", "-o", "BatchMode=yes", host, req.GetString("command", "uptime"))
}

func (f *fleet) uptime(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	host, ok := f.hosts[req.GetString("host", "")]
	if !ok {
		return mcp.NewToolResultError("unknown host"), nil
	}
	return run(ctx, "ssh", "-o", "BatchMode=yes", host, "uptime")
}

func pod(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return run(ctx, "kubectl", "exec", "-n", "tools", "runner", "--", "sh", "-c", req.GetString("script", "true"))
}

func box(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return run(ctx, "docker", "exec", "-i", "runner", "bash", "-lc", "cd /src; "+req.GetString("command", "make"))
}

func boxProgram(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return run(ctx, "docker", "exec", "runner", req.GetString("program", "env"))
}

func boxFile(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return run(ctx, "docker", "exec", "runner", "cat", "--", req.GetString("path", "/etc/hosts"))
}

func logs(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return run(ctx, "kubectl", "logs", "-n", "tools", "--tail", "100", "--", req.GetString("pod", "runner"))
}

// script runs a text with a shell that is a library.
func script(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	file, err := syntax.NewParser().Parse(strings.NewReader(req.GetString("script", "")), "script")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	var out bytes.Buffer
	r, err := interp.New(interp.StdIO(nil, &out, &out))
	if err != nil {
		return nil, err
	}
	if err := r.Run(ctx, file); err != nil { // want `argument "script" of tool "script"`
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(out.String()), nil
}

// lint parses a script and runs nothing.
func lint(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := syntax.NewParser().Parse(strings.NewReader(req.GetString("script", "")), "script"); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("fine"), nil
}

func main() {
	f := &fleet{hosts: map[string]string{"web": os.Getenv("WEB_HOST"), "db": os.Getenv("DB_HOST")}}
	s := server.NewMCPServer("remote", "1")
	s.AddTool(mcp.NewTool("unit"), f.unit)
	s.AddTool(mcp.NewTool("start"), f.start)
	s.AddTool(mcp.NewTool("quoted_unit"), f.quotedUnit)
	s.AddTool(mcp.NewTool("quoted_all"), f.quotedAll)
	s.AddTool(mcp.NewTool("half_quoted"), f.halfQuoted)
	s.AddTool(mcp.NewTool("fed"), f.fed)
	s.AddTool(mcp.NewTool("fed_shell"), f.fedShell)
	s.AddTool(mcp.NewTool("opened"), opened)
	s.AddTool(mcp.NewTool("saved"), f.saved)
	s.AddTool(mcp.NewTool("ssh"), f.ssh)
	s.AddTool(mcp.NewTool("uptime"), f.uptime)
	s.AddTool(mcp.NewTool("pod"), pod)
	s.AddTool(mcp.NewTool("box"), box)
	s.AddTool(mcp.NewTool("box_program"), boxProgram)
	s.AddTool(mcp.NewTool("box_file"), boxFile)
	s.AddTool(mcp.NewTool("logs"), logs)
	s.AddTool(mcp.NewTool("script"), script)
	s.AddTool(mcp.NewTool("lint"), lint)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
