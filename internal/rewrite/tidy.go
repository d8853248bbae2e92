package rewrite

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// dropImports removes the imports that the old text used and the new one does
// not use any more.
func dropImports(old, text []byte, touched []span) ([]byte, []span) {
	before, err := parse(old)
	if err != nil {
		return text, touched
	}
	for {
		fset := token.NewFileSet()
		after, err := parser.ParseFile(fset, "", text, parser.ParseComments)
		if err != nil {
			return text, touched
		}
		from, to := unneeded(fset, before, after, text)
		if from == to {
			return text, touched
		}
		text = slices.Concat(text[:from], text[to:])
		n := to - from
		touched = slices.Clone(touched)
		for i := range touched {
			switch s := &touched[i]; {
			case s.start >= to:
				s.start, s.end = s.start-n, s.end-n
			case s.end > from: // the import was just added: it stays away
				s.start, s.end = min(s.start, from), max(from, s.end-n)
			}
		}
		touched = append(touched, span{from, from})
	}
}

// unneeded returns the place of an import that is to go, an empty one if none is.
func unneeded(fset *token.FileSet, before, after *ast.File, text []byte) (from, to int) {
	for _, d := range after.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		for _, s := range g.Specs {
			spec := s.(*ast.ImportSpec)
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil || spec.Name != nil && (spec.Name.Name == "_" || spec.Name.Name == ".") {
				continue
			}
			if !astutil.UsesImport(before, path) || astutil.UsesImport(after, path) {
				continue
			}
			var n ast.Node = spec
			if len(g.Specs) == 1 {
				n = g
			}
			from, to = fset.Position(n.Pos()).Offset, fset.Position(n.End()).Offset
			for from > 0 && (text[from-1] == '\t' || text[from-1] == ' ') {
				from--
			}
			for to < len(text) && text[to] != '\n' { // a comment behind it
				to++
			}
			if to < len(text) && (from == 0 || text[from-1] == '\n') {
				to++
			}
			return from, to
		}
	}
	return 0, 0
}

// tidy formats what was edited: the file, where it was formatted before, and
// else the declarations with edits that were.
func tidy(old, text []byte, touched []span, list []edit) []byte {
	if formatted(old) {
		if out, err := format.Source(text); err == nil {
			return out
		}
		return text
	}
	was := declarations(old)
	var clean []bool // the edit is in a declaration that was formatted
	for _, e := range list {
		ok := false
		for _, d := range was {
			if d.start <= e.start && e.end <= d.end {
				ok = formatted(old[d.start:d.end])
			}
		}
		clean = append(clean, ok)
	}
	var out []byte
	at := 0
	for _, d := range declarations(text) {
		edited := false
		for i, s := range touched {
			if i < len(clean) && clean[i] && d.start <= s.start && s.end <= d.end {
				edited = true
			}
		}
		if !edited {
			continue
		}
		made, err := format.Source(text[d.start:d.end])
		if err != nil {
			continue
		}
		out = append(append(out, text[at:d.start]...), made...)
		at = d.end
	}
	return append(out, text[at:]...)
}

func formatted(src []byte) bool {
	out, err := format.Source(src)
	return err == nil && bytes.Equal(out, src)
}

// declarations returns where the declarations of a file are.
func declarations(src []byte) []span {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, 0)
	if err != nil {
		return nil
	}
	var out []span
	for _, d := range f.Decls {
		out = append(out, span{fset.Position(d.Pos()).Offset, fset.Position(d.End()).Offset})
	}
	return out
}
