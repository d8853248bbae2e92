package flow

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Most functions around handlers do the same for every tool. What was found of
// such a function for one tool holds for another, if all that was asked about
// the first has the same answers for the second.

// A Ledger notes what the answer about an entry was made of besides the code:
// what was asked about the values that start-up code has bound to it, and about
// the name of the tool.
type Ledger struct {
	asked map[question]func(Entry) bool
	next  string
}

type question struct {
	what   string
	i      int
	path   string
	method string
}

// newLedger makes a ledger. A function of which the answer does not depend may
// be named, "" for none: where another entry has another one in its place, that
// makes no difference.
func newLedger(next string) *Ledger {
	return &Ledger{asked: map[question]func(Entry) bool{}, next: next}
}

// Watch returns the entry with a note in the ledger of whatever is asked of it.
func (l *Ledger) Watch(en Entry) Entry {
	en.notes = l
	if en.Binds != nil {
		en.Binds = &watched{b: en.Binds, l: l}
	}
	return en
}

// Fits reports whether all that was asked has the same answer for another
// entry, in which next stands for the function that the ledger names.
func (l *Ledger) Fits(en Entry, next string) bool {
	if next != l.next && (next == "" || l.next == "") {
		return false
	}
	if next != "" && en.Binds != nil {
		en.Binds = &standsIn{Binding: en.Binds, from: next, to: l.next}
	}
	for _, same := range l.asked {
		if !same(en) {
			return false
		}
	}
	return true
}

// A Memo keeps what was found of entries. Most functions around handlers do the
// same for every tool of a server, which are many; and where servers are made
// for each request, every tool is there more than once.
type Memo[T any] map[string][]memoized[T]

// A memoized is what was found, and what of the entry it depends on.
type memoized[T any] struct {
	ledger *Ledger
	is     T
}

// Of returns what work finds of an entry, or what it found of another that is
// the same to it. The function next, "" for none, is where work does not go on,
// or where it finds nothing; key says what else the answer depends on.
func (m Memo[T]) Of(key string, en Entry, next string, work func(Entry) T) T {
	key = fmt.Sprint(key, en.Func, en.Kind, en.Request, en.Params, en.Holds, en.Response, en.Returns, en.Around, en.Name == "")
	for _, f := range m[key] {
		if f.ledger.Fits(en, next) {
			return f.is
		}
	}
	l := newLedger(next)
	f := memoized[T]{l, work(l.Watch(en))}
	m[key] = append(m[key], f)
	return f.is
}

func (l *Ledger) note(q question, same func(Entry) bool) {
	if _, ok := l.asked[q]; !ok {
		l.asked[q] = same
	}
}

// Called reports whether a text is the name of the tool that is called.
func (en *Entry) Called(text string) bool {
	return en.Says("name", text, func(name string) bool { return name == text })
}

// Says reports what is says of the name of the tool, where it always says the
// same of a name for that question about that text.
func (en *Entry) Says(question, text string, is func(name string) bool) bool {
	out := is(en.Name)
	if en.notes != nil {
		en.notes.says(question, text, is, out)
	}
	return out
}

func (l *Ledger) says(what, text string, is func(string) bool, out bool) {
	l.note(question{what: what, path: text}, func(o Entry) bool { return is(o.Name) == out })
}

// deadOf is deadFor for an entry.
func (x *fn) deadOf(en Entry) []bool {
	dead := x.deadFor(en.Name, en.Names)
	if en.notes != nil {
		en.notes.note(question{what: "dead", path: x.ID}, func(o Entry) bool { return slices.Equal(x.deadFor(o.Name, o.Names), dead) })
	}
	return dead
}

// watched is a binding with a note of whatever is asked.
type watched struct {
	b Binding
	l *Ledger
}

func (w *watched) Funcs(i int, path []string, method string) []string {
	out := w.b.Funcs(i, path, method)
	w.l.note(question{"funcs", i, pathKey(path), method}, func(o Entry) bool { return o.Binds != nil && slices.Equal(o.Binds.Funcs(i, path, method), out) })
	return out
}

func (w *watched) Whole(i int, path []string, method string) []string {
	out := w.b.Whole(i, path, method)
	w.l.note(question{"whole", i, pathKey(path), method}, func(o Entry) bool { return o.Binds != nil && slices.Equal(o.Binds.Whole(i, path, method), out) })
	return out
}

func (w *watched) Found(r program.Ref, method string) []string {
	out := w.b.Found(r, method)
	w.l.note(question{"found", int(r), "", method}, func(o Entry) bool { return o.Binds != nil && slices.Equal(o.Binds.Found(r, method), out) })
	return out
}

func (w *watched) Text(i int, path []string) (string, bool) {
	out, ok := w.b.Text(i, path)
	w.l.note(question{"text", i, pathKey(path), ""}, func(o Entry) bool {
		if o.Binds == nil {
			return false
		}
		text, found := o.Binds.Text(i, path)
		return text == out && found == ok
	})
	return out, ok
}

func (w *watched) List(i int, path []string) ([]string, bool) {
	out, ok := w.b.List(i, path)
	w.l.note(question{"list", i, pathKey(path), ""}, func(o Entry) bool {
		if o.Binds == nil {
			return false
		}
		list, found := o.Binds.List(i, path)
		return slices.Equal(list, out) && found == ok
	})
	return out, ok
}

// Object is not noted: servers that are made for each request have objects of
// their own, of which each is used like the other.
func (w *watched) Object(i int) string { return w.b.Object(i) }

func (w *watched) Type(typ string) string {
	out := w.b.Type(typ)
	w.l.note(question{what: "type", path: typ}, func(o Entry) bool { return o.Binds != nil && o.Binds.Type(typ) == out })
	return out
}

// pathKey makes a key of a path.
func pathKey(path []string) string { return strings.Join(path, mark) }

// standsIn is a binding in which one function stands under another's id.
type standsIn struct {
	Binding
	from, to string
}

func (r *standsIn) Funcs(i int, path []string, method string) []string {
	return r.rename(r.Binding.Funcs(i, path, method))
}

func (r *standsIn) Found(reg program.Ref, method string) []string {
	return r.rename(r.Binding.Found(reg, method))
}

func (r *standsIn) rename(ids []string) []string {
	if r.from == r.to || !slices.Contains(ids, r.from) {
		return ids
	}
	ids = slices.Clone(ids)
	for i := range ids {
		if ids[i] == r.from {
			ids[i] = r.to
		}
	}
	return ids
}
