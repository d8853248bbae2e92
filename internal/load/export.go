package load

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"os"
	"slices"

	"golang.org/x/tools/go/gcexportdata"
)

// A Mode says which loader is used: where the types of packages out of scope
// come from.
type Mode string

// The modes.
const (
	Auto   Mode = "auto"   // Export if the build cache has all that is needed, else Source
	Export Mode = "export" // from export data; the go command compiles what the build cache lacks
	Source Mode = "source" // from source; nothing is compiled
)

// Modes returns all modes, the default first.
func Modes() []Mode { return []Mode{Auto, Export, Source} }

// loader returns the loader to begin with, and the reason if that is not what
// was asked for.
func (o Options) loader() (m Mode, reason string, err error) {
	switch o.Mode {
	case Auto, "":
		if o.Untrusted {
			return Source, "the code is not trusted: the build cache is left alone", nil
		}
		return Export, "", nil
	case Export:
		if o.Untrusted {
			return "", "", errors.New("export data is compiled, and of untrusted code nothing may be: use the loader auto or source")
		}
		return Export, "", nil
	case Source:
		return Source, "", nil
	}
	return "", "", fmt.Errorf("unknown loader %q: there are %v", o.Mode, Modes())
}

// useSource has the source loader do all that is not done yet.
func (l *loader) useSource(reason string) { l.mode, l.reason = Source, reason }

// exportsListed reports whether listings that include export data are fit for
// use. The go command adds errors of its build system to packages, so where it
// reports any, the listing is to be had without.
func (l *loader) exportsListed(lists [][]*listPackage, errs []error) bool {
	for i, list := range lists {
		if errs[i] != nil {
			l.useSource("go list failed")
			return false
		}
		for _, p := range list {
			if p.Error != nil {
				l.useSource("the go command reports an error in package " + baseImport(p.ImportPath))
				return false
			}
		}
	}
	return true
}

// markAbove finds the packages out of scope that need one in scope. Export data
// can't serve them: it has its own idea of that package's types. So they are
// always loaded from source.
func markAbove(nodes []*node) {
	done := make(map[*node]bool, len(nodes))
	var visit func(n *node) bool
	visit = func(n *node) bool {
		if n.scope {
			return true
		}
		if !done[n] {
			done[n] = true
			for _, d := range n.imports {
				if visit(d) {
					n.above = true
				}
			}
		}
		return n.above
	}
	for _, n := range nodes {
		visit(n)
	}
}

// fromExport reports whether the types of n are to come from export data.
func (l *loader) fromExport(n *node) bool { return l.mode == Export && !n.scope && !n.above }

// readExports gives nodes their types. users are the packages that import
// them. It returns why that is not possible, "" if it is done; nodes have no
// types then.
func (l *loader) readExports(ctx context.Context, nodes, users []*node) (reason string, err error) {
	for _, n := range users {
		for _, f := range n.files {
			for _, spec := range f.Imports {
				if n.misses(importPath(spec)) {
					return "package " + importPath(spec) + " is missing", nil
				}
			}
		}
	}
	slices.SortFunc(nodes, compareNodes)
	lacking := cold(nodes)
	if len(lacking) > 0 && l.opts.Mode == Export {
		if err := l.compileExports(ctx, lacking); err != nil {
			return "", err
		}
		lacking = cold(nodes)
	}
	if len(lacking) > 0 {
		reason := "there is no export data for " + lacking[0].path
		if more := len(lacking) - 1; more > 0 {
			reason += fmt.Sprintf(", and for %d more", more)
		}
		return reason, nil
	}
	r := newExportReader(l)
	for _, n := range nodes {
		if err := r.read(n); err != nil {
			for _, n := range nodes {
				n.types = nil
			}
			return fmt.Sprintf("the export data of package %s can't be used: %s", n.path, oneLine(err.Error())), nil
		}
	}
	return "", nil
}

// cold returns the nodes without export data.
func cold(nodes []*node) []*node {
	var out []*node
	for _, n := range nodes {
		if n.export == "" {
			out = append(out, n)
		}
	}
	return out
}

// maxCompiled is how many packages one call of the go command is asked for:
// the length of a command line is limited.
const maxCompiled = 200

// compileExports has the go command compile packages, and notes where their
// export data is. A package that doesn't compile stays without.
func (l *loader) compileExports(ctx context.Context, nodes []*node) error {
	byUnit := make(map[*unit]map[string]*node)
	var units []*unit
	for _, n := range nodes {
		if byUnit[n.unit] == nil {
			byUnit[n.unit] = make(map[string]*node)
			units = append(units, n.unit)
		}
		byUnit[n.unit][n.path] = n
	}
	for _, u := range units {
		for paths := range slices.Chunk(sortedKeys(byUnit[u]), maxCompiled) {
			list, err := l.gocmd.compile(ctx, u, l.opts, paths)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				continue // those that were listed nonetheless are good
			}
			for _, p := range list {
				if n := byUnit[u][baseImport(p.ImportPath)]; n != nil {
					n.export = p.Export
				}
			}
		}
	}
	return nil
}

// An exportReader reads export data.
//
// What it says of a package names the types of others, which are therefore
// read in part, into packages that are there before: two packages that mean
// the same node by a path have to mean the same types.
type exportReader struct {
	fset *token.FileSet
	all  map[string]*types.Package // by path; nil if a path means several nodes
}

// newExportReader returns a reader for the packages of l.
func newExportReader(l *loader) *exportReader {
	r := &exportReader{fset: l.fset, all: make(map[string]*types.Package, len(l.nodes))}
	for _, n := range l.nodes {
		if n.scope || n.above {
			continue
		}
		if n.path == "unsafe" {
			n.shared = types.Unsafe
		} else {
			n.shared = types.NewPackage(n.path, n.name)
		}
		if r.all == nil {
			continue
		}
		if r.all[n.path] != nil {
			r.all = nil // modules of one run use different versions
			continue
		}
		r.all[n.path] = n.shared
	}
	return r
}

// view returns the packages that the export data of n may name, by path.
func (r *exportReader) view(n *node) map[string]*types.Package {
	if r.all != nil {
		return r.all
	}
	view := make(map[string]*types.Package)
	var visit func(n *node)
	visit = func(n *node) {
		if view[n.path] == nil && n.shared != nil {
			view[n.path] = n.shared
			for _, d := range n.imports {
				visit(d)
			}
		}
	}
	visit(n)
	return view
}

// shapes is the path of a package that the compiler makes up for instances of
// generic functions.
const shapes = "go.shape"

// read gives n its types.
func (r *exportReader) read(n *node) error {
	f, err := os.Open(n.export)
	if err != nil {
		return err
	}
	defer f.Close()
	data, err := gcexportdata.NewReader(f) //nolint:staticcheck // what go list names is an archive today
	if err != nil {
		return err
	}
	view := r.view(n)
	known := len(view)
	p, err := readExport(data, r.fset, view, n.path)
	if err != nil {
		return err
	}
	if view[shapes] != nil {
		delete(view, shapes)
	}
	if p != n.shared || len(view) != known {
		return errors.New("it names packages that go list does not")
	}
	n.types = p
	return nil
}

// readExport is gcexportdata.Read, which must not end the run if it panics over
// damaged data.
func readExport(data io.Reader, fset *token.FileSet, imports map[string]*types.Package, path string) (p *types.Package, err error) {
	defer func() {
		if x := recover(); x != nil {
			p, err = nil, fmt.Errorf("reading it failed: %v", x)
		}
	}()
	return gcexportdata.Read(data, fset, imports, path)
}
