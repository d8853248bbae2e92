package load

import (
	"cmp"
	"fmt"
	"go/types"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// result makes the packages in scope fit for analysis and puts them together.
func (l *loader) result(selected map[string]bool) (*Result, error) {
	order, edges := l.scopeOrder()
	res := &Result{
		Fset:    l.fset,
		Modules: l.modules(),
		Deps:    l.deps(),
		Mode:    l.mode, ModeReason: l.reason,
		Selected: func(path string) bool { return selected[path] },
		Reported: func(name string) bool { return l.opts.Generated || !l.generated[name] },
	}
	made := make(map[*node]*packages.Package)
	ids := make(map[string]int)
	for _, n := range order {
		if n.types == nil || len(n.goFiles)+len(n.testFiles) == 0 {
			continue
		}
		l.reportTypeErrors(n)
		l.repair(n)
		p := l.makePackage(n)
		if ids[p.ID]++; ids[p.ID] > 1 {
			p.ID = fmt.Sprintf("%s [%s]", p.ID, n.dir)
		}
		for path, d := range edges[n] {
			if made[d] != nil {
				p.Imports[path] = made[d]
			}
		}
		made[n] = p
		n.files, n.checked = nil, nil
		res.Packages = append(res.Packages, p)
	}
	res.Problems = l.sortedProblems()
	if len(res.Packages) == 0 {
		return nil, &NothingError{Reason: "no selected package has a Go file that can be read"}
	}
	return res, nil
}

// makePackage converts n to what drivers of go/analysis work on. IllTyped
// stays false whatever the errors: after repair nothing needs to skip it.
func (l *loader) makePackage(n *node) *packages.Package {
	p := &packages.Package{
		ID: n.path, Name: n.types.Name(), PkgPath: n.path, Dir: n.dir,
		GoFiles:      append(slices.Clone(n.goFiles), n.testFiles...),
		IgnoredFiles: n.ignored,
		EmbedFiles:   n.embeds,
		Fset:         l.fset,
		Syntax:       n.files,
		Types:        n.types,
		TypesInfo:    n.checked.info,
		TypesSizes:   l.sizes,
		TypeErrors:   n.checked.errors,
		Module:       packagesModule(n.module),
		ForTest:      n.forTest,
		Imports:      make(map[string]*packages.Package),
	}
	p.CompiledGoFiles = p.GoFiles
	switch {
	case n.forTest != "":
		p.ID = fmt.Sprintf("%s [%s.test]", n.path, n.forTest)
	case len(n.testFiles) > 0:
		p.ID = fmt.Sprintf("%s [%s.test]", n.path, n.path)
	}
	for _, e := range n.checked.errors {
		p.Errors = append(p.Errors, packages.Error{Pos: l.position(e.Pos).String(), Msg: e.Msg, Kind: packages.TypeError})
	}
	for _, e := range n.broken {
		p.Errors = append(p.Errors, packages.Error{Pos: l.position(e.pos).String(), Msg: e.msg, Kind: packages.ParseError})
	}
	return p
}

// reportTypeErrors reports the first errors of a package, and how many more
// there are.
func (l *loader) reportTypeErrors(n *node) {
	var errs []types.Error
	for _, e := range n.checked.errors {
		if !strings.HasPrefix(e.Msg, "\t") { // the rest of the error before
			errs = append(errs, e)
		}
	}
	for i, e := range errs {
		if i == maxErrors {
			l.problems = append(l.problems, Problem{Kind: KindType, What: n.path, Package: n.path, Module: n.modulePath(),
				Reason: fmt.Sprintf("%d more errors of this package are not shown: build it with go build", len(errs)-i)})
			break
		}
		l.problems = append(l.problems, Problem{Kind: KindType, What: n.path, Package: n.path, Module: n.modulePath(),
			Reason: oneLine(e.Msg), Pos: l.position(e.Pos)})
	}
}

// modules returns the modules in scope.
func (l *loader) modules() []Module {
	var ms []Module
	for _, n := range l.scopeNodes() {
		if n.module == nil {
			continue
		}
		m := Module{Path: n.module.Path, Version: n.module.Version, Dir: n.module.Dir, GoVersion: n.module.GoVersion, Main: n.module.Main}
		if !m.Main {
			m.Source = n.module.source()
		}
		if !slices.Contains(ms, m) {
			ms = append(ms, m)
		}
	}
	slices.SortFunc(ms, func(a, b Module) int { return cmp.Or(cmp.Compare(a.Dir, b.Dir), cmp.Compare(a.Path, b.Path)) })
	for _, m := range ms {
		if v := "go" + m.GoVersion; m.GoVersion != "" && knownVersion(v) != v {
			l.problems = append(l.problems, Problem{Kind: KindVersion, What: m.Path, Module: m.Path,
				Reason: fmt.Sprintf("the module asks for Go %s, mcpvet was built with %s and checks it as %s: build mcpvet with a newer Go",
					m.GoVersion, builtWith(), version.Lang(builtWith()))})
		}
	}
	return ms
}

// source returns "path@version" of the module that provides the files of m. A
// folder that replaces a module has no version.
func (m *listModule) source() string {
	switch r := m.Replace; {
	case r == nil:
		return m.Path + "@" + m.Version
	case r.Version != "":
		return r.Path + "@" + r.Version
	}
	return m.Path
}

// deps returns the versions of the dependency modules. A module that replaces
// another one counts with its own version.
func (l *loader) deps() map[string]string {
	deps := make(map[string]string)
	for _, n := range l.nodes {
		m := n.module
		if m == nil || m.Main {
			continue
		}
		v := m.Version
		if m.Replace != nil && m.Replace.Version != "" {
			v = m.Replace.Version
		}
		// Modules of one run may use different versions: the first one's counts.
		if _, ok := deps[m.Path]; !ok {
			deps[m.Path] = v
		}
	}
	return deps
}
