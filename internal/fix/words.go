package fix

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mcpvet/mcpvet/internal/argv"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/models"
)

// A part is a piece of a text: a constant, or the value of an expression.
type part struct {
	text  string
	value ast.Expr // nil: a constant
}

// parts takes a text apart that is put together by + and Sprintf; nil if it is
// made in another way.
func (s *Site) parts(e ast.Expr) []part {
	e = ast.Unparen(e)
	if text, ok := s.constant(e); ok {
		return []part{{text: text}}
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			return nil
		}
		x, y := s.parts(e.X), s.parts(e.Y)
		if x == nil || y == nil {
			return nil
		}
		return slices.Concat(x, y)
	case *ast.CallExpr:
		if _, ok := s.calls(e, "fmt.Sprintf"); ok {
			return s.formatted(e)
		}
	}
	if isString(s.Info.TypeOf(e)) {
		return []part{{value: e}}
	}
	return nil
}

// formatted takes a call of Sprintf apart.
func (s *Site) formatted(c *ast.CallExpr) []part {
	if len(c.Args) == 0 || c.Ellipsis.IsValid() {
		return nil
	}
	format, ok := s.constant(c.Args[0])
	if !ok {
		return nil
	}
	var out []part
	next := 1
	for format != "" {
		text, rest, found := strings.Cut(format, "%")
		if text != "" {
			out = append(out, part{text: text})
		}
		if !found {
			break
		}
		if rest == "" {
			return nil
		}
		format = rest[1:]
		switch rest[0] {
		case '%':
			out = append(out, part{text: "%"})
		case 's', 'v', 'd':
			if next >= len(c.Args) {
				return nil
			}
			t := s.Info.TypeOf(c.Args[next])
			if b, ok := t.(*types.Basic); !ok || rest[0] != 'd' && b.Info()&types.IsString == 0 && b.Info()&types.IsInteger == 0 || rest[0] == 'd' && b.Info()&types.IsInteger == 0 {
				return nil // it may have a way of its own to show itself
			}
			if v := s.Info.Types[c.Args[next]].Value; v != nil && v.Kind() == constant.String {
				out = append(out, part{text: constant.StringVal(v)})
			} else {
				out = append(out, part{value: c.Args[next]})
			}
			next++
		default:
			return nil
		}
	}
	if next != len(c.Args) {
		return nil
	}
	return out
}

// whole returns the expression that makes a text, with the statement that defines
// the variable that holds it, where there is one. What the text is made of must
// then be the same where the variable is used.
func (s *Site) whole(e ast.Expr) (ast.Expr, *ast.AssignStmt) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return e, nil
	}
	rhs, stmt := s.defined(id)
	if rhs == nil || len(stmt.Lhs) != 1 {
		return e, nil
	}
	for _, p := range s.parts(rhs) {
		if p.value == nil {
			continue
		}
		if !isPure(p.value) || !s.steady(p.value) {
			return e, nil
		}
	}
	return rhs, stmt
}

// steady reports whether an expression is of variables that are set once.
func (s *Site) steady(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		id, is := n.(*ast.Ident)
		if !is {
			return true
		}
		v, is := s.Info.Uses[id].(*types.Var)
		if !is || v.IsField() {
			return true
		}
		fn, typ, _ := s.function()
		if fn == nil || v.Parent() == s.Types.Scope() {
			ok = false
			return false
		}
		if v.Parent() == s.Info.Scopes[typ] { // a parameter
			ok = ok && !s.assigned(v)
			return true
		}
		ok = ok && s.definition(id) != nil
		return true
	})
	return ok
}

// assigned reports whether a variable, or a field of it, is set after its
// definition.
func (s *Site) assigned(v *types.Var) bool {
	found := false
	ast.Inspect(s.Syntax, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				for {
					if sel, ok := ast.Unparen(l).(*ast.SelectorExpr); ok {
						l = sel.X
						continue
					}
					break
				}
				if id, ok := ast.Unparen(l).(*ast.Ident); ok && s.Info.Uses[id] == v {
					found = true
				}
			}
		}
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.AND {
			if id, ok := ast.Unparen(u.X).(*ast.Ident); ok && s.Info.Uses[id] == v {
				found = true
			}
		}
		return !found
	})
	return found
}

// A word is one word of a command line.
type word struct {
	parts  []part
	quoted bool // what of it is a value stands between quotes
}

