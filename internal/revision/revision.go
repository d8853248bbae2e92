// Package revision brings the files of an earlier revision of a repository into
// a folder, without touching its work tree, its index or its configuration.
package revision

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// maxBytes bounds what is written of one revision.
const maxBytes = 4 << 30

// Extract writes the files of a revision of the repository at repo below dst,
// as they are stored: no filter of the repository runs, and no hook. Submodules
// are left out; their paths are returned.
func Extract(ctx context.Context, repo, rev, dst string) (submodules []string, err error) {
	commit, err := resolve(ctx, repo, rev)
	if err != nil {
		return nil, err
	}
	files, submodules, err := list(ctx, repo, commit)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dst)
	if err != nil {
		return nil, fmt.Errorf("extract %s: %w", rev, err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	if err := write(ctx, repo, root, files); err != nil {
		return nil, fmt.Errorf("extract %s: %w", rev, err)
	}
	return submodules, nil
}

// A file is an entry of a tree.
type file struct {
	mode, id, path string
}

// git makes a git command in which nothing runs that a repository's own
// configuration names.
func git(ctx context.Context, repo string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", repo, "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C")
	return cmd
}

// output runs git and returns what it prints.
func output(ctx context.Context, repo string, args ...string) ([]byte, error) {
	cmd := git(ctx, repo, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("git is not installed, and an earlier revision is read with it")
	}
	if text := strings.TrimSpace(stderr.String()); text != "" {
		first, _, _ := strings.Cut(text, "\n")
		return nil, errors.New(first)
	}
	return nil, err
}

// resolve returns the commit that a revision names.
func resolve(ctx context.Context, repo, rev string) (string, error) {
	if rev == "" || strings.HasPrefix(rev, "-") {
		return "", fmt.Errorf("%q is no revision; give a branch, a tag or a commit", rev)
	}
	out, err := output(ctx, repo, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		if inside, _ := output(ctx, repo, "rev-parse", "--git-dir"); len(inside) == 0 {
			return "", fmt.Errorf("%s is in no git repository, so there is no revision %q of it", repo, rev)
		}
		return "", fmt.Errorf("there is no revision %q; in CI, fetch it first (a shallow clone has the last commit only)", rev)
	}
	return strings.TrimSpace(string(out)), nil
}

// list returns the files of a commit, and its submodules.
func list(ctx context.Context, repo, commit string) (files []file, submodules []string, err error) {
	out, err := output(ctx, repo, "ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return nil, nil, fmt.Errorf("list the files of %s: %w", commit, err)
	}
	for entry := range strings.SplitSeq(string(out), "\x00") {
		head, path, ok := strings.Cut(entry, "\t")
		fields := strings.Fields(head)
		if !ok || len(fields) != 3 {
			continue
		}
		switch fields[1] {
		case "commit":
			submodules = append(submodules, path)
		case "blob":
			files = append(files, file{fields[0], fields[2], path})
		}
	}
	return files, submodules, nil
}

// write writes the files below root.
func write(ctx context.Context, repo string, root *os.Root, files []file) error {
	cmd := git(ctx, repo, "cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		defer func() { _ = in.Close() }() // git ends by it, and says itself what went wrong
		for _, f := range files {
			if _, err := io.WriteString(in, f.id+"\n"); err != nil {
				return
			}
		}
	}()
	r := bufio.NewReader(out)
	left := int64(maxBytes)
	for _, f := range files {
		if err = one(r, root, f, &left); err != nil {
			err = fmt.Errorf("%s: %w", f.path, err)
			break
		}
	}
	if err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return err
	}
	return cmd.Wait()
}

// one reads the next object and writes it as a file.
func one(r *bufio.Reader, root *os.Root, f file, left *int64) error {
	head, err := r.ReadString('\n')
	if err != nil {
		return err
	}
	fields := strings.Fields(head)
	if len(fields) != 3 || fields[0] != f.id {
		return fmt.Errorf("git has no object %s; a partial clone lacks it", f.id)
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return err
	}
	if *left -= size; *left < 0 {
		return fmt.Errorf("the revision has more than %d GiB", maxBytes>>30)
	}
	data := io.LimitReader(r, size)
	if err := create(root, f, data); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, data); err != nil {
		return err
	}
	_, err = r.Discard(1)
	return err
}

// create writes one file. A symbolic link is made where it leads to something
// below the root, and is left out otherwise.
func create(root *os.Root, f file, data io.Reader) error {
	name := filepath.FromSlash(f.path)
	if dir := filepath.Dir(name); dir != "." {
		if err := root.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	if f.mode == "120000" {
		target, err := io.ReadAll(io.LimitReader(data, 4096))
		if err != nil {
			return err
		}
		to := filepath.FromSlash(string(target))
		if filepath.IsAbs(to) || !filepath.IsLocal(filepath.Join(filepath.Dir(name), to)) {
			return nil
		}
		return root.Symlink(to, name)
	}
	mode := os.FileMode(0o644)
	if f.mode == "100755" {
		mode = 0o755
	}
	w, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, data)
	return errors.Join(err, w.Close())
}

// Top returns the folder that holds the work tree in which dir is, both with
// symbolic links resolved.
func Top(ctx context.Context, dir string) (top, resolved string, err error) {
	out, err := output(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", "", fmt.Errorf("find the repository of %s: %w", dir, err)
	}
	if top, err = filepath.EvalSymlinks(filepath.FromSlash(strings.TrimRight(string(out), "\r\n"))); err != nil {
		return "", "", fmt.Errorf("find the repository of %s: %w", dir, err)
	}
	if resolved, err = filepath.EvalSymlinks(dir); err != nil {
		return "", "", fmt.Errorf("find the repository of %s: %w", dir, err)
	}
	return top, resolved, nil
}
