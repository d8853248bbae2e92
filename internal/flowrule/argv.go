package flowrule

import (
	"github.com/mcpvet/mcpvet/internal/argv"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/models"
)

// A Line is one command line that a sink can run, with the words that hold the
// data of the flow.
type Line struct {
	Words []argv.Word
	Data  []int // indexes of words
}

// maxLines bounds the command lines that alternatives make.
const maxLines = 64

// Lines returns the command lines of a sink of kind argv: one for each program
// that it can start.
func Lines(f *taint.Flow) []Line {
	s := f.Sink
	row := s.Row
	if row.Kind != models.KindArgv {
		return nil
	}
	programs := []*flow.Sym{nil}
	lists := [][]*flow.Sym{nil}
	first := 0
	list := operandOf(s, row.At)
	program := -1
	if row.Program != "" {
		program = operandOf(s, row.Program)
		programs = alternatives(arg(s, program))
		first = 1
	}
	if list >= 0 {
		lists = nil
		for _, l := range alternatives(arg(s, list)) {
			lists = append(lists, flow.List(l))
		}
	}
	var out []Line
	for k := range len(programs) * len(lists) {
		var line Line
		p, args := programs[k/len(lists)], lists[k%len(lists)]
		if first == 1 {
			line.Words = append(line.Words, word(p))
		}
		for _, a := range args {
			line.Words = append(line.Words, word(a))
		}
		switch {
		case s.At.Arg == program && first == 1:
			line.Data = []int{0}
		case s.At.Elem >= 0 && s.At.Elem+first < len(line.Words) && !manyBefore(line.Words, s.At.Elem+first):
			line.Data = []int{s.At.Elem + first}
		default:
			for i := first; i < len(line.Words); i++ {
				if !line.Words[i].Known {
					line.Data = append(line.Data, i)
				}
			}
		}
		out = append(out, line)
		if len(out) == maxLines {
			break
		}
	}
	return out
}

// Started returns the command lines of the command that a sink of kind stdin
// feeds: those of the call that made it.
func Started(set *models.Set, f *taint.Flow) [][]argv.Word {
	s := f.Sink
	made := arg(s, len(s.Args)-1) // of a field, the struct
	if s.Row.Func != "" {
		made = arg(s, operandOf(s, s.Row.Program))
	}
	if made == nil || made.Kind != flow.SymCall {
		return nil
	}
	rows := set.Func(made.S)
	if rows == nil {
		return nil
	}
	var out [][]argv.Word
	for i := range rows.Sinks {
		row := &rows.Sinks[i]
		if row.Kind != models.KindArgv {
			continue
		}
		line := &taint.Flow{Flow: flow.Flow{Sink: &flow.Sink{Row: row, Args: made.Kids, Recv: made.S[0] == '(', At: flow.Place{Arg: -1, Elem: -1}}}}
		for _, l := range Lines(line) {
			out = append(out, l.Words)
		}
	}
	return out
}

// Script returns the words of the command line that runs the file which a sink
// of kind content writes, and the index of the one that names it.
func Script(f *taint.Flow) ([]argv.Word, int) {
	run := f.Sink.Run
	if run == nil {
		return nil, -1
	}
	words := make([]argv.Word, len(run.Words))
	for i, w := range run.Words {
		words[i] = word(w)
	}
	return words, run.Word
}

func manyBefore(words []argv.Word, i int) bool {
	for _, w := range words[:i] {
		if w.Many {
			return true
		}
	}
	return words[i].Many
}

func alternatives(s *flow.Sym) []*flow.Sym {
	if s != nil && s.Kind == flow.SymOneOf {
		return s.Kids
	}
	return []*flow.Sym{s}
}

func word(s *flow.Sym) argv.Word {
	if s == nil {
		return argv.Word{}
	}
	if t, ok := s.Text(); ok {
		return argv.Word{Text: t, Known: true}
	}
	if s.Kind == flow.SymMany {
		return argv.Word{Many: true}
	}
	return argv.Word{Prefix: s.Prefix()}
}

// arg returns what is known of an operand of a sink.
func arg(s *flow.Sink, i int) *flow.Sym {
	if i < 0 || i >= len(s.Args) {
		return nil
	}
	return s.Args[i]
}

// operandOf returns which of a sink's arguments a row's path names, -1 for
// none.
func operandOf(s *flow.Sink, text string) int {
	if s.Row.Func == "" {
		return 0 // what is stored in a field
	}
	p, err := models.ParsePath(text)
	if err != nil {
		return -1
	}
	i := p.Index
	switch {
	case p.Root == models.RootRecv:
		i = 0
	case p.Root != models.RootArg:
		return -1
	case s.Recv:
		i++
	}
	return i
}
