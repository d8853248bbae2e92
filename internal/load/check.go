package load

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"go/version"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
)

// maxErrors is how many errors of one file or package are reported in full.
const maxErrors = 5

// typecheck parses and type-checks what is in scope and what that needs.
func (l *loader) typecheck(ctx context.Context) error {
	p := &pool{ctx: ctx, workers: l.workers}
	if err := l.parseScope(p); err != nil {
		return err
	}
	if l.mode == Export {
		markAbove(l.nodes)
	}
	all, err := l.parseNeeded(ctx, p)
	if err != nil {
		return err
	}
	l.reportMissing(all)
	if l.synth = newSynth(all); l.synth == nil {
		return l.checkAll(p, all)
	}
	return l.checkWithout(p, all)
}

// parseNeeded parses the packages that those in scope need, and returns both.
// The ones that come from export data are not among them: they get their types
// here.
func (l *loader) parseNeeded(ctx context.Context, p *pool) ([]*node, error) {
	all := l.scopeNodes()
	for _, n := range all {
		n.seen = true
	}
	unseen := func(n *node) (more []*node) {
		for _, d := range n.needs {
			if !d.seen {
				d.seen = true
				more = append(more, d)
			}
		}
		return more
	}
	var deps []*node
	for _, n := range all {
		n.findNeeds()
		deps = append(deps, unseen(n)...)
	}
	var mu sync.Mutex
	var exported []*node
	parse := func(n *node) []*node {
		if l.fromExport(n) {
			mu.Lock()
			defer mu.Unlock()
			exported = append(exported, n)
			return nil
		}
		l.parseDep(n)
		n.findNeeds()
		mu.Lock()
		defer mu.Unlock()
		all = append(all, n)
		return unseen(n)
	}
	if err := run(p, deps, parse); err != nil || l.mode != Export {
		return all, err
	}
	reason, err := l.readExports(ctx, exported, all)
	if err != nil || reason == "" {
		return all, err
	}
	l.useSource(reason)
	return all, run(p, exported, parse)
}

// checkWithout type-checks nodes some of which import missing packages. Those,
// and their users, are checked until nothing more is learnt of what is missing.
func (l *loader) checkWithout(p *pool, nodes []*node) error {
	s := l.synth
	if err := l.checkAll(p, nodes); err != nil {
		return err
	}
	for range maxRounds {
		if s.infer(); !s.changed {
			break
		}
		s.build()
		for _, n := range s.affected {
			n.types, n.checked, n.fakeC = nil, nil, nil
		}
		if err := l.checkAll(p, s.affected); err != nil {
			return err
		}
	}
	for _, n := range s.affected {
		if !n.scope {
			n.files = nil
		} else {
			s.splitErrors(n)
		}
	}
	return nil
}

// scopeNodes returns the packages in scope.
func (l *loader) scopeNodes() []*node {
	var scope []*node
	for _, n := range l.nodes {
		if n.scope {
			scope = append(scope, n)
		}
	}
	return scope
}

// A task is a set of packages that are checked together: one, or several
// whose tests import each other.
type task struct {
	nodes   []*node
	waiting int
	users   []*task
}

// checkAll type-checks nodes, each after those it needs. What else they need
// has been checked before.
func (l *loader) checkAll(p *pool, nodes []*node) error {
	slices.SortFunc(nodes, compareNodes)
	// Not a search by compareNodes: it calls two nodes equal that are one
	// package with two sets of dependencies.
	asked := make(map[*node]bool, len(nodes))
	for _, n := range nodes {
		asked[n] = true
	}
	tasks := make(map[*node]*task, len(nodes))
	var order []*task
	for _, group := range components(nodes) {
		if !asked[group[0]] {
			continue
		}
		t := &task{nodes: group}
		order = append(order, t)
		for _, n := range group {
			tasks[n] = t
		}
	}
	var ready []*task
	for _, t := range order {
		on := make(map[*task]bool)
		for _, n := range t.nodes {
			for _, d := range n.needs {
				if dt := tasks[d]; dt != nil && dt != t && !on[dt] { // nil: checked before
					on[dt] = true
					dt.users = append(dt.users, t)
					t.waiting++
				}
			}
		}
		if t.waiting == 0 {
			ready = append(ready, t)
		}
	}
	var mu sync.Mutex
	return run(p, ready, func(t *task) []*task {
		l.checkTask(t)
		mu.Lock()
		defer mu.Unlock()
		var more []*task
		for _, u := range t.users {
			if u.waiting--; u.waiting == 0 {
				more = append(more, u)
			}
		}
		return more
	})
}

