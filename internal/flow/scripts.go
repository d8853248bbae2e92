package flow

import (
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A Run is a command line that names a file which the program has written
// before: what was written is run, if the program reads the file as a script.
type Run struct {
	Sym   string // the function that starts it
	Pos   program.Pos
	Words []*Sym // program first
	Word  int    // index of the one that names the file

	Settings *Sym // as of Sink
}

// lines lists the command lines that a function starts itself.
func (x *fn) lines() []Run {
	if x.runs != nil {
		return *x.runs
	}
	var out []Run
	for b := range x.Blocks {
		for i := range x.Blocks[b].Instrs {
			in := &x.Blocks[b].Instrs[i]
			if in.Op != program.OpCall || in.Mode == program.CallBuiltin || in.Mode == program.CallDynamic {
				continue
			}
			rows := x.e.rows(in.Sym)
			if rows == nil {
				continue
			}
			for k := range rows.Sinks {
				if r := &rows.Sinks[k]; r.Kind == models.KindArgv {
					out = append(out, Run{Sym: in.Sym, Pos: in.Pos, Words: x.wordsOf(in, r), Settings: x.settings(in.Dst)})
				}
			}
		}
	}
	x.runs = &out
	return out
}

// wordsOf returns what is known of the words of a command line.
func (x *fn) wordsOf(in *program.Instr, row *models.Sink) []*Sym {
	var out []*Sym
	if p, err := models.ParsePath(row.Program); err == nil && row.Program != "" {
		if i := operand(in, p); i >= 0 {
			out = append(out, x.sym(in.Args[i]))
		}
	}
	if p, err := models.ParsePath(row.At); err == nil {
		if i := operand(in, p); i >= 0 {
			out = append(out, List(x.sym(in.Args[i]))...)
		}
	}
	return out
}

// runOf finds the command line of a function that names a file: what is known
// of its path, of the file itself, or of the function that has written it.
func (x *fn) runOf(file *Sym, writer string) (Run, bool) {
	for _, line := range x.lines() {
		for i, w := range line.Words {
			if w == nil || w.Kind == SymUnknown || w.Kind == SymText && i > 0 && w.S == "" {
				continue
			}
			switch {
			case writer != "" && w.Kind == SymCall && w.S == writer,
				file != nil && file.Kind != SymUnknown && w.key() == file.key(),
				file != nil && file.Kind == SymCall && w.Kind == SymCall && w.S == "(*os.File).Name" && len(w.Kids) == 1 && w.Kids[0].key() == file.key():
				line.Word = i
				return line, true
			}
		}
	}
	return Run{}, false
}

// script joins a file that data is written to with the command that runs it,
// where the function at hand shows both.
func (x *fn) script(sink *Sink, writer string) {
	if sink.Row.Kind != models.KindContent || sink.Run != nil {
		return
	}
	var file *Sym
	if p, err := models.ParsePath(sink.Row.Program); err == nil {
		i := p.Index
		switch {
		case p.Root == models.RootRecv:
			i = 0
		case sink.Recv:
			i++
		}
		if i < len(sink.Args) {
			file = sink.Args[i]
		}
	}
	if r, ok := x.runOf(file, writer); ok {
		sink.Run = &r
	}
}

// writtenScript joins a file that a call has opened to be written with the
// command that runs it, by what the call gives or by the name that it gets. It
// reports whether there is such a command.
func (x *fn) writtenScript(sink *Sink, opened site) bool {
	file := x.callSym(x.in(opened), maxSym)
	for _, name := range append([]*Sym{file}, file.Kids[:min(1, len(file.Kids))]...) {
		if r, ok := x.runOf(name, ""); ok {
			sink.Run = &r
			return true
		}
	}
	return false
}
