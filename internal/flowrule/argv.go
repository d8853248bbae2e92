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
	Seen  bool  // how the list of arguments is made is known at all
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
	program := -1
	if row.Program != "" {
		program = operandOf(s, row.Program)
	}
	all := valuesOf(s, program, operandOf(s, row.At))
	all = all[:min(len(all), maxLines)]
	list := arg(s, operandOf(s, row.At))
	seen := list != nil && list.Kind != flow.SymUnknown
	var out []Line
	var elsewhere []int
	for _, values := range all {
		for turn := range turns(values) {
			line := Line{Words: make([]argv.Word, 0, len(values))}
			for _, a := range values {
				line.Words = append(line.Words, word(a, turn))
			}
			var sure bool
			line.Data, sure = dataOf(s, values, line.Words, s.At.Arg == program, len(all) > 1)
			line.Seen = seen
			if !sure {
				elsewhere = append(elsewhere, len(out))
			}
			out = append(out, line)
		}
	}
	if len(elsewhere) < len(out) {
		for _, i := range elsewhere { // the data is in another line
			out[i].Data = nil
		}
	}
	return out
}

// valuesOf returns what is known of the words of each command line.
func valuesOf(s *flow.Sink, program, list int) [][]*flow.Sym {
	if program >= 0 && list >= 0 {
		if all := together(arg(s, program), arg(s, list)); all != nil {
			return all
		}
	}
	programs := [][]*flow.Sym{nil}
	lists := [][]*flow.Sym{nil}
	if s.Row.Program != "" {
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
	var out [][]*flow.Sym
	for k := range min(len(programs)*len(lists), maxLines) {
		out = append(out, slices.Concat(programs[k/len(lists)], lists[k%len(lists)]))
	}
	return out
}

// together returns the command lines of a program and arguments that are the
// start and the rest of one list: each program goes with the arguments that
// stand behind it only. It is nil if they are from different lists.
func together(program, args *flow.Sym) [][]*flow.Sym {
	if program == nil || args == nil {
		return nil
	}
	var out [][]*flow.Sym
	switch {
	case program.Kind == flow.SymElem && args.Kind == flow.SymRest && args.N == program.N+1 && program.Kids[0].Same(args.Kids[0]):
		for _, l := range alternatives(program.Kids[0]) {
			list := flow.List(l)
			for _, f := range append(forms(list), expand(list, none)...) {
				if line := lineFrom(f, int(program.N)); line != nil {
					out = append(out, line)
				}
			}
		}
	case program.Kind == flow.SymOneOf && args.Kind == flow.SymOneOf && program.N != 0 && program.N == args.N && len(program.Kids) == len(args.Kids):
		for i, p := range program.Kids {
			lines := together(p, args.Kids[i])
			if lines == nil {
				for _, f := range forms(flow.List(args.Kids[i])) {
					lines = append(lines, slices.Concat([]*flow.Sym{p}, f))
				}
			}
			out = append(out, lines...)
		}
	}
	return out
}

// lineFrom returns the command line that starts at element n of a list, nil if
// there is none.
func lineFrom(list []*flow.Sym, n int) []*flow.Sym {
	for i, s := range list {
		switch many := word(s, 0).Many; {
		case many:
			return slices.Concat([]*flow.Sym{nil}, list[i:]) // the program is one of many words
		case i == n:
			return list[n:]
		}
	}
	return nil
}

// dataOf returns which words of a line the data of a flow is in: the program,
// the word whose index is known, those that are known to hold it, or any of
// which that is not known. It is not sure if the data is in none of them as far
// as is known. several says that this is one of several lines.
func dataOf(s *flow.Sink, values []*flow.Sym, words []argv.Word, program, several bool) (data []int, sure bool) {
	first := 0
	if s.Row.Program != "" {
		first = 1
	}
	if program && first == 1 {
		return []int{0}, true
	}
	if i := s.At.Elem + first; s.At.Elem >= 0 && i < len(words) && !manyBefore(words, i) && (!several || mayHold(values[i])) {
		return []int{i}, true
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
		return holds, true
	case len(may) > 0:
		return may, true
	}
	return clean, false // it has to be somewhere
}

// mayHold reports whether the data of a flow can be in a word.
func mayHold(s *flow.Sym) bool {
	if _, constant := s.Known(); constant {
		return false
	}
	data, known := s.Marked()
	return data || !known
}

// forms returns what a list can be that has parts that may be missing: with
// all of them, and with those only that hold something unknown.
func forms(list []*flow.Sym) [][]*flow.Sym {
	out, bare := expand(list, every), expand(list, unknown)
	for _, b := range bare {
		if !slices.ContainsFunc(out, func(f []*flow.Sym) bool { return slices.Equal(f, b) }) {
			out = append(out, b)
		}
	}
	return out
}

// Which of the parts that may be missing are there.
type present uint8

const (
	every   present = iota
	unknown         // those with something that is not known
	none
)

// expand returns what a list can be, with some of the parts that may be
// missing: one for each choice that there is in it.
func expand(list []*flow.Sym, parts present) [][]*flow.Sym {
	out := [][]*flow.Sym{nil}
	for _, s := range list {
		var ways [][]*flow.Sym
		switch s.Kind {
		case flow.SymChoice:
			for _, k := range s.Kids {
				ways = append(ways, expand(k.Kids, parts)...)
			}
		case flow.SymMaybe:
			if parts == none {
				continue
			}
			for _, w := range expand(s.Kids, parts) {
				if parts == unknown && !slices.ContainsFunc(w, func(k *flow.Sym) bool { return !word(k, 0).Known }) {
					w = nil
				}
				ways = append(ways, w)
			}
		default:
			ways = [][]*flow.Sym{{s}}
		}
		var more [][]*flow.Sym
		for _, o := range out {
			for _, w := range ways {
				if len(more) < maxLines {
					more = append(more, slices.Concat(o, w))
				}
			}
		}
		out = more
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
