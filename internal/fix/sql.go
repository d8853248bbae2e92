package fix

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/models"
)

// A piece of a query.
type piece struct {
	text  string // as it is written
	value []part // what goes to a placeholder; nil: text
	bare  bool   // no quotes stood around the value
	given bool   // a placeholder that the query had before
	name  bool   // the value is a name, and stays in the text
}

// query writes the text of a query as an expression.
func (e *Editor) query(text []part) string {
	long := strings.Contains(joined(text), "\n")
	var out []string
	for _, p := range text {
		if t := p.text; p.value == nil && !strings.Contains(t, "`") && (long && len(text) > 1 && t != "" || strings.ContainsAny(t, "\n\"")) {
			out = append(out, "`"+t+"`")
			continue
		}
		out = append(out, e.expr([]part{p}))
	}
	return strings.Join(out, " + ")
}

// joined writes the constants of a text.
func joined(text []part) string {
	var out strings.Builder
	for _, p := range text {
		out.WriteString(p.text)
	}
	return out.String()
}

// several reports whether a text has more than one statement: such has no
// parameters in PostgreSQL.
func several(query string) bool {
	_, after, found := strings.Cut(query, ";")
	return found && strings.TrimSpace(after) != ""
}

// inCall reports whether the end of a text stands in the parentheses of a function.
func inCall(before string) bool {
	depth := 0
	for i := len(before) - 1; i >= 0; i-- {
		switch before[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth >= 0 {
				continue
			}
			head := strings.Fields(strings.ToUpper(before[:i]))
			spaced := i > 0 && before[i-1] == ' '
			return len(head) > 0 && !spaced && !slices.Contains([]string{"IN", "VALUES", "ANY", "AND", "OR", "NOT", "WHERE"}, head[len(head)-1])
		}
	}
	return false
}

// queryArgs returns which arguments of a function are a query and the values of
// its placeholders, if these are the last ones.
func queryArgs(fn *types.Func, row *models.Sink) (at, params models.Path, ok bool) {
	at, err := models.ParsePath(row.At)
	params, err2 := models.ParsePath(row.Params)
	ok = fn != nil && err == nil && err2 == nil && at.Root == models.RootArg && params.Root == models.RootArg &&
		strings.HasSuffix(row.Params, "[*]") && params.Index == fn.Signature().Params().Len()-1
	return at, params, ok
}

// Placeholders makes arguments of the values that are put into the text of a
// query. It must be known how the driver writes placeholders, and each value must
// stand where a placeholder can.
func Placeholders(src sources, set *models.Set, sink *flow.Sink) []finding.Fix {
	s := At(src, sink.Pos)
	call := s.Call()
	if call == nil || sink.Row.Func == "" || sink.Row.Params == "" || call.Ellipsis.IsValid() || sink.Row.Language != "" {
		return nil
	}
	fn := s.callee(call)
	at, params, ok := queryArgs(fn, sink.Row)
	if !ok || at.Index >= len(call.Args) {
		return nil
	}
	style := s.placeholder(set, fn.Pkg().Path())
	if style == "" {
		return nil
	}
	query, def := s.whole(call.Args[at.Index])
	if def != nil && s.uses(s.Info.Defs[def.Lhs[0].(*ast.Ident)]) != 1 {
		return nil
	}
	pieces := sqlPieces(s.parts(query), style)
	if pieces == nil {
		return nil
	}
	e := s.edit()
	safe := Safe
	have := call.Args[params.Index:]
	if !answered(pieces, style, len(have)) {
		return nil
	}
	var text []part
	add := func(t string) {
		if n := len(text); n > 0 && text[n-1].value == nil {
			text[n-1].text += t
			return
		}
		text = append(text, part{text: t})
	}
	next, added := 0, 0
	var behind []string
	inserts := map[int][]string{} // before which of the arguments that were there
	for _, p := range pieces {
		switch {
		case p.given:
			add(p.text)
			next++
		case p.value == nil:
			add(p.text)
		case p.name:
			text = append(text, p.value...)
		default:
			added++
			if p.bare {
				p.value = e.number(p.value)
			}
			value := e.argument(p.value, p.bare)
			if value == "" {
				return nil
			}
			// the text may have brought its quotes along; or the server can't tell its
			// type there, or compares the call with another one
			safe = safe && !(p.bare && isString(e.Info.TypeOf(p.value[0].value))) && !(style == "$" && inCall(joined(text)))
			add(style)
			if style == "?" {
				inserts[next] = append(inserts[next], value)
				continue
			}
			add(strconv.Itoa(len(have) + added))
			behind = append(behind, value)
		}
	}
	if added == 0 || style == "$" && several(joined(text)) {
		return nil
	}
	literal := e.query(text)
	e.replaceNode(query, literal)
	for i, a := range have {
		if len(inserts[i]) > 0 {
			e.insert(a.Pos(), strings.Join(inserts[i], ", ")+", ")
		}
	}
	if behind = append(inserts[len(have)], behind...); len(behind) > 0 {
		e.insert(call.Args[len(call.Args)-1].End(), ", "+strings.Join(behind, ", "))
		if def == nil && len(have) == 0 && at.Index == len(call.Args)-1 {
			// The text ends where the arguments begin: one edit.
			e.edits = e.edits[:len(e.edits)-2]
			e.replaceNode(query, literal+", "+strings.Join(behind, ", "))
		}
	}
	return e.fix("give the values to placeholders ("+style+")", safe)
}