// checkTask checks the packages of t. In a cycle, which only imports of test
// files can close, all packages are checked without their tests first.
func (l *loader) checkTask(t *task) {
	if len(t.nodes) == 1 {
		l.checkNode(t.nodes[0])
		return
	}
	var checks []*scopeCheck
	for _, n := range plainOrder(t.nodes) {
		if !n.scope {
			l.checkDep(n)
			continue
		}
		c := l.newScopeCheck(n)
		c.files(n.files[:len(n.files)-n.nTests])
		checks = append(checks, c)
	}
	for _, c := range checks {
		c.files(c.n.files[len(c.n.files)-c.n.nTests:])
		c.done()
	}
}

// checkNode gives n its types.
func (l *loader) checkNode(n *node) {
	if !n.scope {
		l.checkDep(n)
		return
	}
	c := l.newScopeCheck(n)
	c.files(n.files)
	c.done()
}

// checkDep type-checks the visible part of a package out of scope. Errors
// are not reported: names that cannot be resolved are errors of whoever in
// scope needs them.
func (l *loader) checkDep(n *node) {
	conf := &types.Config{
		GoVersion:                knownVersion(n.goVersion),
		IgnoreFuncBodies:         true,
		FakeImportC:              true,
		DisableUnusedImportCheck: true,
		Error:                    func(error) {},
		Importer:                 &importer{n: n, synth: l.synth},
		Sizes:                    l.sizes,
	}
	n.types = types.NewPackage(n.path, n.name)
	_ = checkFiles(types.NewChecker(conf, l.fset, n.types, nil), n.files)
	n.types.MarkComplete()
	if l.synth == nil || !l.synth.paths[n.path] {
		n.files = nil
	}
}

// A scopeCheck is the check of a package in scope, in one or two steps.
type scopeCheck struct {
	l       *loader
	n       *node
	checker *types.Checker
	failure error // the checker itself failed
}

func (l *loader) newScopeCheck(n *node) *scopeCheck {
	c := &scopeCheck{l: l, n: n}
	n.checked = &checkResult{info: &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Instances:    make(map[*ast.Ident]types.Instance),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		Scopes:       make(map[ast.Node]*types.Scope),
		FileVersions: make(map[*ast.File]string),
	}}
	if importsC(n.files) {
		n.fakeC = fakeC(n.files, l.sizes)
	}
	conf := &types.Config{
		GoVersion: knownVersion(n.goVersion),
		Importer:  &importer{n: n, synth: l.synth},
		Sizes:     l.sizes,
		Error: func(err error) {
			var te types.Error
			if errors.As(err, &te) && !c.expected(te) {
				n.checked.errors = append(n.checked.errors, te)
			}
		},
	}
	n.types = types.NewPackage(n.path, n.name)
	c.checker = types.NewChecker(conf, l.fset, n.types, n.checked.info)
	return c
}

// expected reports whether an error comes from the way we load, not from the
// code: C's names are not exported in the Go sense, and what a missing package
// is named is not known for sure. Packages that could not be imported are
// reported once, not at every import.
func (c *scopeCheck) expected(err types.Error) bool {
	if strings.HasPrefix(err.Msg, "could not import ") {
		c.n.checked.importFailed = true
		return true
	}
	if c.l.synth != nil && c.l.synth.unused(err.Msg) {
		return true
	}
	return c.n.fakeC != nil && (strings.HasSuffix(err.Msg, "not exported by package C") || strings.Contains(err.Msg, `"C" imported and not used`))
}

func (c *scopeCheck) files(files []*ast.File) {
	if len(files) == 0 && c.n.types.Complete() {
		return
	}
	if err := checkFiles(c.checker, files); err != nil && c.failure == nil {
		c.failure = err
	}
}

// done ends the check. If the checker failed the package keeps its types, and
// loses its syntax.
func (c *scopeCheck) done() {
	c.n.types.MarkComplete()
	if c.failure != nil {
		c.n.files = nil
		c.n.checked.errors = append(c.n.checked.errors, types.Error{Fset: c.l.fset, Msg: c.failure.Error()})
	}
}

// checkFiles runs the type checker, which reports errors in the code through
// its configuration. The error returned is a failure of the checker, which
// code that does not parse can provoke.
func checkFiles(checker *types.Checker, files []*ast.File) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("the type checker failed: %v\n%s", x, debug.Stack())
		}
	}()
	_ = checker.Files(files)
	return nil
}

// knownVersion limits a Go version to those that go/types here knows.
func knownVersion(v string) string {
	if version.Compare(version.Lang(v), builtWith()) > 0 {
		return builtWith()
	}
	return v
}
