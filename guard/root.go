package guard

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// MaxFile is how much [Root.ReadFile] reads at most, in bytes.
const MaxFile = 32 << 20

// A Root is a folder that names can't lead out of, neither by ".." nor by links
// nor by replacing a folder by a link meanwhile. It is an [os.Root] with
// functions for whole files. Close it when it is no longer needed.
type Root struct{ *os.Root }

// OpenRoot opens a folder, which the operator chooses, as a Root.
func OpenRoot(dir string) (*Root, error) {
	r, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the root: %w", err)
	}
	return &Root{r}, nil
}

// ReadFile returns the content of a file below the root, of at most [MaxFile]
// bytes.
func (r *Root) ReadFile(name string) ([]byte, error) {
	f, err := r.Root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("not a regular file")}
	}
	data, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err == nil && len(data) > MaxFile {
		err = &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("more than %d bytes", MaxFile)}
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// WriteFile writes a file below the root, which is created with the permissions
// if it is not there and replaced otherwise.
func (r *Root) WriteFile(name string, data []byte, perm fs.FileMode) error {
	f, err := r.Root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// SafePath returns the absolute path of name below dir, or an error if it leads
// out of dir by itself or through a link that is there now, or if dir is empty:
// a setting that is missing must not mean every folder. A name that is absolute
// must be that of something below dir. What is not there yet may be created. The
// result must be used, not name.
//
// Whoever can write in dir can put a link in the way between the check and the
// use; [Root] has no such gap, so prefer it unless a library needs a path.
func SafePath(dir, name string) (string, error) {
	if dir == "" {
		return "", errors.New("no folder is set below which files may be used")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("the folder: %w", err)
	}
	given := name
	if filepath.IsAbs(name) {
		if name, err = filepath.Rel(abs, name); err != nil {
			name = given // on another volume
		}
	}
	if !filepath.IsLocal(name) {
		return "", fmt.Errorf("the path %q leaves its folder: give one below it", clip(given, 100))
	}
	r, err := os.OpenRoot(abs)
	if err != nil {
		return "", fmt.Errorf("open the folder: %w", err)
	}
	defer r.Close()
	name = filepath.Clean(name)
	// The nearest part that is there tells: os.Root refuses links that escape.
	for part := name; ; part = filepath.Dir(part) {
		_, err := r.Stat(part)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("the path %q leaves its folder, or can't be followed: give another one", clip(name, 100))
		}
		// A link whose target is not there must not be created through.
		if info, lerr := r.Lstat(part); lerr == nil && info.Mode()&fs.ModeSymlink != 0 {
			return "", fmt.Errorf("the path %q is a link to nothing: give another one", clip(name, 100))
		}
		if part == "." {
			return "", fmt.Errorf("the folder is gone: %w", err)
		}
	}
	return filepath.Join(abs, name), nil
}
