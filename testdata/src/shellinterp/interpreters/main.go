// Command interpreters runs programs that read more than plain values from
// their command lines.
package main

import (
	"context"
	"fmt"
	"log"
	"os/exec"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Text  string   `json:"text"`
	Field int      `json:"field"`
	File  string   `json:"file"`
	Args  []string `json:"args"`
}

func run(ctx context.Context, name string, args ...string) (*mcp.CallToolResult, any, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output() // want `"awk" becomes part of the source text that awk runs$` `"sed" is the source text that sed runs$` `"python" is the source text that python3 runs$` `"perl" becomes part of the source text that perl runs$` `"node" becomes part of the source text that node runs$` `"find_exec" is the command text that sh runs$` `"find_program" chooses the program that is run$` `"xargs" becomes part of the command text that sh runs$` `"env" chooses the program that is run$` `"sudo" is the command text that bash runs$` `"timeout" chooses the program that is run$` `"nice" is the command text that sh runs$` `"make" becomes part of the source text that make runs$` `"powershell" becomes part of the command text that powershell runs$` `"cmd" becomes part of the command text that cmd runs$` `"watch" becomes part of the command text that watch runs$` `"osascript" becomes part of the source text that osascript runs$` `"su" becomes part of the command text that su runs$` `"vim" becomes part of the source text that vim runs$`
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

// A tool runs one command line that is made from its arguments.
type tool struct {
	name   string
	handle func(ctx context.Context, a in) (*mcp.CallToolResult, any, error)
}

var tools = []tool{
	{"awk", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "awk", "{ print $1, "+a.Text+" }", "data.txt")
	}},
	{"sed", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "sed", "-n", "-e", a.Text, "data.txt")
	}},
	{"python", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "python3", "-c", a.Text)
	}},
	{"perl", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "perl", "-ne", "print if /"+a.Text+"/", "data.txt")
	}},
	{"node", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "node", "--eval="+a.Text)
	}},
	{"find_exec", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "find", ".", "-name", "*.go", "-exec", "sh", "-c", a.Text, ";")
	}},
	{"find_program", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "find", ".", "-exec", a.Text, "{}", "+")
	}},
	{"xargs", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "xargs", "-I", "{}", "sh", "-c", "echo {} "+a.Text)
	}},
	{"env", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "env", "LC_ALL=C", a.Text, "--version")
	}},
	{"sudo", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "sudo", "-u", "build", "bash", "-c", a.Text)
	}},
	{"timeout", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "timeout", "10", a.Text)
	}},
	{"nice", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "nice", "-n", "19", "sh", "-c", a.Text)
	}},
	{"make", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "make", "--eval=NAME:="+a.Text, "all")
	}},
	{"powershell", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "powershell", "-NoProfile", "-Command", "Get-Item "+a.Text)
	}},
	{"cmd", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "cmd.exe", "/C", "dir "+a.Text)
	}},
	{"watch", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "watch", "-n", "1", "ls "+a.Text)
	}},
	{"osascript", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "osascript", "-e", `display notification "`+a.Text+`"`)
	}},
	{"su", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "su", "build", "-c", "make "+a.Text)
	}},
	{"vim", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "vim", "-es", "-c", "%s/"+a.Text+"//g", "-c", "wq", "data.txt")
	}},

	// values, files and options of their own
	{"awk_value", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "awk", "-F", ",", "{ print $2 }", a.File)
	}},
	{"awk_number", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "awk", fmt.Sprintf("{ print $%d }", a.Field), "data.txt")
	}},
	{"sed_file", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "sed", "-n", "1,10p", "--", a.File)
	}},
	{"sed_line", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "sed", "-n", strconv.Itoa(a.Field)+"p", "data.txt")
	}},
	{"python_argument", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "python3", "report.py", a.Text)
	}},
	{"python_module", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "python3", "-m", "json.tool", "--", a.File)
	}},
	{"find_name", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "find", "/srv", "-name", a.Text, "-print")
	}},
	{"grep_count", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "grep", "-c", "-e", a.Text, "data.txt")
	}},
	{"git_grep", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "git", "grep", "-c", a.Text)
	}},
	{"git_commit", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "git", "-C", "/srv/repo", "commit", "-m", a.Text)
	}},
	{"git_config", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "git", "log", "--format=%h "+a.Text)
	}},
	{"curl_data", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "curl", "-s", "--data", a.Text, "https://api.corp.example/")
	}},
	{"docker_logs", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "docker", "logs", "--tail", "10", "--", a.Text)
	}},
	{"tar_list", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "tar", "-t", "-f", a.File)
	}},
	{"go_test", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "go", "test", "-run", a.Text, "-count", "1", "./...")
	}},
	{"wc", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "wc", append([]string{"-c", "--"}, a.Args...)...)
	}},
	{"cut", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "cut", "-c", a.Text, "data.txt")
	}},
	{"head", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "head", "-c", strconv.Itoa(a.Field), a.File)
	}},
	{"psql_variable", func(ctx context.Context, a in) (*mcp.CallToolResult, any, error) {
		return run(ctx, "psql", "-v", "name="+a.Text, "-f", "report.sql")
	}},
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "interpreters", Version: "1"}, nil)
	for _, t := range tools {
		mcp.AddTool(s, &mcp.Tool{Name: t.name}, func(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
			return t.handle(ctx, a)
		})
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
