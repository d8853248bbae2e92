package flow

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// What a tool keeps of its arguments, another tool may use: in a variable of the
// package, or in an object that start-up code has bound to both. It is the first
// one's argument then, whoever uses it.

// keptMask is the harm by which an argument that is kept is followed: it is the
// text itself that does it, whenever it is used.
var keptMask = KindMask(models.KindShell, models.KindProgram, models.KindCode, models.KindOption, models.KindWords, models.KindSQL,
	models.KindPath, models.KindLink, models.KindURLHost)

// objectCell names the cell of an object that start-up code has made.
func objectCell(id string) string { return "object " + id }

// isContext reports whether a cell is of a value in contexts.
func isContext(cell string) bool { return strings.HasPrefix(cell, contextCell("")) }

// shared registers what an entry reads of objects that start-up code has bound
// to it.
func (e *Engine) shared(x *fn, en Entry, inside *sum) {
	if e.requests || en.Binds == nil {
		return
	}
	for i := range len(x.Params) + x.FreeVars {
		if id := en.Binds.Object(i); id != "" {
			e.reads(objectCell(id), reader{sum: inside, at: start, reg: program.Ref(i + 1)})
		}
	}
}

// A keptBy is an argument that a function keeps, and where.
type keptBy struct {
	fn, cell string
	at       path
	src      Source
}

// keeps follows on what an entry keeps of its arguments; by is its number.
func (e *Engine) keeps(x *fn, en Entry, list []begun, by int) {
	if e.requests {
		return
	}
	for _, b := range list {
		for _, o := range b.sum.list {
			src, tr := o.src, o.tr
			if src == nil && b.src != nil {
				src = b.src
				tr = (*trace)(nil).add(x.Pos, src.describe()).push(&trace{sub: o.tr})
			}
			m := o.mask & b.lets & (keptMask | props)
			if src == nil || src.Class != models.ClassArgument || m&kinds == 0 {
				continue
			}
			cell, what := "", ""
			switch {
			case o.kind == outGlobal && !isContext(o.text):
				cell, what = o.text, shortSym(o.text)
			case o.kind == outArg && en.Binds != nil:
				if id := en.Binds.Object(o.num - 1); id != "" {
					cell, what = objectCell(id), x.placeName(o.num, o.path)
				}
			}
			if cell == "" {
				continue
			}
			kept := *src
			if kept.From == 0 { // else another one has kept it before
				k := keptBy{en.Func, cell, o.path, kept}
				if m &^= e.keepers[k]; m&kinds == 0 {
					continue // a server that is made several times has the same handler each time
				}
				e.keepers[k] |= m & kinds
				kept.From = by
			}
			pos := x.Pos
			if tr != nil && tr.last().IsValid() {
				pos = tr.last()
			}
			e.cell(cell, o.path, e.source(kept), m, tr.add(pos, "kept in "+what))
		}
	}
	e.run()
}
