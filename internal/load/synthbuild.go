package load

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A mockBuilder makes the packages of one round.
type mockBuilder struct {
	s      *synth
	made   map[*guess]*types.Named
	inside map[*guess]bool
	todo   []*guess // named types without underlying type
	serial int64    // of the last constant
}

// build makes all packages from what is known now.
func (s *synth) build() {
	s.breakCycles()
	s.changed = false
	s.pkgs = make(map[string]*types.Package)
	s.named = make(map[*types.TypeName]*guess)
	s.objects = make(map[types.Object]*guess)
	b := &mockBuilder{s: s, made: make(map[*guess]*types.Named), inside: make(map[*guess]bool)}
	for _, m := range s.mocks {
		s.pkgs[m.path] = types.NewPackage(m.path, m.name)
	}
	for _, path := range sortedKeys(s.mocks) {
		m := s.mocks[path]
		for _, name := range sortedKeys(m.names) {
			b.declare(s.pkgs[path], name, m.names[name], false)
		}
	}
	for len(b.todo) > 0 {
		g := b.todo[len(b.todo)-1]
		b.todo = b.todo[:len(b.todo)-1]
		b.complete(g)
	}
	for _, path := range sortedKeys(s.mocks) {
		m, p := s.mocks[path], s.pkgs[path]
		for _, name := range sortedKeys(m.names) {
			b.declare(p, name, m.names[name], true)
		}
		p.MarkComplete()
	}
}

// declare declares a name of a missing package if it is, or is not, a constant.
// Constants come last: they ask for underlying types.
func (b *mockBuilder) declare(pkg *types.Package, name string, g *guess, constants bool) {
	var obj types.Object
	switch {
	case constants != (g.constant && !g.isType && g.form != formFunc):
		return
	case g.isType:
		b.named(g)
		return
	case g.form == formFunc && g.link == nil:
		obj = types.NewFunc(token.NoPos, pkg, name, b.signature(g, nil))
	case g.constant:
		// Distinct values: two cases of one switch may not be equal.
		b.serial++
		typ, val := types.Type(types.Typ[types.UntypedString]), constant.MakeString("<"+pkg.Name()+"."+name+">")
		if t := b.typ(g); t.Underlying() != nil {
			if basic, ok := t.Underlying().(*types.Basic); ok {
				typ = t
				switch info := basic.Info(); {
				case info&types.IsBoolean != 0:
					val = constant.MakeBool(false)
				case info&types.IsNumeric != 0:
					val = constant.MakeInt64(b.serial)
				}
			}
		}
		obj = types.NewConst(token.NoPos, pkg, name, typ, val)
	default:
		obj = types.NewVar(token.NoPos, pkg, name, b.typ(g))
	}
	pkg.Scope().Insert(obj)
	b.s.objects[obj] = g
}

// typ returns the type of values of g.
func (b *mockBuilder) typ(g *guess) types.Type {
	g = g.find()
	if g.nilable {
		return types.NewPointer(b.base(g))
	}
	return b.base(g)
}

// base returns the type that g stands for.
func (b *mockBuilder) base(g *guess) types.Type {
	g = g.find()
	if g.isType || g.form == formStruct {
		n := b.named(g)
		if g.params > 0 { // its arguments are not known here
			args := slices.Repeat([]types.Type{anyType()}, g.params)
			if inst, err := types.Instantiate(nil, n, args, false); err == nil {
				return inst
			}
		}
		return n
	}
	if b.inside[g] { // made of itself
		return anyType()
	}
	b.inside[g] = true
	defer delete(b.inside, g)
	return b.underlying(g)
}

// named returns the named type for g.
func (b *mockBuilder) named(g *guess) *types.Named {
	g = g.find()
	if n := b.made[g]; n != nil {
		return n
	}
	pkg := b.s.pkgs[g.mock.path]
	label := g.label
	if !g.isType && g.mock.names[label] == g { // the name is that of a variable
		label += "·"
	}
	obj := types.NewTypeName(token.NoPos, pkg, label, nil)
	n := types.NewNamed(obj, nil, nil)
	if g.params > 0 {
		n.SetTypeParams(typeParams(pkg, g.params))
	}
	b.made[g] = n
	b.s.named[obj] = g
	pkg.Scope().Insert(obj)
	b.todo = append(b.todo, g)
	return n
}

