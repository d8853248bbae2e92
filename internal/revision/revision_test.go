package revision

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// repository makes a repository whose last commit has the given files.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	do := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.test", "-c", "commit.gpgsign=false"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	do("init", "-q")
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if link, ok := strings.CutPrefix(text, "-> "); ok {
			if err := os.Symlink(link, path); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	do("add", "-A")
	do("commit", "-qm", "a")
	return dir
}

func TestExtract(t *testing.T) {
	repo := repository(t, map[string]string{
		"go.mod":            "module a\n",
		"a b/ü.go":          "package b\n",
		"empty":             "",
		".gitattributes":    "hidden export-ignore\n*.go filter=harm\n",
		"hidden":            "kept all the same\n",
		"in":                "-> go.mod",
		"out":               "-> ../../etc/passwd",
		"deep/er/absolute":  "-> /etc/passwd",
		"deep/er/neighbour": "-> ../../go.mod",
	})
	// A filter that would run a program, and a change that is not committed.
	mark := filepath.Join(t.TempDir(), "ran")
	for _, args := range [][]string{{"config", "filter.harm.smudge", "touch " + mark}, {"config", "core.fsmonitor", "touch " + mark}} {
		if out, err := exec.Command("git", append([]string{"-C", repo}, args...)...).CombinedOutput(); err != nil {
			t.Fatal(string(out))
		}
	}
	if err := os.WriteFile(filepath.Join(repo, "go.mod"), []byte("changed"), 0o644); err != nil {
		t.Fatal(err)
	}
	dst := t.TempDir()
	if _, err := Extract(t.Context(), repo, "HEAD", dst); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"go.mod": "module a\n", "a b/ü.go": "package b\n", "empty": "", "hidden": "kept all the same\n", "in": "module a\n", "deep/er/neighbour": "module a\n"} {
		got, err := os.ReadFile(filepath.Join(dst, name))
		if err != nil || string(got) != want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
	for _, name := range []string{"out", "deep/er/absolute"} {
		if _, err := os.Lstat(filepath.Join(dst, name)); err == nil {
			t.Errorf("%s leads out of the folder and is there", name)
		}
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a program that the configuration names has run")
	}
}

func TestExtractErrors(t *testing.T) {
	repo := repository(t, map[string]string{"go.mod": "module a\n"})
	for _, c := range []struct{ dir, rev, want string }{
		{repo, "nowhere", `there is no revision "nowhere"`},
		{repo, "--output=x", "is no revision"},
		{repo, "", "is no revision"},
		{t.TempDir(), "HEAD", "is in no git repository"},
	} {
		_, err := Extract(t.Context(), c.dir, c.rev, t.TempDir())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.rev, err, c.want)
		}
	}
}

func TestSubmodules(t *testing.T) {
	inner := repository(t, map[string]string{"x": "x"})
	repo := repository(t, map[string]string{"go.mod": "module a\n"})
	for _, args := range [][]string{
		{"-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "third"},
		{"-c", "user.name=a", "-c", "user.email=a@example.test", "-c", "commit.gpgsign=false", "commit", "-qm", "b"},
	} {
		if out, err := exec.Command("git", append([]string{"-C", repo}, args...)...).CombinedOutput(); err != nil {
			t.Fatal(string(out))
		}
	}
	got, err := Extract(t.Context(), repo, "HEAD", t.TempDir())
	if err != nil || !slices.Equal(got, []string{"third"}) {
		t.Errorf("submodules %v, %v", got, err)
	}
}