// builtins are what a shell does itself, or differently from the program of the
// same name.
var builtins = map[string]bool{
	".": true, ":": true, "[": true, "alias": true, "bg": true, "break": true, "builtin": true, "cd": true, "command": true, "continue": true,
	"declare": true, "dirs": true, "disown": true, "echo": true, "enable": true, "eval": true, "exec": true, "exit": true, "export": true, "fc": true,
	"fg": true, "getopts": true, "hash": true, "help": true, "history": true, "jobs": true, "kill": true, "let": true, "local": true, "logout": true,
	"popd": true, "printf": true, "pushd": true, "pwd": true, "read": true, "readonly": true, "return": true, "set": true, "shift": true, "shopt": true,
	"source": true, "test": true, "time": true, "times": true, "trap": true, "type": true, "typeset": true, "ulimit": true, "umask": true, "unalias": true,
	"unset": true, "wait": true, "autoload": true, "bind": true, "caller": true, "compgen": true, "complete": true, "compopt": true, "emulate": true,
	"functions": true, "mapfile": true, "noglob": true, "print": true, "readarray": true, "rehash": true, "setopt": true,
	"suspend": true, "unfunction": true, "unsetopt": true, "where": true, "whence": true, "zmodload": true,
}

// mark stands for a value while a command is parsed.
const mark = "mcpvet\u00a7"

