package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// An importer resolves the imports of one package.
type importer struct {
	n     *node
	synth *synth // makes up what is missing; nil if nothing is
	stubs map[string]*types.Package
}

// Import returns the package that path means in the importing package, a
// made-up one if it is missing.
func (im *importer) Import(path string) (*types.Package, error) {
	switch {
	case path == "unsafe":
		return types.Unsafe, nil
	case path == "C" && im.n.fakeC != nil:
		return im.n.fakeC, nil
	}
	d := im.n.imports[path]
	if im.n.misses(path) {
		if im.synth == nil || im.synth.pkgs[path] == nil {
			return nil, errNotListed
		}
		return im.synth.pkgs[path], nil
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
// files, which import it, put before a dot and that fits its path.
func guessName(path string, files []*ast.File) string {
	used := make(map[string]bool)
	for _, f := range files {
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
	// A module that is missing as a whole is one problem.
	groups := make(map[string][]string)
	for _, path := range slices.Sorted(maps.Keys(missing)) {
		key := path
		if mod, _, ok := strings.Cut(reason[path], "@"); ok && (path == mod || strings.HasPrefix(path, mod+"/")) {
			key = reason[path]
		}
		groups[key] = append(groups[key], path)
	}
	for _, group := range groups {
		path := group[0]
		m := missing[path]
		var more []string
		files := 0
		for _, p := range group {
			files += missing[p].count
		}
		if len(group) > 1 {
			more = append(more, fmt.Sprintf("and %d more of its module", len(group)-1))
		}
		if files > 1 {
			more = append(more, fmt.Sprintf("imported by %d files", files))
		}
		where := ""
		if len(more) > 0 {
			where = " (" + strings.Join(more, ", ") + ")"
		}
		l.problems = append(l.problems, Problem{Kind: KindMissing, What: path, Package: m.n.path, Module: m.n.modulePath(),
			Reason: "the imported package is missing" + where + ", what it declares is guessed from its uses and results are partial: " + reason[path], Pos: l.position(m.pos)})
	}
}
