package fix

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mcpvet/mcpvet/internal/argv"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/models"
)

// Where more is asked of a shell than to run one program, its text can stay, if
// the values are no part of it: the shell gets them as arguments of its own, and
// the text names them "$1", "$2". What a shell puts in the place of a parameter
// between quotes it does not read again.

// positional hands the values in the text of a shell to it as parameters.
func (s *Site) positional(set *models.Set, call *ast.CallExpr, program int, parts []part) []finding.Fix {
	text, values := marked(parts)
	shell, ok := s.constant(call.Args[program])
	if len(values) == 0 || !ok || strings.Contains(text, "$1") || strings.Contains(text, "$@") || strings.Contains(text, "$*") || strings.Contains(text, "shift") {
		return nil
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return nil
	}
	p := &parameters{set: set, text: text, at: map[int]string{}}
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
	for _, v := range values {
		args = append(args, e.expr([]part{{value: v}}))
	}
	e.replace(call.Args[program+2].Pos(), call.Args[program+2].End(), strings.Join(args, ", "))
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
	set  *models.Set
	text string
	at   map[int]string // by the number of the value
}

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
		if i == 0 || r.File || len(r.Dangerous) > 0 {
			continue
		}
		// of a program without rows it is not known which of its options take a value
		valued := r.Kind == models.KindOption && !r.Certain && strings.HasPrefix(line[i-1].Text, "-") && line[i-1].Text != "--"
		if r.Kind == "" || valued {
			p.word(c.Args[i].Parts)
		}
	}
}

func (p *parameters) word(parts []syntax.WordPart) {
	for _, part := range parts {
		switch x := part.(type) {
		case *syntax.Lit:
			p.put(x.Value, `"`, `"`)
		case *syntax.SglQuoted:
			if !x.Dollar {
				p.put(x.Value, `'"`, `"'`)
			}
		case *syntax.DblQuoted:
			for _, in := range x.Parts {
				if lit, ok := in.(*syntax.Lit); ok && !x.Dollar {
					p.put(lit.Value, "", "")
				}
			}
		}
	}
}

// put notes the parameters for the marks in a piece of a word, between what ends
// its quotes and begins them again.
func (p *parameters) put(text, open, end string) {
	for {
		_, after, found := strings.Cut(text, mark)
		if !found {
			return
		}
		number, rest, _ := strings.Cut(after, "\u00a7")
		if i, err := strconv.Atoi(number); err == nil {
			p.at[i] = parameter(i, open, end)
		}
		text = rest
	}
}

// parameter writes the parameter for a value.
func parameter(i int, open, end string) string { return open + "${" + strconv.Itoa(i+1) + "}" + end }
