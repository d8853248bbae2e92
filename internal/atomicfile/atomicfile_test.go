package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "report")
	check := func(want string, mode fs.FileMode) {
		t.Helper()
		data, err := os.ReadFile(name)
		info, err2 := os.Stat(name)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		if string(data) != want || mode != 0 && info.Mode() != mode {
			t.Errorf("%q with mode %v, want %q with %v", data, info.Mode(), want, mode)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".mcpvet-*")); len(left) > 0 {
			t.Errorf("left behind: %q", left)
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := Write(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}

	// as os.WriteFile makes it
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(plain)
	if err != nil {
		t.Fatal(err)
	}
	write(name, "first")
	check("first", info.Mode())

	// a reader keeps what it has opened
	before, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	if runtime.GOOS == "windows" {
		before.Close()
	}
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	write(name, "second, and longer")
	check("second, and longer", 0o600)
	if runtime.GOOS == "windows" {
		return
	}
	if data, err := io.ReadAll(before); err != nil || string(data) != "first" {
		t.Errorf("who reads while it is written gets %q, %v", data, err)
	}

	link := filepath.Join(dir, "link")
	if err := os.Symlink("report", link); err != nil {
		t.Fatal(err)
	}
	write(link, "third")
	check("third", 0o600)
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link is no link any more")
	}

	if err := os.Chmod(name, 0o400); err != nil {
		t.Fatal(err)
	}
	if err := Write(name, []byte("never")); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a read-only file: %v", err)
	}
	check("third", 0o400)
	if err := Write(filepath.Join(dir, "nowhere", "x"), nil); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "open ") {
		t.Errorf("no folder: %v", err)
	}
	if err := Write(dir, nil); err == nil {
		t.Error("a folder is written to")
	}
	write(os.DevNull, "gone")
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is replaced", os.DevNull)
	}
}

// TestFolderTakesNoOthers: a file that can't be replaced is written to.
func TestFolderTakesNoOthers(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("folders take all files")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "report")
	if err := os.WriteFile(name, []byte("first"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
	if err := Write(name, []byte("second")); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(name); err != nil || string(data) != "second" {
		t.Errorf("%q, %v", data, err)
	}
}
