package guard

import (
	"archive/tar"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestContainers runs the probe of testdata in podman and docker, as far as they are
// here and work.
func TestContainers(t *testing.T) {
	if os.Getenv("MCPVET_FULL") == "" {
		t.Skip("makes images; set MCPVET_FULL=1")
	}
	for _, engine := range []string{Podman, Docker} {
		t.Run(engine, func(t *testing.T) { inContainer(t, engine) })
	}
}

// probeImage makes an image that holds the probe and nothing else.
func probeImage(t *testing.T, engine string) string {
	t.Helper()
	if _, err := exec.LookPath(engine); err != nil {
		t.Skip(err)
	}
	probe := filepath.Join(t.TempDir(), "probe")
	build := exec.Command("go", "build", "-o", probe, "./testdata/probe")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the probe: %v\n%s", err, out)
	}
	data, err := os.ReadFile(probe)
	if err != nil {
		t.Fatal(err)
	}
	var image bytes.Buffer
	w := tar.NewWriter(&image)
	err = errors.Join(
		w.WriteHeader(&tar.Header{Name: "tmp/", Typeflag: tar.TypeDir, Mode: 0o1777}),
		w.WriteHeader(&tar.Header{Name: "probe", Mode: 0o755, Size: int64(len(data))}))
	if _, werr := w.Write(data); err != nil || werr != nil || w.Close() != nil {
		t.Fatal("the image can't be written", err, werr)
	}
	const name = "localhost/guard-probe:test"
	load := exec.Command(engine, "import", "-", name)
	load.Stdin = &image
	if out, err := load.CombinedOutput(); err != nil {
		t.Skipf("%s does not work here: %v: %s", engine, err, firstLine(out))
	}
	t.Cleanup(func() { _ = exec.Command(engine, "rmi", "--force", name).Run() })
	if out, err := exec.Command(engine, "run", "--rm", "--ulimit", "nofile=1024:1024", "--ulimit", "nproc=4096:4096", "--network", "none", "--entrypoint", "/probe", name, "who").CombinedOutput(); err != nil {
		t.Skipf("%s runs nothing here: %v: %s", engine, err, out)
	}
	return name
}

func inContainer(t *testing.T, engine string) {
	image := probeImage(t, engine)
	t.Setenv("GUARD_TEST_SECRET", "of the host")
	file := filepath.Join(t.TempDir(), "in.txt")
	if err := errors.Join(os.WriteFile(file, []byte("input"), 0o644), os.Chmod(filepath.Dir(file), 0o755)); err != nil {
		t.Fatal(err)
	}
	s, err := NewSandbox(SandboxOptions{Engine: engine, Image: image, ReadOnly: []string{file}, Env: []string{"GREETING=hello"}, Timeout: 30 * time.Second,
		Scratch: 1 << 20, Memory: 128 << 20, MaxOutput: 64 << 10})
	if err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) SandboxResult {
		t.Helper()
		res, err := s.Run(t.Context(), []byte("from stdin"), "/probe", args...)
		if err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		return res
	}
	for _, c := range []struct {
		args, want string
	}{
		{"echo", "from stdin"},
		{"who", "65534 /tmp hello"},
		{"read " + file, "input"},
		{"write /tmp/x", ""},
		{"interfaces", "1"}, // lo only
	} {
		if res := run(strings.Fields(c.args)...); res.ExitCode != 0 || strings.TrimSpace(string(res.Stdout)) != c.want {
			t.Errorf("%s: %d %q (%s), want %q", c.args, res.ExitCode, res.Stdout, res.Stderr, c.want)
		}
	}
	for _, args := range []string{"write /x", "write " + file, "fill /tmp/big", "dial 127.0.0.1:22", "dial 8.8.8.8:53", "read " + filepath.Join(filepath.Dir(file), "other"), "memory", "processes"} {
		if res := run(strings.Fields(args)...); res.ExitCode == 0 {
			t.Errorf("%s is possible: %s", args, res.Stdout)
		}
	}
	status := string(run("status").Stdout)
	for _, want := range []string{"CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"} {
		if !strings.Contains(status, want) {
			t.Errorf("the status has no line %q: %s", want, status)
		}
	}
	if res := run("exit"); res.ExitCode != 3 {
		t.Errorf("exit status %d, want 3", res.ExitCode)
	}
	short, err := NewSandbox(SandboxOptions{Engine: engine, Image: image, Timeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := short.Run(t.Context(), nil, "/probe", "sleep"); Refused(err) == nil {
		t.Errorf("a run that takes too long: %v", err)
	}
	if out, err := exec.Command(engine, "ps", "--all", "--quiet", "--filter", "name=guard-").CombinedOutput(); err != nil || len(bytes.TrimSpace(out)) > 0 {
		t.Errorf("containers are left: %s, %v", out, err)
	}
	out, err := SandboxCommand(t.Context(), SandboxOptions{Engine: engine, Image: image}, "/probe", "who").Output()
	if err != nil || strings.TrimSpace(string(out)) != "65534 /tmp" {
		t.Errorf("%q, %v", out, err)
	}
}
