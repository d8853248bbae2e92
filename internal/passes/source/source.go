// Package source is the pass that hands the syntax of files to those who make
// fixes.
//
// The engine attaches a way to the files of all packages in scope: it lets go of
// syntax early, so what is asked for is parsed and checked again. Under go vet
// and golangci-lint nothing is attached, and the files of the package are all
// there is.
package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/srcpos"
)

// Analyzer hands out syntax. Its result is a *Source, never nil.
var Analyzer = &analysis.Analyzer{
	Name:       "mcpsource",
	Doc:        "mcpsource: hand the syntax of files to those who make fixes",
	Run:        run,
	Requires:   []*analysis.Analyzer{config.Analyzer, config.Syntax},
	ResultType: reflect.TypeFor[*Source](),
}

// A Package is a package that may be changed.
type Package struct {
	Fset  *token.FileSet
	Files []*File // those that may be changed
	Types *types.Package
	Info  *types.Info
}

// A File is a file that may be changed: neither generated, nor of another
// module, nor one that uses cgo, which knows its lines by other numbers.
type File struct {
	*Package
	Name    string // on disk
	Syntax  *ast.File
	Content []byte
}

// A Program is what an engine knows of the packages in scope.
type Program interface {
	// File returns a file, nil if it is not to be changed.
	File(name string) *File
	// Importers returns the packages in scope that import one of that path, with
	// it itself; ok is false if there are files among them that are not to be
	// changed.
	Importers(path string) (list []*Package, ok bool)
	// Imports reports whether a package in scope imports one whose path is asked
	// for.
	Imports(is func(path string) bool) bool
}

// A Source gives the syntax of files.
type Source struct{ program Program }

// File returns a file, by its absolute name; nil if it is not to be changed, or
// is not known.
func (s *Source) File(name string) *File {
	if s == nil || s.program == nil || name == "" {
		return nil
	}
	return s.program.File(name)
}

// Importers returns the packages in scope that can use what a package exports,
// with it itself. ok is false if there may be others.
func (s *Source) Importers(path string) ([]*Package, bool) {
	if s == nil || s.program == nil {
		return nil, false
	}
	return s.program.Importers(path)
}

// Imports reports whether a package in scope, as far as they are known, imports
// one whose path is asked for.
func (s *Source) Imports(is func(path string) bool) bool {
	return s != nil && s.program != nil && s.program.Imports(is)
}

var attached sync.Map

// Attach gives a program to all passes over packages of the file set, until the
// returned function is called.
func Attach(fset *token.FileSet, p Program) (detach func()) {
	attached.Store(fset, p)
	return func() { attached.Delete(fset) }
}

func run(pass *analysis.Pass) (any, error) {
	cfg := pass.ResultOf[config.Analyzer].(*config.Result)
	if !cfg.InScope {
		return &Source{}, nil
	}
	if p, ok := attached.Load(pass.Fset); ok {
		return &Source{program: p.(Program)}, nil
	}
	if cfg.Quiet {
		return &Source{}, nil // findings are taken from results, and nobody asked for fixes
	}
	return &Source{program: &single{pass: pass, files: pass.Files, info: pass.TypesInfo}}, nil
}

// A single is a package that is analysed for itself.
type single struct {
	pass  *analysis.Pass
	files []*ast.File
	info  *types.Info
	once  sync.Once
	made  *Package
	whole bool // no file of it is left out
}

func (s *single) load() {
	p := &Package{Fset: s.pass.Fset, Types: s.pass.Pkg, Info: s.info}
	s.whole = true
	for _, f := range s.files {
		name := s.pass.Fset.PositionFor(f.Package, false).Filename
		content, err := s.pass.ReadFile(name)
		if err != nil || !Changeable(s.pass.Fset, f) {
			s.whole = false
			continue
		}
		p.Files = append(p.Files, &File{Package: p, Name: name, Syntax: f, Content: content})
	}
	s.made = p
}

func (s *single) File(name string) *File {
	s.once.Do(s.load)
	for _, f := range s.made.Files {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Importers knows those of a main package, which nobody imports.
func (s *single) Importers(path string) ([]*Package, bool) {
	s.once.Do(s.load)
	if path != s.pass.Pkg.Path() {
		return nil, false
	}
	return []*Package{s.made}, s.whole && s.pass.Pkg.Name() == "main"
}

func (s *single) Imports(is func(string) bool) bool {
	return imports(s.pass.Pkg, is, map[*types.Package]bool{})
}

func imports(p *types.Package, is func(string) bool, seen map[*types.Package]bool) bool {
	if seen[p] {
		return false
	}
	seen[p] = true
	for _, i := range p.Imports() {
		if is(i.Path()) || imports(i, is, seen) {
			return true
		}
	}
	return false
}

// Changeable reports whether a file is written by a person, as it stands there.
func Changeable(fset *token.FileSet, f *ast.File) bool {
	if srcpos.Generated(fset, f) || ast.IsGenerated(f) {
		return false
	}
	for _, i := range f.Imports {
		if i.Path.Value == `"C"` {
			return false
		}
	}
	// A //line directive says that the text comes from elsewhere.
	start := fset.PositionFor(f.Package, true)
	return start == fset.PositionFor(f.Package, false)
}
