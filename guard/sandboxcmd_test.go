package guard

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// command is what a handler writes.
func command(t *testing.T, o SandboxOptions, name string, args ...string) *SandboxCmd {
	t.Helper()
	box(t, SandboxOptions{}) // skips where none works
	return SandboxCommand(t.Context(), o, name, args...)
}

func TestSandboxCommand(t *testing.T) {
	cmd := command(t, SandboxOptions{}, "cat")
	cmd.Stdin = strings.NewReader("hello")
	if out, err := cmd.Output(); err != nil || string(out) != "hello" {
		t.Errorf("%q, %v", out, err)
	}
	out, err := command(t, SandboxOptions{}, "sh", "-c", "echo out; echo err >&2; exit 3").Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 3 || string(out) != "out\n" || string(exit.Stderr) != "err\n" {
		t.Errorf("%q, %v", out, err)
	}
	if out, err := command(t, SandboxOptions{}, "sh", "-c", "echo err >&2; echo out").CombinedOutput(); err != nil || string(out) != "out\nerr\n" {
		t.Errorf("%q, %v", out, err)
	}
	var stdout, stderr bytes.Buffer
	cmd = command(t, SandboxOptions{}, "sh", "-c", "echo out; echo err >&2")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil || stdout.String() != "out\n" || stderr.String() != "err\n" {
		t.Errorf("%q, %q, %v", &stdout, &stderr, err)
	}
	if _, err := cmd.Output(); err == nil {
		t.Error("Output with Stdout set")
	}
	if _, err := cmd.CombinedOutput(); err == nil {
		t.Error("CombinedOutput with Stdout set")
	}
	if _, err := command(t, SandboxOptions{MaxOutput: 10}, "seq", "1000").Output(); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too much output: %v", err)
	}
	cmd = command(t, SandboxOptions{}, "cat")
	cmd.Stdin = bytes.NewReader(make([]byte, maxStdin+1))
	if _, err := cmd.Output(); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too much input: %v", err)
	}
	if _, err := command(t, SandboxOptions{}, "cat", "/etc/passwd").Output(); err == nil {
		t.Error("it reads the host")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := SandboxCommand(ctx, SandboxOptions{}, "true").Run(); err == nil {
		t.Error("the context is not heeded")
	}
}

// TestSandboxFiles shares a file that only its owner may read, and a folder to start
// in, both below /tmp, of which the sandbox has its own.
func TestSandboxFiles(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "script")
	if err := os.WriteFile(script, []byte("echo $(basename $0); ls "+dir+"; echo x > "+script+" || echo kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "secret"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := command(t, SandboxOptions{ReadOnly: []string{script}}, "sh", script).Output()
	if err != nil || string(out) != "script\nscript\nkept\n" {
		t.Errorf("%q, %v", out, err)
	}
	folder, err := os.MkdirTemp("/var/tmp", "guard")
	if err != nil {
		t.Skip("no folder for the test:", err)
	}
	defer os.RemoveAll(folder)
	if err := errors.Join(os.Chmod(folder, 0o755), os.WriteFile(filepath.Join(folder, "note"), []byte("text"), 0o644)); err != nil {
		t.Fatal(err)
	}
	cmd := command(t, SandboxOptions{}, "sh", "-c", "cat note; echo x > new || echo kept")
	cmd.Dir = folder
	if out, err := cmd.Output(); err != nil || string(out) != "textkept\n" {
		t.Errorf("%q, %v", out, err)
	}
}

// TestNoSandbox runs nothing where no engine is.
func TestNoSandbox(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := SandboxCommand(t.Context(), SandboxOptions{Engine: Podman, Image: "none"}, "true").Output(); !errors.Is(err, ErrNoSandbox) {
		t.Errorf("%v", err)
	}
	if err := SandboxCommand(t.Context(), SandboxOptions{Env: []string{"x"}}, "true").Run(); err == nil {
		t.Error("bad options")
	}
}
