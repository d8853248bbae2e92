// Package tree walks trees to a depth that others choose.
package tree

// A Node is a node of a tree.
type Node struct {
	Name string
	Kids []*Node
}

// Walk counts nodes down to a depth.
func Walk(n *Node, depth int) int {
	if n == nil || depth <= 0 {
		return 0
	}
	total := 1
	for _, k := range n.Kids {
		total += Walk(k, depth-1) // want `warning regular: argument "depth" of tool "walk" decides without a limit how deep tree.Walk recurses`
	}
	return total
}

// Options say how far to go.
type Options struct{ Max int }

// Render lists names, each further in than its parent's.
func Render(n *Node, level int, o Options) []string {
	if level >= o.Max {
		return nil
	}
	out := []string{n.Name}
	for _, k := range n.Kids {
		out = append(out, Render(k, level+1, o)...) // want `argument "depth" of tool "render" decides without a limit how deep tree.Render recurses`
	}
	return out
}

// Count goes all the way down: the tree ends it, not a number.
func Count(n *Node, seen int) int {
	if n == nil {
		return seen
	}
	for _, k := range n.Kids {
		seen = Count(k, seen+1)
	}
	return seen
}
