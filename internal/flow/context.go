package flow

import (
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A context is no data, but it holds some: what is put under a key is at "@"
// and the key. Besides, a value that is put there in one place (the function
// that an HTTP server calls for each request) and read in another (a handler)
// has no common caller, so each key is a global as well.

const inContext = "@"

// contextCell names the global of a key.
func contextCell(key string) string { return "context " + key }

// contextKey names the key of a context's value.
func (x *fn) contextKey(r program.Ref) string {
	if c := x.constant(r); c != nil {
		switch c.Kind {
		case program.ConstGlobal:
			return "&" + c.S
		case program.ConstString:
			return strconv.Quote(c.S)
		case program.ConstInt:
			return strconv.FormatInt(c.I, 10)
		case program.ConstZero:
			return c.Type
		}
		return ""
	}
	in := x.def(r)
	if in == nil {
		return ""
	}
	switch in.Op {
	case program.OpMakeInterface:
		k := x.contextKey(in.Args[0])
		if k == "" && x.e.kindOf(in.Type) == program.KindStruct {
			k = "{}"
		}
		if k == "" {
			return ""
		}
		return in.Type + " " + k
	case program.OpLoad:
		for _, l := range x.loc(in.Args[0]) {
			if l.root.global != "" {
				return "*" + l.root.global + string(l.path)
			}
		}
	case program.OpChangeInterface, program.OpConvert:
		return x.contextKey(in.Args[0])
	}
	return ""
}

// intoContext carries data over context.WithValue.
func (e *Engine) intoContext(s *sum, at site, op int, p path, src *Source, m Mask, tr *trace) {
	in := s.fn.in(at)
	switch {
	case op == 0 && strings.HasPrefix(string(p), mark+inContext):
		e.emit(s, in.Dst, p, src, m, tr)
	case op == 2:
		key := s.fn.contextKey(in.Args[1])
		if key == "" {
			return
		}
		tr = tr.add(in.Pos, "put into the context")
		e.emit(s, in.Dst, path("").add(inContext+key).join(p), src, m, tr)
		e.out(s, &out{outKey: outKey{kind: outGlobal, path: p, text: contextCell(key), src: src}, mask: m, tr: tr})
		e.cell(contextCell(key), p, src, m, tr)
	}
}

// fromContext carries data over a context's method Value.
func (e *Engine) fromContext(s *sum, at site, p path, src *Source, m Mask, tr *trace) {
	in := s.fn.in(at)
	step, rest := p.cut()
	if key, ok := strings.CutPrefix(step, inContext); ok && key == s.fn.contextKey(in.Args[1]) {
		e.emit(s, in.Dst, rest, src, m, tr.add(in.Pos, "read from the context"))
	}
}

// A content is data in a global or under a key of contexts.
type content struct {
	path path
	src  *Source
	mask Mask
	tr   *trace
}

// A reader is a summary whose function reads a global, a value in contexts, or
// an object that start-up code has bound to it.
type reader struct {
	sum *sum
	at  site        // of the call of Value; start for the others
	reg program.Ref // of the object; 0 for the others
}

// cell notes what is put into a global, and tells the functions that read it.
func (e *Engine) cell(name string, p path, src *Source, m Mask, tr *trace) {
	if src == nil || src.param != 0 {
		return // what is only known to come from a parameter comes again from the caller
	}
	if src.Class == models.ClassArgument && src.From == 0 && !e.requests && !isContext(name) {
		return // see keeps
	}
	for _, c := range e.cells[name] {
		if c.path == p && c.src == src && m&^c.mask == 0 {
			return
		}
	}
	c := content{p, src, m, tr}
	e.cells[name] = append(e.cells[name], c)
	for _, r := range e.readers[name] {
		e.fill(name, r, c)
	}
}

func (e *Engine) fill(name string, r reader, c content) {
	switch {
	case r.reg != 0: // it is there when the call comes in
		e.place(r.sum, loc{root{reg: r.reg}, c.path, true}, start, true, false, c.src, c.mask, c.tr)
		return
	case r.at == start:
		e.place(r.sum, loc{root{global: name}, c.path, true}, start, c.src.From != 0, false, c.src, c.mask, c.tr)
		return
	}
	in := r.sum.fn.in(r.at)
	e.emit(r.sum, in.Dst, c.path, c.src, c.mask, c.tr.add(in.Pos, "read from the context"))
}

// initialised follows what a package's initialiser stores to a global that is
// read.
func (e *Engine) initialised(global string) {
	i := strings.LastIndexByte(global, '.')
	if i < 0 {
		return
	}
	if x := e.fn(e.inits[global[:i]]); x != nil && len(x.stores[root{global: global}]) > 0 {
		e.summary(x.ID, entry{}, 0, nil)
	}
}

// maxPut bounds how many calls above a function that puts something into a
// context it is looked for where that comes from.
const maxPut = 3

// putThere follows what functions put under a key of contexts, wherever they
// run: before a handler does, in front of the server.
func (e *Engine) putThere(key string) {
	if e.puts == nil {
		e.puts, e.above = map[string][]string{}, map[string][]string{}
		for _, id := range e.ids {
			for _, callee := range e.funcs[id].Calls {
				if callee != "context.WithValue" {
					if e.funcs[callee] != nil {
						e.above[callee] = append(e.above[callee], id)
					}
					continue
				}
				x := e.fn(id)
				for b := range x.Blocks {
					for i := range x.Blocks[b].Instrs {
						if in := &x.Blocks[b].Instrs[i]; in.Op == program.OpCall && in.Sym == callee && len(in.Args) == 3 {
							if k := x.contextKey(in.Args[1]); k != "" {
								e.puts[k] = append(e.puts[k], id)
							}
						}
					}
				}
			}
		}
	}
	from := e.puts[key]
	delete(e.puts, key) // once
	for up := range maxPut {
		var above []string
		for _, id := range from {
			if !e.sentAlong(e.summaryOf(sumKey{fn: id, ahead: up > 0}, nil, nil)) {
				above = append(above, e.above[id]...)
			}
		}
		from = sorted(above)
	}
}

// sentAlong starts what comes along with an HTTP request that a function gets,
// and reports whether it gets one.
func (e *Engine) sentAlong(s *sum) bool {
	gets := false
	for i, p := range s.fn.Params {
		if p.Type == "*net/http.Request" {
			src := e.source(Source{Class: models.ClassHeader, Sym: "net/http.Request.Header", Pos: s.fn.Pos})
			m := classMask(src.Class) &^ KindMask(models.KindURLPath) // a header names a service, and what is before a path
			e.emit(s, program.Ref(i+1), path("").add(".Header"), src, m, (*trace)(nil).add(s.fn.Pos, src.describe()))
			gets = true
		}
	}
	return gets
}

// reads registers a reader of a cell.
func (e *Engine) reads(cell string, r reader) {
	e.readers[cell] = append(e.readers[cell], r)
	for _, c := range e.cells[cell] {
		e.fill(cell, r, c)
	}
}

// registerReads registers what a summary reads of globals and contexts.
func (e *Engine) registerReads(s *sum) {
	x := s.fn
	var globals []string
	for r := range x.reads {
		globals = append(globals, r.global)
	}
	for r := range x.passes {
		globals = append(globals, r.global)
	}
	for _, g := range sorted(globals) {
		if g != "" {
			e.reads(g, reader{sum: s, at: start})
			e.initialised(g)
		}
	}
	for b := range x.Blocks {
		for i := range x.Blocks[b].Instrs {
			in := &x.Blocks[b].Instrs[i]
			if in.Op == program.OpCall && in.Sym == "(context.Context).Value" && len(in.Args) == 2 {
				if key := x.contextKey(in.Args[1]); key != "" {
					e.reads(contextCell(key), reader{sum: s, at: site{int32(b), int32(i)}})
					e.putThere(key)
				}
			}
		}
	}
}
