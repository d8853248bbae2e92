package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"
)

// The tests of this file run what others make, as the documents say to: each is
// skipped where that can't be had.

// full skips a test unless all are to run.
func full(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("MCPVET_FULL") == "" {
		t.Skip(why + "; MCPVET_FULL=1 runs this")
	}
}

// command runs a command and returns what it prints and its status.
func command(t *testing.T, dir string, env []string, name string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exit *exec.ExitError
	if err := cmd.Run(); errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return out.String(), errs.String(), status
}

// must is command for one that has to succeed.
func must(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	out, errs, status := command(t, dir, env, name, args...)
	if status != 0 {
		t.Fatalf("%s %q: status %d\n%s%s", name, args, status, out, errs)
	}
	return out
}

// vulnerable makes a module of one package with findings, and returns its folder.
func vulnerable(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join("testdata", "sdk", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(data))
	}
	write(t, filepath.Join(dir, "main.go"), strings.ReplaceAll(oldServer, "NEW\n", ""))
	return dir
}

// oldServer is a program with a finding, and a place for another one.
const oldServer = `package main

import (
	"context"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func run(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := exec.Command("git", "status").Run(); err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	s := server.NewMCPServer("demo", "1")
	s.AddTool(mcp.NewTool("old"), run)
NEW
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}
`

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// commit makes a git repository of a folder, or adds a commit to it.
func commit(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", "x"}} {
		must(t, dir, nil, "git", args...)
	}
}

// shown returns the line of a page that begins like this.
func shown(t *testing.T, page, prefix string) string {
	t.Helper()
	for line := range strings.Lines(read(t, page)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, prefix) {
			return line
		}
	}
	t.Fatalf("%s shows no command that begins with %q", page, prefix)
	return ""
}

