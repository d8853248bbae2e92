package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// An importer resolves the imports of one package.
type importer struct {
	n     *node
	stubs map[string]*types.Package
}

// Import returns the package that path means in the importing package. With
// an error comes an empty package of the name that the files seem to use:
// otherwise every mention of it would be an error of its own.
func (im *importer) Import(path string) (*types.Package, error) {
	switch {
	case path == "unsafe":
		return types.Unsafe, nil
	case path == "C" && im.n.fakeC != nil:
		return im.n.fakeC, nil
	}
	d := im.n.imports[path]
	switch {
	case d == nil:
		return types.NewPackage(path, im.guessName(path)), errNotListed
	case d.failed != "":
		return types.NewPackage(path, im.guessName(path)), errors.New(d.failed)
	}
	if _, ok := slices.BinarySearchFunc(im.n.needs, d, compareNodes); ok {
		if d.types == nil {
			return types.NewPackage(path, d.name), errors.New("import cycle")
		}
		return d.types, nil
	}
	// Imported for its side effects, which are not ours to see.
	if im.stubs[path] == nil {
		if im.stubs == nil {
			im.stubs = make(map[string]*types.Package)
		}
		name := d.name
		if name == "" {
			name = "_stub"
		}
		im.stubs[path] = types.NewPackage(d.path, name)
		im.stubs[path].MarkComplete()
	}
	return im.stubs[path], nil
}

// guessName returns the name of a package that is not there: a name that the
// importing files put before a dot and that fits its path.
func (im *importer) guessName(path string) string {
	used := make(map[string]bool)
	for _, f := range im.n.files {
		for _, spec := range f.Imports {
			if importPath(spec) == path && spec.Name == nil {
				ast.Inspect(f, func(n ast.Node) bool {
					if sel, ok := n.(*ast.SelectorExpr); ok {
						if id, ok := sel.X.(*ast.Ident); ok {
							used[id.Name] = true
						}
					}
					return true
				})
			}
		}
	}
	elems := strings.Split(path, "/")
	base := elems[len(elems)-1]
	if len(elems) > 1 && majorVersion.MatchString(base) {
		base = elems[len(elems)-2]
	}
	base = gopkgVersion.ReplaceAllString(base, "")
	plain := strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(base, "go-"), "-go"), ".go")
	words := strings.FieldsFunc(base, func(r rune) bool { return r == '-' || r == '.' || r == '_' })
	candidates := append([]string{base, plain, strings.Join(words, ""), strings.Join(words, "_")}, words...)
	for _, name := range candidates {
		if used[name] {
			return name
		}
	}
	longest := ""
	for name := range used {
		if strings.Contains(path, name) && (len(name) > len(longest) || len(name) == len(longest) && name < longest) {
			longest = name
		}
	}
	if longest != "" {
		return longest
	}
	return "_" + strings.Join(words, "_") // nothing mentions it
}

var (
	majorVersion = regexp.MustCompile(`^v[0-9]+$`)
	gopkgVersion = regexp.MustCompile(`\.v[0-9]+$`)
)

// reportMissing reports the packages that are imported but not there, once
// each, at the first import in scope.
func (l *loader) reportMissing(nodes []*node) {
	type place struct {
		n     *node
		pos   token.Pos
		count int
	}
	missing := make(map[string]*place)
	reason := make(map[string]string)
	slices.SortFunc(nodes, compareNodes)
	for _, scope := range []bool{true, false} {
		for _, n := range nodes {
			if n.scope != scope {
				continue
			}
			for _, f := range n.files {
				for _, spec := range f.Imports {
					path := importPath(spec)
					d := n.imports[path]
					if path == "C" || path == "unsafe" || d != nil && d.failed == "" {
						continue
					}
					if m := missing[path]; m != nil {
						m.count++
						continue
					}
					missing[path] = &place{n: n, pos: spec.Pos(), count: 1}
					reason[path] = errNotListed.Error()
					if d != nil {
						reason[path] = d.failed
					}
				}
			}
		}
	}
	for path, m := range missing {
		where := ""
		if m.count > 1 {
			where = fmt.Sprintf(" (imported by %d files)", m.count)
		}
		l.problems = append(l.problems, Problem{Kind: KindMissing, What: path, Package: m.n.path, Module: m.n.modulePath(),
			Reason: "the imported package is missing, what uses it is not analysed" + where + ": " + reason[path], Pos: l.position(m.pos)})
	}
}
