package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// inside returns an error for a file that a symbolic link, its own or that of a
// folder above it, brings out of root: what is written in the name of a
// repository must not land elsewhere. A file that is not there yet is looked for
// in the nearest folder that is.
func inside(root, file string) error {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return err
	}
	for at := file; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); errors.Is(err, fs.ErrNotExist) && at != filepath.Dir(at) {
			continue
		}
		to, err := filepath.EvalSymlinks(at)
		if err != nil { // a link that leads nowhere, or that is not to be followed
			return fmt.Errorf("follow links to %s: %w", file, err)
		}
		if rel, err := filepath.Rel(real, to); err != nil || rel != "." && !filepath.IsLocal(rel) {
			return fmt.Errorf("%s leads out of %s by a symbolic link, to %s", file, root, to)
		}
		return nil
	}
}

// maxBaseline bounds the file that is read without being named.
const maxBaseline = 256 << 20

// plain returns an error for a file that is not a regular one of a bounded size
// below root: what a repository names must not make a run read without an end.
func plain(root, file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", file)
	}
	if info.Size() > maxBaseline {
		return fmt.Errorf("%s has %d bytes; at most %d are read", file, info.Size(), maxBaseline)
	}
	return inside(root, file)
}
