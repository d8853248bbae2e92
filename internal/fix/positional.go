package fix

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mcpvet/mcpvet/internal/argv"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/models"
)

// Where more is asked of a shell than to run one program, its text can stay, if
// the values are no part of it: the shell gets them as arguments of its own, and
// the text names them "$1", "$2". What a shell puts in the place of a parameter
// between quotes it does not read again.

// What a value that a program reads as more than a word is held to is checked in the
// handler: that it is no option, or one of a list.

// positional hands the values in the text of a shell to it as parameters. def is the
// statement that puts the text in a variable, if one does.
func (s *Site) positional(src sources, set *models.Set, f *taint.Flow, call *ast.CallExpr, program int, parts []part, def *ast.AssignStmt) []finding.Fix {
	text, values := marked(parts)
	shell, ok := s.constant(call.Args[program])
	if len(values) == 0 || !ok || strings.Contains(text, "$1") || strings.Contains(text, "$@") || strings.Contains(text, "$*") || strings.Contains(text, "shift") {
		return nil
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return nil
	}
	p := &parameters{set: set, text: text, at: map[int]string{}, needs: map[int]need{}}
	syntax.Walk(file, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.CallExpr); ok {
			p.command(c)
		}
		return true
	})
	if len(p.at) != len(values) {
		return nil // one stands where no parameter can
	}
	var out strings.Builder
	for i, rest := 0, text; ; i++ {
		before, after, found := strings.Cut(rest, mark)
		out.WriteString(before)
		if !found {
			break
		}
		_, rest, _ = strings.Cut(after, "\u00a7")
		out.WriteString(p.at[i])
	}
	e := s.edit()
	asked := out.String()
	for i := range values { // nothing is left between quotes that stood around it
		word := parameter(i, `"`, `"`)
		asked = strings.ReplaceAll(strings.ReplaceAll(asked, "''"+word, word), word+"''", word)
	}
	literal := strconv.Quote(asked)
	if !strings.Contains(asked, "`") {
		literal = "`" + asked + "`"
	}
	args := []string{literal, strconv.Quote(shell)}
	called := map[string]string{} // the text of a value -> what it is called behind its check
	for i, v := range values {
		name, done := called[s.text(v)]
		if !done && p.needs[i] != nothing {
			stmt := e.user(v)
			if def != nil { // nothing of it changes in between
				stmt = e.user(call)
			}
			if name = e.word(src, set, f, stmt, v, p.needs[i]); name == "" {
				return nil
			}
			called[s.text(v)] = name
		}
		switch {
		case name == "" || isPure(v):
			name = e.expr([]part{{value: v}})
		case types.Unalias(e.Info.TypeOf(v)) != types.Typ[types.String]:
			name = "string(" + name + ")"
		}
		args = append(args, name)
	}
	e.replace(call.Args[program+2].Pos(), call.Args[program+2].End(), strings.Join(args, ", "))
	e.drop(def)
	return e.fix("hand what the caller gives to the shell as an argument, and not as a part of its text", Review)
}

// marked writes parts as one text, with a mark for each value; "" if it has marks
// of its own.
func marked(parts []part) (string, []ast.Expr) {
	var text strings.Builder
	var values []ast.Expr
	for _, p := range parts {
		if p.value == nil {
			if strings.Contains(p.text, "\u00a7") {
				return "", nil
			}
			text.WriteString(p.text)
			continue
		}
		text.WriteString(mark + strconv.Itoa(len(values)) + "\u00a7")
		values = append(values, p.value)
	}
	return text.String(), values
}

// parameters finds what stands for the values in the text of a shell.
type parameters struct {
	set   *models.Set
	text  string
	at    map[int]string // by the number of the value
	needs map[int]need
}

// A need is what a value has to be held to.
type need uint8

const (
	nothing  need = iota
	noOption      // it must not look like an option
	choice        // it is one of a list
)

// command looks at the words of a command. One that is read as more than a value,
// as a program, an option, or a text that is interpreted again, gets no parameter.
func (p *parameters) command(c *syntax.CallExpr) {
	var line []argv.Word
	for _, w := range c.Args {
		if text := w.Lit(); text != "" && !strings.Contains(text, mark) {
			line = append(line, argv.Word{Text: text, Known: true})
			continue
		}
		source := strings.TrimLeft(p.text[w.Pos().Offset():w.End().Offset()], `'"`)
		prefix, _, found := strings.Cut(source, mark)
		if !found || strings.ContainsAny(prefix, `'"$\`+"`") {
			prefix = ""
		}
		line = append(line, argv.Word{Prefix: prefix})
	}
	if len(line) == 0 || !line[0].Known || slices.Contains([]string{".", "source", "alias"}, line[0].Text) {
		return
	}
	for i, r := range argv.Roles(p.set, line) {
		if i == 0 || r.File {
			continue
		}
		// of a program without rows it is not known which of its options take a value
		valued := !r.Certain && strings.HasPrefix(line[i-1].Text, "-") && line[i-1].Text != "--"
		switch {
		case r.Kind == "" && len(r.Dangerous) > 0:
			p.word(c.Args[i].Parts, choice)
		case r.Kind == "", r.Kind == models.KindOption && valued && len(r.Dangerous) == 0:
			p.word(c.Args[i].Parts, nothing)
		case r.Kind == models.KindOption && line[i].Prefix == "":
			p.word(c.Args[i].Parts, noOption)
		}
	}
}

func (p *parameters) word(parts []syntax.WordPart, n need) {
	for _, part := range parts {
		switch x := part.(type) {
		case *syntax.Lit:
			p.put(x.Value, `"`, `"`, n)
		case *syntax.SglQuoted:
			if !x.Dollar {
				p.put(x.Value, `'"`, `"'`, n)
			}
		case *syntax.DblQuoted:
			for _, in := range x.Parts {
				if lit, ok := in.(*syntax.Lit); ok && !x.Dollar {
					p.put(lit.Value, "", "", n)
				}
			}
		}
	}
}

// put notes the parameters for the marks in a piece of a word, between what ends
// its quotes and begins them again.
func (p *parameters) put(text, open, end string, n need) {
	for {
		_, after, found := strings.Cut(text, mark)
		if !found {
			return
		}
		number, rest, _ := strings.Cut(after, "\u00a7")
		if i, err := strconv.Atoi(number); err == nil {
			p.at[i], p.needs[i] = parameter(i, open, end), n
		}
		text = rest
	}
}

// parameter writes the parameter for a value.
func parameter(i int, open, end string) string { return open + "${" + strconv.Itoa(i+1) + "}" + end }
