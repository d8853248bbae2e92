package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A goCommand runs the go command with the settings of one Load.
type goCommand struct {
	path   string   // of the executable
	env    []string // without PWD and GOWORK
	goos   string
	goarch string
	work   string // GOWORK as the user set it: "", "off" or a file
	flags  string // GOFLAGS as the user set them
	ver    string // GOVERSION
}

// keptGoVars are the variables that an untrusted run takes over: where things
// are, and what the target is. Everything else named GO... goes, because it
// can make the go command run programs or reach the network.
var keptGoVars = map[string]bool{
	"GOPATH": true, "GOMODCACHE": true, "GOCACHE": true, "GOROOT": true,
	"GOOS": true, "GOARCH": true, "GOWORK": true, "GOTMPDIR": true,
	"GOMAXPROCS": true, "GOGC": true, "GOMEMLIMIT": true,
}

// newGoCommand finds the go command and reads its settings, in a directory
// that the audited code has no hand in.
func newGoCommand(ctx context.Context, o Options) (*goCommand, error) {
	path, err := exec.LookPath("go")
	if err != nil {
		return nil, &NothingError{
			Reason: "the go command was not found: " + err.Error(),
			Hint:   "install Go and put it in PATH",
		}
	}
	g := &goCommand{path: path, work: os.Getenv("GOWORK")}
	base := append(os.Environ(), "GOTOOLCHAIN=local", "GOWORK=off", "GO111MODULE=on")
	if o.GOOS != "" {
		base = append(base, "GOOS="+o.GOOS)
	}
	if o.GOARCH != "" {
		base = append(base, "GOARCH="+o.GOARCH)
	}
	out, err := g.run(ctx, neutralDir(), base, "env", "-json",
		"GOOS", "GOARCH", "GOFLAGS", "GOVERSION", "GOPATH", "GOMODCACHE", "GOCACHE", "GOROOT")
	if err != nil {
		return nil, fmt.Errorf("cannot read the settings of %s: %w", path, err)
	}
	vars := make(map[string]string)
	if err := json.Unmarshal(out, &vars); err != nil {
		return nil, fmt.Errorf("cannot read the settings of %s: %w", path, err)
	}
	g.goos, g.goarch, g.flags, g.ver = vars["GOOS"], vars["GOARCH"], vars["GOFLAGS"], vars["GOVERSION"]

	if o.Untrusted {
		g.flags = ""
		g.env = untrustedEnv(vars)
	} else {
		g.env = os.Environ()
	}
	// The files that a C compiler would see are part of the audit whether or
	// not there is one on this machine; nothing is compiled.
	if _, ok := os.LookupEnv("CGO_ENABLED"); !ok || o.Untrusted {
		g.env = append(g.env, "CGO_ENABLED=1")
	}
	g.env = append(g.env, "GOTOOLCHAIN=local", "GO111MODULE=on", "GOOS="+g.goos, "GOARCH="+g.goarch)
	// With an empty build cache go list would index the modules first, whole
	// ones for a package or two, which costs more than the list itself.
	if emptyCache(vars["GOCACHE"]) {
		g.env = append(g.env, "GODEBUG="+strings.TrimPrefix(lookup(g.env, "GODEBUG")+",goindex=0", ","))
	}
	return g, nil
}

// emptyCache reports whether the build cache in dir has no entries.
func emptyCache(dir string) bool {
	subdirs, err := os.ReadDir(dir)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	for _, d := range subdirs {
		if len(d.Name()) != 2 || !d.IsDir() { // a README, the time of the last trim
			continue
		}
		if entries, err := os.ReadDir(filepath.Join(dir, d.Name())); err != nil || len(entries) > 0 {
			return false
		}
	}
	return true
}

// lookup returns the value of a variable in an environment, "" without.
func lookup(env []string, name string) string {
	value := ""
	for _, kv := range env {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			value = v
		}
	}
	return value
}

