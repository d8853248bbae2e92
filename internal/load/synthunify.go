package load

import (
	"go/types"
	"slices"
)

// guessOf returns the guess that t, or what it points to, stands for.
func (s *synth) guessOf(t types.Type) (*guess, bool) {
	if t == nil {
		return nil, false
	}
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok {
		return nil, false
	}
	g := s.named[n.Origin().Obj()]
	if g == nil {
		return nil, false
	}
	return g.find(), true
}

// direct returns the guess that t itself stands for, nil if there is none. The
// pointer to a type whose values are pointers stands for it as well.
func (s *synth) direct(t types.Type) *guess {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		if g, _ := s.guessOf(p.Elem()); g != nil && g.nilable && !g.isType {
			return g
		}
		return nil
	}
	g, _ := s.guessOf(t)
	return g
}

// unify records that a value of type have is assigned to something of type
// want. What is open in either becomes what the other one says.
func (s *synth) unify(have, want types.Type) {
	if have == nil || want == nil || have == want {
		return
	}
	if tuple, ok := have.(*types.Tuple); ok {
		if tuple.Len() != 1 {
			return
		}
		have = tuple.At(0).Type()
	}
	have, want = types.Unalias(have), types.Unalias(want)
	if tp, ok := want.(*types.TypeParam); ok {
		s.typeParam(have, tp)
		return
	}
	h, w := s.direct(have), s.direct(want)
	g, _ := s.guessOf(have)
	switch {
	case h != nil && h == w:
		s.structure(have, want)
	case h != nil && w != nil && h.isType && w.isType:
		if !types.AssignableTo(have, want) {
			s.setInterface(w, have)
		}
	case h != nil && w != nil:
		s.link(h, w)
	case h != nil && !h.isType:
		if !types.AssignableTo(have, want) {
			s.bindTo(h, have, want)
		}
	case w != nil && !w.isType:
		if !types.AssignableTo(have, want) {
			s.assigned(w, have)
		}
	case w != nil:
		if !types.AssignableTo(have, want) {
			s.declaredFrom(w, have)
		}
	case g != nil:
		switch u := want.Underlying().(type) {
		case *types.Interface:
			if !types.AssignableTo(have, want) {
				s.implement(g, u)
			}
		case *types.Basic:
			if h != nil && u.Kind() != types.UntypedNil {
				s.bindBasic(h, defaultKind(u))
			}
		default:
			s.structure(have, want)
		}
	default:
		s.structure(have, want)
	}
}

// structure unifies the parts of two types of the same make.
func (s *synth) structure(have, want types.Type) {
	if hn, ok := have.(*types.Named); ok {
		if wn, ok := want.(*types.Named); ok && hn.Origin() == wn.Origin() {
			for k := range hn.TypeArgs().Len() {
				s.unify(hn.TypeArgs().At(k), wn.TypeArgs().At(k))
			}
			return
		}
		if hn.Obj().Pkg() == nil || !s.mentioned(want, 0) {
			return
		}
	}
	switch w := want.Underlying().(type) {
	case *types.Pointer:
		if h, ok := have.Underlying().(*types.Pointer); ok {
			s.unify(h.Elem(), w.Elem())
		}
	case *types.Slice:
		if h, ok := have.Underlying().(*types.Slice); ok {
			s.unify(h.Elem(), w.Elem())
		}
	case *types.Map:
		if h, ok := have.Underlying().(*types.Map); ok {
			s.unify(h.Key(), w.Key())
			s.unify(h.Elem(), w.Elem())
		}
	case *types.Chan:
		if h, ok := have.Underlying().(*types.Chan); ok {
			s.unify(h.Elem(), w.Elem())
		}
	case *types.Signature:
		h, ok := have.Underlying().(*types.Signature)
		if !ok || h.Params().Len() != w.Params().Len() || h.Results().Len() != w.Results().Len() {
			return
		}
		for k := range h.Params().Len() {
			s.unify(h.Params().At(k).Type(), w.Params().At(k).Type())
		}
		for k := range h.Results().Len() {
			s.unify(h.Results().At(k).Type(), w.Results().At(k).Type())
		}
	}
}

// typeParam records that a value of type have is an argument for a type
// parameter.
func (s *synth) typeParam(have types.Type, tp *types.TypeParam) {
	g, ok := s.guessOf(have)
	if !ok {
		return
	}
	s.satisfy(g, have, tp.Constraint())
}

// satisfy gives g what a constraint asks of it.
func (s *synth) satisfy(g *guess, t types.Type, constraint types.Type) {
	u, ok := constraint.Underlying().(*types.Interface)
	if !ok {
		return
	}
	if u.NumMethods() > 0 {
		if !types.Implements(t, u) {
			s.implement(g, u)
		}
		return
	}
	// ~[]E and the like: the first term will do.
	if u.NumEmbeddeds() == 1 && s.direct(t) != nil && !g.isType {
		e := u.EmbeddedType(0)
		if union, ok := e.(*types.Union); ok && union.Len() > 0 {
			e = union.Term(0).Type()
		}
		if _, ok := e.Underlying().(*types.Interface); !ok {
			s.bind(g, e)
		}
	}
}

