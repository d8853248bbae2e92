// Package inside holds paths below the folders that the operator lists.
package inside

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// ErrOutside says that a path leads out of all folders.
var ErrOutside = errors.New("path is outside the allowed folders")

// Folders are the folders whose files may be read. Each ends with a separator.
type Folders struct{ list []string }

// New makes the folders absolute.
func New(dirs []string) (*Folders, error) {
	f := &Folders{}
	for _, d := range dirs {
		abs, err := filepath.Abs(d)
		if err != nil {
			return nil, fmt.Errorf("folder %q: %w", d, err)
		}
		f.list = append(f.list, filepath.Clean(abs)+string(filepath.Separator))
	}
	return f, nil
}

func (f *Folders) has(path string) bool {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	for _, d := range f.list {
		if strings.HasPrefix(abs+string(filepath.Separator), d) {
			return true
		}
	}
	return false
}

// Resolve returns the path with links resolved, if it and its target lie in
// one of the folders.
func (f *Folders) Resolve(path string) (string, error) {
	if !f.has(path) {
		return "", ErrOutside
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	if !f.has(real) {
		return "", ErrOutside
	}
	return real, nil
}

// Stale resolves after its check, so that a link decides.
func (f *Folders) Stale(path string) (string, error) {
	if !f.has(path) {
		return "", ErrOutside
	}
	return filepath.EvalSymlinks(path)
}

// Loose compares with folders as the operator wrote them.
type Loose struct{ Dirs []string }

// Check says whether a path may be read.
func (l Loose) Check(path string) error {
	for _, d := range l.Dirs {
		if strings.HasPrefix(filepath.Clean(path), d) {
			return nil
		}
	}
	return ErrOutside
}

// Read reads a file that others have checked.
func Read(path string) ([]byte, error) {
	return os.ReadFile(path) // want `error regular: argument "path" of tool "raw" chooses a file that is read$` `error regular: argument "path" of tool "ignored" chooses a file that is read` `error regular: argument "path" of tool "loose" .*does not hold: the prefix is compared without a separator at its end$` `note auditor: argument "path" of tool "stale" is held below a folder by its text only`
}
