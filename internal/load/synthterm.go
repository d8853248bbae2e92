package load

import (
	"go/token"
	"go/types"
)

// inScope reports whether t is declared in a package that is checked anew in
// every round, so that the type of one round is none in the next.
func (s *synth) inScope(t *types.Named) bool {
	return t.Obj().Pkg() != nil && s.paths[t.Obj().Pkg().Path()]
}

// term returns what makes t in the next round, and the guesses that it holds
// by value; nil if t cannot be made there. At depth 0 another type with the same underlying
// type is as good.
func (s *synth) term(t types.Type, depth int) (term, []*guess) {
	tm := &termMaker{s: s}
	made := tm.term(t, depth)
	return made, tm.mentions
}

// A termMaker makes one term.
type termMaker struct {
	s        *synth
	mentions []*guess // by value, not behind a pointer or the like
	indirect int
}

func constTerm(t types.Type) term { return func(*mockBuilder) types.Type { return t } }

func (tm *termMaker) term(t types.Type, depth int) term {
	if depth > 12 {
		return nil
	}
	switch types.Unalias(t).(type) {
	case *types.Pointer, *types.Slice, *types.Chan, *types.Map, *types.Signature, *types.Interface:
		tm.indirect++
		defer func() { tm.indirect-- }()
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if t.Kind() == types.Invalid || t.Kind() == types.UntypedNil {
			return nil
		}
		return constTerm(types.Default(t))
	case *types.TypeParam:
		return constTerm(anyType())
	case *types.Named:
		return tm.namedTerm(t, depth)
	case *types.Pointer:
		return unaryTerm(tm.term(t.Elem(), depth+1), func(e types.Type) types.Type { return types.NewPointer(e) })
	case *types.Slice:
		return unaryTerm(tm.term(t.Elem(), depth+1), func(e types.Type) types.Type { return types.NewSlice(e) })
	case *types.Chan:
		return unaryTerm(tm.term(t.Elem(), depth+1), func(e types.Type) types.Type { return types.NewChan(t.Dir(), e) })
	case *types.Map:
		key, elem := tm.term(t.Key(), depth+1), tm.term(t.Elem(), depth+1)
		if key == nil || elem == nil {
			return nil
		}
		return func(b *mockBuilder) types.Type { return types.NewMap(key(b), elem(b)) }
	case *types.Signature:
		in, out := tm.tuple(t.Params(), depth), tm.tuple(t.Results(), depth)
		if in == nil || out == nil || t.TypeParams().Len() > 0 {
			return nil
		}
		variadic := t.Variadic()
		return func(b *mockBuilder) types.Type {
			return types.NewSignatureType(nil, nil, nil, in(b), out(b), variadic)
		}
	case *types.Interface:
		return tm.interfaceTerm(t, depth)
	case *types.Struct:
		if t.NumFields() == 0 {
			return constTerm(types.NewStruct(nil, nil))
		}
	}
	return nil
}

func unaryTerm(elem term, f func(types.Type) types.Type) term {
	if elem == nil {
		return nil
	}
	return func(b *mockBuilder) types.Type { return f(elem(b)) }
}

func (tm *termMaker) namedTerm(t *types.Named, depth int) term {
	g := tm.s.named[t.Origin().Obj()]
	var args []term
	for a := range t.TypeArgs().Types() {
		arg := tm.term(a, depth+1)
		if arg == nil {
			return nil
		}
		args = append(args, arg)
	}
	instance := func(b *mockBuilder, origin types.Type) types.Type {
		var ts []types.Type
		for _, a := range args {
			ts = append(ts, a(b))
		}
		inst, err := types.Instantiate(nil, origin, ts, false)
		if err != nil {
			return anyType()
		}
		return inst
	}
	switch {
	case g != nil:
		g = g.find()
		if tm.indirect == 0 {
			tm.mentions = append(tm.mentions, g)
		}
		if len(args) > 0 {
			return func(b *mockBuilder) types.Type { return instance(b, b.named(g)) }
		}
		return func(b *mockBuilder) types.Type { return b.base(g) }
	case tm.s.inScope(t):
		if _, basic := t.Underlying().(*types.Basic); depth > 0 || basic {
			return nil
		}
		return tm.term(t.Underlying(), 1)
	case len(args) > 0:
		origin := t.Origin()
		return func(b *mockBuilder) types.Type { return instance(b, origin) }
	}
	return constTerm(t)
}

func (tm *termMaker) interfaceTerm(t *types.Interface, depth int) term {
	if t.Empty() {
		return constTerm(anyType())
	}
	if !t.IsMethodSet() {
		return nil
	}
	sigs := make(map[*types.Func]term)
	var own []*types.Func
	for m := range t.Methods() {
		sig := tm.term(m.Type(), depth+1)
		if sig == nil || !m.Exported() {
			return nil
		}
		sigs[m] = sig
		own = append(own, m)
	}
	return func(b *mockBuilder) types.Type {
		var methods []*types.Func
		for _, m := range own {
			if sig, ok := sigs[m](b).(*types.Signature); ok {
				methods = append(methods, types.NewFunc(m.Pos(), m.Pkg(), m.Name(), sig))
			}
		}
		return types.NewInterfaceType(methods, nil).Complete()
	}
}

func (tm *termMaker) tuple(t *types.Tuple, depth int) func(b *mockBuilder) *types.Tuple {
	var ts []term
	for v := range t.Variables() {
		m := tm.term(v.Type(), depth+1)
		if m == nil {
			return nil
		}
		ts = append(ts, m)
	}
	return func(b *mockBuilder) *types.Tuple {
		var vars []*types.Var
		for _, m := range ts {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", m(b)))
		}
		return types.NewTuple(vars...)
	}
}

// mentioned reports whether t is made of a guess.
func (s *synth) mentioned(t types.Type, depth int) bool {
	if t == nil || depth > 4 {
		return false
	}
	if _, ok := s.guessOf(t); ok {
		return true
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if s.mentioned(a, depth+1) {
				return true
			}
		}
		if s.inScope(t) {
			return s.mentioned(t.Underlying(), depth+1)
		}
	case *types.Pointer:
		return s.mentioned(t.Elem(), depth+1)
	case *types.Slice:
		return s.mentioned(t.Elem(), depth+1)
	case *types.Map:
		return s.mentioned(t.Key(), depth+1) || s.mentioned(t.Elem(), depth+1)
	case *types.Chan:
		return s.mentioned(t.Elem(), depth+1)
	case *types.Tuple:
		for v := range t.Variables() {
			if s.mentioned(v.Type(), depth+1) {
				return true
			}
		}
	case *types.Signature:
		return s.mentioned(t.Params(), depth+1) || s.mentioned(t.Results(), depth+1)
	}
	return false
}
