package guard

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"
)

// AuditFileOptions adjust [OpenAuditFile].
type AuditFileOptions struct {
	MaxSize int64         // of a file before it is put aside, in bytes; default 64 MiB
	Keep    int           // how many files that were put aside are kept; default 30
	MaxAge  time.Duration // how long they are kept; default 90 days
}

// An AuditFile is an [Auditor] that appends one line of JSON per record to a
// file that only its owner can read. It is safe for concurrent use in one
// process; give each process a file of its own.
type AuditFile struct {
	path string
	opts AuditFileOptions
	now  func() time.Time

	mu   sync.Mutex
	file *os.File
	size int64
}

// OpenAuditFile opens the file, or creates it. When it is full it is renamed to
// its name, a dot and the time, and a new one is begun; old ones are deleted by
// number and age.
func OpenAuditFile(path string, o AuditFileOptions) (*AuditFile, error) {
	if o.MaxSize <= 0 {
		o.MaxSize = 64 << 20
	}
	if o.Keep <= 0 {
		o.Keep = 30
	}
	if o.MaxAge <= 0 {
		o.MaxAge = 90 * 24 * time.Hour
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open the audit file: %w", err)
	}
	a := &AuditFile{path: abs, opts: o, now: time.Now}
	if err := a.open(); err != nil {
		return nil, err
	}
	if err := a.prune(); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

func (a *AuditFile) open() error {
	f, err := os.OpenFile(a.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("open the audit file: %w", err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		f.Close()
		return fmt.Errorf("open the audit file: %w", err)
	}
	a.file, a.size = f, info.Size()
	return nil
}

// Write appends the record.
func (a *AuditFile) Write(_ context.Context, r Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write an audit record: %w", err)
	}
	line = append(line, '\n')
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.file == nil {
		return errors.New("write an audit record: the file is closed")
	}
	var rotated error
	if a.size > 0 && a.size+int64(len(line)) > a.opts.MaxSize {
		rotated = a.rotate() // the record is written whatever comes of it
		if a.file == nil {
			return rotated
		}
	}
	n, err := a.file.Write(line)
	a.size += int64(n)
	if err != nil {
		err = fmt.Errorf("write an audit record: %w", err)
	}
	return errors.Join(err, rotated)
}

// stamp is how the time stands in the names of files that were put aside; names
// sort as times do.
const stamp = "20060102T150405.000000000Z"

func (a *AuditFile) rotate() error {
	if err := a.putAside(); err != nil {
		return fmt.Errorf("put the audit file aside: %w", err)
	}
	old := a.file
	a.file = nil
	if err := a.open(); err != nil {
		a.file = old // better the old file than none
		return err
	}
	return errors.Join(old.Close(), a.prune())
}

// putAside gives the file another name, which nothing has yet.
func (a *AuditFile) putAside() error {
	at := a.now().UTC()
	for range 100 {
		aside := a.path + "." + at.Format(stamp)
		err := os.Link(a.path, aside) // unlike a rename it replaces nothing
		switch {
		case err == nil:
			return os.Remove(a.path)
		case errors.Is(err, fs.ErrExist):
			at = at.Add(time.Nanosecond)
			continue
		}
		// Not every file system has links.
		if _, err := os.Lstat(aside); !errors.Is(err, fs.ErrNotExist) {
			at = at.Add(time.Nanosecond)
			continue
		}
		return os.Rename(a.path, aside)
	}
	return errors.New("all names are taken")
}

// prune deletes files that were put aside, beyond number and age.
func (a *AuditFile) prune() error {
	dir, base := filepath.Split(a.path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("delete old audit files: %w", err)
	}
	type aged struct {
		name string
		at   time.Time
	}
	var old []aged
	for _, e := range entries {
		suffix, ok := strings.CutPrefix(e.Name(), base+".")
		if !ok || !e.Type().IsRegular() {
			continue
		}
		if at, err := time.Parse(stamp, suffix); err == nil {
			old = append(old, aged{e.Name(), at})
		}
	}
	sort.Slice(old, func(i, j int) bool { return old[i].at.After(old[j].at) })
	var errs []error
	for i, f := range old {
		if i >= a.opts.Keep || a.now().Sub(f.at) > a.opts.MaxAge {
			errs = append(errs, os.Remove(filepath.Join(dir, f.name)))
		}
	}
	return errors.Join(errs...)
}

// Close closes the file; later writes fail.
func (a *AuditFile) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.file == nil {
		return nil
	}
	err := a.file.Close()
	a.file = nil
	return err
}
