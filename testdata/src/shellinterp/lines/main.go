// Command lines runs lists of words of which the first is the program, and
// which start with another one where the server is set up so.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	X    string `json:"x"`
	Sudo bool   `json:"sudo"`
}

var errNone = errors.New("no command")

type runner struct {
	sudo      bool
	container string
}

// run is where lists of several tools end.
func run(argv []string) error {
	if len(argv) == 0 {
		return errNone
	}
	return exec.Command(argv[0], argv[1:]...).Run() // want `of tool "handed_on" is the command text that bash runs$` `of tool "in_front" becomes part of the command text that bash runs$`
}

func (r runner) shell(line string) error {
	argv := []string{"bash", "-c", line}
	if r.sudo {
		argv = append([]string{"sudo", "-n"}, argv...)
	}
	return run(argv)
}

func (r runner) search(pattern string) error {
	argv := []string{"grep", "-e", pattern}
	if r.sudo {
		argv = append([]string{"sudo", "-n"}, argv...)
	}
	return run(argv)
}

func (r runner) inFront(argv ...string) error {
	if r.container != "" {
		argv = append([]string{"docker", "exec", r.container}, argv...)
	}
	return run(argv)
}

func (r runner) wrap(argv []string) []string {
	if r.sudo {
		return append([]string{"sudo", "-n", "--"}, argv...)
	}
	return argv
}

func (r runner) wrapped(pattern string) error {
	argv := r.wrap([]string{"grep", "-e", pattern})
	return exec.Command(argv[0], argv[1:]...).Run()
}

func prepended(a in) error {
	argv := []string{"bash", "-c", a.X}
	if os.Getuid() != 0 {
		argv = append([]string{"sudo", "-n"}, argv...)
	}
	return exec.Command(argv[0], argv[1:]...).Run() // want `of tool "prepended" is the command text that bash runs$`
}

func appended(a in) error {
	args := []string{}
	if a.Sudo {
		args = append(args, "sudo", "-n")
	}
	args = append(args, "bash", "-c", a.X)
	return exec.Command(args[0], args[1:]...).Run() // want `of tool "appended" is the command text that bash runs$`
}

func appendedWord(a in) error {
	args := []string{}
	if a.Sudo {
		args = append(args, "sudo", "-n")
	}
	args = append(args, "grep", "-e", a.X)
	return exec.Command(args[0], args[1:]...).Run()
}

func either(a in) error {
	var cmd []string
	if a.Sudo {
		cmd = []string{"sudo", "sh", "-c", a.X}
	} else {
		cmd = []string{"sh", "-c", a.X}
	}
	return exec.Command(cmd[0], cmd[1:]...).Run() // want `of tool "either" is the command text that sh runs$`
}

func runtimes(a in) error {
	var cmd []string
	switch os.Getenv("RUNTIME") {
	case "docker":
		cmd = []string{"docker", "exec", "app", "cat", a.X}
	case "local":
		cmd = []string{"cat", a.X}
	default:
		cmd = []string{"ssh", "app", "cat " + a.X}
	}
	return exec.Command(cmd[0], cmd[1:]...).Run() // want `of tool "runtimes" becomes part of the command text that ssh runs$`
}

// Neither of the lines gives sh what the caller says: that goes to grep.
func shellOrWord(a in) error {
	var cmd []string
	if a.Sudo {
		cmd = []string{"sh", "-c", "make status"}
	} else {
		cmd = []string{"grep", "-c", a.X}
	}
	return exec.Command(cmd[0], cmd[1:]...).Run()
}

func lineOf(shell bool, x string) []string {
	if shell {
		return []string{"sh", "-c", "make status"}
	}
	return []string{"grep", "-c", x}
}

func returnedEither(a in) error {
	cmd := lineOf(a.Sudo, a.X)
	return exec.Command(cmd[0], cmd[1:]...).Run()
}

// The script is the server's, what the caller says one of its arguments.
func parameter(a in) error {
	cmd := []string{"sh", "-c", `grep -e "$1" log`, "sh", a.X}
	if a.Sudo {
		cmd = append([]string{"sudo"}, cmd...)
	}
	return exec.Command(cmd[0], cmd[1:]...).Run()
}

func flags(a in) error {
	args := []string{"-e"}
	if a.Sudo {
		args = []string{"-c", "-i", "-e"}
	}
	args = append(args, a.X, "log")
	return exec.Command("grep", args...).Run()
}

func replaced(a in) error {
	cmd := []string{"sh", "-c", a.X}
	if a.Sudo {
		cmd = append([]string{"sudo"}, cmd...)
	}
	cmd = []string{"grep", "-e", a.X}
	return exec.Command(cmd[0], cmd[1:]...).Run()
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "lines", Version: "1"}, nil)
	add := func(name string, f func(in) error) {
		mcp.AddTool(s, &mcp.Tool{Name: name}, func(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
			return nil, nil, f(a)
		})
	}
	r := runner{sudo: os.Getenv("SUDO") != "", container: os.Getenv("CONTAINER")}
	add("handed_on", func(a in) error { return r.shell(a.X) })
	add("handed_on_word", func(a in) error { return r.search(a.X) })
	add("in_front", func(a in) error { return r.inFront("bash", "-c", "ls "+a.X) })
	add("in_front_word", func(a in) error { return r.inFront("grep", "-e", a.X) })
	add("wrapped_word", func(a in) error { return r.wrapped(a.X) })
	add("prepended", prepended)
	add("appended", appended)
	add("appended_word", appendedWord)
	add("either", either)
	add("runtimes", runtimes)
	add("shell_or_word", shellOrWord)
	add("returned_either", returnedEither)
	add("parameter", parameter)
	add("flags", flags)
	add("replaced", replaced)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
