package emit

import (
	"go/token"
	"maps"
	"path/filepath"
	"slices"

	"github.com/mcpvet/mcpvet/internal/finding"
)

// A resolver finds token.Pos for resolved positions. Where the file set holds
// no file that gives the position back exactly (a dependency's file, known
// from export data only, or one with //line directives), it adds a fabricated
// file of the same name with as many lines and columns as needed.
type resolver struct {
	fset   *token.FileSet
	parsed map[*token.File]bool // files of the package
	files  map[string][]*token.File
	need   map[string]map[int]int // file -> line -> highest column
	made   map[string]*token.File
}

func newResolver(fset *token.FileSet) *resolver {
	return &resolver{
		fset:   fset,
		parsed: make(map[*token.File]bool),
		files:  make(map[string][]*token.File),
		need:   make(map[string]map[int]int),
		made:   make(map[string]*token.File),
	}
}

// real returns the token.Pos in a file of the file set that stands for p, or
// NoPos.
func (r *resolver) real(p finding.Position) token.Pos {
	if !p.IsValid() {
		return token.NoPos
	}
	if len(r.files) == 0 {
		r.fset.Iterate(func(f *token.File) bool {
			r.files[f.Name()] = append(r.files[f.Name()], f)
			return true
		})
	}
	for _, f := range r.files[filepath.FromSlash(p.File)] {
		if p.Line > f.LineCount() {
			continue
		}
		offset := f.Offset(f.LineStart(p.Line)) + max(p.Column, 1) - 1
		if offset > f.Size() {
			continue
		}
		if pos := f.Pos(offset); r.is(pos, p) {
			return pos
		}
	}
	return token.NoPos
}

// is reports whether drivers will show p for pos.
func (r *resolver) is(pos token.Pos, p finding.Position) bool {
	q := r.fset.Position(pos)
	return q.Filename == filepath.FromSlash(p.File) && q.Line == p.Line && q.Column == max(p.Column, 1)
}

// want notes that p will be asked for.
func (r *resolver) want(p finding.Position) {
	if !p.IsValid() || r.real(p) != token.NoPos {
		return
	}
	if r.need[p.File] == nil {
		r.need[p.File] = make(map[int]int)
	}
	r.need[p.File][p.Line] = max(r.need[p.File][p.Line], p.Column, 1)
}

// maxLine is the highest line number that a fabricated file has: a position
// beyond it, which no real file has, must not cost memory.
const maxLine = 1 << 20

// fabricate adds a file for each one that is needed.
func (r *resolver) fabricate() {
	for _, name := range slices.Sorted(maps.Keys(r.need)) {
		columns := r.need[name]
		last := 0
		for line := range columns {
			if line <= maxLine {
				last = max(last, line)
			}
		}
		if last == 0 {
			continue
		}
		offsets := make([]int, last)
		size := 0
		for i := range offsets {
			offsets[i] = size
			size += max(columns[i+1], 1)
		}
		f := r.fset.AddFile(filepath.FromSlash(name), -1, size)
		if f.SetLines(offsets) {
			r.made[name] = f
		}
	}
}

// pos returns the token.Pos for p. It is NoPos only for a position that names
// no line.
func (r *resolver) pos(p finding.Position) token.Pos {
	if pos := r.real(p); pos != token.NoPos {
		return pos
	}
	f := r.made[p.File]
	if f == nil || p.Line > f.LineCount() {
		return token.NoPos
	}
	return f.LineStart(p.Line) + token.Pos(max(p.Column, 1)-1)
}