// neutralDir returns a directory above all modules.
func neutralDir() string {
	if runtime.GOOS == "windows" {
		return filepath.VolumeName(os.TempDir()) + `\`
	}
	return "/"
}

// untrustedEnv returns the environment without what could give the audited
// code, or a setting made for other code, a say in what the go command does.
// The caches' places come from vars since GOENV=off hides the user's.
func untrustedEnv(vars map[string]string) []string {
	var env []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		if strings.HasPrefix(name, "GIT_") || strings.HasPrefix(name, "CGO_") ||
			strings.HasPrefix(name, "GO") && !keptGoVars[name] {
			continue
		}
		env = append(env, kv)
	}
	for _, name := range []string{"GOPATH", "GOMODCACHE", "GOCACHE", "GOROOT"} {
		env = append(env, name+"="+vars[name])
	}
	return append(env,
		"GOENV=off", "GOFLAGS=", "GOPROXY=off", "GOVCS=*:off", "GOTELEMETRY=off",
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0")
}

// run runs the go command in dir and returns what it wrote to its output. An
// error carries what it wrote to stderr.
func (g *goCommand) run(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, g.path, args...)
	cmd.Dir = dir
	cmd.Env = slices.Concat(env, []string{"PWD=" + dir})
	cmd.WaitDelay = 5 * time.Second // a grandchild may hold the pipes open
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return stdout.Bytes(), &goError{verb: args[0], stderr: strings.TrimSpace(stderr.String()), err: err}
	}
	return stdout.Bytes(), nil
}

// A goError is a failure of the go command.
type goError struct {
	verb   string
	stderr string
	err    error
}

func (e *goError) Error() string {
	if e.stderr == "" {
		return fmt.Sprintf("go %s: %v", e.verb, e.err)
	}
	return oneLine(e.stderr)
}

func (e *goError) Unwrap() error { return e.err }

// A listPackage is what go list says about a package.
type listPackage struct {
	Dir            string
	ImportPath     string
	Name           string
	ForTest        string
	Standard       bool
	Module         *listModule
	GoFiles        []string
	CgoFiles       []string
	IgnoredGoFiles []string
	EmbedFiles     []string
	TestGoFiles    []string
	XTestGoFiles   []string
	Imports        []string
	TestImports    []string
	XTestImports   []string
	ImportMap      map[string]string
	Export         string
	Error          *struct {
		Pos string
		Err string
	}
}

// listFields are the fields of listPackage: asking for no others keeps the go
// command from computing whether packages are stale.
const listFields = "Dir,ImportPath,Name,ForTest,Standard,Module,GoFiles,CgoFiles,IgnoredGoFiles,EmbedFiles," +
	"TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports,ImportMap,Error"

// A listModule is what go list says about a module.
type listModule struct {
	Path      string
	Version   string
	Main      bool
	Indirect  bool
	Dir       string
	GoMod     string
	GoVersion string
	Replace   *listModule
}

// list asks for the packages of u and all their dependencies, dependencies
// first. When it fails it may still return packages.
//
// With exports it also asks for the export data that the build cache has. The
// flag -n keeps the go command from compiling what the cache lacks: that it
// only prints, and such packages have no Export.
func (g *goCommand) list(ctx context.Context, u *unit, o Options, exports bool) ([]*listPackage, error) {
	args := []string{"-deps", "-json=" + listFields}
	if exports {
		args = []string{"-deps", "-json=" + listFields + ",Export", "-export", "-n"}
	}
	if o.Tests {
		args = append(args, "-test")
	}
	return g.listPackages(ctx, u, o, args, u.patterns())
}

// compile returns packages with only their paths and export data, which it has
// compiled where the build cache lacks it.
func (g *goCommand) compile(ctx context.Context, u *unit, o Options, paths []string) ([]*listPackage, error) {
	return g.listPackages(ctx, u, o, []string{"-json=ImportPath,Export", "-export"}, paths)
}

// listPackages runs go list with flags, and with those that every call for u
// has to share. With a default.pgo it would list what its main package needs
// once more, for that package alone.
func (g *goCommand) listPackages(ctx context.Context, u *unit, o Options, flags, patterns []string) ([]*listPackage, error) {
	args := append([]string{"list", "-e", "-buildvcs=false", "-pgo=off"}, flags...)
	if len(o.Tags) > 0 {
		args = append(args, "-tags="+strings.Join(o.Tags, ","))
	}
	if mod := g.modFlag(u); mod != "" {
		args = append(args, mod)
	}
	args = append(args, "--")
	args = append(args, patterns...)
	work := u.work
	if work == "" {
		work = "off"
	}
	out, err := g.run(ctx, u.dir, append(g.env[:len(g.env):len(g.env)], "GOWORK="+work), args...)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var pkgs []*listPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listPackage)
		if derr := dec.Decode(p); errors.Is(derr, io.EOF) {
			break
		} else if derr != nil {
			return pkgs, errors.Join(err, fmt.Errorf("cannot read the output of go list: %w", derr))
		}
		pkgs = append(pkgs, p)
	}
	return pkgs, err
}

// modFlag returns the -mod flag for u, or "" to let the go command decide.
// go.mod is never updated: the loader must not change what it audits.
func (g *goCommand) modFlag(u *unit) string {
	if _, err := os.Stat(filepath.Join(u.dir, "vendor", "modules.txt")); err != nil {
		return "-mod=readonly"
	}
	for f := range strings.FieldsSeq(g.flags) {
		if f == "-mod=mod" || f == "--mod=mod" {
			return "-mod=vendor"
		}
	}
	return ""
}

// oneLine joins the lines of a message of the go command.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
