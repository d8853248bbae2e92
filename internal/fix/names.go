package fix

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/checks"
	"github.com/mcpvet/mcpvet/internal/passes/handler"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Rename gives a tool that takes the place of another of its name the name of its
// handler, in the form of the old one. taken are the names of the server's tools.
func Rename(src sources, at program.Pos, old string, h *handler.Handler, taken []string) []finding.Fix {
	name := nameOfHandler(old, h)
	if name == "" || slices.Contains(taken, name) {
		return nil
	}
	s := atText(src, at)
	lit := s.literal(old)
	if lit == nil {
		return nil
	}
	e := s.edit()
	e.replaceNode(lit, strconv.Quote(name))
	return e.fix("give the tool a name of its own, that of its handler", Review)
}

// nameOfHandler makes the name of a tool of that of its handler, "" where it has
// none that says more.
func nameOfHandler(old string, h *handler.Handler) string {
	if h == nil || len(h.Bodies) != 1 {
		return ""
	}
	id := h.Bodies[0].ID
	id = id[strings.LastIndexAny(id, "./")+1:]
	if !token.IsIdentifier(id) {
		return "" // a closure has no name
	}
	words := slices.DeleteFunc(models.SplitName(id), func(w string) bool {
		return w == "handler" || w == "handle" || w == "tool" || w == "func"
	})
	if len(words) == 0 || slices.Equal(words, models.SplitName(old)) {
		return ""
	}
	switch {
	case strings.Contains(old, "-"):
		return strings.Join(words, "-")
	case strings.Contains(old, ".") || strings.Contains(old, "/"):
		return ""
	case strings.ToLower(old) == old:
		return strings.Join(words, "_")
	}
	for i := range words {
		if i > 0 || strings.ToUpper(old[:1]) == old[:1] {
			words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
		}
	}
	return strings.Join(words, "")
}

// distinguishable reports whether two tools of a server have the same name, and a
// fix gives one of them another: what the policy says would be about one only.
func distinguishable(src sources, g *checks.Group) bool {
	var tools []string
	for _, e := range g.Entries {
		if e.IsTool() && e.Name.Known {
			tools = append(tools, e.Name.Value)
		}
	}
	for i, e := range g.Entries {
		for _, o := range g.Entries[:i] {
			if !e.IsTool() || !o.IsTool() || !e.Name.Known || e.Name.Value != o.Name.Value || e.Reg.Conditional || o.Reg.Conditional || e.Pos == o.Pos {
				continue
			}
			later := e
			if o.Reg.Order > e.Reg.Order {
				later = o
			}
			if Rename(src, later.Name.Pos, later.Name.Value, later.Handler, tools) != nil {
				return true
			}
		}
	}
	return false
}
