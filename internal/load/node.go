package load

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/mcpvet/mcpvet/internal/finding"
)

// A node is a package: the files and imports that go list names, and what the
// loader makes of them. Units that see the same package share one node.
type node struct {
	path      string
	name      string
	dir       string
	goFiles   []string // absolute, cgo files included
	testFiles []string // of the package itself; they are checked with it
	ignored   []string
	embeds    []string
	module    *listModule
	goVersion string // for go/types, "" for the standard library
	scope     bool
	forTest   string // of an external test package: the package it tests

	imports     map[string]*node // by import path as written; only what go list knows
	testImports map[string]bool  // paths that only test files import
	failed      string           // why the package is not there at all

	// syntax
	files   []*ast.File
	nTests  int           // the last nTests of files are test files
	needs   []*node       // imports whose types are needed, sorted by path
	seen    bool          // asked for
	cgo     bool          // imports "C"
	broken  []syntaxFault // in order of position
	checked *checkResult  // in scope only

	// export data, out of scope only
	unit   *unit          // that listed it first
	export string         // file, "" if the build cache has none
	above  bool           // needs a package in scope, maybe through others
	shared *types.Package // what the export data of other packages says of it, incomplete

	types   *types.Package // set once checked, or read from export data
	fakeC   *types.Package
	unknown *types.Package // declares what stands for values that were left out
}

// A checkResult is what the type checker said about a package in scope.
type checkResult struct {
	info    *types.Info
	errors  []types.Error
	guessed []types.Error // that wrong guesses about missing packages may have caused

	importFailed bool // names of an import are unknown, without further errors
}

// A syntaxFault is a place where a file does not parse.
type syntaxFault struct {
	pos token.Pos
	msg string
}

