package load

import "slices"

// components returns the strongly connected components of the needs of nodes,
// dependencies first (Tarjan's algorithm). All but those of one node come
// from imports in test files.
func components(nodes []*node) [][]*node {
	t := &tarjan{index: make(map[*node]int), low: make(map[*node]int), on: make(map[*node]bool)}
	for _, n := range nodes {
		if t.index[n] == 0 {
			t.visit(n)
		}
	}
	return t.out
}

type tarjan struct {
	index, low map[*node]int // from 1
	on         map[*node]bool
	stack      []*node
	out        [][]*node
}

func (t *tarjan) visit(n *node) {
	t.index[n] = len(t.index) + 1
	t.low[n] = t.index[n]
	t.stack = append(t.stack, n)
	t.on[n] = true
	for _, d := range n.needs {
		if t.index[d] == 0 {
			t.visit(d)
			t.low[n] = min(t.low[n], t.low[d])
		} else if t.on[d] {
			t.low[n] = min(t.low[n], t.index[d])
		}
	}
	if t.low[n] != t.index[n] {
		return
	}
	i := slices.Index(t.stack, n)
	group := slices.Clone(t.stack[i:])
	for _, m := range group {
		t.on[m] = false
	}
	t.stack = t.stack[:i]
	t.out = append(t.out, group)
}

// plainOrder sorts nodes by their imports without those of test files, which
// have no cycles in valid code.
func plainOrder(nodes []*node) []*node {
	nodes = slices.Clone(nodes)
	slices.SortFunc(nodes, compareNodes)
	in := make(map[*node]bool, len(nodes))
	for _, n := range nodes {
		in[n] = true
	}
	var out []*node
	var visit func(n *node)
	visit = func(n *node) {
		if !in[n] {
			return
		}
		in[n] = false
		for _, d := range n.needs {
			if !n.testOnly(d) {
				visit(d)
			}
		}
		out = append(out, n)
	}
	for _, n := range nodes {
		visit(n)
	}
	return out
}

// testOnly reports whether only test files of n import d.
func (n *node) testOnly(d *node) bool {
	only := false
	for path, dep := range n.imports {
		if dep == d {
			if !n.testImports[path] {
				return false
			}
			only = true
		}
	}
	return only
}

// scopeOrder returns the packages in scope in dependency order, and the edges
// between them. Of the edges inside a cycle only those to an earlier package
// stay, so that analysis ends. The order depends on nothing but paths.
func (l *loader) scopeOrder() (order []*node, edges map[*node]map[string]*node) {
	var nodes []*node
	for _, n := range l.nodes {
		if n.seen {
			nodes = append(nodes, n)
		}
	}
	slices.SortFunc(nodes, compareNodes)
	edges = make(map[*node]map[string]*node)
	done := make(map[*node]bool)
	for _, group := range components(nodes) {
		for _, n := range plainOrder(group) {
			if !n.scope {
				continue
			}
			edges[n] = make(map[string]*node)
			for path, d := range n.imports {
				if d.scope && done[d] {
					edges[n][path] = d
				}
			}
			done[n] = true
			order = append(order, n)
		}
	}
	return order, edges
}