// answered reports whether the placeholders that a query has are those of n
// arguments.
func answered(pieces []piece, style string, n int) bool {
	have := map[string]bool{}
	for i, p := range pieces {
		switch {
		case !p.given:
		case style == "?":
			have[strconv.Itoa(i)] = true
		default:
			number := strings.TrimPrefix(p.text, style)
			if k, err := strconv.Atoi(number); err != nil || k < 1 || k > n {
				return false
			}
			have[number] = true
		}
	}
	return len(have) == n
}

// placeholder returns how placeholders are written: in queries of a library that
// has a way of its own, or for the drivers that the program imports.
func (s *Site) placeholder(set *models.Set, pkg string) string {
	if p := set.Placeholder(pkg); p != "" {
		return p
	}
	found := map[string]bool{}
	s.Source.Imports(func(path string) bool {
		if p := set.Placeholder(path); p != "" {
			found[p] = true
		}
		return false
	})
	if len(found) != 1 {
		return ""
	}
	for p := range found {
		return p
	}
	return ""
}

// number takes away what made text of a number.
func (e *Editor) number(parts []part) []part {
	if c, ok := e.calls(parts[0].value, "strconv.Itoa"); ok && len(parts) == 1 {
		return []part{{value: c.Args[0]}}
	}
	return parts
}

// argument writes a value as an argument: one that stood between quotes as text.
// What only escaped it for the text is left out.
func (e *Editor) argument(parts []part, bare bool) string {
	var out []part
	for _, p := range parts {
		if p.value != nil {
			if c, ok := e.calls(p.value, "strings.ReplaceAll"); ok && len(c.Args) == 3 {
				from, ok := e.constant(c.Args[1])
				to, ok2 := e.constant(c.Args[2])
				if !ok || !ok2 || from != "'" || to != "''" {
					return ""
				}
				p.value = c.Args[0]
			} else if c, ok := ast.Unparen(p.value).(*ast.CallExpr); ok {
				fn := e.callee(c)
				if fn == nil || fn.Pkg() == nil || fn.Pkg() == e.Types || fn.FullName() == "strings.Join" || escapes.MatchString(fn.Name()) {
					return "" // it may do something for the text
				}
			}
		}
		out = append(out, p)
	}
	if len(out) == 1 && out[0].value != nil && (bare || isString(e.Info.TypeOf(out[0].value))) {
		return e.text(out[0].value)
	}
	return e.expr(out)
}

var escapes = regexp.MustCompile(`(?i)quote|escape|sanit|clean`)

var (
	// What stands before a value that has no quotes.
	operator  = regexp.MustCompile(`(?i)(?:[=<>]|\b(?:like|ilike|limit|offset|between))\s*$`)
	list      = regexp.MustCompile(`(?i)\b(?:values|in)\s*\((?:[^()]|\([^()]*\))*[(,]?\s*$`)
	operand   = regexp.MustCompile(`(?i)(?:[(,|+]|\b(?:then|else))\s*$`)
	statement = regexp.MustCompile(`(?i)^\s*(?:select|insert|update|delete|with|replace)\b`)
	member    = regexp.MustCompile(`->>?\s*$`)
	entry     = regexp.MustCompile(`[(,]\s*$`)
	between   = regexp.MustCompile(`(?i)\bbetween\s+\S+\s+and\s*$`)
	numbered  = regexp.MustCompile(`^\d+`)
)

