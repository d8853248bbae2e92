package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// reason returns the message of the first error inside node, or alt.
func (r *repairer) reason(node ast.Node, alt string) string {
	for _, f := range r.faultsIn(node) {
		return f.msg
	}
	return alt
}

// faultsIn returns the errors inside node.
func (r *repairer) faultsIn(node ast.Node) []syntaxFault {
	if len(r.faults) == 0 {
		return nil
	}
	find := func(pos token.Pos) int {
		i, _ := slices.BinarySearchFunc(r.faults, pos, func(f syntaxFault, pos token.Pos) int { return int(f.pos) - int(pos) })
		return i
	}
	return r.faults[find(node.Pos()):max(find(node.Pos()), find(node.End()))]
}

// fault says what makes node unfit for go/ssa, "" if nothing does.
func (r *repairer) fault(node ast.Node) string {
	if r.everything {
		return r.reason(node, "the errors of the package spoil it")
	}
	return r.faultOutside(node, func(ast.Node) bool { return false })
}

// faultOutside does the same for node without the nodes in it that skip says.
func (r *repairer) faultOutside(node ast.Node, skip func(ast.Node) bool) string {
	faults := r.faultsIn(node)
	why := ""
	var skipped []ast.Node
	ast.Inspect(node, func(n ast.Node) bool {
		if n != nil && n != node && skip(n) {
			skipped = append(skipped, n)
			return false
		}
		if why != "" {
			return false
		}
		switch n := n.(type) {
		case *ast.BadExpr, *ast.BadStmt, *ast.BadDecl:
			why = "syntax error"
		case *ast.Ident:
			why = r.badIdent(n)
		case ast.Expr:
			if tv := r.info.Types[n]; !tv.IsBuiltin() && r.isBad(tv.Type) {
				why = "the type of " + types.ExprString(n) + " is unknown"
			}
		}
		return why == ""
	})
	for _, f := range faults {
		if !slices.ContainsFunc(skipped, func(n ast.Node) bool { return n.Pos() <= f.pos && f.pos < n.End() }) {
			return f.msg
		}
	}
	return why
}

// badIdent says what is wrong with an identifier.
func (r *repairer) badIdent(id *ast.Ident) string {
	if id.Name == "_" {
		return ""
	}
	obj, ok := r.info.Defs[id]
	if !ok {
		if obj, ok = r.info.Uses[id]; !ok {
			return id.Name + " is not known"
		}
	}
	if obj == nil { // the symbol of a type switch
		return ""
	}
	if r.isBadObject(obj) {
		return "the type of " + id.Name + " is unknown"
	}
	if inst, ok := r.info.Instances[id]; ok && r.isBad(inst.Type) {
		return "the type of " + id.Name + " is unknown"
	}
	return ""
}
