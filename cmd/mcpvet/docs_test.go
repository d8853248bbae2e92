package main

import (
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const repository = "../.."

// documents lists the Markdown files that users read.
func documents(t *testing.T) []string {
	t.Helper()
	out := []string{"README.md", "CONTRIBUTING.md", "examples/README.md"}
	err := filepath.WalkDir(filepath.Join(repository, "docs"), func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".md") {
			rel, err := filepath.Rel(repository, path)
			if err != nil {
				return err
			}
			out = append(out, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestDocumentLinks: what a page links to in the repository is there.
func TestDocumentLinks(t *testing.T) {
	n := 0
	for _, name := range documents(t) {
		text := read(t, name)
		for _, m := range link.FindAllStringSubmatch(withoutCode(text), -1) {
			u, err := url.Parse(m[1])
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if u.Scheme != "" {
				continue
			}
			n++
			target := name
			if u.Path != "" {
				target = filepath.ToSlash(filepath.Join(filepath.Dir(name), u.Path))
			}
			if _, err := os.Stat(filepath.Join(repository, target)); err != nil {
				t.Errorf("%s links to %s, which is not there", name, m[1])
				continue
			}
			if u.Fragment != "" && !hasHeading(read(t, target), u.Fragment) {
				t.Errorf("%s links to %s, and there is no such heading", name, m[1])
			}
		}
	}
	if n < 50 {
		t.Errorf("only %d links were looked at", n)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// hasHeading reports whether a page has a heading with the anchor that GitHub
// makes of it.
func hasHeading(text, anchor string) bool {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			continue
		}
		title := strings.ToLower(strings.TrimSpace(strings.TrimLeft(line, "#")))
		var b strings.Builder
		for _, r := range title {
			switch {
			case r == ' ' || r == '-':
				b.WriteByte('-')
			case r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127:
				b.WriteRune(r)
			}
		}
		if b.String() == anchor {
			return true
		}
	}
	return false
}

// withoutCode blanks the blocks of code of a page.
func withoutCode(text string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
			continue
		}
		if !fenced && !strings.HasPrefix(line, "    ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// commandLine is mcpvet with its arguments, as a page shows it.
var commandLine = regexp.MustCompile(`^(?:- run: |\$ |go tool |\./bin/)?mcpvet((?: .*)?)$`)

// TestDocumentCommands: the commands that pages show have the subcommands and
// the flags that they are shown with.
func TestDocumentCommands(t *testing.T) {
	n := 0
	for _, name := range documents(t) {
		fenced := false
		for line := range strings.Lines(read(t, name)) {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				fenced = !fenced
				continue
			}
			if !fenced && !strings.HasPrefix(line, "    ") {
				continue
			}
			m := commandLine.FindStringSubmatch(strings.TrimSpace(line))
			if m == nil {
				continue
			}
			n++
			if err := parses(m[1]); err != nil {
				t.Errorf("%s: %s: %v", name, strings.TrimSpace(line), err)
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d commands were looked at", n)
	}
}

// parses reports whether the command takes arguments, without running it.
func parses(text string) error {
	for _, end := range []string{"#", ">", "|", "&&"} {
		text, _, _ = strings.Cut(text, " "+end)
	}
	var args []string
	args = append(args, strings.Fields(strings.NewReplacer("'", "", `"`, "").Replace(text))...)
	root := newRootCommand(&app{out: io.Discard, err: io.Discard})
	cmd, rest, err := root.Find(args)
	if err != nil {
		return err
	}
	if cmd == root && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") && !isPattern(rest[0]) {
		return unknownCommand(root, rest[0])
	}
	return cmd.ParseFlags(rest)
}

// TestParses makes sure that the test above can fail.
func TestParses(t *testing.T) {
	for text, want := range map[string]bool{
		" check --format sarif ./... > a": true, " tolls ./...": false, " check --formt text": false, " ./... # all": true, " sarif merge -o a b": true,
	} {
		if err := parses(text); (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}
