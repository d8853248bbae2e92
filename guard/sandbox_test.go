package guard

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// box returns a sandbox of bubblewrap, or says why there can't be one.
func box(t *testing.T, o SandboxOptions) *Sandbox {
	t.Helper()
	o.Engine = Bubblewrap
	s, err := NewSandbox(o)
	if errors.Is(err, ErrNoSandbox) {
		t.Skipf("bubblewrap does not work here: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func sh(t *testing.T, s *Sandbox, script string) SandboxResult {
	t.Helper()
	res, err := s.Run(t.Context(), nil, "sh", "-c", script)
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return res
}

func TestBubblewrap(t *testing.T) {
	t.Setenv("GUARD_TEST_SECRET", "leaked")
	// Not below /tmp, of which the sandbox has its own.
	dir, err := os.MkdirTemp("/var/tmp", "guard")
	if err != nil {
		t.Skip("no folder for the test:", err)
	}
	defer os.RemoveAll(dir)
	shared := filepath.Join(dir, "shared")
	if err := errors.Join(os.Chmod(dir, 0o755), os.Mkdir(shared, 0o777), os.Chmod(shared, 0o777), os.WriteFile(filepath.Join(shared, "in.txt"), []byte("input"), 0o644)); err != nil {
		t.Fatal(err)
	}
	s := box(t, SandboxOptions{ReadOnly: []string{shared}, Env: []string{"GREETING=hello world"}})
	res, err := s.Run(t.Context(), []byte("from stdin"), "cat")
	if err != nil || string(res.Stdout) != "from stdin" || res.ExitCode != 0 {
		t.Fatalf("%+v, %v", res, err)
	}
	for script, want := range map[string]string{
		"echo $GREETING":                              "hello world",
		"cat " + shared + "/in.txt":                   "input",
		"echo x > /tmp/f && cat /tmp/f":               "x",
		"pwd":                                         "/tmp",
		"id -u":                                       "65534",
		"echo ${GUARD_TEST_SECRET:-none}":             "none",
		"grep -c : /proc/net/dev":                     "1", // lo only
		"grep CapEff /proc/self/status | cut -f2":     "0000000000000000",
		"grep CapBnd /proc/self/status | cut -f2":     "0000000000000000",
		"grep NoNewPrivs /proc/self/status | cut -f2": "1",
		"ls /proc | grep -c '^[0-9]' | xargs test 9 -gt && echo few": "few",
		"hostname": "sandbox",
		"exit 3":   "",
	} {
		res := sh(t, s, script)
		if got := strings.TrimSpace(string(res.Stdout)); got != want {
			t.Errorf("%s: %q (%s), want %q", script, got, res.Stderr, want)
		}
	}
	for _, script := range []string{
		"cat /etc/passwd", "cat /etc/shadow", "ls /var/log", "ls /home", "ls /root", "ls /work", "ls /var/tmp | grep -v ^guard", "echo x > " + shared + "/new", "echo x > /usr/x", "mkdir /x",
		"mount -t tmpfs none /tmp", "unshare -U true", "cat /proc/1/environ | grep -q GUARD_TEST_SECRET",
		"timeout 2 bash -c 'echo > /dev/tcp/127.0.0.1/22'", "timeout 2 bash -c 'echo > /dev/tcp/8.8.8.8/53'",
	} {
		if res := sh(t, s, script); res.ExitCode == 0 {
			t.Errorf("%s is possible: %s", script, res.Stdout)
		}
	}
	if res := sh(t, s, "exit 3"); res.ExitCode != 3 {
		t.Errorf("exit status %d, want 3", res.ExitCode)
	}
	if _, err := s.Run(t.Context(), nil, "--help"); err == nil {
		t.Error("an option is taken for a program")
	}
	if res, err := s.Run(t.Context(), nil, "no-such-program"); err != nil || res.ExitCode == 0 {
		t.Errorf("a program that is not there: %+v, %v", res, err)
	}
	// What looks like an option is one of the program.
	if res, err := s.Run(t.Context(), nil, "echo", "--bind", "/", "/x"); err != nil || strings.TrimSpace(string(res.Stdout)) != "--bind / /x" {
		t.Errorf("%q, %v", res.Stdout, err)
	}
}

func TestBubblewrapLimits(t *testing.T) {
	s := box(t, SandboxOptions{Timeout: 2 * time.Second, Memory: 64 << 20, Processes: 8, Scratch: 1 << 20, MaxOutput: 1000})
	if res := sh(t, s, "head -c 100000 /dev/zero"); !res.Truncated || len(res.Stdout) != 1000 {
		t.Errorf("%d bytes of output, truncated %v", len(res.Stdout), res.Truncated)
	}
	if res := sh(t, s, "head -c 3000000 /dev/zero > /tmp/big"); res.ExitCode == 0 {
		t.Error("more than Scratch can be written")
	}
	if res := sh(t, s, "for i in 1 2 3 4; do head -c 900000 /dev/zero > /tmp/f$i || exit 1; done"); res.ExitCode == 0 {
		t.Error("more than Scratch can be written to several files")
	}
	if res := sh(t, s, "x=$(head -c 200000000 /dev/zero | tr '\\0' x); echo ${#x}"); strings.Contains(string(res.Stdout), "200000000") {
		t.Error("more than Memory can be had")
	}
	// The shell waits for no process, so that all live at once.
	if res := sh(t, s, "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 1 & done; echo started"); strings.Contains(string(res.Stdout), "started") && !strings.Contains(string(res.Stderr), "fork") {
		t.Errorf("more than Processes can be started: %s", res.Stderr)
	}
	began := time.Now()
	_, err := s.Run(t.Context(), nil, "sh", "-c", "sleep 60 & sleep 60")
	if r := Refused(err); r == nil || r.Status != StatusTimeout || time.Since(began) > 10*time.Second {
		t.Errorf("after %v: %v", time.Since(began), err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := s.Run(ctx, nil, "sleep", "60"); err == nil {
		t.Error("the context is not heeded")
	}
}

// TestContainerArguments looks at the command line, for an engine that says
// what it is given.
func TestContainerArguments(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the engine of the test is a shell script")
	}
	dir := t.TempDir()
	script := "#!/bin/sh\nif [ \"$1\" = run ]; then for a; do echo \"$a\"; done; case \"$*\" in *loop*) exec sleep 60;; esac; fi\necho \"$@\" >> " + dir + "/log\n"
	if err := os.WriteFile(filepath.Join(dir, "docker"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	s, err := NewSandbox(SandboxOptions{Engine: Docker, Image: "alpine@sha256:0", ReadOnly: []string{"/data"}, Env: []string{"A=b c"}, Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.Run(t.Context(), nil, "python3", "-c", "print(1)")
	if err != nil {
		t.Fatal(err)
	}
	argv := strings.Split(strings.TrimSpace(string(res.Stdout)), "\n")
	for _, want := range [][]string{
		{"--network", "none"}, {"--read-only"}, {"--cap-drop", "ALL"}, {"--security-opt", "no-new-privileges"}, {"--user", "65534:65534"}, {"--pids-limit", "32"},
		{"--memory", "268435456"}, {"--memory-swap", "268435456"}, {"--pull", "never"}, {"--rm"}, {"--env", "A=b c"}, {"--mount", "type=bind,src=/data,dst=/data,readonly"},
		{"--entrypoint", "python3", "--", "alpine@sha256:0", "-c", "print(1)"},
	} {
		if i := slices.Index(argv, want[0]); !containsRun(argv, want) {
			t.Errorf("no %q (at %d) in %q", want, i, argv)
		}
	}
	if _, err := s.Run(t.Context(), nil, "loop"); Refused(err) == nil {
		t.Errorf("a run without end: %v", err)
	}
	log, err := os.ReadFile(filepath.Join(dir, "log"))
	if err != nil || !strings.Contains(string(log), "rm --force guard-") {
		t.Errorf("the container is not ended: %s, %v", log, err)
	}
}

func containsRun(all, part []string) bool {
	for i := range all {
		if i+len(part) <= len(all) && slices.Equal(all[i:i+len(part)], part) {
			return true
		}
	}
	return false
}

func TestSandboxRefuses(t *testing.T) {
	for name, o := range map[string]SandboxOptions{
		"engine": {Engine: "chroot"}, "no image": {Engine: Docker}, "image": {Engine: Docker, Image: "--privileged"}, "relative": {ReadOnly: []string{"data"}},
		"comma": {ReadOnly: []string{"/a,readonly=false"}}, "environment": {Env: []string{"A"}}, "negative": {Memory: -1},
	} {
		if _, err := NewSandbox(o); err == nil || errors.Is(err, ErrNoSandbox) {
			t.Errorf("%s: %v", name, err)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := NewSandbox(SandboxOptions{Image: "x"}); !errors.Is(err, ErrNoSandbox) {
		t.Errorf("without any engine: %v", err)
	}
}
