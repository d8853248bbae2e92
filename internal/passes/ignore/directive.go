package ignore

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/srcpos"
)

// prefix starts every directive of mcpvet.
const prefix = "//mcpvet:"

// verbs are the directives there are; "control" is read by another pass.
var verbs = []string{"ignore", "control"}

// read adds the directives of a file to r.
func (r *Result) read(at *srcpos.Map, file *ast.File) {
	var units []unit // built when the first directive asks for it
	for _, group := range file.Comments {
		for _, c := range group.List {
			verb, rest, ok := split(c.Text)
			if !ok {
				continue
			}
			p := at.Position(c.Pos())
			pos := finding.Position{File: p.Filename, Line: p.Line, Column: p.Column}
			switch {
			case strings.HasPrefix(c.Text, "// "):
				// Only the known verb counts: prose may start with the tool's name.
				if verb == "ignore" {
					r.Problems = append(r.Problems, Problem(pos, "the space after // makes this a comment, and not a directive: write %s", prefix+"ignore"))
				}
				continue
			case verb == "control":
				continue
			case verb != "ignore":
				msg := "unknown directive %q"
				if n := config.Nearest(verb, verbs); n != "" {
					msg += "; did you mean " + prefix + n + "?"
				}
				r.Problems = append(r.Problems, Problem(pos, msg, prefix+verb))
				continue
			}
			cover, bad := parse(rest)
			if bad != "" {
				r.Problems = append(r.Problems, Problem(pos, "%s", bad))
				continue
			}
			if units == nil {
				units = unitsOf(at, file)
			}
			cover.File, cover.Line, cover.Column = pos.File, pos.Line, pos.Column
			cover.From, cover.To = lines(at, file, units, group, c)
			r.Covers = append(r.Covers, cover)
		}
	}
}

// split takes a comment apart into a directive's verb and the rest of its
// line. With a space after the slashes it is still recognised, as a mistake.
func split(text string) (verb, rest string, ok bool) {
	text, ok = strings.CutPrefix(text, "//")
	if !ok {
		return "", "", false
	}
	text, ok = strings.CutPrefix(strings.TrimLeft(text, " "), "mcpvet:")
	if !ok {
		return "", "", false
	}
	verb, rest, _ = strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
	return verb, strings.TrimSpace(rest), true
}

// parse reads what follows the verb: rules, then the reason.
func parse(rest string) (c Cover, bad string) {
	// What stands behind a second comment marker is not ours.
	if i := strings.Index(" "+rest, " // "); i >= 0 {
		rest = strings.TrimSpace((" " + rest)[:i])
	}
	var words []string // rules as written
	for more := true; more; {
		var word string
		word, rest, _ = strings.Cut(rest, " ")
		rest = strings.TrimSpace(rest)
		more = strings.HasSuffix(word, ",") && rest != ""
		for w := range strings.SplitSeq(word, ",") {
			if w != "" {
				words = append(words, w)
			}
		}
	}
	if len(words) == 0 {
		return c, "the directive names no rule: write " + prefix + "ignore MCP004 and the reason"
	}
	for _, w := range words {
		id, known := config.RuleID(w)
		if id == "" {
			return c, "the directive names an unknown rule \"" + w + "\"" + config.RuleHint(w, known)
		}
		if !slices.Contains(c.Rules, id) {
			c.Rules = append(c.Rules, id)
		}
	}
	c.Reason = rest
	if c.Reason == "" {
		return c, "the directive gives no reason, so it suppresses nothing: write it behind " + strings.Join(words, ",")
	}
	return c, ""
}

// A unit is something that a directive can cover as a whole.
type unit struct {
	from, to   int // lines
	start, end token.Pos
}

// unitsOf lists the statements, declarations, fields and elements of
// composite literals of a file, outer ones before inner ones.
func unitsOf(at *srcpos.Map, file *ast.File) []unit {
	units := make([]unit, 0, 64)
	add := func(n ast.Node) {
		units = append(units, unit{
			from: lineOf(at, n.Pos()), to: lineOf(at, n.End()),
			start: n.Pos(), end: n.End(),
		})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.EmptyStmt:
			// A block belongs to what it is the body of.
		case ast.Stmt:
			add(n)
		case ast.Decl, ast.Spec, *ast.Field:
			add(n)
		case *ast.CompositeLit:
			for _, elt := range n.Elts {
				add(elt)
			}
		}
		return true
	})
	// Elements are noted before what lies in earlier elements is visited.
	slices.SortStableFunc(units, func(a, b unit) int {
		if a.start != b.start {
			return int(a.start - b.start)
		}
		return int(b.end - a.end)
	})
	return units
}

func lineOf(at *srcpos.Map, p token.Pos) int { return at.Position(p).Line }

// lines returns the first and last line that a directive covers.
func lines(at *srcpos.Map, file *ast.File, units []unit, group *ast.CommentGroup, c *ast.Comment) (from, to int) {
	if c.Pos() < file.Package { // above all of it
		return lineOf(at, file.FileStart), lineOf(at, file.FileEnd)
	}
	line := lineOf(at, c.Pos())
	if !behindCode(at, file, c.Pos(), line) {
		next := lineOf(at, group.End()) + 1
		for _, u := range units {
			if u.start > c.Pos() && u.from == next {
				return u.from, u.to // the outermost: it comes first
			}
		}
		return next, next
	}
	var starts, ends []unit
	around := unit{from: line, to: line}
	for _, u := range units {
		switch {
		case u.start >= c.Pos():
		case u.from == line:
			starts = append(starts, u)
		case u.to == line && u.end <= c.Pos():
			ends = append(ends, u)
		case u.from < line && u.to >= line:
			around = u // the innermost: it comes last
		}
	}
	if len(starts) == 0 {
		starts = ends
	}
	if len(starts) == 0 {
		return around.from, around.to
	}
	from, to = line, line
	for _, u := range starts {
		from, to = min(from, u.from), max(to, u.to)
	}
	return from, to
}

// behindCode reports whether something other than a comment stands on the
// line before pos.
func behindCode(at *srcpos.Map, file *ast.File, pos token.Pos, line int) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.File:
			return true
		}
		if found || n.Pos() >= pos {
			return false
		}
		if lineOf(at, n.Pos()) == line || n.End() <= pos && lineOf(at, n.End()) == line {
			found = true
		}
		return !found
	})
	return found || lineOf(at, file.Package) == line && file.Package < pos
}
