package guard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Engines that a [Sandbox] can use.
const (
	Bubblewrap = "bubblewrap" // Linux with user namespaces
	Podman     = "podman"
	Docker     = "docker"
)

// ErrNoSandbox says that there is no engine that works. Without one nothing is
// run.
var ErrNoSandbox = errors.New("no sandbox works here")

// SandboxOptions adjust [NewSandbox]. Only Image has no default.
type SandboxOptions struct {
	Engine    string        // one of the engines; "": the first that works of bubblewrap and, with an Image, podman and docker
	Image     string        // for podman and docker, by digest if it should stay the same; it is never pulled
	Timeout   time.Duration // of a run; default 10s
	Memory    int64         // bytes; default 256 MiB. Bubblewrap bounds each process, the others all together
	Processes int           // at once; default 32
	Scratch   int64         // size of /tmp, the only place that can be written, in bytes; default 64 MiB
	MaxOutput int           // of the standard output and of the standard error each, in bytes; default 1 MiB
	ReadOnly  []string      // files and folders of the host that can be read at the same path; with bubblewrap besides /usr
	Env       []string      // "NAME=value"; nothing is inherited

	dir string // that a program starts in; "" is /tmp
}

// A Sandbox runs programs that may be hostile: without network, with nothing to
// write but a /tmp that ends with the run, without capabilities or new
// privileges, as nobody, with bounds on time, memory, processes and output. They
// share the host's kernel, and can read what ReadOnly and the image, or /usr,
// hold.
type Sandbox struct {
	opts SandboxOptions
	path string // of the engine's program
	bwrap
}

// A SandboxResult is what a program left.
type SandboxResult struct {
	Stdout, Stderr []byte
	ExitCode       int  // -1 if a signal ended it
	Truncated      bool // there was more output

	exit *exec.ExitError // of an ExitCode other than 0
}

// NewSandbox returns a sandbox after it has tried it, or an error that wraps
// [ErrNoSandbox].
func NewSandbox(o SandboxOptions) (*Sandbox, error) {
	if err := o.complete(); err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	engines := []string{o.Engine}
	if o.Engine == "" {
		engines = []string{Bubblewrap}
		if o.Image != "" {
			engines = append(engines, Podman, Docker)
		}
	}
	errs := []error{ErrNoSandbox}
	for _, e := range engines {
		s := &Sandbox{opts: o}
		s.opts.Engine = e
		err := s.try()
		if err == nil {
			return s, nil
		}
		errs = append(errs, fmt.Errorf("%s: %w", e, err))
	}
	return nil, errors.Join(errs...)
}

// complete checks the options and fills in defaults.
func (o *SandboxOptions) complete() error {
	switch o.Engine {
	case "", Bubblewrap:
	case Podman, Docker:
		if o.Image == "" {
			return fmt.Errorf("%s needs an image: name one", o.Engine)
		}
	default:
		return fmt.Errorf("unknown engine %q: choose bubblewrap, podman or docker", o.Engine)
	}
	if o.Image != "" {
		if err := NoOption(o.Image); err != nil {
			return fmt.Errorf("image: %w", err)
		}
	}
	if o.Timeout < 0 || o.Memory < 0 || o.Processes < 0 || o.Scratch < 0 || o.MaxOutput < 0 {
		return errors.New("limits must be above zero")
	}
	if o.Timeout == 0 {
		o.Timeout = 10 * time.Second
	}
	if o.Memory == 0 {
		o.Memory = 256 << 20
	}
	if o.Processes == 0 {
		o.Processes = 32
	}
	if o.Scratch == 0 {
		o.Scratch = 64 << 20
	}
	if o.MaxOutput == 0 {
		o.MaxOutput = 1 << 20
	}
	for _, p := range o.ReadOnly {
		if !filepath.IsAbs(p) || filepath.Clean(p) != p || strings.ContainsAny(p, ",:\"\n\x00") {
			return fmt.Errorf("read-only path %q: give an absolute one without commas, colons and quotes", p)
		}
	}
	for _, e := range o.Env {
		name, _, ok := strings.Cut(e, "=")
		if !ok || name == "" || strings.ContainsAny(e, "\n\x00") || strings.HasPrefix(name, "-") {
			return fmt.Errorf("environment %q: write NAME=value on one line", clip(name, 64))
		}
	}
	return nil
}

// folder returns the folder that a program starts in.
func (o *SandboxOptions) folder() string {
	if o.dir != "" {
		return o.dir
	}
	return "/tmp"
}

// try finds the engine and runs something that does nothing.
func (s *Sandbox) try() error {
	name := s.opts.Engine
	if name == Bubblewrap {
		name = "bwrap"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return err
	}
	if s.path, err = filepath.Abs(path); err != nil {
		return err
	}
	if s.opts.Engine == Bubblewrap {
		if err := s.prepare(); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if s.opts.Engine != Bubblewrap {
		// An image may hold any program, so only that it is there is asked.
		cmd := exec.CommandContext(ctx, s.path, "image", "inspect", "--", s.opts.Image)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("the engine doesn't run, or has no image %s: %w: %s", s.opts.Image, err, firstLine(out))
		}
		return nil
	}
	res, err := s.Run(ctx, nil, "true")
	if err == nil && res.ExitCode != 0 {
		err = fmt.Errorf("it can't make a sandbox, perhaps as user namespaces are forbidden: %s", firstLine(res.Stderr))
	}
	return err
}