// command parses the text of a command for a shell; nil if it asks anything of
// the shell but to run one program with words as they stand there.
func command(parts []part) []word {
	text, values := marked(parts)
	if text == "" {
		return nil
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil || len(file.Stmts) != 1 {
		return nil
	}
	stmt := file.Stmts[0]
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(stmt.Redirs) > 0 || stmt.Negated || stmt.Background || stmt.Coprocess || len(call.Assigns) > 0 || len(stmt.Comments) > 0 {
		return nil
	}
	var out []word
	for _, w := range call.Args {
		var made word
		made.quoted = true
		for _, p := range w.Parts {
			switch p := p.(type) {
			case *syntax.Lit:
				if strings.ContainsAny(p.Value, `\*?[{~`) {
					return nil
				}
				made.add(p.Value, values, false)
			case *syntax.SglQuoted:
				if p.Dollar {
					return nil
				}
				made.add(p.Value, values, true)
			case *syntax.DblQuoted:
				if p.Dollar {
					return nil
				}
				for _, q := range p.Parts {
					lit, ok := q.(*syntax.Lit)
					if !ok || strings.Contains(lit.Value, `\`) {
						return nil
					}
					made.add(lit.Value, values, true)
				}
			default:
				return nil
			}
		}
		out = append(out, made)
	}
	if len(out) == 0 || len(out[0].parts) != 1 || out[0].parts[0].value != nil || builtins[out[0].parts[0].text] {
		return nil
	}
	return out
}

// add adds text with marks to a word.
func (w *word) add(text string, values []ast.Expr, quoted bool) {
	for text != "" {
		before, rest, found := strings.Cut(text, mark)
		if before != "" {
			if n := len(w.parts); n > 0 && w.parts[n-1].value == nil {
				w.parts[n-1].text += before
			} else {
				w.parts = append(w.parts, part{text: before})
			}
		}
		if !found {
			return
		}
		number, rest, _ := strings.Cut(rest, "\u00a7")
		i, err := strconv.Atoi(number)
		if err != nil || i >= len(values) {
			return
		}
		if n := len(w.parts); n > 0 && w.parts[n-1].value == nil && w.parts[n-1].text == "" {
			w.parts = w.parts[:n-1] // quotes with nothing in them
		}
		w.parts = append(w.parts, part{value: values[i]})
		w.quoted = w.quoted && quoted
		text = rest
	}
	if len(w.parts) == 0 {
		w.parts = append(w.parts, part{})
	}
}

// expr writes parts as an expression.
func (e *Editor) expr(parts []part) string {
	var out []string
	for _, p := range parts {
		switch {
		case p.value == nil:
			out = append(out, strconv.Quote(p.text))
		case !isString(e.Info.TypeOf(p.value)):
			out = append(out, e.use("fmt", p.value.Pos())+".Sprint("+e.text(p.value)+")")
		case types.Unalias(e.Info.TypeOf(p.value)) != types.Typ[types.String]:
			out = append(out, "string("+e.text(p.value)+")")
		default:
			if _, ok := ast.Unparen(p.value).(*ast.BinaryExpr); ok && len(parts) > 1 {
				out = append(out, "("+e.text(p.value)+")")
				continue
			}
			out = append(out, e.text(p.value))
		}
	}
	if len(out) == 0 {
		return `""`
	}
	return strings.Join(out, " + ")
}

// Words makes an argument list of the text that a shell runs, where no more is
// asked of the shell than to take it apart.
func Words(src sources, set *models.Set, f *taint.Flow) []finding.Fix {
	s := At(src, f.Sink.Pos)
	call, program := s.started(f.Sink)
	if call == nil || call.Ellipsis.IsValid() || len(call.Args) != program+3 || !givesWords(set, f) {
		return nil
	}
	text, def := s.whole(call.Args[program+2])
	parts := s.parts(text)
	if slices.ContainsFunc(parts, func(p part) bool { return p.value != nil && !s.plain(set, p.value) }) {
		return nil
	}
	words := command(parts)
	if words == nil {
		return s.positional(src, set, f, call, program, parts, def)
	}
	e := s.edit()
	safe := Safe
	if name := words[0].parts[0].text; strings.Contains(name, "/") && len(argv.Rows(set, name)) == 0 {
		safe = Review // a shell runs a script even if its first line does not say by what
	}
	title := "run " + words[0].parts[0].text + " with an argument list, without a shell"
	var args []string
	for i, w := range words {
		if i == 1 && len(words) == 2 && len(w.parts) == 1 && w.parts[0].value != nil && !w.quoted {
			// All that follows the program: it may well be several words.
			args = append(args, e.use("strings", call.Pos())+".Fields("+e.expr(w.parts)+")...")
			safe, title = Review, title+"; what follows it is split at spaces"
			continue
		}
		if !w.quoted {
			safe = Review // an empty one may have been no word at all, one with a space several, and one with a star names of files
		}
		args = append(args, e.expr(w.parts))
	}
	from, to, list := call.Args[program].Pos(), call.Args[program+2].End(), strings.Join(args, ", ")
	if e.loses(from, to, list) {
		return nil
	}
	e.replace(from, to, list)
	e.drop(def)
	return e.fix(title, safe)
}

// drop deletes the statement that defines a variable with one use, which is replaced.
func (e *Editor) drop(def *ast.AssignStmt) {
	if def != nil && e.uses(e.Info.Defs[def.Lhs[0].(*ast.Ident)]) == 1 {
		e.deleteLine(def)
	}
}

// rewording are functions that make of a text another one of the same kind.
var rewording = []string{
	"strings.TrimSpace", "strings.ToLower", "strings.ToUpper", "strings.TrimPrefix", "strings.TrimSuffix", "strings.Trim", "fmt.Sprint", "strconv.Itoa",
	"path/filepath.Join", "path/filepath.Clean", "path/filepath.Base", "path.Join", "path.Clean", "path.Base",
}

// plain reports whether a value is one word to whoever wrote the command: a
// variable, or an argument of the tool. What a function makes may be several words,
// or have the quotes that a shell takes away.
func (s *Site) plain(set *models.Set, x ast.Expr) bool {
	x = ast.Unparen(x)
	if isPure(x) {
		if id, ok := x.(*ast.Ident); ok {
			if d := s.definition(id); d != nil {
				if _, ok := ast.Unparen(d).(*ast.CallExpr); ok {
					return s.plain(set, d)
				}
			}
		}
		return true
	}
	switch x := x.(type) {
	case *ast.CallExpr:
		fn := s.callee(x)
		if fn == nil {
			tv := s.Info.Types[x.Fun] // a conversion
			return tv.IsType() && len(x.Args) == 1 && s.plain(set, x.Args[0])
		}
		if rows := set.Func(fn.FullName()); rows != nil && slices.ContainsFunc(rows.Sources, func(r models.Source) bool { return r.Class == models.ClassArgument }) {
			return true
		}
		return slices.Contains(rewording, fn.FullName()) && !slices.ContainsFunc(x.Args, func(a ast.Expr) bool { return !s.plain(set, a) })
	case *ast.IndexExpr, *ast.StarExpr, *ast.TypeAssertExpr:
		return true
	}
	return false
}

// started returns the call that starts a program, and which of its arguments the
// program is; the words stand behind it.
func (s *Site) started(sink *flow.Sink) (*ast.CallExpr, int) {
	call := s.Call()
	if call == nil || sink.Row.Kind != models.KindArgv || sink.Row.Func == "" || sink.Row.Program == "" {
		return nil, 0
	}
	fn := s.callee(call)
	p, err := models.ParsePath(sink.Row.Program)
	q, err2 := models.ParsePath(sink.Row.At)
	if fn == nil || err != nil || err2 != nil || p.Root != models.RootArg || q.Root != models.RootArg || q.Index != p.Index+1 || !fn.Signature().Variadic() {
		return nil, 0
	}
	return call, p.Index
}

// givesWords reports whether a shell gets a command by the option that takes one,
// and nothing else.
func givesWords(set *models.Set, f *taint.Flow) bool {
	lines := flowrule.Lines(f)
	if len(lines) == 0 {
		return false
	}
	for _, l := range lines {
		if len(l.Words) != 3 || !l.Words[0].Known || !l.Words[1].Known || l.Words[1].Text != "-c" {
			return false
		}
		if r := argv.Roles(set, l.Words)[2]; r.Kind != models.KindShell || r.Language != "shell" || !posix(set, l.Words[0].Text) {
			return false
		}
	}
	return true
}

// Dash ends the options of a program before a word that a caller gives.
func Dash(src sources, set *models.Set, f *taint.Flow) []finding.Fix {
	s := At(src, f.Sink.Pos)
	call, program := s.started(f.Sink)
	if call == nil {
		return nil
	}
	lines := flowrule.Lines(f)
	if len(lines) != 1 || len(lines[0].Data) != 1 {
		return nil
	}
	line, i := lines[0], lines[0].Data[0]
	if i == 0 || len(line.Words) == 0 || !line.Words[0].Known || slices.ContainsFunc(line.Words, func(w argv.Word) bool { return w.Many }) {
		return nil
	}
	for _, w := range line.Words[i:] {
		if w.Known && strings.HasPrefix(w.Text, "-") || strings.HasPrefix(w.Prefix, "-") {
			return nil // an option that is to stay one
		}
	}
	end := "--"
	rows := argv.Rows(set, line.Words[0].Text)
	if len(rows) == 0 {
		return nil // nobody knows what it makes of it
	}
	for _, row := range rows {
		if row.Ends != "" {
			end = row.Ends
		}
		if row.Separator != nil && !*row.Separator && row.Ends == "" {
			return nil
		}
	}
	with := slices.Insert(slices.Clone(line.Words), i, argv.Word{Text: end, Known: true})
	for k, r := range argv.Roles(set, with)[i+1:] {
		if r.Kind == models.KindOption || k == 0 && (r.Kind != "" || len(r.Dangerous) > 0) {
			return nil // it does not help
		}
	}
	at := s.element(call, program, i, len(line.Words))
	if at == nil {
		return nil
	}
	e := s.edit()
	e.insert(at.Pos(), strconv.Quote(end)+", ")
	// git, for one, knows its own end of options in some subcommands only. Not every
	// program knows "--".
	safe := end == "--" && slices.ContainsFunc(rows, func(row *models.Program) bool { return row.Separator != nil && *row.Separator })
	return e.fix("end the options of "+line.Words[0].Text+" with "+end, safe)
}

// element returns the expression of a word of a command line, by its index; the
// program is the first word.
func (s *Site) element(call *ast.CallExpr, program, i, n int) ast.Expr {
	list := call.Args[program+1:]
	if call.Ellipsis.IsValid() {
		if len(list) != 1 {
			return nil
		}
		list = s.list(list[0], 0)
	}
	if len(list) != n-1 || i > len(list) {
		return nil
	}
	return list[i-1]
}

// list returns the elements of a list, nil if they are not known.
func (s *Site) list(x ast.Expr, depth int) []ast.Expr {
	if depth > 8 {
		return nil
	}
	switch x := ast.Unparen(x).(type) {
	case *ast.CompositeLit:
		for _, el := range x.Elts {
			if _, keyed := el.(*ast.KeyValueExpr); keyed {
				return nil
			}
		}
		return x.Elts
	case *ast.CallExpr:
		id, ok := ast.Unparen(x.Fun).(*ast.Ident)
		if !ok || s.Info.Uses[id] != types.Universe.Lookup("append") || x.Ellipsis.IsValid() || len(x.Args) == 0 {
			return nil
		}
		base := s.list(x.Args[0], depth+1)
		if base == nil {
			return nil
		}
		return slices.Concat(base, x.Args[1:])
	case *ast.Ident:
		if rhs := s.definition(x); rhs != nil {
			return s.list(rhs, depth+1)
		}
		return s.grown(x)
	}
	return nil
}

// grown returns the elements of a list that statement after statement of a block
// adds to.
func (s *Site) grown(id *ast.Ident) []ast.Expr {
	obj := s.Info.ObjectOf(id)
	_, _, body := s.function()
	if body == nil {
		return nil
	}
	var out []ast.Expr
	sets := 0
	for _, stmt := range body.List {
		a, ok := stmt.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
			continue
		}
		l, ok := a.Lhs[0].(*ast.Ident)
		if !ok || s.Info.ObjectOf(l) != obj {
			continue
		}
		sets++
		if a.Tok == token.DEFINE {
			if out = s.list(a.Rhs[0], 1); out == nil {
				return nil
			}
			continue
		}
		c, ok := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
		if !ok || out == nil || len(c.Args) < 2 || c.Ellipsis.IsValid() {
			return nil
		}
		fn, ok := ast.Unparen(c.Fun).(*ast.Ident)
		base, ok2 := ast.Unparen(c.Args[0]).(*ast.Ident)
		if !ok || !ok2 || s.Info.Uses[fn] != types.Universe.Lookup("append") || s.Info.ObjectOf(base) != obj {
			return nil
		}
		out = slices.Concat(out, c.Args[1:])
	}
	all := 0
	ast.Inspect(body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				if x, ok := l.(*ast.Ident); ok && s.Info.ObjectOf(x) == obj {
					all++
				}
			}
		}
		return true
	})
	if all != sets {
		return nil // now and then something else is added
	}
	return out
}
