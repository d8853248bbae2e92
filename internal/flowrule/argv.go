package flowrule

import (
	"slices"
	"strings"

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
	programs := [][]*flow.Sym{nil}
	lists := [][]*flow.Sym{nil}
	list := operandOf(s, row.At)
	program := -1
	if row.Program != "" {
		program = operandOf(s, row.Program)
		programs = nil
		for _, p := range alternatives(arg(s, program)) {
			programs = append(programs, []*flow.Sym{p})
		}
	}
	if list >= 0 {
		lists = nil
		for _, l := range alternatives(arg(s, list)) {
			lists = append(lists, forms(flow.List(l))...)
		}
	}
	var out []Line
	for k := range min(len(programs)*len(lists), maxLines) {
		p, args := programs[k/len(lists)], lists[k%len(lists)]
		for turn := range turns(args) {
			line := Line{Words: make([]argv.Word, 0, len(p)+len(args))}
			for _, a := range slices.Concat(p, args) {
				line.Words = append(line.Words, word(a, turn))
			}
			line.Data = dataOf(s, slices.Concat(p, args), line.Words, s.At.Arg == program)
			out = append(out, line)
		}
	}
	return out
}

// dataOf returns which words of a line the data of a flow is in: the program,
// the word whose index is known, those that are known to hold it, or any of
// which that is not known.
func dataOf(s *flow.Sink, values []*flow.Sym, words []argv.Word, program bool) []int {
	first := 0
	if s.Row.Program != "" {
		first = 1
	}
	if program && first == 1 {
		return []int{0}
	}
	if i := s.At.Elem + first; s.At.Elem >= 0 && i < len(words) && !manyBefore(words, i) {
		return []int{i}
	}
	var holds, may, clean []int
	for i := first; i < len(words); i++ {
		if words[i].Known {
			continue
		}
		switch data, known := values[i].Marked(); {
		case data:
			holds = append(holds, i)
		case known:
			clean = append(clean, i)
		default:
			may = append(may, i)
		}
	}
	switch {
	case len(holds) > 0:
		return holds
	case len(may) > 0:
		return may
	}
	return clean // it has to be somewhere
}

// forms returns what a list can be that has parts that may be missing: with
// all of them, and with those only that hold something unknown.
func forms(list []*flow.Sym) [][]*flow.Sym {
	full, bare := expand(list, true), expand(list, false)
	if len(full) == len(bare) {
		return [][]*flow.Sym{full}
	}
	return [][]*flow.Sym{full, bare}
}

func expand(list []*flow.Sym, all bool) []*flow.Sym {
	var out []*flow.Sym
	for _, s := range list {
		if s.Kind != flow.SymMaybe {
			out = append(out, s)
			continue
		}
		part := expand(s.Kids, all)
		if all || slices.ContainsFunc(part, func(k *flow.Sym) bool { return !word(k, 0).Known }) {
			out = append(out, part...)
		}
	}
	return out
}

// turns returns how often a line has to be read so that each of the texts that
// a word can be is looked at.
func turns(list []*flow.Sym) int {
	n := 1
	for _, s := range list {
		if s != nil && s.Kind == flow.SymOneOf {
			n = max(n, len(alternatives(s)))
		}
	}
	return min(n, maxTurns)
}

// maxTurns bounds the alternatives of a word that are looked at.
const maxTurns = 8

// Started returns the command lines of the command that a sink of kind stdin
// feeds: those of the call that made it.
func Started(set *models.Set, f *taint.Flow) [][]argv.Word {
	s := f.Sink
	made := arg(s, len(s.Args)-1) // of a field, the struct
	if s.Row.Func != "" {
		made = arg(s, operandOf(s, s.Row.Program))
	}
	if text, ok := made.Text(); ok && s.Row.Func != "" { // a line for a shell
		var words []argv.Word
		for _, w := range strings.Fields(text) {
			words = append(words, argv.Word{Text: w, Known: true})
		}
		return [][]argv.Word{words}
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
		words[i] = word(w, 0)
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

// alternatives lists what a value can be.
func alternatives(s *flow.Sym) []*flow.Sym {
	if s == nil || s.Kind != flow.SymOneOf {
		return []*flow.Sym{s}
	}
	var out []*flow.Sym
	for _, k := range s.Kids {
		out = append(out, alternatives(k)...)
	}
	return out
}

// word returns what is known of a word; of several that it can be, one.
func word(s *flow.Sym, turn int) argv.Word {
	if s == nil {
		return argv.Word{}
	}
	if all := alternatives(s); len(all) > 0 {
		s = all[turn%len(all)]
	}
	switch {
	case s == nil:
		return argv.Word{}
	case s.Kind == flow.SymMany, s.Kind == flow.SymLoop:
		return argv.Word{Many: true}
	}
	text, known := s.Known()
	if known {
		return argv.Word{Text: text, Known: true}
	}
	return argv.Word{Prefix: text}
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
