package fix

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

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
	if len(values) == 0 || !ok {
		return nil
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return nil
	}
	var distinct []ast.Expr // a parameter for each
	var number []int
	for _, v := range values {
		i := slices.IndexFunc(distinct, func(d ast.Expr) bool { return isPure(d) && s.text(d) == s.text(v) })
		if i < 0 {
			i = len(distinct)
			distinct = append(distinct, v)
		}
		number = append(number, i)
	}
	p := readText(set, text, file, number)
	if p == nil || len(p.at) != len(values) {
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
	for i := range distinct { // nothing is left between quotes that stood around it
		word := parameter(i, `"`, `"`)
		asked = strings.ReplaceAll(strings.ReplaceAll(asked, "''"+word, word), word+"''", word)
	}
	literal := strconv.Quote(asked)
	if !strings.Contains(asked, "`") {
		literal = "`" + asked + "`"
	}
	args := []string{literal, strconv.Quote(shell)}
	called := map[string]string{} // the text of a value -> what it is called behind its check
	for i, v := range distinct {
		name, done := called[s.text(v)]
		number := !isString(s.Info.TypeOf(v)) // which is no option, but for those of a number
		if number && p.needs[i] == choice {
			return nil
		}
		if !done && p.needs[i] != nothing && !number {
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
	e.replaceNode(call.Args[program+2], strings.Join(args, ", "))
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
