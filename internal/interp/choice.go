package interp

import "sync"

// tooMany is why nothing is known of a choice of more than maxAlts.
const tooMany = "too many possible values"

// alternatives collects what a value can be, without duplicates.
type alternatives struct {
	alts []Value
	seen map[any]struct{} // identities of constants and objects, which are the many; nil for few
}

// seenSets are sets that were used: growing one costs more than all else.
var seenSets = sync.Pool{New: func() any { return make(map[any]struct{}, maxAlts) }}

// fewAlts is how many alternatives are compared one by one: a set costs more.
const fewAlts = 8

// add adds v, or the alternatives of v; false when there are too many.
func (a *alternatives) add(v Value) bool {
	switch v := v.(type) {
	case nil:
	case *Choice:
		if len(a.alts) == 0 { // these have no duplicates
			a.alts = append(a.alts, v.Alts...)
			break
		}
		for _, alt := range v.Alts {
			a.addOne(alt)
		}
	default:
		a.addOne(v)
	}
	return len(a.alts) <= maxAlts
}

func (a *alternatives) addOne(v Value) {
	id := identity(v)
	if id == nil || len(a.alts) < fewAlts {
		for _, w := range a.alts {
			if same(w, v) {
				return
			}
		}
	} else {
		if a.seen == nil {
			a.seen = seenSets.Get().(map[any]struct{})
			for _, w := range a.alts {
				if id := identity(w); id != nil {
					a.seen[id] = struct{}{}
				}
			}
		}
		if _, ok := a.seen[id]; ok {
			return
		}
		a.seen[id] = struct{}{}
	}
	a.alts = append(a.alts, v)
}

// release gives back what only add needs.
func (a *alternatives) release() {
	if a.seen != nil {
		clear(a.seen)
		seenSets.Put(a.seen)
		a.seen = nil
	}
}

// value returns the value that is one of the alternatives, when all were added.
func (a *alternatives) value() Value {
	a.release()
	switch len(a.alts) {
	case 0:
		return unknown("no path gives a value")
	case 1:
		return a.alts[0]
	}
	return &Choice{Alts: a.alts}
}

// identity returns what two values share exactly when they are the same, for
// kinds of values that have such a thing; nil for others.
func identity(v Value) any {
	switch v := v.(type) {
	case *Const:
		return v.V
	case *Ptr:
		return v.Obj
	case *Map:
		return v.Obj
	case Nil:
		return v
	}
	return nil
}

// A joiner joins values that come one by one as join does, but builds the
// choice that most of them end in only once.
type joiner struct {
	v    Value
	many *alternatives // of the choice that v has become; nil before, and when there are too many
	full bool
}

// add joins one more value; nil adds nothing.
func (j *joiner) add(v Value) {
	switch {
	case v == nil || j.full:
		return
	case j.many != nil:
	case j.v == nil || same(j.v, v):
		j.v = join(j.v, v)
		return
	default:
		if m := merge(j.v, v); m != nil {
			j.v = m
			return
		}
		j.many = new(alternatives)
		j.many.add(j.v)
	}
	if !j.many.add(v) {
		j.many.release()
		*j = joiner{v: unknown(tooMany), full: true}
	}
}

// value returns the joined value, nil when there was none. It is asked for
// after the last add.
func (j *joiner) value() Value {
	if j.many != nil {
		return j.many.value()
	}
	return j.v
}
