package confine

import (
	"path"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/argv"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/models"
)

// A Verdict says what confines what the caller has chosen.
type Verdict int

const (
	Open    Verdict = iota // nothing
	Partial                // a sandbox that lacks something, or undoes it
	Unsure                 // a sandbox of which part is not known
	Closed
)

// A Box is what is around a program.
type Box struct {
	Verdict
	Name  string   // of the sandbox
	Lacks []string // options that are missing
	Undo  []string // options that open it
}

// confinement returns what confines the words of a command line from one on:
// the best of the programs before it.
func confinement(set *models.Set, words []argv.Word, at int) Box {
	var best Box
	roles := argv.Roles(set, words)
	for i := range min(at, len(words)) {
		w := words[i]
		if !w.Known || roles[i].Kind != "" || roles[i].Program != base(w.Text) || i > 0 && roles[i-1].Program == roles[i].Program {
			continue // the name of no program
		}
		if b := around(roles[i].Program, words[i+1:at]); b.Verdict > best.Verdict {
			best = b
		}
	}
	return best
}

func base(name string) string { return path.Base(strings.ReplaceAll(name, `\`, "/")) }

// around returns what a program confines that starts another, by the words
// between the two.
func around(program string, args []argv.Word) Box {
	switch program {
	case "docker", "podman", "nerdctl", "docker-io":
		return container(program, args)
	case "nsjail", "firejail", "minijail0", "runsc", "firecracker", "jailer", "sandbox-exec", "systemd-nspawn", "landrun":
		return Box{Verdict: Closed, Name: program}
	case "bwrap":
		for i := range args {
			if i+2 < len(args) && isText(args[i], "--bind", "--dev-bind") && isText(args[i+1], "/") && isText(args[i+2], "/") {
				return Box{Verdict: Partial, Name: program, Undo: []string{args[i].Text + " / /"}}
			}
		}
		return Box{Verdict: Closed, Name: program}
	case "sudo", "doas", "runuser", "su":
		return asUser(program, args)
	case "gosu", "su-exec", "setuidgid", "chpst":
		if len(args) > 0 && args[0].Known && !isRoot(args[0].Text) {
			return Box{Verdict: Closed, Name: program}
		}
	case "setpriv":
		if user, ok := value(args, "--reuid"); ok && user != "" && !isRoot(user) {
			return Box{Verdict: Closed, Name: program}
		}
	case "systemd-run", "run0":
		for _, a := range args {
			if t := text(a); strings.Contains(t, "DynamicUser=") || strings.Contains(t, "RootDirectory=") || strings.Contains(t, "ProtectSystem=strict") {
				return Box{Verdict: Closed, Name: program}
			}
		}
		if user, ok := value(args, "--uid", "--user", "-u"); ok && user != "" && !isRoot(user) {
			return Box{Verdict: Closed, Name: program}
		}
	}
	return Box{}
}

// container judges the options of docker run.
func container(program string, args []argv.Word) Box {
	run := slices.IndexFunc(args, func(w argv.Word) bool { return isText(w, "run", "create", "exec") })
	if run < 0 {
		return Box{}
	}
	b := Box{Verdict: Closed, Name: program}
	if args[run].Text == "exec" {
		return b // of how the container was made nothing is known
	}
	args = args[run+1:]
	for _, a := range args {
		if a.Many {
			b.Verdict = Unsure // what it has been given
		}
	}
	if runtime, ok := value(args, "--runtime"); ok && strings.Contains(runtime, "runsc") {
		return b
	}
	if !slices.ContainsFunc(args, func(w argv.Word) bool { return isText(w, "--read-only", "--read-only=true") }) {
		b.Lacks = append(b.Lacks, "--read-only")
	}
	if caps, _ := value(args, "--cap-drop"); !strings.EqualFold(caps, "all") {
		b.Lacks = append(b.Lacks, "--cap-drop=ALL")
	}
	if network, ok := value(args, "--network", "--net"); !ok || network != "none" {
		b.Lacks = append(b.Lacks, "--network=none")
	}
	for i, a := range args {
		t := text(a)
		switch {
		case t == "--privileged", t == "--privileged=true",
			strings.Contains(t, "docker.sock"),
			strings.HasPrefix(t, "/:") && i > 0 && isText(args[i-1], "-v", "--volume"),
			strings.HasPrefix(t, "-v/:"), strings.HasPrefix(t, "--volume=/:"),
			strings.Contains(t, "seccomp=unconfined"), strings.Contains(t, "apparmor=unconfined"):
			b.Undo = append(b.Undo, t)
		}
	}
	for _, name := range []string{"--pid", "--ipc", "--userns", "--uts", "--network", "--net"} {
		if v, _ := value(args, name); v == "host" {
			b.Undo = append(b.Undo, name+"=host")
		}
	}
	if caps, ok := value(args, "--cap-add"); ok && (strings.EqualFold(caps, "all") || strings.Contains(strings.ToUpper(caps), "SYS_ADMIN")) {
		b.Undo = append(b.Undo, "--cap-add="+caps)
	}
	if b.Verdict == Closed && len(b.Lacks) > 0 || len(b.Undo) > 0 {
		b.Verdict = Partial
	}
	return b
}

// asUser judges a program that starts another as some user.
func asUser(program string, args []argv.Word) Box {
	user, ok := value(args, "-u", "--user")
	if !ok && program != "sudo" && program != "doas" { // su USER, runuser USER
		for _, a := range args {
			if a.Known && !strings.HasPrefix(a.Text, "-") {
				user, ok = a.Text, true
				break
			}
		}
	}
	if !ok || user == "" || isRoot(user) {
		return Box{}
	}
	return Box{Verdict: Closed, Name: program}
}

func isRoot(user string) bool {
	user, _, _ = strings.Cut(strings.TrimPrefix(user, "#"), ":")
	return user == "root" || user == "0"
}

// value returns the value of one of some options, and whether it is given.
func value(args []argv.Word, names ...string) (string, bool) {
	for i, a := range args {
		t := text(a)
		for _, n := range names {
			if v, ok := strings.CutPrefix(t, n+"="); ok {
				return v, true
			}
			if t == n && a.Known {
				if i+1 < len(args) {
					return text(args[i+1]), true
				}
				return "", true
			}
			if len(n) == 2 && a.Known && strings.HasPrefix(t, n) && len(t) > 2 {
				return t[2:], true // -uNAME
			}
		}
	}
	return "", false
}

func text(w argv.Word) string {
	if w.Known {
		return w.Text
	}
	return w.Prefix
}

func isText(w argv.Word, texts ...string) bool { return w.Known && slices.Contains(texts, w.Text) }

// processBox returns what the fields of a Cmd confine: other credentials, name
// spaces, another root.
func processBox(settings *flow.Sym) Box {
	attr := settings.Field("SysProcAttr")
	if attr == nil {
		return Box{}
	}
	b := Box{Verdict: Closed, Name: "SysProcAttr"}
	if attr.Kind == flow.SymUnknown || attr.Kind == flow.SymCall {
		return Box{Verdict: Unsure, Name: b.Name}
	}
	if c := attr.Field("Credential"); c != nil && c.Kind != flow.SymNil {
		uid := c.Field("Uid")
		if c.Kind != flow.SymStruct || uid != nil && (uid.Kind != flow.SymInt || uid.N != 0) {
			return b
		}
	}
	for _, name := range []string{"Cloneflags", "Unshareflags"} {
		if v := attr.Field(name); v != nil && (v.Kind != flow.SymInt || v.N != 0) {
			return b
		}
	}
	if v := attr.Field("Chroot"); v != nil {
		if t, ok := v.Text(); !ok || t != "" {
			return b
		}
	}
	return Box{}
}
