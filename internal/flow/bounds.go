package flow

// What bounds the work. Data in a tree or a graph of structs has a path for
// each way through it, and a recursive function makes new ones in each turn:
// beyond a few, a larger part stands for all of them. It is the same part for
// the same program, whatever else runs.

// spend takes steps off the limit, and reports whether any are left. Beyond it
// nothing is noted any more.
func (e *Engine) spend(n int) bool {
	e.steps += n
	if e.steps > e.limits.Steps {
		e.full = true
		e.queue = nil
	}
	return !e.full
}

// Work that is not the spreading of a fact counts as well: how many stores that
// are compared, blocks that are gone through and edges that a character is
// followed over cost as much as a step.
const (
	manyStores = 256
	manyBlocks = 32
	manyWays   = 4
)

// larger returns the part that stands for the n-th one at p: itself for the
// first few, what its first step leads to for further ones, in the end the
// whole.
func (p path) larger(n, few int) path {
	switch {
	case n > 4*few: // there are as many first steps, such as keys of maps
		return ""
	case n > few:
		step, _ := p.cut()
		return path("").add(step)
	}
	return p
}

// maxEntries bounds the parts of a parameter that are told apart. Callers from
// the whole program have them in common.
const maxEntries = 3 * maxParts

// coarse returns the entry by which data enters a function: one at a larger
// part where many parts of a parameter have entered already.
func (e *Engine) coarse(id string, ent entry, given string) entry {
	if ent.path == "" || e.sums[sumKey{fn: id, ent: ent, given: given}] != nil {
		return ent
	}
	k := sumKey{fn: id, ent: entry{reg: ent.reg}, given: given}
	e.entered[k]++
	ent.path = ent.path.larger(e.entered[k], maxEntries)
	return ent
}

// Bounds of what is told apart of the arguments of a call or a sink that a
// summary tells of.
const (
	maxArgLists = 16
	maxSinkArgs = 64
)

// A told is what a summary says many things about.
type told struct {
	kind  outKind
	num   int
	op    int
	text  string
	fpath path
	src   *Source
}

// coarse returns what a summary says in the place of something new, once it
// says much of the kind: of a larger part, or with less about the arguments.
// It is nil for the call of a function that is one of too many in a parameter;
// the call graph tells what that is.
func (s *sum) coarse(e *Engine, o *out) *out {
	more := *o
	k := told{kind: o.kind, num: o.num, op: o.op, text: o.text, src: o.src}
	switch o.kind {
	case outResult, outArg, outGlobal:
		if o.path != "" {
			s.told[k]++
			more.path = o.path.larger(s.told[k], maxParts)
		}
	case outCall:
		if o.path != "" {
			s.told[k]++
			more.path = o.path.larger(s.told[k], maxParts)
		}
		of := told{kind: o.kind, num: o.num, op: -1, text: o.text}
		at := of
		at.fpath = o.fpath
		if s.told[at] == 0 {
			s.told[of]++
		}
		s.told[at]++
		if s.told[of] > 4*maxParts {
			more.outKey.args, more.args, more.fpath = "", nil, manyFuncs
			if s.outs[more.outKey] == nil {
				s.outs[more.outKey] = &more
				e.fromGraph(s, &more)
			}
			return nil
		}
		if s.told[at] > maxArgLists {
			more.outKey.args, more.args = "", nil
		}
	case outSink:
		k.text, k.fpath = posKey(o.sink.Pos), o.path
		s.told[k]++
		if s.told[k] > maxSinkArgs {
			sink := *o.sink
			sink.Args = make([]*Sym, len(o.sink.Args))
			for i := range sink.Args {
				sink.Args[i] = unknownSym
			}
			more.sink, more.outKey = &sink, sinkKey(&sink, o.src)
		}
	}
	if more.path != o.path {
		more.mask &^= partMask
	}
	return &more
}

// manyFuncs stands for the functions in all parts of a parameter.
const manyFuncs = path(mark + "()*")