func firstLine(b []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(b)), "\n")
	return clip(line, 200)
}

// Engine returns the engine in use.
func (s *Sandbox) Engine() string { return s.opts.Engine }

// Run runs a program with arguments, given stdin to read. An exit status other
// than 0 is no error. A run that takes too long is ended, with all that it has
// started, and gives a *[Refusal].
func (s *Sandbox) Run(ctx context.Context, stdin []byte, name string, args ...string) (SandboxResult, error) {
	if err := NoOption(name); err != nil {
		return SandboxResult{}, fmt.Errorf("program: %w", err)
	}
	for _, a := range args {
		if strings.IndexByte(a, 0) >= 0 {
			return SandboxResult{}, errors.New("an argument holds a zero byte: leave it out")
		}
	}
	ctx, cancel := context.WithTimeout(ctx, s.opts.Timeout)
	defer cancel()
	label := "guard-" + strings.ToLower(strings.NewReplacer("-", "x", "_", "y").Replace(randomText()))
	var argv []string
	var files []*os.File
	if s.opts.Engine == Bubblewrap {
		var shared []string
		shared, files = s.shared()
		argv = append(s.bwrapArgs(shared), append(s.limits(), append([]string{"--", name}, args...)...)...)
	} else {
		argv = s.containerArgs(label, name, args)
	}
	defer func() {
		for _, f := range files {
			f.Close()
		}
	}()
	cmd := exec.CommandContext(ctx, s.path, argv...)
	cmd.ExtraFiles = files
	cmd.WaitDelay = 2 * time.Second
	cmd.Stdin = strings.NewReader(string(stdin))
	out, errOut := &bounded{max: s.opts.MaxOutput}, &bounded{max: s.opts.MaxOutput}
	cmd.Stdout, cmd.Stderr = out, errOut
	if s.opts.Engine == Bubblewrap {
		cmd.Env = []string{}
		cmd.Dir = "/"
		s.dropRoot(cmd)
	}
	err := cmd.Run()
	if ctx.Err() != nil && s.opts.Engine != Bubblewrap {
		s.kill(label) // ending the client doesn't end the container
	}
	res := SandboxResult{Stdout: out.data, Stderr: errOut.data, ExitCode: -1, Truncated: out.more || errOut.more}
	if cmd.ProcessState != nil {
		res.ExitCode = cmd.ProcessState.ExitCode()
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return res, refuse(StatusTimeout, fmt.Sprintf("the program ran longer than %v: make it do less", s.opts.Timeout))
	case ctx.Err() != nil:
		return res, ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return res, fmt.Errorf("run the sandbox: %w", err)
	}
	res.exit = exit
	return res, nil
}

// containerArgs are the arguments of podman and docker.
func (s *Sandbox) containerArgs(label, name string, args []string) []string {
	o := s.opts
	argv := []string{
		"run", "--rm", "-i", "--name", label, "--pull", "never", "--network", "none", "--read-only", "--cap-drop", "ALL",
		"--security-opt", "no-new-privileges", "--user", "65534:65534", "--ipc", "none", "--log-driver", "none",
		"--pids-limit", fmt.Sprint(o.Processes), "--memory", fmt.Sprint(o.Memory), "--memory-swap", fmt.Sprint(o.Memory), "--ulimit", "core=0",
		// Without these podman asks for more than root has who is in a container himself.
		"--ulimit", "nofile=1024:1024", "--ulimit", "nproc=4096:4096",
		"--tmpfs", fmt.Sprintf("/tmp:rw,nosuid,nodev,size=%d,mode=1777", o.Scratch), "--workdir", o.folder(), "--env", "HOME=/tmp",
	}
	for _, p := range o.ReadOnly {
		argv = append(argv, "--mount", "type=bind,src="+p+",dst="+p+",readonly")
	}
	for _, e := range o.Env {
		argv = append(argv, "--env", e)
	}
	// The image's own entry point could be a shell that reads the arguments.
	return append(append(argv, "--entrypoint", name, "--", o.Image), args...)
}

// kill ends a container.
func (s *Sandbox) kill(label string) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = exec.CommandContext(ctx, s.path, "rm", "--force", label).Run()
}

// bounded keeps the beginning of what is written to it.
type bounded struct {
	max  int
	data []byte
	more bool
}

func (b *bounded) Write(p []byte) (int, error) {
	n := min(len(p), b.max-len(b.data))
	b.data = append(b.data, p[:n]...)
	b.more = b.more || n < len(p)
	return len(p), nil
}

// cutEnv splits "NAME=value".
func cutEnv(e string) (name, value string) {
	name, value, _ = strings.Cut(e, "=")
	return name, value
}

// secondsOf rounds up.
func secondsOf(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }

// exists reports whether there is something at a path, and where it leads if it
// is a link.
func exists(path string) (link string, ok bool) {
	info, err := os.Lstat(path)
	if err != nil {
		return "", false
	}
	if info.Mode()&os.ModeSymlink != 0 {
		link, err = os.Readlink(path)
		return link, err == nil
	}
	return "", true
}

// containsWord reports whether a text has a word between spaces.
func containsWord(text, word string) bool { return slices.Contains(strings.Fields(text), word) }
