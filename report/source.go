package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// sources reads lines of the audited source, each file once. A file that can't
// be read has no lines: positions then stay as they are.
type sources struct {
	root  string
	files map[string][][]byte
}

func newSources(root string) *sources { return &sources{root: root, files: map[string][][]byte{}} }

// line returns line n of a file, counted from 1, without its end, and whether
// there is one.
func (s *sources) line(file string, n int) ([]byte, bool) {
	lines, ok := s.files[file]
	if !ok {
		lines = s.read(file)
		s.files[file] = lines
	}
	if n < 1 || n > len(lines) {
		return nil, false
	}
	return lines[n-1], true
}

func (s *sources) read(file string) [][]byte {
	if file == "" {
		return nil
	}
	name := filepath.FromSlash(file)
	if !filepath.IsAbs(name) {
		name = filepath.Join(s.root, name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	lines := bytes.Split(data, []byte("\n"))
	for i, line := range lines {
		lines[i] = bytes.TrimSuffix(line, []byte("\r"))
	}
	return lines
}

// utf8BOM is no character of the text, but go/token counts its bytes.
const utf8BOM = "\xef\xbb\xbf"

// utf16Column converts a byte column, counted from 1, into one of UTF-16 code
// units. It returns the byte column where the line is not to be had or is
// shorter than the column says: the source changed since it was analysed.
func (s *sources) utf16Column(file string, line, column int) int {
	text, ok := s.line(file, line)
	if !ok || column < 1 || column-1 > len(text) {
		return column
	}
	before := string(text[:column-1])
	if line == 1 {
		before = strings.TrimPrefix(before, utf8BOM)
	}
	units := 0
	for len(before) > 0 {
		r, size := utf8.DecodeRuneInString(before)
		units++
		if r > 0xFFFF {
			units++ // a surrogate pair
		}
		before = before[size:]
	}
	return units + 1
}

// normalised returns a line with its white space collapsed, so that
// re-indenting does not change it.
func (s *sources) normalised(file string, line int) (string, bool) {
	text, ok := s.line(file, line)
	return strings.Join(strings.Fields(string(text)), " "), ok
}
