package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// argvMask are the kinds of harm that a word of a command line can do: it may say
// where the program connects to.
var argvMask = KindMask(models.KindShell, models.KindProgram, models.KindCode, models.KindSQL, models.KindOption, models.KindURLHost)

// codeMask are the kinds of harm that what a program reads can do.
var codeMask = KindMask(models.KindShell, models.KindCode, models.KindSQL)

func sinkMask(row *models.Sink) Mask {
	switch row.Kind {
	case models.KindArgv:
		return argvMask
	case models.KindStdin, models.KindContent:
		return codeMask
	case models.KindPath:
		return KindMask(models.KindPath, models.KindLink)
	case models.KindURLPath: // of a URL, which has a host
		return KindMask(models.KindURLPath, models.KindURLHost)
	case models.KindSize, models.KindIndex:
		return sizeMask | signMask
	case models.KindDepth, models.KindDuration:
		return sizeMask
	case models.KindParse: // of lines, or of escapes that are none
		return KindMask(models.KindHeader)
	case models.KindSteps, models.KindFetch:
		return textMask
	case models.KindAssertion:
		return typeMask
	case models.KindPointer:
		return emptyMask
	case models.KindMemory: // what is limited gets there as well, to be told from what is not
		return sizeMask | KindMask(models.KindResult)
	}
	return KindMask(row.Kind)
}

// plainSinks are the kinds of sinks of which nothing is asked but what the data
// can do.
var plainSinks = map[string]bool{
	models.KindPath: true, models.KindSize: true, models.KindIndex: true, models.KindDepth: true, models.KindDuration: true,
	models.KindParse: true, models.KindPattern: true, models.KindSteps: true, models.KindMemory: true, models.KindFetch: true,
}

// sinkCall notes data that a call of a sink gets.
func (e *Engine) sinkCall(s *sum, at site, sym string, row *models.Sink, op int, p path, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	if e.requests && row.Kind == models.KindSQL && row.Params != "" { // for which the values of placeholders count
		row = &models.Sink{Symbol: row.Symbol, At: row.Params, Kind: models.KindRecord}
	}
	if !e.asks(row.Kind) || !m.Has(sinkMask(row)) || row.Kind == models.KindLog && !logged(src) {
		return
	}
	if row.Kind == models.KindParse && !x.ignoresError(in) {
		return
	}
	place, ok := placeAt(in, row.At, op, p)
	if ok && row.Kind == models.KindSQL && inside(row.At, p) {
		return // the values of conditions that a map or a struct holds become placeholders
	}
	if step, _ := p.cut(); !ok && row.Kind == models.KindAdvert && strings.HasPrefix(step, ".") {
		place, ok = placeAt(in, row.At, op, "") // a struct is told as a whole
	}
	if !ok && row.Program != "" {
		place, ok = placeAt(in, row.Program, op, p)
	}
	if !ok && row.Kind == models.KindLog { // a struct is printed with all its parts
		place, ok = placeAt(in, row.At, op, "")
	}
	if !ok {
		return
	}
	sink := &Sink{Row: row, Sym: sym, Func: x.ID, Pos: in.Pos, At: place, Recv: isMethod(sym)}
	for i, a := range in.Args {
		if plainSinks[row.Kind] {
			break // for which nothing but the mask matters
		}
		if row.Kind == models.KindContent && i == 0 && sink.Recv {
			sink.Args = append(sink.Args, x.object(a)) // the file, by the call that made it
			continue
		}
		sink.Args = append(sink.Args, x.symChecked(a, at.block))
	}
	switch {
	case row.Kind == models.KindLog:
		sink.Writer = x.writer(in.Dst, maxRecord)
	case row.Kind == models.KindMemory && place.Arg == 1 && !sink.Recv: // of a copy: where to
		sink.Args = []*Sym{x.object(in.Args[0])}
	case row.Kind == models.KindArgv:
		sink.Settings = x.settings(in.Dst)
	case row.Kind == models.KindStdin && sink.Recv:
		sink.Settings, sink.Start = x.settings(in.Args[0]), x.made(in.Args[0])
	}
	s.mark(row, sink.Args, src)
	x.script(sink, "")
	e.out(s, &out{outKey: sinkKey(sink, src), mask: m & (sinkMask(row) | props), tr: tr.add(in.Pos, shortSym(sym)), sink: sink})
}

