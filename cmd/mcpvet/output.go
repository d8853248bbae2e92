package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"github.com/mcpvet/mcpvet/internal/atomicfile"
)

// An output is a format with where it goes: a file, or standard output.
type output struct {
	format string
	file   string // "" is standard output
}

// outputs reads --format and -o FORMAT=FILE. Standard output gets the format
// of --format; with -o and without --format it gets text.
func outputs(format string, files []string, known ...string) ([]output, error) {
	check := func(flag, f string) error {
		for _, k := range known {
			if f == k {
				return nil
			}
		}
		return unknownWord(flag, f, known...)
	}
	if err := check("--format", format); err != nil {
		return nil, err
	}
	out := []output{{format: format}}
	seen := make(map[string]bool)
	for _, s := range files {
		f, file, ok := strings.Cut(s, "=")
		if !ok || file == "" {
			return nil, fmt.Errorf("-o %s: write it as FORMAT=FILE, for example -o sarif=mcpvet.sarif", s)
		}
		if err := check("-o", f); err != nil {
			return nil, err
		}
		if file == "-" {
			return nil, fmt.Errorf("-o %s: standard output has one format; choose it with --format %s", s, f)
		}
		name := filepath.Clean(file)
		if seen[name] {
			return nil, fmt.Errorf("-o %s: two outputs go to one file", s)
		}
		seen[name] = true
		out = append(out, output{format: f, file: file})
	}
	return out, nil
}

// write renders the output. A file is written only once everything is rendered,
// and then at once: a failure leaves no half a report behind.
func (o output) write(stdout io.Writer, render func(io.Writer) error) error {
	var buf bytes.Buffer
	if err := render(&buf); err != nil {
		return fmt.Errorf("render %s: %w", o.format, err)
	}
	if o.file == "" {
		if _, err := stdout.Write(buf.Bytes()); err != nil {
			return fmt.Errorf("write to standard output: %w", err)
		}
		return nil
	}
	if err := atomicfile.Write(o.file, buf.Bytes()); err != nil {
		return fmt.Errorf("write the %s output: %w", o.format, err)
	}
	return nil
}

// terminal returns the width of a terminal in cells, or 0 for anything else.
func terminal(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return 80
	}
	return width
}

// colored reports whether output to w is to be coloured. NO_COLOR is
// no-color.org's; a dumb terminal knows no escapes.
func (a *app) colored(w io.Writer) bool {
	switch a.common.color {
	case "always":
		return true
	case "never":
		return false
	}
	return terminal(w) > 0 && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
