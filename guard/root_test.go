package guard

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// tree makes a folder with a file, and links that lead in and out.
func tree(t testing.TB) (root, outside string) {
	t.Helper()
	top := t.TempDir()
	root, outside = filepath.Join(top, "root"), filepath.Join(top, "root-secret")
	for dir, file := range map[string]string{root: "a.txt", filepath.Join(root, "sub"): "b.txt", outside: "secret.txt"} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if runtime.GOOS == "windows" {
		return root, outside
	}
	for link, target := range map[string]string{"in": "sub", "out": "../root-secret", "abs": outside, "gone": "nothing", "gone-out": "../nothing"} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	return root, outside
}

func TestSafePath(t *testing.T) {
	root, _ := tree(t)
	for name, ok := range map[string]bool{
		"a.txt": true, "sub/b.txt": true, "sub/../a.txt": true, "new.txt": true, "new/deep.txt": true, ".": true, "in/b.txt": true, "in/new": true, "..a": true,
		"": false, "..": false, "../root-secret/secret.txt": false, "sub/../../root-secret/secret.txt": false, "/etc/passwd": false,
		"out": false, "out/secret.txt": false, "out/new": false, "abs/secret.txt": false, "gone": false, "gone/x": false, "gone-out": false, "a.txt/b": false, "a\x00b": false,
	} {
		if runtime.GOOS == "windows" && (strings.HasPrefix(name, "in") || strings.HasPrefix(name, "out") || strings.HasPrefix(name, "abs") || strings.HasPrefix(name, "gone")) {
			continue // no links there
		}
		got, err := SafePath(root, name)
		if (err == nil) != ok {
			t.Errorf("%q: %q, %v", name, got, err)
		}
		if err == nil && got != root && !strings.HasPrefix(got, root+string(filepath.Separator)) {
			t.Errorf("%q leads to %q", name, got)
		}
	}
	if _, err := SafePath(filepath.Join(root, "missing"), "a"); err == nil {
		t.Error("a missing folder is none to be below")
	}
	if _, err := SafePath("", "a.txt"); err == nil {
		t.Error("no folder is none to be below")
	}
	for name, ok := range map[string]bool{
		filepath.Join(root, "a.txt"): true, filepath.Join(root, "new"): true, root: true,
		root + "-secret": false, filepath.Join(root+"-secret", "secret.txt"): false, root + "/../root-secret/secret.txt": false, filepath.Dir(root): false,
	} {
		if got, err := SafePath(root, name); (err == nil) != ok || ok && got != name {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
}

func TestRoot(t *testing.T) {
	dir, outside := tree(t)
	r, err := OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if data, err := r.ReadFile("sub/b.txt"); err != nil || string(data) != "b.txt" {
		t.Errorf("%q, %v", data, err)
	}
	for _, name := range []string{"../root-secret/secret.txt", "out/secret.txt", "abs/secret.txt", "sub", "/etc/passwd", ""} {
		if data, err := r.ReadFile(name); err == nil {
			t.Errorf("%s was read: %q", name, data)
		}
	}
	if err := r.WriteFile("new.txt", []byte("x"), 0o600); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"../root-secret/new.txt", "out/new.txt", "gone-out"} {
		if err := r.WriteFile(name, []byte("x"), 0o600); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	if _, err := os.Stat(filepath.Join(outside, "new.txt")); err == nil {
		t.Error("a file appeared outside")
	}
	f, err := r.Create("big")
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(MaxFile + 1); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := r.ReadFile("big"); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("a file that is too large: %v", err)
	}
}

// FuzzSafePath holds accepted names to files below the folder, links followed.
func FuzzSafePath(f *testing.F) {
	root, _ := tree(f)
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{"a.txt", "../root-secret/secret.txt", "out/secret.txt", "in/../../root-secret", "./sub//b.txt", "abs", "gone/../out", "sub/..", "..\\x", "C:\\x", "a.txt/.."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got, err := SafePath(root, name)
		if err != nil {
			return
		}
		if got != root && !strings.HasPrefix(got, root+string(filepath.Separator)) {
			t.Fatalf("%q leads to %q", name, got)
		}
		if followed, err := filepath.EvalSymlinks(got); err == nil && followed != real && !strings.HasPrefix(followed, real+string(filepath.Separator)) {
			t.Fatalf("%q leads to %q through links", name, followed)
		}
	})
}
