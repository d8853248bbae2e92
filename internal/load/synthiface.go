package load

import "go/types"

// setInterface makes g an interface that have implements, if it can be one.
func (s *synth) setInterface(g *guess, have types.Type) {
	if g.literal || g.form != formStruct && g.form != formInterface || !g.methodsOnly() {
		return
	}
	if g.form == formStruct {
		g.form = formInterface
		s.changed = true
	}
	if h, _ := s.guessOf(have); h != nil && h.form == formStruct {
		s.shareMethods(h, g)
		return
	}
	for _, name := range sortedKeys(g.members) {
		m := g.members[name]
		obj, _, _ := types.LookupFieldOrMethod(have, true, nil, name)
		if f, ok := obj.(*types.Func); ok && m.known == nil {
			if t, _ := s.term(f.Type(), 1); t != nil {
				m.known, m.isMethod = t, true
				s.changed = true
			}
		}
	}
}

// shareMethods gives g, made up as well, the methods of the made-up interface
// iface: what is learnt of one is learnt of both.
func (s *synth) shareMethods(g, iface *guess) {
	for _, name := range sortedKeys(iface.members) {
		m := iface.members[name]
		own := s.member(g, name)
		if own == nil || own == m {
			continue
		}
		g.members[name] = m
		s.changed = true
		if m.known == nil {
			m.known = own.known
		}
		if own.calls > 0 {
			m.calls, m.min, m.max = m.calls+own.calls, min(m.min, own.min), max(m.max, own.max)
			m.spread = m.spread || own.spread
		}
		for k, r := range own.results {
			if k < len(m.results) {
				s.link(m.results[k], r)
			} else {
				m.results = append(m.results, r)
			}
		}
	}
}

// implement gives g the methods of an interface.
func (s *synth) implement(g *guess, u *types.Interface) {
	g = g.find()
	if g.form != formStruct || g.params > 0 || !u.IsMethodSet() && u.NumMethods() == 0 {
		return
	}
	for f := range u.Methods() {
		if !f.Exported() {
			continue
		}
		t, _ := s.term(f.Type(), 1)
		if t == nil {
			continue
		}
		m := s.member(g, f.Name())
		if m == nil || m.known != nil {
			continue
		}
		m.known, m.isMethod = t, true
		m.form, m.members = formFunc, nil
		s.changed = true
	}
}