// link records that two guesses are the same type. Two types that the code
// names stay apart.
func (s *synth) link(a, b *guess) {
	a, b = a.find(), b.find()
	if a == b || a.isType && b.isType {
		return
	}
	if a.isType || b.open() && !a.open() && !b.isType {
		a, b = b, a
	}
	// a becomes b
	if a.form != formStruct && a.form != b.form && !(b.open()) {
		return
	}
	if a.form == formStruct && !a.isType {
		for _, name := range sortedKeys(a.members) {
			if b.form != formStruct && b.form != formInterface {
				break
			}
			if b.members[name] == nil {
				if b.members == nil {
					b.members = make(map[string]*guess)
				}
				b.members[name] = a.members[name]
			}
		}
	}
	switch {
	case !b.isType:
		b.nilable = b.nilable || a.nilable
	case a.nilable: // a pointer to the declared type
		a.nilable, a.form, a.members = false, formKnown, nil
		a.known = func(m *mockBuilder) types.Type { return types.NewPointer(m.base(b)) }
		s.changed = true
		return
	}
	b.byPointer, b.byValue = b.byPointer || a.byPointer, b.byValue || a.byValue
	a.link, a.members = b, nil
	s.changed = true
}

// bindTo records that g, the type of a value or of what it points to, is to
// be assigned to want.
func (s *synth) bindTo(g *guess, have, want types.Type) {
	if u, ok := want.Underlying().(*types.Interface); ok {
		// The project's own interfaces are mostly views of a type that has more
		// methods than one of them lists.
		named, ok := want.(*types.Named)
		if ok && s.inScope(named) || len(g.members) > 0 && !covers(u, g) {
			s.implement(g, u)
			return
		}
	}
	if _, ok := have.(*types.Pointer); ok {
		if p, ok := want.Underlying().(*types.Pointer); ok {
			want = p.Elem()
		} else {
			s.unnil(g)
		}
	}
	s.bind(g, want)
}

// covers reports whether an interface has all members of g as methods.
func covers(u *types.Interface, g *guess) bool {
	for name := range g.members {
		if obj, _, _ := types.LookupFieldOrMethod(u, false, nil, name); obj == nil {
			return false
		}
	}
	return true
}

func (s *synth) unnil(g *guess) {
	if g.nilable {
		g.nilable = false
		s.changed = true
	}
}

// assigned records that a value of type have is assigned to something of
// type g.
func (s *synth) assigned(g *guess, have types.Type) {
	if isNil(have) {
		s.nil(g)
		return
	}
	if g.nilable {
		if p, ok := have.Underlying().(*types.Pointer); ok {
			s.bind(g, p.Elem())
			return
		}
		s.unnil(g)
	}
	if s.bind(g, have); g.find().open() {
		s.setInterface(g, have)
	}
}

// varied records that a value of type have is assigned to a variable or field.
// If it takes values of other types too it is an interface.
func (s *synth) varied(obj types.Object, have types.Type) {
	g := s.objects[obj]
	if g == nil || have == nil || isNil(have) || g.find().form != formKnown || types.AssignableTo(have, obj.Type()) || s.mentioned(have, 0) || s.mentioned(obj.Type(), 0) {
		return
	}
	g = g.find()
	if _, ok := obj.Type().Underlying().(*types.Interface); !ok && !g.isType {
		g.form, g.known, g.mentions = formInterface, nil, nil
		s.changed = true
	}
}

// spreadOf records that the last argument of g, a function, is a slice of elem.
func (s *synth) spreadOf(g *guess, elem types.Type) {
	if g.rest == nil {
		g.rest = g.part("rest")
	}
	s.bind(g.rest, elem)
}

// declaredFrom records that a value of type have, which is another type, is
// assigned to something of the declared type g.
func (s *synth) declaredFrom(g *guess, have types.Type) {
	switch u := have.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Kind() == types.UntypedNil:
			s.nil(g)
		case u.Info()&types.IsUntyped != 0:
			s.bindBasic(g, defaultKind(u))
		default:
			s.setInterface(g, have)
		}
	case *types.Signature, *types.Slice, *types.Map:
		if _, ok := have.(*types.Named); ok {
			s.setInterface(g, have)
		} else {
			s.bind(g, have)
		}
	default:
		s.setInterface(g, have)
	}
}

// defaultKind returns the kind of a variable that is assigned a constant of t.
func defaultKind(t *types.Basic) types.BasicKind {
	if d, ok := types.Default(t).(*types.Basic); ok {
		return d.Kind()
	}
	return t.Kind()
}

// bind records that g is t, unless more is known of it already.
func (s *synth) bind(g *guess, t types.Type) {
	g = g.find()
	if g.form != formStruct || g.literal || t == nil || g.params > 0 {
		return
	}
	if q := s.direct(t); q != nil {
		s.link(g, q)
		return
	}
	if g.isType {
		t = t.Underlying()
	}
	made, mentions := s.term(t, 0)
	if made == nil || slices.Contains(mentions, g) {
		return
	}
	if _, ok := t.Underlying().(*types.Pointer); ok && g.nilable {
		g.nilable = false
	}
	switch t.Underlying().(type) {
	case *types.Interface, *types.Slice, *types.Map, *types.Signature, *types.Chan:
		g.nilable = false
	}
	g.form, g.known, g.mentions = formKnown, made, mentions
	s.changed = true
}
