package rewrite

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/mcpvet/mcpvet/internal/atomicfile"
)

// Diff writes what changes as a unified diff. name says how a file is called in
// it.
func (p *Plan) Diff(w io.Writer, name func(string) string) error {
	for _, f := range p.Files {
		n := filepath.ToSlash(name(f.Name))
		if _, err := w.Write(diff.Diff("a/"+n, f.Old, "b/"+n, f.New)); err != nil {
			return err
		}
	}
	return nil
}

// Writable returns an error for a file that can't be replaced.
func Writable(name string) error {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	if err := atomicfile.Writable(real); err != nil {
		return err
	}
	temp, err := atomicfile.Stage(real, nil, 0)
	if err != nil {
		return err
	}
	return os.Remove(temp)
}

// Write changes the files. Nothing is written if one of them can't be, or is no
// longer what it was when the fixes were made.
func (p *Plan) Write() (err error) {
	type ready struct{ name, temp string }
	var all []ready
	defer func() {
		for _, r := range all {
			if r.temp != "" {
				_ = os.Remove(r.temp)
			}
		}
	}()
	for _, f := range p.Files {
		name, err := filepath.EvalSymlinks(f.Name)
		if err != nil {
			return err
		}
		temp, err := stage(name, f)
		if err != nil {
			return err
		}
		all = append(all, ready{name, temp})
	}
	for i, r := range all {
		if err := os.Rename(r.temp, r.name); err != nil {
			for k, done := range all[:i] { // as it was
				if undo := atomicfile.Write(done.name, p.Files[k].Old); undo != nil {
					return fmt.Errorf("%w; and %s is changed already, and could not be put back: %w", err, done.name, undo)
				}
			}
			return err
		}
		all[i].temp = ""
	}
	return nil
}

// stage writes the new text of a file beside it.
func stage(name string, f File) (temp string, err error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if err := atomicfile.Writable(name); err != nil {
		return "", fmt.Errorf("%w: nothing is changed", err)
	}
	now, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	if !bytes.Equal(now, f.Old) {
		return "", fmt.Errorf("%s has changed since it was analysed: nothing is changed, run mcpvet again", f.Name)
	}
	return atomicfile.Stage(name, f.New, info.Mode().Perm())
}