// ignoresError reports whether nothing looks at the error that a call gives
// beside a value that is used, or whether it gives none.
func (x *fn) ignoresError(in *program.Instr) bool {
	if !strings.HasSuffix(in.Class, string(program.ClassError)) {
		return true
	}
	used := false
	for _, at := range x.uses[in.Dst] {
		part := x.in(at)
		if part.Op != program.OpExtract {
			return false // handed on, with the error
		}
		if len(x.uses[part.Dst]) > 0 && int(part.N) == len(in.Class)-1 {
			return false
		}
		used = used || part.N == 0 && len(x.uses[part.Dst]) > 0
	}
	return used
}

// placeAt reports whether data in an operand is at a row's path.
func placeAt(in *program.Instr, text string, op int, p path) (Place, bool) {
	at, err := models.ParsePath(text)
	if err != nil || operand(in, at) != op {
		return Place{}, false
	}
	if _, ok := read(p, stepsOf(at)); !ok {
		return Place{}, false
	}
	if p == "" && len(at.Steps) > 0 && at.Root == models.RootRecv {
		return Place{}, false // a client that was made with the data, not a field that was set to it
	}
	out := Place{Arg: op, Elem: -1}
	if step, _ := p.cut(); isElem(step) {
		if i, ok := index(step); ok {
			out.Elem = i
		}
	} else if strings.HasPrefix(step, ".") && len(at.Steps) == 0 {
		return Place{}, false // a part of a struct that is given as a whole
	}
	return out, true
}

// inside reports whether data is in a part of what is at a row's path.
func inside(text string, p path) bool {
	at, err := models.ParsePath(text)
	if err != nil {
		return false
	}
	rest, ok := read(p, stepsOf(at))
	return ok && rest != ""
}

// storeSinks notes data that is stored in a field that is a sink.
func (e *Engine) storeSinks(s *sum, at site, p path, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	d := x.def(in.Args[0])
	if d == nil || d.Op != program.OpFieldAddr {
		return
	}
	rows := e.models.TaintField(d.Owner, d.Sym)
	if rows == nil {
		return
	}
	for i := range rows.Sinks {
		row := &rows.Sinks[i]
		if !e.asks(row.Kind) || !m.Has(sinkMask(row)) {
			continue
		}
		sym := generic(d.Owner) + "." + d.Sym
		pos := in.Pos
		if !pos.IsValid() {
			pos = d.Pos
		}
		sink := &Sink{Row: row, Sym: sym, Func: x.ID, Pos: pos, At: Place{Arg: 0, Elem: -1}}
		if step, _ := p.cut(); isElem(step) {
			if k, ok := index(step); ok {
				sink.At.Elem = k
			}
		}
		if !plainSinks[row.Kind] {
			sink.Args = []*Sym{x.symChecked(in.Args[1], at.block), x.object(d.Args[0])}
			sink.Settings, sink.Start = x.settings(d.Args[0]), x.made(d.Args[0])
		}
		s.mark(row, sink.Args, src)
		e.out(s, &out{outKey: sinkKey(sink, src), mask: m & (sinkMask(row) | props), tr: tr.add(pos, shortSym(sym)), sink: sink})
	}
}

// makesSink reports whether a function makes a writer whose content is a sink.
func (e *Engine) makesSink(sym string) bool {
	rows := e.rows(sym)
	return rows != nil && slices.ContainsFunc(rows.Sinks, func(r models.Sink) bool { return strings.HasPrefix(r.At, models.RootResult) })
}

