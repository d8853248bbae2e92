package effects

import (
	"path"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/argv"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/models"
)

// program judges a call that runs a program, a command or code.
func (v *visitor) program(c flow.Call, row *models.Sink) {
	e := &Effect{On: models.OnProcesses, What: display(c.Sym), Call: c, Reads: models.TextOfOwner}
	chosen := v.chosen[place{v.entry, c.Pos, row.Kind}]
	if chosen && row.Kind != models.KindArgv {
		e.Caller, e.Act = true, models.ActRun
		v.add(e)
		return
	}
	var words []string
	switch {
	case row.Kind == models.KindArgv && row.Program != "":
		words = append(words, v.operand(c, row.Program).Pieces())
		words = append(words, v.list(c, row.At)...)
	case row.Kind == models.KindArgv:
		words = v.list(c, row.At)
	case row.Kind == models.KindShell:
		e.Act, e.What = v.commandLine(v.operand(c, row.At).Pieces())
		v.addRun(e)
		return
	case row.Kind == models.KindProgram:
		words = []string{v.operand(c, row.At).Pieces()}
	default: // code that the program itself chooses
		e.Act = models.ActRun
	}
	if chosen && v.open(words, v.harm[place{v.entry, c.Pos, row.Kind}], row.Program != "" && !v.chosen[place{v.entry, c.Pos, models.KindProgram}]) {
		e.Caller, e.Act = true, models.ActRun
		v.add(e)
		return
	}
	if len(words) > 0 {
		e.Act, e.What = v.command(words)
	}
	if chosen && e.Act == "" && v.manifold(words) && c.Frame.Splits(operandRef(c, listOf(row.At))) { // any of what the program can do
		e.Caller, e.Act = true, models.ActRun
	}
	v.addRun(e)
}

// manifold reports whether the first word of the arguments, which is not known,
// is one of the subcommands of a program that changes things by some of them.
func (v *visitor) manifold(words []string) bool {
	program := path.Base(strings.TrimSuffix(words[0], ".exe"))
	row := v.set.Command(program)
	if row == nil || len(words) != 2 || words[1] != flow.Gap {
		return false // more words: what is not known may be anything
	}
	return len(row.Sub[models.ActUpdate])+len(row.Sub[models.ActDelete]) > 0
}

// interprets reports whether the program whose standard input a flow reaches
// runs what it reads.
func (v *visitor) interprets(f *taint.Flow) bool {
	args := f.Sink.Args
	if len(args) == 0 {
		return false
	}
	made := args[len(args)-1] // of a field, the struct
	if f.Sink.Row.Func != "" {
		if p, err := models.ParsePath(f.Sink.Row.Program); err != nil || p.Root != models.RootRecv {
			return true // the call itself says what it runs
		}
		made = args[0]
	}
	if made == nil || made.Kind != flow.SymCall {
		return false
	}
	rows := v.set.Func(made.S)
	if rows == nil {
		return false
	}
	return slices.ContainsFunc(rows.Sinks, func(row models.Sink) bool {
		if row.Kind != models.KindArgv {
			return false
		}
		p, err := models.ParsePath(row.At)
		if row.Program != "" {
			p, err = models.ParsePath(row.Program)
		}
		if err != nil || p.Root != models.RootArg || p.Index >= len(made.Kids) {
			return false
		}
		var words []string
		for _, k := range made.Kids[p.Index:] {
			if k.Kind != flow.SymList {
				words = append(words, k.Pieces())
				continue
			}
			for _, e := range flow.List(k) {
				words = append(words, e.Pieces())
			}
		}
		_, ok := argv.Stdin(v.set, wordsOf(words))
		return ok
	})
}

// open reports whether what is not known of a command line is what is run, as a
// whole: the program, a command, or code. A part of a command is a fault, not
// what the tool is for; nor is a text that checks keep from being a command. With fixed,
// nobody but the code chooses the program.
func (v *visitor) open(words []string, harm flow.Mask, fixed bool) bool {
	for i, r := range argv.Roles(v.set, wordsOf(words)) {
		if (i > 0 || !fixed) && r.Certain && strings.Trim(words[i], flow.Gap) == "" && words[i] != "" && (r.Kind == models.KindProgram || r.Kind == models.KindShell || r.Kind == models.KindCode) && (r.Kind != models.KindShell || harm.Has(flow.KindMask(models.KindShell))) {
			return true
		}
	}
	return false
}

// addRun adds the effect of a program that the code chooses.
func (v *visitor) addRun(e *Effect) {
	if e.Act == models.ActNone {
		return
	}
	v.add(e)
}

// ofProgram reports whether what reaches a sink for command lines is the operand
// that names the program.
func ofProgram(s *flow.Sink) bool {
	p, err := models.ParsePath(s.Row.Program)
	if s.Row.Kind != models.KindArgv || s.Row.Program == "" || err != nil || p.Root != models.RootArg {
		return false
	}
	if s.Recv {
		p.Index++
	}
	return s.At.Arg == p.Index
}

// listOf returns the path of the list of which a path names the elements.
func listOf(at string) string {
	at, _, _ = strings.Cut(at, "[")
	return at
}

// list returns the words of a list of arguments.
func (v *visitor) list(c flow.Call, at string) []string {
	var out []string
	for _, s := range flow.List(v.operand(c, listOf(at))) {
		switch s.Kind {
		case flow.SymMaybe, flow.SymMany, flow.SymChoice:
			out = append(out, flow.Gap)
		default:
			out = append(out, s.Pieces())
		}
	}
	return out
}

