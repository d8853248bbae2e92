package guard

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// nobody is the user that programs run as.
const nobody = 65534

// bwrap is what is known of bubblewrap here.
type bwrap struct {
	prlimit string // the program that sets limits, inside
	nest    bool   // it can forbid user namespaces inside
}

// prepare finds what bubblewrap needs.
func (s *Sandbox) prepare() error {
	for _, p := range []string{"/usr/bin/prlimit", "/bin/prlimit"} {
		if _, ok := exists(p); ok {
			s.prlimit = p
			break
		}
	}
	if s.prlimit == "" {
		return fmt.Errorf("prlimit is missing, which bounds memory and processes: install util-linux")
	}
	out, err := exec.Command(s.path, "--help").CombinedOutput()
	if err != nil {
		return fmt.Errorf("bwrap --help: %w", err)
	}
	s.nest = containsWord(string(out), "--disable-userns")
	if !containsWord(string(out), "--size") {
		return fmt.Errorf("bwrap is too old to bound the size of /tmp: install 0.5 or later")
	}
	return nil
}

// bwrapArgs are the arguments of bubblewrap before the program.
func (s *Sandbox) bwrapArgs(shared []string) []string {
	id := fmt.Sprint(nobody)
	argv := []string{
		"--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--uid", id, "--gid", id, "--hostname", "sandbox",
		"--clearenv", "--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "HOME", "/tmp", "--setenv", "LANG", "C.UTF-8",
		"--ro-bind", "/usr", "/usr",
	}
	if s.nest {
		argv = append(argv, "--disable-userns")
	}
	for _, dir := range []string{"/bin", "/sbin", "/lib", "/lib32", "/lib64"} {
		if link, ok := exists(dir); ok && link != "" {
			argv = append(argv, "--symlink", link, dir)
		} else if ok {
			argv = append(argv, "--ro-bind", dir, dir)
		}
	}
	// Programs of the distribution start through these.
	argv = append(argv, "--ro-bind-try", "/etc/alternatives", "/etc/alternatives", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache")
	argv = append(argv, "--proc", "/proc", "--dev", "/dev", "--size", fmt.Sprint(s.opts.Scratch), "--tmpfs", "/tmp")
	argv = append(argv, shared...)
	for _, e := range s.opts.Env {
		name, value := cutEnv(e)
		argv = append(argv, "--setenv", name, value)
	}
	// Last, for what was bound lies on it; /tmp is a mount of its own.
	return append(argv, "--remount-ro", "/", "--chdir", s.opts.folder(), "--")
}

// limits is the program, with its arguments, that sets limits inside.
func (s *Sandbox) limits() []string {
	o := s.opts
	return []string{
		s.prlimit, fmt.Sprintf("--as=%d", o.Memory), fmt.Sprintf("--nproc=%d", o.Processes), fmt.Sprintf("--cpu=%d", secondsOf(o.Timeout)+1),
		fmt.Sprintf("--fsize=%d", o.Scratch), "--core=0", "--nofile=256",
	}
}

// dropRoot makes a process of root one of nobody: the kernel bounds no
// processes of root, and what breaks out would be root.
func (s *Sandbox) dropRoot(cmd *exec.Cmd) {
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody, Groups: []uint32{}}}
	}
}
