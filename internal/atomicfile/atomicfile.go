// Package atomicfile writes files whole: who reads one while it is written, or
// after the program was killed, has the old content or the new.
package atomicfile

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Write replaces what a file has, or makes it. It keeps the mode of a file that is
// there, follows links, and fails for a file that can't be written. What is no
// regular file (a pipe, a device) has no content to keep and is written to; so is a
// file that can't be replaced, in a folder that takes no others or as the one file
// that is mounted into a container.
func Write(name string, data []byte) error {
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to
	}
	var mode fs.FileMode // 0: a new file, with what the user's mask leaves
	if info, err := os.Lstat(name); err == nil {
		if !info.Mode().IsRegular() {
			return os.WriteFile(name, data, 0o644)
		}
		if err := Writable(name); err != nil {
			return err
		}
		mode = info.Mode().Perm()
	}
	temp, err := Stage(name, data, mode)
	if err != nil {
		return os.WriteFile(name, data, 0o644)
	}
	if err := os.Rename(temp, name); err != nil {
		_ = os.Remove(temp)
		return os.WriteFile(name, data, 0o644)
	}
	return nil
}

// Writable returns an error for a file that can't be written to. Its mode counts
// even for a user who may do everything.
func Writable(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if info.Mode().Perm()&0o200 == 0 {
		return &fs.PathError{Op: "write", Path: name, Err: fs.ErrPermission}
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// Stage writes a new content of a file beside it, for os.Rename to put it in the
// file's place. A mode of 0 stands for that of a new file.
func Stage(name string, data []byte, mode fs.FileMode) (temp string, err error) {
	var f *os.File
	for range 100 {
		// os.CreateTemp would leave out the mask of the user.
		temp = filepath.Join(filepath.Dir(name), fmt.Sprintf(".mcpvet-%08x", rand.Uint32()))
		if f, err = os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644); !os.IsExist(err) {
			break
		}
	}
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err == nil && mode != 0 {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		_ = os.Remove(temp)
		return "", err
	}
	return temp, nil
}