// listAll runs go list on every unit and merges what it says. The modules of a
// workspace that the go command rejects are listed one by one.
func (l *loader) listAll(ctx context.Context, units []*unit) error {
	lists, errs := l.listUnits(ctx, units)
	if l.mode == Export && !l.exportsListed(lists, errs) {
		lists, errs = l.listUnits(ctx, units)
	}
	var members []*unit
	for i, u := range units {
		if errs[i] == nil {
			continue
		}
		l.listFailed(u, lists[i], errs[i])
		if u.work != "" && len(lists[i]) == 0 {
			for _, dir := range u.modules {
				if isDir(dir) {
					members = append(members, &unit{dir: dir, modules: []string{dir}})
				}
			}
		}
	}
	more, errs := l.listUnits(ctx, members)
	for i, u := range members {
		if errs[i] != nil {
			l.listFailed(u, more[i], errs[i])
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	f := l.newFollower()
	in := &interner{l: l, nodes: make(map[string][]*node), follow: f}
	units = append(units[:len(units):len(units)], members...)
	for i, list := range append(lists, more...) {
		in.unit(units[i], list)
	}
	return f.check(l, units)
}

// listUnits runs go list on units, two at a time.
func (l *loader) listUnits(ctx context.Context, units []*unit) ([][]*listPackage, []error) {
	lists := make([][]*listPackage, len(units))
	errs := make([]error, len(units))
	var wg sync.WaitGroup
	slots := make(chan bool, 2)
	for i, u := range units {
		wg.Go(func() {
			slots <- true
			defer func() { <-slots }()
			lists[i], errs[i] = l.gocmd.list(ctx, u, l.opts, l.mode == Export)
		})
	}
	wg.Wait()
	return lists, errs
}

// listFailed records that go list failed on u.
func (l *loader) listFailed(u *unit, pkgs []*listPackage, err error) {
	what, kind := u.dir, KindModule
	if u.work != "" {
		what = u.work
	}
	msg := err.Error()
	if m := newerGo.FindStringSubmatch(msg); m != nil {
		kind = KindVersion
		msg = fmt.Sprintf("needs Go %s, and the go command here is %s: install Go %s or newer (toolchains are never downloaded)",
			m[1], strings.TrimPrefix(l.gocmd.ver, "go"), m[1])
	} else {
		msg = withHint(msg)
	}
	if len(pkgs) == 0 {
		kind = KindModule // nothing of it was seen
	}
	l.problems = append(l.problems, Problem{Kind: kind, What: what, Reason: msg})
}

// An interner makes nodes of what go list says, one for equal packages.
type interner struct {
	l      *loader
	nodes  map[string][]*node // by import path and directory
	follow *follower
}

// unit adds the packages that u lists.
func (in *interner) unit(u *unit, pkgs []*listPackage) {
	byPath := make(map[string]*node, len(pkgs))
	// A test variant "p [q.test]" stands in for p where p itself is not
	// listed; otherwise p, merged with its own tests, serves every importer.
	plain := make(map[string]bool, len(pkgs))
	for _, p := range pkgs {
		plain[p.ImportPath] = true
	}
	var mine []*listPackage
	for _, p := range pkgs {
		base, _, variant := strings.Cut(p.ImportPath, " ")
		if variant && (plain[base] || strings.HasSuffix(base, "_test") && p.ForTest == strings.TrimSuffix(base, "_test")) ||
			strings.HasSuffix(base, ".test") && len(p.GoFiles) == 0 || p.Name == "main" && strings.HasSuffix(base, ".test") {
			continue
		}
		p.ImportPath = base
		if byPath[base] == nil {
			byPath[base] = in.node(u, p, byPath)
			mine = append(mine, p)
		}
	}
	if !in.l.opts.Tests {
		return
	}
	for _, p := range mine {
		if n := byPath[p.ImportPath]; n.scope {
			in.tests(n, p, byPath)
		}
	}
}

// node returns the node for p, a new one unless another unit has its equal.
func (in *interner) node(u *unit, p *listPackage, byPath map[string]*node) *node {
	n := &node{
		path: p.ImportPath, name: p.Name, dir: p.Dir, module: p.Module,
		goFiles: absAll(p.Dir, p.GoFiles, p.CgoFiles),
		ignored: absAll(p.Dir, p.IgnoredGoFiles),
		embeds:  absAll(p.Dir, p.EmbedFiles),
		imports: make(map[string]*node, len(p.Imports)),
		cgo:     len(p.CgoFiles) > 0,
		unit:    u, export: p.Export,
	}
	if m := p.Module; m != nil {
		// The default is the go command's for a module without a go line.
		n.goVersion = "go1.16"
		if m.GoVersion != "" {
			n.goVersion = "go" + m.GoVersion
		}
		n.scope = in.follow.match(n.path, m.Path) || m.Main
	}
	link(n, n.imports, p.Imports, p.ImportMap, byPath)

	key := n.path + "\x00" + n.dir
	for _, old := range in.nodes[key] {
		if sameNode(old, n) {
			if n.scope {
				old.scope, old.module = true, n.module
			}
			if old.export == "" {
				old.export = n.export
			}
			return old
		}
	}
	in.nodes[key] = append(in.nodes[key], n)
	in.l.nodes = append(in.l.nodes, n)
	in.listError(n, p)
	return n
}

// sameNode reports whether two listings describe one package in the same
// surroundings.
func sameNode(a, b *node) bool {
	if a.goVersion != b.goVersion || len(a.imports) != len(b.imports) || !slices.Equal(a.goFiles, b.goFiles) {
		return false
	}
	for path, n := range a.imports {
		if b.imports[path] != n {
			return false
		}
	}
	return true
}

// link enters the packages that n imports, by import path as written in its
// files. The go command lists resolved paths, of test variants maybe.
func link(n *node, to map[string]*node, resolved []string, importMap map[string]string, byPath map[string]*node) {
	written := make(map[string]string, len(importMap))
	for w, r := range importMap {
		written[baseImport(r)] = w
	}
	for _, path := range resolved {
		path = baseImport(path)
		dep := byPath[path]
		if dep == nil || dep == n {
			continue
		}
		if w, ok := written[path]; ok {
			path = w
		}
		to[path] = dep
	}
}

// baseImport returns the path of "path [variant]".
func baseImport(path string) string {
	path, _, _ = strings.Cut(path, " ")
	return path
}

// tests adds the test files of n to it, and its external test package.
func (in *interner) tests(n *node, p *listPackage, byPath map[string]*node) {
	if len(p.TestGoFiles) > 0 && n.testFiles == nil {
		n.testFiles = absAll(p.Dir, p.TestGoFiles)
		extra := make(map[string]*node)
		link(n, extra, p.TestImports, p.ImportMap, byPath)
		n.testImports = make(map[string]bool)
		for path, dep := range extra {
			if n.imports[path] == nil {
				n.imports[path] = dep
				n.testImports[path] = true
			}
		}
	}
	if len(p.XTestGoFiles) == 0 {
		return
	}
	x := &node{
		path: n.path + "_test", name: n.name + "_test", dir: n.dir, module: n.module,
		goVersion: n.goVersion, scope: true, forTest: n.path,
		goFiles: absAll(p.Dir, p.XTestGoFiles),
		imports: make(map[string]*node),
	}
	if n.name == "" && len(n.goFiles)+len(n.testFiles) == 0 {
		x.name = "" // a folder with nothing but external tests
	}
	link(x, x.imports, p.XTestImports, p.ImportMap, byPath)
	key := x.path + "\x00" + x.dir
	if len(in.nodes[key]) > 0 {
		return
	}
	in.nodes[key] = append(in.nodes[key], x)
	in.l.nodes = append(in.l.nodes, x)
}

// absAll joins dir with every name of lists.
func absAll(dir string, lists ...[]string) []string {
	var out []string
	for _, names := range lists {
		for _, name := range names {
			if !filepath.IsAbs(name) {
				name = filepath.Join(dir, name)
			}
			out = append(out, name)
		}
	}
	return out
}

// listError records an error of the go command about a package. Problems of
// dependencies wait until it is known that they are needed.
func (in *interner) listError(n *node, p *listPackage) {
	if p.Error == nil {
		return
	}
	if len(n.goFiles) == 0 {
		n.failed = withHint(p.Error.Err)
	}
	// A missing main module package is a pattern that matches nothing, and a
	// file that does not parse is reported, better, by the parser.
	if !n.scope || len(n.goFiles) == 0 && (n.dir == "" || strings.Contains(p.Error.Err, "no Go files")) {
		return
	}
	pos := parsePosition(p.Dir, p.Error.Pos)
	if slices.Contains(n.goFiles, pos.File) && !strings.Contains(p.Error.Err, "import") {
		return
	}
	in.l.problems = append(in.l.problems, Problem{Kind: KindPackage, What: n.path, Package: n.path,
		Module: n.modulePath(), Reason: withHint(p.Error.Err), Pos: pos})
}

// parsePosition reads a position as go list prints it.
func parsePosition(dir, s string) finding.Position {
	var nums []int
	for len(nums) < 2 {
		i := strings.LastIndexByte(s, ':')
		if i < 0 {
			break
		}
		k, err := strconv.Atoi(s[i+1:])
		if err != nil {
			break
		}
		s, nums = s[:i], append(nums, k)
	}
	if s == "" || len(nums) == 0 {
		return finding.Position{}
	}
	if !filepath.IsAbs(s) {
		s = filepath.Join(dir, filepath.Base(s))
	}
	if len(nums) == 1 {
		return finding.Position{File: s, Line: nums[0]}
	}
	return finding.Position{File: s, Line: nums[1], Column: nums[0]}
}

func (n *node) modulePath() string {
	if n.module == nil {
		return ""
	}
	return n.module.Path
}

// packagesModule converts the module of a node.
func packagesModule(m *listModule) *packages.Module {
	if m == nil {
		return nil
	}
	return &packages.Module{Path: m.Path, Version: m.Version, Main: m.Main, Indirect: m.Indirect,
		Dir: m.Dir, GoMod: m.GoMod, GoVersion: m.GoVersion, Replace: packagesModule(m.Replace)}
}

var errNotListed = errors.New("the go command does not list it")