// complete gives the named type of g what belongs to it.
func (b *mockBuilder) complete(g *guess) {
	n := b.made[g]
	b.inside[g] = true
	u := b.underlying(g)
	delete(b.inside, g)
	if named, ok := types.Unalias(u).(*types.Named); ok {
		if u = named.Underlying(); u == nil {
			u = types.NewStruct(nil, nil)
		}
	}
	if _, ok := u.(*types.TypeParam); ok {
		u = anyType().Underlying()
	}
	n.SetUnderlying(u)
	switch u.Underlying().(type) {
	case *types.Interface, *types.Pointer:
		return // cannot have methods
	}
	if g.params > 0 {
		return // has its methods as fields
	}
	pkg := n.Obj().Pkg()
	for _, name := range sortedKeys(g.members) {
		if m := g.members[name]; m.isMethod {
			var recv types.Type = n
			if g.byPointer && !g.byValue {
				recv = types.NewPointer(n)
			}
			f := types.NewFunc(token.NoPos, pkg, name, b.signature(m, types.NewVar(token.NoPos, pkg, "", recv)))
			n.AddMethod(f)
			b.s.objects[f] = m
		}
	}
}

// underlying returns the type that g is, its name and pointer aside.
func (b *mockBuilder) underlying(g *guess) types.Type {
	pkg := b.s.pkgs[g.mock.path]
	switch g.form {
	case formKnown:
		if t := g.known(b); t != nil {
			return t
		}
		return anyType()
	case formFunc:
		return b.signature(g, nil)
	case formSlice:
		return types.NewSlice(b.typ(g.elem))
	case formMap:
		key := b.typ(g.key)
		if g.key.find().open() && !g.key.find().isType {
			key = types.Typ[types.String]
		}
		return types.NewMap(key, b.typ(g.elem))
	case formChan:
		return types.NewChan(types.SendRecv, b.typ(g.elem))
	case formPointer:
		return types.NewPointer(b.typ(g.elem))
	case formInterface:
		var methods []*types.Func
		for _, name := range sortedKeys(g.members) {
			if m := g.members[name]; m.isMethod {
				f := types.NewFunc(token.NoPos, pkg, name, b.signature(m, nil))
				methods = append(methods, f)
				b.s.objects[f] = m
			}
		}
		return types.NewInterfaceType(methods, nil).Complete()
	}
	var fields []*types.Var
	for _, name := range sortedKeys(g.members) {
		m := g.members[name]
		if m.isMethod && g.params == 0 {
			continue
		}
		t := b.typ(m)
		if m.isMethod {
			t = b.signature(m, nil)
		}
		v := types.NewField(token.NoPos, pkg, name, t, false)
		fields = append(fields, v)
		b.s.objects[v] = m
	}
	return types.NewStruct(fields, nil)
}

// signature returns the type of a function: as many parameters as it was seen
// called with, of type any.
func (b *mockBuilder) signature(g *guess, recv *types.Var) *types.Signature {
	g = g.find()
	if g.known != nil {
		if sig, ok := g.known(b).(*types.Signature); ok {
			return types.NewSignatureType(recv, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
		}
	}
	pkg := b.s.pkgs[g.mock.path]
	var in, out []*types.Var
	for range g.min {
		in = append(in, types.NewParam(token.NoPos, pkg, "", anyType()))
	}
	variadic := g.spread || g.max > g.min || g.calls == 0
	if variadic {
		rest := anyType()
		if g.rest != nil && !g.rest.find().open() || g.rest != nil && g.rest.find().isType {
			rest = b.typ(g.rest)
		}
		in = append(in, types.NewParam(token.NoPos, pkg, "", types.NewSlice(rest)))
	}
	for _, r := range g.results {
		out = append(out, types.NewParam(token.NoPos, pkg, "", b.typ(r)))
	}
	var tparams []*types.TypeParam
	if recv == nil && g.form == formFunc {
		tparams = typeParams(pkg, g.params)
	}
	return types.NewSignatureType(recv, nil, tparams, types.NewTuple(in...), types.NewTuple(out...), variadic)
}

func anyType() types.Type { return types.Universe.Lookup("any").Type() }

func typeParams(pkg *types.Package, n int) []*types.TypeParam {
	var out []*types.TypeParam
	for i := range n {
		obj := types.NewTypeName(token.NoPos, pkg, "T"+strings.Repeat("'", i), nil)
		out = append(out, types.NewTypeParam(obj, anyType()))
	}
	return out
}
