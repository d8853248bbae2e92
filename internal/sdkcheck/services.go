package sdkcheck

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/models"
)

// A Surface is the exported types below a folder with the names of their methods,
// by the import path of their package without major versions.
type Surface map[string]map[string][]string

// ReadSurface reads the packages of a module from its source. Nothing of what
// they import is needed: names are all that the rows about services hold.
//
// Only packages that keep says yes to are read, by their paths without versions.
func ReadSurface(module, dir string, keep func(pkg string) bool) (Surface, error) {
	out := Surface{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "vendor" || path != dir && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		rel, err := filepath.Rel(dir, filepath.Dir(path))
		if err != nil {
			return err
		}
		if pkg := unversioned(strings.TrimSuffix(module+"/"+filepath.ToSlash(rel), "/.")); keep(pkg) {
			return out.add(pkg, path)
		}
		return nil
	})
	return out, err
}

var majors = regexp.MustCompile(`[/.]v[0-9]+(/|$)`)

// unversioned returns an import path without the major version of its module.
func unversioned(path string) string { return majors.ReplaceAllString(path, "$1") }

func (s Surface) add(pkg, path string) error {
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.SkipObjectResolution)
	if err != nil {
		return nil // a template, or a program of another language version
	}
	types := s[pkg]
	if types == nil {
		types = map[string][]string{}
		s[pkg] = types
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					types[t.Name.Name] = append(types[t.Name.Name], methods(t)...)
				}
			}
		case *ast.FuncDecl:
			if d.Recv != nil && len(d.Recv.List) == 1 && d.Name.IsExported() {
				if name := base(d.Recv.List[0].Type); name != "" {
					types[name] = append(types[name], d.Name.Name)
				}
			}
		}
	}
	return nil
}

// methods lists the methods of an interface.
func methods(t *ast.TypeSpec) []string {
	i, ok := t.Type.(*ast.InterfaceType)
	if !ok {
		return nil
	}
	var out []string
	for _, m := range i.Methods.List {
		for _, n := range m.Names {
			out = append(out, n.Name)
		}
	}
	return out
}

// base returns the name of the type of a receiver.
func base(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return base(e.X)
	case *ast.IndexExpr:
		return base(e.X)
	case *ast.IndexListExpr:
		return base(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// CheckService reports what of a row about a service is not in a surface: its
// package, its types, and methods that begin with its verbs. Of a row about more
// than the surface shows only the package is asked.
func CheckService(r *models.Service, s Surface, part bool) []string {
	var faults []string
	types := map[string][]string{}
	found := false
	for pkg, list := range s {
		if pkg == r.Package || strings.HasPrefix(pkg, r.Package+"/") {
			found = true
			for name, ms := range list {
				types[name] = append(types[name], ms...)
			}
		}
	}
	if !found {
		return []string{fmt.Sprintf("no package %s or below it", r.Package)}
	}
	var about []string // methods of the types that the row is about
	for name, ms := range types {
		if len(r.Types)+len(r.Suffixes) == 0 || slices.Contains(r.Types, name) || slices.ContainsFunc(r.Suffixes, func(x string) bool { return strings.HasSuffix(name, x) }) {
			about = append(about, ms...)
		}
	}
	if part {
		return nil
	}
	for _, t := range r.Types {
		if _, ok := types[t]; !ok {
			faults = append(faults, "no type "+t)
		}
	}
	for _, x := range r.Suffixes {
		has := false
		for name := range types {
			has = has || strings.HasSuffix(name, x)
		}
		if !has {
			faults = append(faults, "no type whose name ends with "+x)
		}
	}
	for verb := range r.Verbs {
		words := strings.Fields(verb)
		if !slices.ContainsFunc(about, func(m string) bool {
			list := models.SplitName(m)
			return len(list) >= len(words) && slices.Equal(list[:len(words)], words)
		}) {
			faults = append(faults, fmt.Sprintf("no method that begins with %q", verb))
		}
	}
	slices.Sort(faults)
	return faults
}
