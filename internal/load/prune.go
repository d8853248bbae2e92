package load

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// prune removes from the files of a dependency what no importer can see: the
// declarations that nothing exported mentions, the values of variables whose
// type is written out, and the imports that are then not used. It works on
// names alone, so it keeps rather too much than too little.
//
// nameOf returns the name of the package that an import path leads to.
func prune(files []*ast.File, nameOf func(path string) string) {
	p := &pruner{
		byName:  make(map[string]*prunable),
		methods: make(map[string][]*prunable),
		asked:   make(map[string]bool),
		pending: make(map[string][]*prunable),
	}
	var all [][]*prunable
	for _, f := range files {
		all = append(all, p.file(f))
	}
	for _, us := range all {
		for _, u := range us {
			if u.root {
				p.mark(u)
			}
		}
	}
	for len(p.todo) > 0 {
		u := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		p.visit(u)
	}
	for i, f := range files {
		rebuild(f, all[i], nameOf)
	}
}

// A prunable is a declaration, or a spec of one, that stays or goes as a whole.
type prunable struct {
	fn    *ast.FuncDecl
	gen   *ast.GenDecl // with specs, all of it for constants because of iota
	specs []ast.Spec
	root  bool
	kept  bool
	uses  map[string]bool // names before a dot: maybe packages
}

// A pruner finds the declarations that the exported ones need.
type pruner struct {
	byName  map[string]*prunable   // package-level names
	methods map[string][]*prunable // by name of the receiver's base type
	asked   map[string]bool        // unexported method names that are mentioned
	pending map[string][]*prunable // unexported methods of kept types, by name
	todo    []*prunable
}

// file splits the declarations of f, imports apart, and drops what needs no
// closer look.
func (p *pruner) file(f *ast.File) []*prunable {
	var us []*prunable
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			d.Body = nil
			u := &prunable{fn: d}
			if d.Recv != nil {
				base := receiverBase(d.Recv)
				p.methods[base] = append(p.methods[base], u)
			} else if name := d.Name.Name; name == "init" || name == "_" {
				continue
			} else {
				p.name(d.Name, u)
			}
			us = append(us, u)
		case *ast.GenDecl:
			switch d.Tok {
			case token.CONST:
				u := &prunable{gen: d, specs: d.Specs}
				for _, s := range d.Specs {
					for _, id := range s.(*ast.ValueSpec).Names {
						p.name(id, u)
					}
				}
				us = append(us, u)
			case token.VAR, token.TYPE:
				for _, s := range d.Specs {
					u := &prunable{gen: d, specs: []ast.Spec{s}}
					if p.spec(s, u) {
						us = append(us, u)
					}
				}
			}
		}
	}
	return us
}

// spec enters the names of a variable or type, and reports whether it has any.
func (p *pruner) spec(s ast.Spec, u *prunable) bool {
	named := false
	switch s := s.(type) {
	case *ast.TypeSpec:
		p.name(s.Name, u)
		named = s.Name.Name != "_"
		// Methods may be declared through an alias of an exported type.
		u.root = u.root || s.Assign.IsValid()
	case *ast.ValueSpec:
		for _, id := range s.Names {
			p.name(id, u)
			named = named || id.Name != "_"
		}
		if s.Type != nil {
			s.Values = nil
		}
		for _, v := range s.Values {
			shrink(v)
		}
	}
	return named
}

// name enters a package-level name for u.
func (p *pruner) name(id *ast.Ident, u *prunable) {
	if id.Name == "_" {
		return
	}
	p.byName[id.Name] = u
	u.root = u.root || id.IsExported()
}

// shrink removes from the value of a variable what its type does not depend
// on: function bodies, and the elements of literals.
func shrink(v ast.Expr) {
	ast.Inspect(v, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			n.Body = &ast.BlockStmt{Lbrace: n.Body.Lbrace, Rbrace: n.Body.Rbrace}
		case *ast.CompositeLit:
			if a, ok := n.Type.(*ast.ArrayType); ok {
				if _, ok := a.Len.(*ast.Ellipsis); ok {
					return true // the elements determine the length
				}
			}
			if n.Type != nil {
				n.Elts = nil
			}
		}
		return true
	})
}

