package guard

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func auditFile(t *testing.T, o AuditFileOptions) (*AuditFile, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	a, err := OpenAuditFile(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a, path
}

func lines(t *testing.T, path string) []Record {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []Record
	for s := bufio.NewScanner(f); s.Scan(); {
		var r Record
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			t.Fatalf("%s: %v", s.Text(), err)
		}
		out = append(out, r)
	}
	return out
}

func TestAuditFile(t *testing.T) {
	a, path := auditFile(t, AuditFileOptions{})
	want := Record{Time: time.Now().UTC(), Kind: Tool, Name: "x\n{", User: "anna", Session: "s", Fingerprint: "f", Status: StatusDenied, Reason: "no", Duration: 5, Task: true}
	var wg sync.WaitGroup
	for range 50 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := a.Write(context.Background(), want); err != nil {
				t.Error(err)
			}
		}()
	}
	wg.Wait()
	got := lines(t, path)
	if len(got) != 50 || got[49] != want {
		t.Errorf("%d lines, %+v", len(got), got[len(got)-1])
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	// What is there stays when it is opened again.
	b, err := OpenAuditFile(path, AuditFileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Write(context.Background(), want); err != nil {
		t.Error(err)
	}
	if err := b.Close(); err != nil || len(lines(t, path)) != 51 {
		t.Error("opened again:", err, len(lines(t, path)))
	}
	if b.Write(context.Background(), want) == nil {
		t.Error("a closed file takes records")
	}
	if _, err := OpenAuditFile(t.TempDir(), AuditFileOptions{}); err == nil {
		t.Error("a folder is taken")
	}
}

func TestAuditRotation(t *testing.T) {
	a, path := auditFile(t, AuditFileOptions{MaxSize: 1000, Keep: 3, MaxAge: time.Hour})
	now := time.Now()
	a.now = func() time.Time { return now }
	if err := os.WriteFile(path+".note", []byte("not ours"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		now = now.Add(time.Second)
		if err := a.Write(context.Background(), Record{Time: now, Name: fmt.Sprint(i), Reason: strings.Repeat("x", 100)}); err != nil {
			t.Fatal(err)
		}
	}
	old, err := filepath.Glob(path + ".2*")
	if err != nil || len(old) != 3 {
		t.Fatalf("%d files were put aside, want 3: %v", len(old), err)
	}
	if got := lines(t, path); got[len(got)-1].Name != "99" {
		t.Errorf("the last record is %s", got[len(got)-1].Name)
	}
	for _, p := range append(old, path) {
		if info, err := os.Stat(p); err != nil || info.Size() > 1000 {
			t.Errorf("%s: %d bytes, %v", p, info.Size(), err)
		}
	}
	now = now.Add(2 * time.Hour)
	for range 10 {
		if err := a.Write(context.Background(), Record{Time: now, Reason: strings.Repeat("x", 100)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range old {
		if _, err := os.Stat(p); err == nil {
			t.Errorf("%s is left after its time", p)
		}
	}
	if _, err := os.Stat(path + ".note"); err != nil {
		t.Error("another file was deleted:", err)
	}
}
