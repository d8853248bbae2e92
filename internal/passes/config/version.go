package config

import (
	"bufio"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/tools/go/analysis"
)

// importedVersion finds the version of a module that the package imports
// from, directly or not. go vet tells a package's own version only; but the
// files of dependencies lie in folders of the module cache that are named
// after module and version, and a vendor folder has a list.
func importedVersion(pass *analysis.Pass, modulePath string) string {
	file := fileOf(pass, modulePath)
	if file == "" {
		return ""
	}
	if v := cacheVersion(file, modulePath); v != "" {
		return v
	}
	if root, _, ok := strings.Cut(file, "/vendor/"); ok {
		return vendoredVersion(filepath.FromSlash(root+"/vendor/modules.txt"), modulePath)
	}
	return ""
}

// fileOf returns the slash-separated name of a file of a package of the
// module, or "".
func fileOf(pass *analysis.Pass, modulePath string) string {
	seen := make(map[*types.Package]bool)
	var visit func(*types.Package) string
	visit = func(p *types.Package) string {
		if seen[p] {
			return ""
		}
		seen[p] = true
		if p.Path() == modulePath || strings.HasPrefix(p.Path(), modulePath+"/") {
			scope := p.Scope()
			for _, name := range scope.Names() {
				obj := scope.Lookup(name)
				if !obj.Pos().IsValid() {
					continue
				}
				if f := pass.Fset.PositionFor(obj.Pos(), false).Filename; f != "" {
					return filepath.ToSlash(f)
				}
			}
		}
		for _, imp := range p.Imports() {
			if f := visit(imp); f != "" {
				return f
			}
		}
		return ""
	}
	return visit(pass.Pkg)
}

// cacheVersion reads the version from the name of a file in the module cache:
// /home/me/go/pkg/mod/github.com/a/b@v1.2.3/c.go.
func cacheVersion(file, modulePath string) string {
	escaped, err := module.EscapePath(modulePath)
	if err != nil {
		return ""
	}
	_, rest, ok := strings.Cut(file, escaped+"@")
	if !ok {
		return ""
	}
	v, _, ok := strings.Cut(rest, "/")
	if !ok {
		return ""
	}
	v, err = module.UnescapeVersion(v)
	if err != nil {
		return ""
	}
	return v
}

// vendoredVersion reads the version from the list that "go mod vendor" writes:
// "# github.com/a/b v1.2.3".
func vendoredVersion(list, modulePath string) string {
	f, err := os.Open(list)
	if err != nil {
		return ""
	}
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if words := strings.Fields(sc.Text()); len(words) >= 3 && words[0] == "#" && words[1] == modulePath {
			return words[2]
		}
	}
	return ""
}