// sqlPieces takes the text of a query apart, with its values; nil where a value
// stands where no placeholder can, or it is not clear what the text says.
func sqlPieces(parts []part, style string) []piece {
	r := &queryReader{style: style}
	for i, p := range parts {
		if p.value != nil {
			_, isName := named(parts, i)
			if !r.value(p, isName) {
				return nil
			}
			continue
		}
		for text := p.text; text != ""; {
			step := r.outside
			if r.quoted {
				step = r.inside
			}
			rest, ok := step(text)
			if !ok {
				return nil
			}
			text = rest
		}
	}
	if r.quoted || !statement.MatchString(r.before.String()) {
		return nil
	}
	return r.out
}

// A queryReader reads the text of a query.
type queryReader struct {
	style   string // of placeholders
	out     []piece
	before  strings.Builder // what the query says so far, with ? for values
	literal []part          // what is between quotes
	quoted  bool
}

func (r *queryReader) add(text string) {
	if text == "" {
		return
	}
	r.before.WriteString(text)
	if n := len(r.out); n > 0 && r.out[n-1].value == nil && !r.out[n-1].given {
		r.out[n-1].text += text
		return
	}
	r.out = append(r.out, piece{text: text})
}

// value reads a value, and reports whether a placeholder can stand for it, or it
// is a name.
func (r *queryReader) value(p part, isName bool) bool {
	if r.quoted {
		r.literal = append(r.literal, p)
		return true
	}
	b := r.before.String()
	if !operator.MatchString(b) && !between.MatchString(b) && !(entry.MatchString(b) && list.MatchString(b)) {
		if !isName {
			return false
		}
		r.before.WriteString("x")
		r.out = append(r.out, piece{value: []part{p}, name: true})
		return true
	}
	r.before.WriteString("?")
	r.out = append(r.out, piece{value: []part{p}, bare: true})
	return true
}

// inside reads text between quotes, up to the one that ends it.
func (r *queryReader) inside(text string) (rest string, ok bool) {
	inside, rest, closed := strings.Cut(text, "'")
	if strings.Contains(inside, `\`) {
		return "", false
	}
	if inside != "" {
		r.literal = append(r.literal, part{text: inside})
	}
	if !closed {
		return rest, true
	}
	if strings.HasPrefix(rest, "'") {
		return "", false // a quote in the literal
	}
	r.quoted = false
	if allConstant(r.literal) {
		r.add("'" + textOf(r.literal) + "'")
	} else {
		b := r.before.String()
		if r.style == "?" && member.MatchString(b) {
			return "", false // MySQL takes a literal only
		}
		if !operator.MatchString(b) && !between.MatchString(b) && !operand.MatchString(b) {
			return "", false // interval '...' is one literal
		}
		r.before.WriteString("?")
		r.out = append(r.out, piece{value: r.literal})
	}
	r.literal = nil
	return rest, true
}

// outside reads text up to the next character that says something.
func (r *queryReader) outside(text string) (rest string, ok bool) {
	i := strings.IndexAny(text, "'\"`#-/?$:@")
	if i < 0 {
		r.add(text)
		return "", true
	}
	r.add(text[:i])
	rest = text[i+1:]
	switch c := text[i]; {
	case c == '\'':
		if b := r.before.String(); b != "" && (isWord(b[len(b)-1]) || b[len(b)-1] == '\'') {
			return "", false // E'...', or a quote behind a quote
		}
		r.quoted = true
	case c == '"' || c == '`' || c == '#':
		return "", false
	case c == '-' && strings.HasPrefix(rest, "-"), c == '/' && strings.HasPrefix(rest, "*"):
		return "", false // a comment
	case c == '-' || c == '/':
		r.add(text[i : i+1])
	case c == ':' && strings.HasPrefix(rest, ":"): // a cast
		r.add("::")
		rest = rest[1:]
	default: // a placeholder, or what looks like one
		return r.placeholder(text[i:], rest)
	}
	return rest, true
}

func (r *queryReader) placeholder(text, rest string) (string, bool) {
	mark := text[:1]
	if r.style == "@p" && strings.HasPrefix(text, "@p") {
		mark, rest = "@p", rest[1:]
	}
	if mark != r.style || r.style == "?" && numbered.MatchString(rest) {
		return "", false // another one, or by its number, which one more would change
	}
	if r.style != "?" {
		digits := numbered.FindString(rest)
		if digits == "" {
			return "", false
		}
		mark, rest = mark+digits, rest[len(digits):]
	}
	r.before.WriteString("?")
	r.out = append(r.out, piece{text: mark, given: true})
	return rest, true
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

func allConstant(parts []part) bool {
	for _, p := range parts {
		if p.value != nil {
			return false
		}
	}
	return true
}

func textOf(parts []part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.text)
	}
	return b.String()
}