// command returns what a program does that is run with words, of which parts
// that are not known are gaps, and the command for people.
func (v *visitor) command(words []string) (act, what string) {
	for depth := 0; depth < 4 && len(words) > 0; depth++ {
		program := path.Base(strings.TrimSuffix(words[0], ".exe"))
		if strings.Contains(program, flow.Gap) || program == "." {
			return "", "a program that is not known"
		}
		if inner := v.inner(words); inner != nil {
			words = inner
			continue
		}
		if text, ok := v.text(words); ok {
			return v.commandLine(text)
		}
		row := v.set.Command(program)
		if row == nil {
			return "", program
		}
		return v.run(row, program, words[1:])
	}
	return "", "a program that is not known"
}

// inner returns the command that a program runs as its arguments say, nil for
// one that runs none: sudo, env, timeout.
func (v *visitor) inner(words []string) []string {
	for i, r := range argv.Roles(v.set, wordsOf(words)) {
		if i > 0 && r.Kind == models.KindProgram {
			return words[i:]
		}
	}
	return nil
}

// wordsOf returns words as package argv takes them.
func wordsOf(words []string) []argv.Word {
	list := make([]argv.Word, len(words))
	for i, w := range words {
		prefix, _, gap := strings.Cut(w, flow.Gap)
		list[i] = argv.Word{Text: w, Known: !gap, Prefix: prefix, Many: w == flow.Gap}
	}
	return list
}

// text returns the command text that a shell gets.
func (v *visitor) text(words []string) (string, bool) {
	for i, r := range argv.Roles(v.set, wordsOf(words)) {
		if i > 0 && r.Kind == models.KindShell && !r.File {
			return words[i], true
		}
	}
	return "", false
}

// strength orders acts by the harm that they do.
var strength = []string{models.ActNone, models.ActRead, models.ActCreate, models.ActSend, models.ActUpdate, models.ActGrant, models.ActSpend, models.ActRun, models.ActDelete}

// worse returns the act that does more harm; what is not known is between
// reading and changing.
func worse(a, b string) string {
	rank := func(act string) int {
		if act == "" {
			return 2*slices.Index(strength, models.ActRead) + 1
		}
		return 2 * slices.Index(strength, act)
	}
	if rank(b) > rank(a) {
		return b
	}
	return a
}

// commandLine returns what a command text does, by the first words of each of
// its commands.
func (v *visitor) commandLine(text string) (act, what string) {
	act = models.ActNone
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(";|&\n()`", r) }) {
		words := strings.Fields(strings.ReplaceAll(line, flow.Gap, " "+flow.Gap+" "))
		for len(words) > 0 && (strings.Contains(words[0], "=") || words[0] == "2>" || strings.HasPrefix(words[0], ">")) {
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		a, w := v.command(words)
		if slices.ContainsFunc(words, func(w string) bool {
			return strings.HasPrefix(w, ">") && w != ">/dev/null" && !strings.HasPrefix(w, ">&")
		}) {
			a = worse(a, models.ActUpdate)
		}
		if what == "" || worse(act, a) != act {
			what = w
		}
		act = worse(act, a)
	}
	return act, what
}

// run returns what a program does with arguments.
func (v *visitor) run(row *models.Command, program string, args []string) (act, what string) {
	what = program
	act = row.Does
	if len(row.Sub) > 0 {
		sub, two, known := subcommand(v.set, program, args)
		found := ""
		for _, a := range models.Acts() {
			if slices.Contains(row.Sub[a], two) {
				found = a
				what = program + " " + two
			}
		}
		for _, a := range models.Acts() {
			if found == "" && slices.Contains(row.Sub[a], sub) {
				found = a
				what = program + " " + sub
			}
		}
		switch {
		case found != "":
			act = found
		case known && act == "":
			what = strings.TrimSpace(program + " " + sub)
		case !known && act == "": // any of them
			act, what = "", program+" with a subcommand that is not known"
		}
	}
	if act == "" {
		return act, what
	}
	shown := []string{what}
	for _, a := range models.Acts() {
		for _, o := range row.Options[a] {
			if slices.ContainsFunc(args, func(w string) bool { return w == o || strings.HasPrefix(w, o+"=") }) {
				act = worse(act, a)
				shown = append(shown, o)
			}
		}
	}
	return act, strings.Join(shown, " ")
}

// subcommand returns the first positional argument of a program, and the first
// two; known says that there is none before it that could be one.
func subcommand(set *models.Set, program string, args []string) (one, two string, known bool) {
	values := map[string]bool{}
	for _, r := range set.Program(program) {
		if len(r.Sub) == 0 {
			for _, o := range r.Values {
				values[o] = true
			}
		}
	}
	var words []string
	for i := 0; i < len(args) && len(words) < 2; i++ {
		w := args[i]
		switch {
		case strings.HasPrefix(w, "-"):
			if values[w] {
				i++
			}
		case strings.Contains(w, flow.Gap) && w != "":
			if len(words) == 0 {
				return "", "", false
			}
			return words[0], words[0], true
		default:
			words = append(words, w)
		}
	}
	switch len(words) {
	case 0:
		return "", "", true
	case 1:
		return words[0], words[0], true
	}
	return words[0], words[0] + " " + words[1], true
}
