package engine

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"slices"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/mcpvet/mcpvet/internal/load"
	"github.com/mcpvet/mcpvet/internal/passes/source"
)

// sources reads packages in scope a second time, for those who make fixes: by
// then their syntax may be gone. It is a source.Program.
type sources struct {
	loaded  *load.Result
	byFile  map[string]*packages.Package
	mu      sync.Mutex
	read    map[*packages.Package]*source.Package
	partial map[*packages.Package]bool // some files are not to be changed
}

func newSources(loaded *load.Result) *sources {
	s := &sources{loaded: loaded, byFile: map[string]*packages.Package{}, read: map[*packages.Package]*source.Package{}, partial: map[*packages.Package]bool{}}
	for _, p := range loaded.Packages {
		if p.Module != nil && !p.Module.Main {
			continue // a followed module is not the user's to change here
		}
		for _, f := range p.GoFiles {
			if s.byFile[f] == nil {
				s.byFile[f] = p
			}
		}
	}
	return s
}

// File implements source.Program.
func (s *sources) File(name string) *source.File {
	if s == nil {
		return nil
	}
	p := s.byFile[name]
	if p == nil {
		return nil
	}
	pkg, _ := s.pkg(p)
	for _, f := range pkg.Files {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Importers implements source.Program.
func (s *sources) Importers(path string) ([]*source.Package, bool) {
	var out []*source.Package
	whole := true
	for _, p := range s.loaded.Packages {
		if p.PkgPath != path && !slices.ContainsFunc(p.Types.Imports(), func(i *types.Package) bool { return i.Path() == path }) {
			continue
		}
		if p.Module != nil && !p.Module.Main {
			return nil, false
		}
		pkg, partial := s.pkg(p)
		out = append(out, pkg)
		whole = whole && !partial
	}
	return out, whole && len(out) > 0
}

// Imports implements source.Program.
func (s *sources) Imports(is func(string) bool) bool {
	return slices.ContainsFunc(s.loaded.Packages, func(p *packages.Package) bool {
		return slices.ContainsFunc(p.Types.Imports(), func(i *types.Package) bool { return is(i.Path()) })
	})
}

// pkg reads a package, and says whether some of its files are not to be changed.
func (s *sources) pkg(p *packages.Package) (pkg *source.Package, partial bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if out := s.read[p]; out != nil {
		return out, s.partial[p]
	}
	out := &source.Package{Fset: token.NewFileSet(), Info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, Instances: map[*ast.Ident]types.Instance{},
	}}
	s.read[p] = out
	var all []*ast.File
	for _, name := range p.GoFiles {
		content, err := os.ReadFile(name)
		if err != nil {
			s.partial[p] = true
			continue
		}
		f, err := parser.ParseFile(out.Fset, name, content, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			s.partial[p] = true // it could be repaired for the analysis, and not on disk
			if f == nil {
				continue
			}
		}
		all = append(all, f)
		if err != nil || !source.Changeable(out.Fset, f) {
			s.partial[p] = true
			continue
		}
		out.Files = append(out.Files, &source.File{Package: out, Name: name, Syntax: f, Content: content})
	}
	imported := importer{}
	for _, i := range p.Types.Imports() {
		imported[i.Path()] = i
	}
	conf := types.Config{Importer: imported, FakeImportC: true, Error: func(error) { s.partial[p] = true }, Sizes: p.TypesSizes}
	if p.Module != nil && p.Module.GoVersion != "" {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	out.Types, _ = conf.Check(p.PkgPath, out.Fset, all, out.Info) // with errors there are the types of the rest
	return out, s.partial[p]
}

// An importer has the packages that one imports.
type importer map[string]*types.Package

// Import implements types.Importer.
func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := i[path]; p != nil {
		return p, nil
	}
	return nil, os.ErrNotExist
}
