// Command bench measures what mcpvet costs on real servers: CPU seconds (user
// and system, of all processes started), peak memory of the largest process
// and elapsed time, beside gosec on the same tree in the same run. Each
// program runs with an empty build cache first, then again with the cache that
// this left, and with one in which the server was built. What mcpvet loads
// dependencies with depends on that cache, so its loader is named, too.
//
// Arguments are checkouts of servers. Without any it clones two of known size.
// Dependencies are downloaded before the clock starts.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"
)

// servers are measured when no checkout is given.
var servers = []struct{ repository, commit string }{
	{"https://github.com/github/github-mcp-server", "64a49f34d076b6f5917dae1424521d43c7bcae84"},
	{"https://github.com/containers/kubernetes-mcp-server", "55749981693f71c9f9a573bfab229eccd4f124ea"},
}

func main() {
	mcpvet := flag.String("mcpvet", "", "path of mcpvet (required)")
	gosec := flag.String("gosec", "", "path of gosec; empty leaves it out")
	flag.Parse()
	if err := run(os.Stdout, *mcpvet, *gosec, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// A program is something to measure.
type program struct {
	name string
	args []string
	// findings says that status 1 is a result and no failure.
	findings bool
	loader   string // what precedes the name of the loader on stderr; "" if the program has none
}

// loaderLine is what mcpvet -v says of its loader.
const loaderLine = "mcpvet: loader: "

func run(w io.Writer, mcpvet, gosec string, dirs []string) error {
	if mcpvet == "" {
		return errors.New("-mcpvet is missing: name the binary, or run \"make bench\"")
	}
	tmp, err := os.MkdirTemp("", "mcpvet-bench-")
	if err != nil {
		return fmt.Errorf("make a scratch folder: %w", err)
	}
	defer os.RemoveAll(tmp)
	if len(dirs) == 0 {
		if dirs, err = clone(tmp); err != nil {
			return err
		}
	}
	programs := []program{
		{name: "mcpvet tools", args: []string{mcpvet, "tools", "-v", "--format", "json", "./..."}, loader: loaderLine},
		{name: "mcpvet check", args: []string{mcpvet, "check", "-v", "./..."}, findings: true, loader: loaderLine},
	}
	if gosec != "" {
		programs = append(programs, program{name: "gosec", args: []string{gosec, "-quiet", "./..."}, findings: true})
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "server\tprogram\tbuild cache\tloader\tCPU s\telapsed s\tpeak MiB\t")
	for _, dir := range dirs {
		if err := measureServer(table, dir, filepath.Join(tmp, "cache"), programs); err != nil {
			return err
		}
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("print the table: %w", err)
	}
	return nil
}

// measureServer writes the rows of one checkout.
func measureServer(w io.Writer, dir, cache string, programs []program) error {
	if _, err := measure(dir, cache, program{args: []string{"go", "mod", "download"}}); err != nil {
		return fmt.Errorf("download the dependencies of %s: %w", dir, err)
	}
	row := func(p program, cache, state string) error {
		m, err := measure(dir, cache, p)
		if err != nil {
			return fmt.Errorf("run %s in %s: %w", p.name, dir, err)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%.1f\t%.1f\t%d\t\n", filepath.Base(dir), p.name, state, m.loader, m.cpu.Seconds(), m.elapsed.Seconds(), m.peak>>20)
		return nil
	}
	own := cache + "-" + filepath.Base(dir)
	for _, p := range programs {
		for _, state := range []string{"empty", "as left"} {
			if err := row(p, own, state); err != nil {
				return err
			}
		}
		if err := os.RemoveAll(own); err != nil {
			return fmt.Errorf("empty the build cache: %w", err)
		}
	}
	if _, err := measure(dir, own, program{args: []string{"go", "build", "./..."}}); err != nil {
		return fmt.Errorf("build %s: %w", dir, err)
	}
	for _, p := range programs {
		if err := row(p, own, "built"); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(own); err != nil {
		return fmt.Errorf("remove the build cache: %w", err)
	}
	return nil
}

// A measurement is the cost of one process and of those that it started.
type measurement struct {
	cpu     time.Duration // user and system
	elapsed time.Duration
	peak    int64 // resident memory of the largest process, in bytes; 0 if the system does not tell
	loader  string
}

// measure runs a program in dir with its own build cache.
func measure(dir, cache string, p program) (measurement, error) {
	cmd := exec.Command(p.args[0], p.args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOCACHE="+cache)
	var stderr tail
	cmd.Stderr = &stderr
	start := time.Now()
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 && p.findings {
		err = nil
	}
	if err != nil {
		return measurement{}, fmt.Errorf("%w: %s", err, stderr)
	}
	state := cmd.ProcessState
	return measurement{
		cpu: state.UserTime() + state.SystemTime(), elapsed: time.Since(start), peak: peak(state),
		loader: loaderIn(p, string(stderr)),
	}, nil
}

// loaderIn returns the loader that a program names on stderr, and "-" if it
// names none.
func loaderIn(p program, stderr string) string {
	if p.loader != "" {
		if _, after, ok := strings.Cut("\n"+stderr, "\n"+p.loader); ok {
			return strings.Fields(after + " -")[0]
		}
	}
	return "-"
}

// A tail keeps the end of what is written to it.
type tail []byte

func (t *tail) Write(p []byte) (int, error) {
	const keep = 2000
	*t = append(*t, p...)
	if extra := len(*t) - keep; extra > 0 {
		*t = (*t)[extra:]
	}
	return len(p), nil
}

// clone fetches the servers to measure below tmp.
func clone(tmp string) ([]string, error) {
	var dirs []string
	for _, s := range servers {
		dir := filepath.Join(tmp, filepath.Base(s.repository))
		for _, args := range [][]string{
			{"init", "--quiet", dir},
			{"-C", dir, "fetch", "--quiet", "--depth", "1", s.repository, s.commit},
			{"-C", dir, "checkout", "--quiet", "FETCH_HEAD"},
		} {
			if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
				return nil, fmt.Errorf("fetch %s: %w: %s\nname checkouts of servers instead: make bench DIRS=\"...\"", s.repository, err, out)
			}
		}
		dirs = append(dirs, dir)
	}
	return dirs, nil
}