// receiverBase returns the name of a receiver's type.
func receiverBase(recv *ast.FieldList) string {
	if len(recv.List) == 0 {
		return ""
	}
	t := recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.ParenExpr:
			t = x.X
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// mark keeps u, and has it visited.
func (p *pruner) mark(u *prunable) {
	if !u.kept {
		u.kept = true
		p.todo = append(p.todo, u)
	}
}

// ask keeps the methods of an unexported name, on any kept type. Such a method
// can matter to an importer only through an interface that lists it.
func (p *pruner) ask(name string) {
	if p.asked[name] || ast.IsExported(name) {
		return
	}
	p.asked[name] = true
	for _, u := range p.pending[name] {
		p.mark(u)
	}
}

// visit marks what u mentions.
func (p *pruner) visit(u *prunable) {
	u.uses = make(map[string]bool)
	if u.fn != nil {
		if u.fn.Recv != nil {
			p.refs(u.fn.Recv, u)
		}
		p.refs(u.fn.Type, u)
		return
	}
	for _, s := range u.specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if s.TypeParams != nil {
				p.refs(s.TypeParams, u)
			}
			p.refs(s.Type, u)
			for _, m := range p.methods[s.Name.Name] {
				if name := m.fn.Name.Name; ast.IsExported(name) || p.asked[name] {
					p.mark(m)
				} else {
					p.pending[name] = append(p.pending[name], m)
				}
			}
		case *ast.ValueSpec:
			if s.Type != nil {
				p.refs(s.Type, u)
			}
			for _, v := range s.Values {
				p.refs(v, u)
			}
		}
	}
}

// refs marks the declarations of the names in node.
func (p *pruner) refs(node ast.Node, u *prunable) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if d := p.byName[n.Name]; d != nil {
				p.mark(d)
			}
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok {
				u.uses[id.Name] = true
			}
			p.ask(n.Sel.Name)
			p.refs(n.X, u)
			return false
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				for _, id := range m.Names {
					p.ask(id.Name)
				}
			}
		case *ast.Field:
			// Its names are not references.
			if n.Type != nil {
				p.refs(n.Type, u)
			}
			return false
		}
		return true
	})
}

// rebuild gives f only the kept declarations and the imports they use.
func rebuild(f *ast.File, us []*prunable, nameOf func(string) string) {
	uses := make(map[string]bool)
	var decls []ast.Decl
	var gen *ast.GenDecl // the kept part of the current declaration
	var last *ast.GenDecl
	for _, u := range us {
		if !u.kept {
			continue
		}
		for name := range u.uses {
			uses[name] = true
		}
		switch {
		case u.fn != nil:
			decls = append(decls, u.fn)
		case u.gen == last:
			gen.Specs = append(gen.Specs, u.specs...)
		default:
			last = u.gen
			gen = &ast.GenDecl{TokPos: u.gen.TokPos, Tok: u.gen.Tok, Specs: u.specs[:len(u.specs):len(u.specs)]}
			decls = append(decls, gen)
		}
	}
	var imports []ast.Spec
	var kept []*ast.ImportSpec
	for _, spec := range f.Imports {
		if importUsed(spec, uses, nameOf) {
			imports = append(imports, spec)
			kept = append(kept, spec)
		}
	}
	f.Imports = kept
	f.Decls = decls
	if len(imports) > 0 {
		f.Decls = append([]ast.Decl{&ast.GenDecl{TokPos: f.Name.End(), Tok: token.IMPORT, Specs: imports}}, decls...)
	}
	f.Comments = nil
}

// importUsed reports whether an import is mentioned by one of the names that
// stand before a dot.
func importUsed(spec *ast.ImportSpec, uses map[string]bool, nameOf func(string) string) bool {
	path := importPath(spec)
	if spec.Name != nil {
		switch spec.Name.Name {
		case "_":
			return false
		case ".":
			return true
		}
		return uses[spec.Name.Name]
	}
	if name := nameOf(path); name != "" {
		return uses[name]
	}
	// A package that is not there: any name its path could stand for.
	for name := range uses {
		if strings.Contains(path, name) {
			return true
		}
	}
	return false
}

// importPath returns the path of an import, "" if it is malformed.
func importPath(spec *ast.ImportSpec) string {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return path
}