// TestReviewdog gives reviewdog the log as docs/ci.md says, but for the reporter:
// it tells what is new, at its line, and nothing else.
func TestReviewdog(t *testing.T) {
	full(t, "reviewdog is built")
	bin := t.TempDir()
	if _, errs, status := command(t, bin, []string{"GOBIN=" + bin, "GOFLAGS="}, "go", "install", "github.com/reviewdog/reviewdog/cmd/reviewdog@v0.21.0"); status != 0 {
		t.Skipf("reviewdog can't be had: %s", errs)
	}
	line := shown(t, "docs/ci.md", "mcpvet check --fail-on never --format sarif")
	local := strings.Replace(line, "-reporter=github-pr-review", "-reporter=local -diff='git diff HEAD'", 1)
	if local == line {
		t.Fatalf("no reporter in %q", line)
	}
	dir := vulnerable(t)
	commit(t, dir)
	env := []string{"PATH=" + bin + string(filepath.ListSeparator) + os.Getenv("PATH")}
	if out, errs, status := command(t, dir, env, "sh", "-c", local); status != 0 || strings.Contains(out, "MCP") {
		t.Errorf("nothing is new: status %d\n%s%s", status, out, errs)
	}
	write(t, filepath.Join(dir, "main.go"), strings.ReplaceAll(oldServer, "NEW\n", "\ts.AddTool(mcp.NewTool(\"new\"), run)\n"))
	out, errs, status := command(t, dir, env, "sh", "-c", local)
	if status != 1 || strings.Count(out, `"ruleId":"MCP015"`) != 1 || strings.Count(out, "ruleId") != 1 || !strings.Contains(out, `"startLine":21`) || !strings.Contains(out, `Tool \"new\" has no description.`) {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
}

// TestPreCommit runs the hooks by pre-commit, which clones this working tree and
// builds it.
func TestPreCommit(t *testing.T) {
	full(t, "mcpvet is built once more")
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip("no pre-commit")
	}
	root, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	tmp := t.TempDir()
	hooks := filepath.Join(tmp, "hooks")
	m := module.Version{Path: "github.com/mcpvet/mcpvet", Version: proxyVersion}
	zip, err := os.Create(filepath.Join(tmp, "zip"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(modzip.CreateFromDir(zip, m, root), zip.Close(), modzip.Unzip(hooks, m, zip.Name())); err != nil {
		t.Fatal(err)
	}
	// In a worktree of git it is a file, which would lead the commit there.
	if err := os.RemoveAll(filepath.Join(hooks, ".git")); err != nil {
		t.Fatal(err)
	}
	must(t, hooks, nil, "chmod", "-R", "u+w", ".") // as a module's files they are read-only
	commit(t, hooks)
	rev := strings.TrimSpace(must(t, hooks, nil, "git", "rev-parse", "HEAD"))

	// the configuration that docs/ci.md shows, with this repository in it
	_, config, _ := strings.Cut(read(t, "docs/ci.md"), "## pre-commit\n\n```yaml\n")
	config, _, _ = strings.Cut(config, "```")
	before := config
	config = strings.NewReplacer("https://github.com/mcpvet/mcpvet", hooks, "rev: main", "rev: "+rev).Replace(config)
	if strings.Count(config, hooks)+strings.Count(config, rev) != 2 {
		t.Fatalf("docs/ci.md shows\n%s", before)
	}
	dir := vulnerable(t)
	write(t, filepath.Join(dir, ".pre-commit-config.yaml"), config)
	commit(t, dir)
	cache := goCaches(t)
	env := append(cache, "PRE_COMMIT_HOME="+filepath.Join(tmp, "home"))
	if out, errs, status := command(t, dir, env, "pre-commit", "run", "--all-files"); status != 0 || !strings.Contains(out, "Passed") {
		t.Errorf("no error: status %d\n%s%s", status, out, errs)
	}
	write(t, filepath.Join(dir, ".pre-commit-config.yaml"), strings.Replace(config, "args: [--fail-on, error, ./...]", "args: [--fail-on, warning, ./...]", 1))
	if out, errs, status := command(t, dir, env, "pre-commit", "run", "--all-files"); status != 1 || !strings.Contains(out, "MCP007") {
		t.Errorf("a warning: status %d\n%s%s", status, out, errs)
	}
	write(t, filepath.Join(dir, ".pre-commit-config.yaml"), strings.Replace(config, "id: mcpvet ", "id: mcpvet-fix ", 1))
	out, errs, status := command(t, dir, env, "pre-commit", "run", "--all-files")
	if data, err := os.ReadFile(filepath.Join(dir, "main.go")); err != nil || status != 1 || !strings.Contains(out, "files were modified by this hook") || !strings.Contains(string(data), "exec.CommandContext(ctx,") {
		t.Errorf("with fixes: %v, status %d\n%s%s", err, status, out, errs)
	}
}

// goCaches returns the environment in which Go finds its caches from another GOPATH
// and another home.
func goCaches(t *testing.T) []string {
	t.Helper()
	var env []string
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		env = append(env, name+"="+strings.TrimSpace(must(t, ".", nil, "go", "env", name)))
	}
	return env
}

// TestGoTool keeps mcpvet as a tool of a module, in both ways that docs/ci.md shows.
func TestGoTool(t *testing.T) {
	full(t, "mcpvet is built once more")
	env := append(proxyOf(t), "GOFLAGS=")
	at := "github.com/mcpvet/mcpvet/cmd/mcpvet@" + proxyVersion
	want := map[string]bool{"MCP007": true, "MCP015": true}

	dir := vulnerable(t)
	mod := read(t, "cmd/mcpvet/testdata/sdk/go.mod")
	for _, line := range []string{"go mod init -modfile=tools.mod example.com/tools", "go get -modfile=tools.mod -tool github.com/mcpvet/mcpvet/cmd/mcpvet@latest", "go tool -modfile=tools.mod mcpvet ./..."} {
		words := strings.Fields(strings.Replace(shown(t, "docs/ci.md", line), "github.com/mcpvet/mcpvet/cmd/mcpvet@latest", at, 1))
		out, errs, status := command(t, dir, env, words[0], words[1:]...)
		if last := words[1] == "tool"; last {
			sameRules(t, out, want)
		} else if status != 0 {
			t.Fatalf("%s: %s%s", line, out, errs)
		}
	}
	if data, err := os.ReadFile(filepath.Join(dir, "go.mod")); err != nil || string(data) != mod {
		t.Errorf("go.mod has changed: %v\n%s", err, data)
	}

	dir = vulnerable(t)
	must(t, dir, env, "go", "get", "-tool", at)
	out, _, _ := command(t, dir, env, "go", "tool", "mcpvet", "./...")
	sameRules(t, out, want)
	_, errs, _ := command(t, dir, env, "sh", "-c", shown(t, "docs/ci.md", "go vet -vettool=$(go tool -n mcpvet)"))
	sameRules(t, errs, want)
}

var ruleID = regexp.MustCompile(`MCP\d{3}`)

// sameRules looks at the ids of rules in a text.
func sameRules(t *testing.T, text string, want map[string]bool) {
	t.Helper()
	got := map[string]bool{}
	for _, id := range ruleID.FindAllString(text, -1) {
		got[id] = true
	}
	for id := range want {
		if !got[id] {
			t.Errorf("%s is not in\n%s", id, text)
		}
	}
}

// TestCacheProg lets go vet keep its results in a program's cache, as
// docs/build-systems.md says: what one checkout has analysed another one has not to.
func TestCacheProg(t *testing.T) {
	full(t, "all dependencies are compiled and analysed")
	bin := t.TempDir()
	if _, errs, status := command(t, bin, []string{"GOBIN=" + bin, "GOFLAGS="}, "go", "install", "github.com/bradfitz/go-tool-cache/cmd/go-cacher@v0.0.0-20260722201841-0bb331e19f64"); status != 0 {
		t.Skipf("the cache can't be had: %s", errs)
	}
	tool, err := exec.LookPath("mcpvet")
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	dir := filepath.Join(t.TempDir(), "checkout")
	vet := func(gocache string) (stderr string, tools int) {
		t.Helper()
		if err := errors.Join(os.RemoveAll(dir), os.CopyFS(dir, os.DirFS(vulnerable(t)))); err != nil {
			t.Fatal(err)
		}
		env := []string{"GOCACHEPROG=" + filepath.Join(bin, "go-cacher") + " --cache-dir=" + cache, "GOCACHE=" + gocache}
		_, stderr, _ = command(t, dir, env, "go", "vet", "-x", "-vettool="+tool, "./...")
		for line := range strings.Lines(stderr) {
			if strings.Contains(line, tool) && strings.Contains(line, "vet.cfg") {
				tools++
			}
		}
		return stderr, tools
	}
	want := map[string]bool{"MCP007": true, "MCP015": true}
	first, n := vet(t.TempDir())
	sameRules(t, first, want)
	if n < 50 {
		t.Fatalf("the first machine analyses %d packages\n%s", n, first)
	}
	// another machine, with nothing of its own but the cache that both ask; a
	// package with findings is never kept, so that they show again
	second, n := vet(t.TempDir())
	sameRules(t, second, want)
	if n > 1 {
		t.Errorf("the second machine analyses %d packages again", n)
	}
}

// TestGoVersions runs go vet of the versions of Go that it supports besides the
// one that built it: the findings are those of the command line, as text and as
// JSON, with tags, and in packages with tests.
func TestGoVersions(t *testing.T) {
	full(t, "go vet of other versions analyses every dependency")
	tool, err := exec.LookPath("mcpvet")
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{"go1.24.0", "go1.25.0"} {
		t.Run(version, func(t *testing.T) {
			env := []string{"GOTOOLCHAIN=" + version, "GOFLAGS=", "GOWORK=off"}
			dir := t.TempDir()
			if out, errs, status := command(t, dir, env, "go", "version"); status != 0 || !strings.Contains(out, version) {
				t.Skipf("%s can't be had: %s%s", version, out, errs)
			}
			must(t, dir, env, "go", "mod", "init", "example.com/server")
			must(t, dir, env, "go", "get", "github.com/mark3labs/mcp-go/server@v0.43.2") // asks for less than these versions
			write(t, filepath.Join(dir, "main.go"), strings.ReplaceAll(oldServer, "NEW\n", "\tmore(s)\n"))
			const more = "package main\n\nimport (\n\t\"github.com/mark3labs/mcp-go/mcp\"\n\t\"github.com/mark3labs/mcp-go/server\"\n)\n\nfunc more(s *server.MCPServer) {\n"
			write(t, filepath.Join(dir, "less.go"), "//go:build !extra\n\n"+more+"\t_ = mcp.NewTool\n}\n")
			write(t, filepath.Join(dir, "more.go"), "//go:build extra\n\n"+more+"\ts.AddTool(mcp.NewTool(\"tagged\"), run)\n}\n")
			write(t, filepath.Join(dir, "main_test.go"), "package main\n\nimport \"testing\"\n\nfunc TestRun(*testing.T) {}\n")

			for _, tags := range []string{"", "extra"} {
				cli := checkLines(t, dir, "--tags="+tags)
				want := slices.Sorted(maps.Keys(cli))
				if tagged := slices.ContainsFunc(want, func(l string) bool { return strings.HasPrefix(l, "more.go:") }); len(want) < 2 || tagged != (tags != "") {
					t.Fatalf("the command line reports %q", want)
				}
				flags := []string{"vet", "-tags=" + tags, "-vettool=" + tool, "-profile=pedantic"}
				_, errs, status := command(t, dir, env, "go", append(flags, "./...")...)
				got := diagnosticsOf(errs, dir)
				slices.Sort(got)
				if status == 0 || !slices.Equal(got, want) {
					t.Errorf("-tags=%s: status %d\n%q\nwant\n%q\n%s", tags, status, got, want, errs)
				}
				out, errs, _ := command(t, dir, env, "go", append(flags, "-json", "./...")...)
				if n := jsonDiagnostics(t, out+errs); n != len(want) {
					t.Errorf("-tags=%s: %d diagnostics as JSON, want %d\n%s%s", tags, n, len(want), out, errs)
				}
			}
		})
	}
}

// jsonDiagnostics counts what "go vet -json" prints.
func jsonDiagnostics(t *testing.T, text string) int {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			b.WriteString(line)
		}
	}
	n := 0
	for dec := json.NewDecoder(strings.NewReader(b.String())); dec.More(); {
		var tree map[string]map[string]json.RawMessage
		if err := dec.Decode(&tree); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for _, analyzers := range tree {
			for name, raw := range analyzers {
				var list []struct{ Posn, Message string }
				if err := json.Unmarshal(raw, &list); err != nil {
					t.Fatalf("%s: %s", name, raw)
				}
				n += len(list)
			}
		}
	}
	return n
}
