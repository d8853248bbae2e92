package fix

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mcpvet/mcpvet/internal/argv"
	"github.com/mcpvet/mcpvet/models"
)

// parameters finds what stands for the values in the text of a shell.
type parameters struct {
	set    *models.Set
	text   string
	number []int          // of the parameter for a value
	at     map[int]string // by the number of the value
	needs  map[int]need   // by that of the parameter

	bad     bool            // a parameter would be no mere value, or is taken
	scripts map[string]bool // files that something in the text interprets, where their names are known
	written map[string]bool // files that the text writes
}

// A need is what a value has to be held to.
type need uint8

const (
	nothing  need = iota
	noOption      // it must not look like an option
	choice        // it is one of a list
)

// readText finds them in a text with marks. It returns nil if the text uses
// parameters of its own, or has something interpreted that a value may get into:
// there a value is a part of a program even as a parameter.
func readText(set *models.Set, text string, file *syntax.File, number []int) *parameters {
	p := &parameters{set: set, text: text, number: number, at: map[int]string{}, needs: map[int]need{}, scripts: map[string]bool{}, written: map[string]bool{}}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			p.command(n)
		case *syntax.FuncDecl:
			p.bad = true // it has parameters of its own
		case *syntax.WordIter:
			p.bad = p.bad || !n.InPos.IsValid() // those of the shell
		case *syntax.ParamExp:
			p.bad = p.bad || n.Param != nil && strings.Trim(n.Param.Value, "0123456789@*#") == "" && n.Param.Value != "0"
		case *syntax.Redirect:
			if n.Word != nil {
				p.written[p.read(n.Word).Text] = true
			}
		}
		return true
	})
	for name, known := range p.scripts {
		p.bad = p.bad || known && p.written[name]
	}
	if p.bad {
		return nil
	}
	return p
}

// command looks at the words of a command. One that is read as more than a value,
// as a program, an option, or a text that is interpreted again, gets no parameter.
func (p *parameters) command(c *syntax.CallExpr) {
	var line []argv.Word
	for _, w := range c.Args {
		line = append(line, p.read(w))
	}
	if len(line) == 0 || !line[0].Known {
		return
	}
	switch line[0].Text {
	case "set":
		p.bad = p.bad || setsParameters(line[1:])
	case "shift", "getopts":
		p.bad = true
	case ".", "source", "alias", "read", "unset", "mapfile", "readarray": // a program, or a name with an index that is computed
		p.bad = p.bad || p.marked(c)
		return
	}
	if _, interprets := argv.Stdin(p.set, line); interprets {
		p.bad = true // what it gets may have a value in it
	}
	for i, r := range argv.Roles(p.set, line) {
		if r.File {
			p.bad = p.bad || p.marked(c.Args[i])
			p.scripts[line[i].Text] = line[i].Known
		}
		switch r.Kind {
		case models.KindProgram, models.KindShell, models.KindSQL, models.KindCode:
			// "{}" is what find and its like put into the text
			p.bad = p.bad || !line[i].Known || p.marked(c.Args[i]) || strings.Contains(line[i].Text, "{}") || c.Args[0] != c.Args[i] && each[line[0].Text]
			continue
		}
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

// each are the programs that put what they read into the command that they run.
var each = map[string]bool{"xargs": true, "gxargs": true, "parallel": true}

// setsParameters reports whether "set" with these words sets parameters: it sets
// options by words with - or +, of which o takes the next.
func setsParameters(words []argv.Word) bool {
	for i := 0; i < len(words); i++ {
		w := words[i].Text
		if len(w) < 2 || w[0] != '-' && w[0] != '+' || w == "--" {
			return true
		}
		if strings.HasSuffix(w, "o") {
			i++
		}
	}
	return false
}

// marked reports whether a value stands anywhere in a piece of the text.
func (p *parameters) marked(n syntax.Node) bool {
	return strings.Contains(p.text[n.Pos().Offset():n.End().Offset()], mark)
}

// read returns what is known of a word.
func (p *parameters) read(w *syntax.Word) argv.Word {
	var text strings.Builder
	// add adds text, up to a value
	add := func(t string) bool {
		before, _, found := strings.Cut(t, mark)
		text.WriteString(before)
		return !found
	}
	for _, part := range w.Parts {
		known := false
		switch x := part.(type) {
		case *syntax.Lit:
			known = add(unescaped(x.Value))
		case *syntax.SglQuoted:
			known = !x.Dollar && add(x.Value)
		case *syntax.DblQuoted:
			known = !x.Dollar
			for _, in := range x.Parts {
				lit, ok := in.(*syntax.Lit)
				known = known && ok && add(lit.Value)
			}
		}
		if !known {
			return argv.Word{Prefix: text.String()}
		}
	}
	return argv.Word{Text: text.String(), Known: true}
}

// unescaped takes away what keeps a shell from reading a character outside quotes.
func unescaped(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		out.WriteByte(text[i])
	}
	return out.String()
}

func (p *parameters) word(parts []syntax.WordPart, n need) {
	for i, part := range parts {
		switch x := part.(type) {
		case *syntax.Lit:
			if i == 0 && strings.HasPrefix(x.Value, "~") && !strings.HasPrefix(x.Value, "~/") {
				return // the name of a user, which a shell does not look up between quotes
			}
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
// its quotes and begins them again. A backslash before one would keep it from being
// read as such.
func (p *parameters) put(text, open, end string, n need) {
	for {
		before, after, found := strings.Cut(text, mark)
		if !found {
			return
		}
		number, rest, _ := strings.Cut(after, "\u00a7")
		escaped := strings.HasSuffix(before, `\`) && !strings.HasPrefix(open, "'")
		if i, err := strconv.Atoi(number); err == nil && !escaped {
			p.at[i] = parameter(p.number[i], open, end)
			p.needs[p.number[i]] = max(p.needs[p.number[i]], n)
		}
		text = rest
	}
}

// parameter writes the parameter for a value.
func parameter(i int, open, end string) string { return open + "${" + strconv.Itoa(i+1) + "}" + end }

// posix reports whether a shell reads what the one of POSIX does: rows list it
// beside that.
func posix(set *models.Set, shell string) bool {
	return slices.ContainsFunc(argv.Rows(set, shell), func(row *models.Program) bool { return slices.Contains(row.Names, "sh") })
}