// writeSinks notes data that is written to a writer whose content is a sink.
func (e *Engine) writeSinks(s *sum, at site, writer program.Ref, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	for _, w := range e.callGraph().writers(x, writer) {
		call := w.x.in(w.at)
		rows := e.rows(call.Sym)
		for i := range rows.Sinks {
			row := &rows.Sinks[i]
			if !strings.HasPrefix(row.At, models.RootResult) || !e.asks(row.Kind) || !m.Has(sinkMask(row)) {
				continue
			}
			sink := &Sink{Row: row, Sym: call.Sym, Func: x.ID, Pos: in.Pos, At: Place{Arg: -1, Elem: -1}, Recv: isMethod(call.Sym)}
			if row.Kind == models.KindStdin && sink.Recv {
				sink.Settings, sink.Start = w.x.settings(call.Args[0]), w.x.made(call.Args[0])
			}
			if row.Kind == models.KindContent {
				if isMethod(in.Sym) || w.x != x || !x.writtenScript(sink, w.at) {
					continue // methods of a file have rows of their own
				}
			}
			if len(in.Args) > 1 && in.Args[0] == writer {
				sink.Written = x.sym(in.Args[1])
			}
			for _, a := range call.Args {
				// parameters of another function mean nothing here
				sink.Args = append(sink.Args, w.x.object(a).bind(func(*Sym) *Sym { return unknownSym }))
			}
			e.out(s, &out{outKey: sinkKey(sink, src), mask: m & (sinkMask(row) | props), tr: tr.add(in.Pos, "written to what "+shortSym(call.Sym)+" gives"), sink: sink})
		}
	}
}

// object returns the call that made what a register points to, such as the
// exec.Command of a Cmd.
func (x *fn) object(r program.Ref) *Sym {
	ls := x.loc(r)
	if len(ls) != 1 || ls[0].path != "" || ls[0].root.reg == 0 {
		return unknownSym
	}
	return x.sym(ls[0].root.reg)
}

// symChecked is sym with what checks before a block say of an unknown value:
// that it is one of a few texts.
func (x *fn) symChecked(r program.Ref, block int32) *Sym {
	s := x.sym(r)
	if few := x.oneOfTexts(r, block); few != nil && (s.Kind == SymUnknown || s.Kind == SymParam || s.Kind == SymWord || s.Kind == SymElem) {
		return few
	}
	return s
}

// concat returns what data can do that is joined with other text.
func (x *fn) concat(in *program.Instr, op int, m Mask) Mask {
	m &^= lengthMask
	if op == 1 {
		return joined(m, x.sym(in.Args[0]))
	}
	t, ok := x.sym(in.Args[1]).Text()
	if ok && strings.TrimSpace(strings.Trim(t, "; \t\n")) == "" {
		return m
	}
	if ok && strings.IndexByte("/\\", t[0]) < 0 {
		m &^= dotPath
	}
	return m.asPart()
}

// joined returns what data can do that stands after before in a text.
func joined(m Mask, before *Sym) Mask {
	text, known := before.Text()
	if known && strings.TrimSpace(text) == "" && text == "" {
		return m
	}
	if known && strings.TrimSpace(text) == "" {
		return m
	}
	m = m.asPart()
	prefix := before.Prefix()
	if !known || strings.Trim(prefix, "-") != "" {
		m &^= KindMask(models.KindOption) // it does not start the word
	}
	if endsWord(before) {
		m &^= KindMask(models.KindProgram)
	}
	if fixesHost(before) {
		m &^= KindMask(models.KindURLHost) | headURL
	}
	if inQuery(before) {
		m &^= KindMask(models.KindURLPath)
	}
	return m &^ behind(before)
}

// endsWord reports whether the text before a value has a whole word, so that
// the value can't be the first one.
func endsWord(s *Sym) bool {
	switch s.Kind {
	case SymText:
		return strings.ContainsAny(strings.TrimLeft(s.S, " \t\n"), " \t\n")
	case SymConcat:
		for i, k := range s.Kids {
			if t, ok := k.Text(); ok && i > 0 && strings.ContainsAny(t, " \t\n") || endsWord(k) {
				return true
			}
		}
	}
	return false
}

// fixesHost reports whether the text before a value ends the host of a URL.
func fixesHost(s *Sym) bool {
	switch s.Kind {
	case SymText:
		t := s.S
		if i := strings.Index(t, "://"); i >= 0 {
			return strings.ContainsAny(t[i+3:], "/?#")
		}
		return strings.ContainsAny(t, "/?#")
	case SymConcat:
		if t, ok := s.Text(); ok {
			return fixesHost(&Sym{Kind: SymText, S: t})
		}
		for i, k := range s.Kids {
			if t, ok := k.Text(); ok && i > 0 {
				if strings.ContainsAny(strings.ReplaceAll(t, "://", ""), "/?#") {
					return true
				}
			} else if ok && fixesHost(k) {
				return true
			} else if !ok && fixesHost(k) {
				return true
			}
		}
	}
	return false
}
