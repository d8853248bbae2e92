package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// server writes a module to measure, and script a program that stands in for
// mcpvet.
func server(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/server\n\ngo 1.26\n", "server.go": "package server\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func script(t *testing.T, body string) string {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs a shell")
	}
	file := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestRun(t *testing.T) {
	dir := server(t)
	// The first run fills the cache, and burns time that must be seen.
	vet := script(t, `if [ ! -d "$GOCACHE" ]; then mkdir -p "$GOCACHE"; i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; fi
echo "mcpvet: not analysed: x" >&2
if [ "$1" = tools ]; then echo "mcpvet: loader: source (why)" >&2; else exit 1; fi`)
	var b bytes.Buffer
	if err := run(&b, vet, "", []string{dir}); err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)(mcpvet \w+)\s+(empty|as left|built)\s+(\S+)\s+([\d.]+)\s+[\d.]+\s+\d+\s*$`).FindAllStringSubmatch(b.String(), -1)
	want := []string{"mcpvet tools empty source", "mcpvet tools as left source", "mcpvet check empty -", "mcpvet check as left -", "mcpvet tools built source", "mcpvet check built -"}
	if len(rows) != len(want) {
		t.Fatalf("got %d rows, want %d:\n%s", len(rows), len(want), b.String())
	}
	for i, want := range want {
		if got := rows[i][1] + " " + rows[i][2] + " " + rows[i][3]; got != want {
			t.Errorf("row %d is %q, want %q", i, got, want)
		}
	}
	if rows[0][4] == "0.0" {
		t.Errorf("no CPU time for a program that used some:\n%s", b.String())
	}
}

func TestRunFails(t *testing.T) {
	if err := run(new(bytes.Buffer), "", "", nil); err == nil || !strings.Contains(err.Error(), "-mcpvet is missing") {
		t.Errorf("without mcpvet: %v", err)
	}
	// Findings are no failure of check, but status 1 is one of tools.
	err := run(new(bytes.Buffer), script(t, "echo broken >&2; exit 1"), "", []string{server(t)})
	if err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("with a program that fails: %v", err)
	}
	err = run(new(bytes.Buffer), script(t, "exit 0"), "", []string{t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "download the dependencies") {
		t.Errorf("without a go.mod: %v", err)
	}
}
