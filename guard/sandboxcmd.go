package guard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// A SandboxCmd runs a program in a sandbox in the place of an [exec.Cmd], with those
// of its fields and methods that most handlers use.
type SandboxCmd struct {
	Stdin          io.Reader // read to its end before the program starts, up to 16 MiB
	Stdout, Stderr io.Writer // get what there is when the program has ended
	// Dir is the folder that the program starts in. It can be read, not written.
	// Without one it starts in /tmp, which is empty and its own.
	Dir string

	ctx     context.Context
	options SandboxOptions
	name    string
	args    []string
}

// SandboxCommand is like [exec.CommandContext], for programs that a caller has
// chosen or written: it runs them in a sandbox with these options, and not at all
// where none works. Paths in the options may be relative.
func SandboxCommand(ctx context.Context, o SandboxOptions, name string, args ...string) *SandboxCmd {
	return &SandboxCmd{ctx: ctx, options: o, name: name, args: args}
}

// maxStdin is the most that a program gets to read, in bytes.
const maxStdin = 16 << 20

// Run runs the program. Its exit status gives an *[exec.ExitError], output that is
// too long [ErrTooLarge].
func (c *SandboxCmd) Run() error {
	res, err := c.run()
	for _, out := range []struct {
		to   io.Writer
		data []byte
	}{{c.Stdout, res.Stdout}, {c.Stderr, res.Stderr}} {
		if out.to != nil && err == nil {
			_, err = out.to.Write(out.data)
		}
	}
	return ended(res, err)
}

// Output runs the program and returns its standard output. The standard error is in
// the *[exec.ExitError], unless Stderr is set.
func (c *SandboxCmd) Output() ([]byte, error) {
	if c.Stdout != nil {
		return nil, errors.New("sandbox: Stdout is set already")
	}
	res, err := c.run()
	if err == nil && c.Stderr != nil {
		_, err = c.Stderr.Write(res.Stderr)
	}
	err = ended(res, err)
	var exit *exec.ExitError
	if c.Stderr == nil && errors.As(err, &exit) {
		exit.Stderr = res.Stderr
	}
	return res.Stdout, err
}

// CombinedOutput runs the program and returns its standard output, and behind it
// its standard error.
func (c *SandboxCmd) CombinedOutput() ([]byte, error) {
	if c.Stdout != nil || c.Stderr != nil {
		return nil, errors.New("sandbox: Stdout or Stderr is set already")
	}
	res, err := c.run()
	return append(res.Stdout, res.Stderr...), ended(res, err)
}

func ended(res SandboxResult, err error) error {
	switch {
	case err != nil:
		return err
	case res.exit != nil:
		return res.exit
	case res.Truncated:
		return fmt.Errorf("sandbox: the output: %w", ErrTooLarge)
	}
	return nil
}

func (c *SandboxCmd) run() (SandboxResult, error) {
	o := c.options
	o.ReadOnly = nil
	for _, p := range append(append([]string{}, c.options.ReadOnly...), c.Dir) {
		if p == "" {
			continue
		}
		abs, err := filepath.Abs(p)
		if err != nil {
			return SandboxResult{}, fmt.Errorf("sandbox: %w", err)
		}
		o.ReadOnly = append(o.ReadOnly, abs)
		if p == c.Dir {
			o.dir = abs
		}
	}
	box, err := sandboxFor(o)
	if err != nil {
		return SandboxResult{}, err
	}
	var in []byte
	if c.Stdin != nil {
		if in, err = io.ReadAll(io.LimitReader(c.Stdin, maxStdin+1)); err != nil {
			return SandboxResult{}, fmt.Errorf("sandbox: read the input: %w", err)
		}
		if len(in) > maxStdin {
			return SandboxResult{}, fmt.Errorf("sandbox: the input: %w", ErrTooLarge)
		}
	}
	return box.Run(c.ctx, in, box.locate(c.name), c.args...)
}

// locate returns where a program is, if that is elsewhere than bubblewrap looks, but
// can be read inside.
func (s *Sandbox) locate(name string) string {
	if s.opts.Engine != Bubblewrap || filepath.Base(name) != name {
		return name
	}
	for _, dir := range []string{"/usr/local/bin", "/usr/bin", "/bin"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode()&0o111 != 0 {
			return name
		}
	}
	if path, err := exec.LookPath(name); err == nil && filepath.IsAbs(path) {
		return path
	}
	return name
}

// tried are the sandboxes that have been tried: that takes longer than a small run.
var tried sync.Map // tryKey -> *Sandbox

type tryKey struct{ engine, image string }

// sandboxFor returns a sandbox with the options. One that has worked is not tried
// again.
func sandboxFor(o SandboxOptions) (*Sandbox, error) {
	key := tryKey{o.Engine, o.Image}
	if s, ok := tried.Load(key); ok {
		if err := o.complete(); err != nil {
			return nil, fmt.Errorf("sandbox: %w", err)
		}
		out := *s.(*Sandbox)
		o.Engine = out.opts.Engine
		out.opts = o
		return &out, nil
	}
	s, err := NewSandbox(o)
	if err == nil {
		tried.Store(key, s)
	}
	return s, err
}

// shared returns the options of bubblewrap for what can be read of the host, and
// the files that they hand over: nobody may not open what root may.
func (s *Sandbox) shared() (argv []string, files []*os.File) {
	for _, p := range s.opts.ReadOnly {
		info, err := os.Stat(p)
		if err == nil && info.Mode().IsRegular() && os.Geteuid() == 0 {
			if f, err := os.Open(p); err == nil {
				// The first three are the standard ones.
				argv = append(argv, "--perms", "0444", "--ro-bind-data", fmt.Sprint(3+len(files)), p)
				files = append(files, f)
				continue
			}
		}
		argv = append(argv, "--ro-bind", p, p)
	}
	return argv, files
}
