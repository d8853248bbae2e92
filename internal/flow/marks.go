package flow

import "github.com/mcpvet/mcpvet/models"

// A value of which nothing is known has the register that it is in, until it
// is said whether that holds the data of a flow.

// What is said of an unknown value.
const (
	markData  = "data"  // the data of the flow is in it
	markClean = "clean" // it is not
)

// Marked reports whether the data of the flow is known to be in a value, or
// known not to be. Where neither is, nothing is known of it.
func (s *Sym) Marked() (data, known bool) {
	if s == nil {
		return false, false
	}
	if s.Kind == SymUnknown {
		return s.S == markData, s.N == 0 && (s.S == markData || s.S == markClean)
	}
	if s.made != nil && s.made.mark != "" {
		return s.made.mark == markData, true
	}
	known = len(s.Kids) > 0
	for _, k := range s.Kids {
		d, ok := k.Marked()
		if d {
			return s.Kind != SymElem, s.Kind != SymElem // else it may be in another element
		}
		if _, text := k.Text(); !ok && !text && k.Kind != SymDigits {
			known = false
		}
	}
	return false, known
}

// mark says of the unknown values of a command line or a URL, which come from
// the function of a summary, whether they hold data of a source.
func (s *sum) mark(row *models.Sink, args []*Sym, src *Source) {
	switch row.Kind {
	case models.KindArgv, models.KindURLPath, models.KindURLHost:
	default:
		return
	}
	regs := map[int64]bool{}
	for v, d := range s.seen {
		if v.src != src && (v.src == nil || src == nil || !v.src.alike(src)) {
			continue
		}
		for _, f := range d.list {
			if f.mask.Has(sinkMask(row)) { // not as a number, of which only the size matters
				regs[int64(v.reg)] = true
			}
		}
	}
	for i, a := range args {
		args[i] = a.marked(s.fn.ID, regs)
	}
}

func (s *Sym) marked(id string, regs map[int64]bool) *Sym {
	if s == nil {
		return nil
	}
	if s.Kind == SymUnknown {
		switch {
		case s.N == 0:
			return s
		case s.S != id:
			return unknownSym
		case regs[s.N]:
			return &Sym{S: markData}
		}
		return &Sym{S: markClean}
	}
	if len(s.Kids) == 0 && s.made == nil {
		return s
	}
	out := *s
	if s.made != nil && s.made.fn == id {
		mark := markClean
		if regs[s.made.reg] {
			mark = markData
		}
		out.made = &made{mark: mark}
	}
	out.Kids = make([]*Sym, len(s.Kids))
	for i, k := range s.Kids {
		out.Kids[i] = k.marked(id, regs)
	}
	if s.Kind == SymMany {
		if data, known := out.Marked(); known && !data {
			return &Sym{Kind: SymMany} // what a list holds need not be known by the register that it is in
		}
	}
	return &out
}

// alike reports whether two sources may be one, of which a name is known in
// one place only.
func (s *Source) alike(t *Source) bool {
	return s.Class == t.Class && s.Sym == t.Sym && s.Pos == t.Pos && (s.Name == t.Name || s.Name == "" || t.Name == "")
}
