package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A Trail is data that is followed from an entry.
type Trail struct {
	e    *Engine
	x    *fn // nil: the function is not in the program
	en   Entry
	list []begun

	// Number is that of the trail, from 1; see Source.From.
	Number int
}

// A begun is the summary of what one part of a request does.
type begun struct {
	sum  *sum
	src  *Source // nil: of what the function itself reads
	lets Mask
}

// Serve says which functions requests come in at, before any is followed.
func (e *Engine) Serve(ids ...string) {
	for _, id := range ids {
		e.begins[id] = true
	}
}

// Follow follows data from an entry. Entries may be followed one after the
// other; what they have in common is computed once, and all of it for one that
// is like another in whatever is asked of it.
func (e *Engine) Follow(en Entry) *Trail {
	r := &Trail{e: e, x: e.fn(en.Func), en: en}
	if r.x != nil {
		r.list = e.runs.Of("", en, "", func(en Entry) []begun { return e.begin(r.x, en) })
		e.trails++
		r.Number = e.trails
		// Entries that are alike have objects of their own.
		e.shared(r.x, en, r.list[0].sum)
		e.keeps(r.x, en, r.list, r.Number)
	}
	return r
}

// begin follows data from the entry of a function.
func (e *Engine) begin(x *fn, en Entry) []begun {
	e.begins[en.Func] = true
	bind := 0
	if en.Binds != nil {
		e.binds++
		bind = e.binds
	}
	list := []begun{{e.summary(en.Func, entry{}, bind, &en), nil, allKinds}}
	for _, p := range en.Params {
		if p.Index < 0 || p.Index >= len(x.Params) {
			continue
		}
		at := pathOf(p.Path)
		src := &Source{Class: p.Class, Name: p.Name, Pos: x.Pos}
		lets := e.decoded(p.Decoder)
		if at == "" {
			lets = e.ofType(lets, x.Params[p.Index].Type)
		}
		sum := e.summary(en.Func, entry{program.Ref(p.Index + 1), at}, bind, &en)
		sum.class = p.Class
		list = append(list, begun{sum, src, lets & classMask(p.Class)})
	}
	e.holds(x, en, list[0].sum)
	e.run()
	return list
}

// Run follows data from an entry, and returns what reaches sinks.
func (e *Engine) Run(en Entry) []Flow { return e.Follow(en).Flows() }

// Flows returns what reaches sinks. Of several entries it is asked when all are
// followed: what one keeps can reach a sink of another.
func (r *Trail) Flows() []Flow {
	x, en := r.x, r.en
	var out []Flow
	for _, b := range r.list {
		for _, o := range b.sum.list {
			if a, ok := o.ends(x, en); ok {
				o = a
			}
			if o.kind != outSink {
				continue
			}
			if !o.mask.Has(b.lets) {
				continue
			}
			f := Flow{Mask: o.mask &^ (allKinds &^ b.lets), Hops: o.tr.hops()}
			switch {
			case o.src != nil:
				f.Source = *o.src
			case b.src != nil:
				f.Source = *b.src
				f.Hops = append([]Hop{{Pos: x.Pos, Text: b.src.describe()}}, f.Hops...)
			}
			for _, h := range f.Hops {
				if (f.Source.Name == "" || f.Source.Name == Envelope && h.Name != "") && f.Source.Class == models.ClassArgument {
					f.Source.Name = h.Name
				}
			}
			f.Hops = slices.DeleteFunc(f.Hops, func(h Hop) bool { return h.Text == "" })
			f.Sink = o.sink.from(en, b.sum.key.ent, &f.Source)
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b Flow) int { return comparePos(a.Sink.Pos, b.Sink.Pos) })
	return out
}

// decoded returns the kinds of harm that a value can do which a method like
// UnmarshalText has decoded.
func (e *Engine) decoded(id string) Mask {
	f := e.funcs[id]
	if f == nil || len(f.Params) < 2 {
		return allKinds
	}
	s := e.summary(id, entry{2, ""}, 0, nil)
	e.run()
	var m Mask
	for _, o := range s.list {
		if o.kind == outArg && o.num == 1 {
			m |= o.mask & kinds
		}
	}
	return m
}

// from returns a sink with what is known of the parameters of an entry in the
// place of these; data came in at one of them, or from a source that the entry
// itself reads.
func (s *Sink) from(en Entry, data entry, src *Source) *Sink {
	out := *s
	out.Args = make([]*Sym, len(s.Args))
	for i, a := range s.Args {
		out.Args[i] = a.bind(func(p *Sym) *Sym {
			if en.Binds != nil {
				if t, ok := en.Binds.Text(int(p.N)-1, p.Path.steps()); ok {
					return &Sym{Kind: SymText, S: t}
				}
				if ts, ok := en.Binds.List(int(p.N)-1, p.Path.steps()); ok {
					out := &Sym{Kind: SymList}
					for _, t := range ts {
						out.Kids = append(out.Kids, &Sym{Kind: SymText, S: t})
					}
					return out
				}
			}
			if data.reg == 0 {
				return src.markOf(p.Path)
			}
			if _, ok := read(data.path, p.Path); ok && data.reg == program.Ref(p.N) {
				return &Sym{S: markData}
			}
			return &Sym{S: markClean}
		})
	}
	return &out
}

// markOf says whether a part of a request, which is reached by the name of an
// argument at the end, holds that argument.
func (s *Source) markOf(p path) *Sym {
	steps := p.steps()
	if len(steps) == 0 || s.Class != models.ClassArgument || s.Name == "" {
		return unknownSym
	}
	last := steps[len(steps)-1]
	if _, number := index(last); number || !isElem(last) || last == anyElem {
		return unknownSym
	}
	if last == "["+s.Name+"]" {
		return &Sym{S: markData}
	}
	return &Sym{S: markClean}
}

// Exhausted reports whether the limit was reached, so that flows may be
// missing.
func (e *Engine) Exhausted() bool { return e.full }

// Reached lists the functions that the entries run so far reach, sorted.
func (e *Engine) Reached() []string {
	seen := map[string]bool{}
	for k := range e.sums {
		seen[k.fn] = true
	}
	out := make([]string, 0, len(seen))
	for id := range seen {
		out = append(out, id)
	}
	return sorted(out)
}

func posKey(p program.Pos) string {
	return p.File + ":" + strconv.Itoa(int(p.Line)) + ":" + strconv.Itoa(int(p.Col))
}

func comparePos(a, b program.Pos) int {
	if c := strings.Compare(a.File, b.File); c != 0 {
		return c
	}
	if a.Line != b.Line {
		return int(a.Line - b.Line)
	}
	return int(a.Col - b.Col)
}

// In reports whether the sink is of one of these kinds.
func (s *Sink) In(kinds ...string) bool { return slices.Contains(kinds, s.Row.Kind) }
