// Package confine tells what the caller of a tool chooses of what is run, and what
// confines that: containers, other users, name spaces.
package confine

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/argv"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/models"
)

// Of returns what the data of a flow chooses of what is run here; ok is false
// where it chooses nothing of that.
func Of(set *models.Set, f *taint.Flow) (ch Choice, ok bool) { return (&chooser{set}).choice(f) }

// A chooser asks rows what programs do with their arguments.
type chooser struct{ models *models.Set }

// A Choice is what the caller has chosen of what is run.
type Choice struct {
	What     string // a clause: "chooses the program that is run"
	Kind     string
	Certain  bool
	Box      Box
	Fallback bool // there is a way without the sandbox
}

// choice returns what the data of a flow chooses of what is run here.
func (c *chooser) choice(f *taint.Flow) (Choice, bool) {
	settings := processBox(f.Sink.Settings)
	switch f.Sink.Row.Kind {
	case models.KindProgram:
		return Choice{What: "chooses the program that is run", Kind: models.KindProgram, Certain: true, Box: settings}, true
	case models.KindArgv:
		return c.line(f, settings)
	case models.KindStdin:
		for _, words := range flowrule.Started(c.models, f) {
			if r, ok := argv.Stdin(c.models, words); ok && r.Kind != models.KindSQL {
				return Choice{What: "is " + source(r), Kind: r.Kind, Certain: r.Certain, Box: c.around(words, len(words), settings)}, true
			}
		}
	case models.KindContent:
		words, at := flowrule.Script(f)
		if at < 0 {
			break
		}
		settings = processBox(f.Sink.Run.Settings)
		if at == 0 {
			return Choice{What: "is the program that is run", Kind: models.KindShell, Certain: true, Box: settings}, true
		}
		if r := argv.Roles(c.models, words)[at]; r.File && (r.Kind == models.KindShell || r.Kind == models.KindCode) {
			return Choice{What: "is " + source(r), Kind: r.Kind, Certain: r.Certain, Box: c.around(words, at, settings)}, true
		}
	case models.KindShell:
		if l := f.Sink.Row.Language; local(f.Sink.Sym) {
			return Choice{What: "is the command text that a " + l + " runs", Kind: models.KindShell, Certain: true}, true
		}
	case models.KindCode:
		l := f.Sink.Row.Language
		out := Choice{What: "is the " + l + " source that is run in this process", Kind: models.KindCode, Certain: true}
		switch l {
		case "Go plugin":
			out.What = "chooses the plugin that is loaded into this process"
		case "Go":
		case "Lua":
			if !strings.Contains(f.Sink.Sym, "gopher-lua") {
				return Choice{}, false // on a database
			}
		default: // languages that reach only what they are given
			return Choice{}, false
		}
		return out, true
	}
	return Choice{}, false
}

// local reports whether a function runs commands on this machine.
func local(sym string) bool {
	return !strings.Contains(sym, "golang.org/x/crypto/ssh") && !strings.Contains(sym, "melbahja/goph")
}

// source names what an interpreter gets.
func source(r argv.Role) string {
	by := r.Program
	if by == "" {
		by = r.Language
	}
	switch {
	case r.Kind == models.KindShell && r.File:
		return "the script that " + by + " runs"
	case r.Kind == models.KindShell:
		return "the command text that " + by + " runs"
	case r.File:
		return "the program that " + by + " runs"
	}
	return "the source text that " + by + " runs"
}

// line returns the worst that data chooses in the command lines of a sink.
func (c *chooser) line(f *taint.Flow, settings Box) (Choice, bool) {
	var worst Choice
	found, confined := false, false
	for _, line := range flowrule.Lines(f) {
		roles := argv.Roles(c.models, line.Words)
		for _, i := range line.Data {
			ch, ok := c.chosen(f, line, roles[i], i)
			if !ok || !f.Mask.Has(flow.KindMask(ch.Kind)) {
				continue
			}
			ch.Box = c.around(line.Words, i, settings)
			confined = confined || ch.Box.Verdict >= Partial
			if !found || ch.Box.Verdict < worst.Box.Verdict {
				worst, found = ch, true
			}
		}
	}
	worst.Fallback = found && worst.Box.Verdict == Open && confined
	return worst, found
}

// elsewhere reports whether a program runs what it is given on another machine,
// or in a container that exists already.
func (c *chooser) elsewhere(program string) bool {
	return slices.ContainsFunc(c.models.Program(program), func(r *models.Program) bool { return r.Remote })
}

// chosen returns what a word with data chooses, if that is what is run.
func (c *chooser) chosen(f *taint.Flow, line flowrule.Line, r argv.Role, i int) (Choice, bool) {
	if i == 0 && f.Sink.Row.Called {
		return Choice{}, false
	}
	for _, w := range line.Words[:i] {
		if w.Known && c.elsewhere(base(w.Text)) {
			return Choice{}, false
		}
	}
	certain := r.Certain
	switch {
	case !certain:
		return Choice{}, false
	case r.Kind == models.KindProgram:
		what := "chooses the program that is run"
		if i > 0 && line.Words[0].Known {
			what = "chooses what " + base(line.Words[0].Text) + " runs"
		}
		return Choice{What: what, Kind: r.Kind, Certain: true}, true
	case r.Kind == models.KindCode && r.Language == "wasm":
		return Choice{}, false // a sandbox of its own
	case r.File && (r.Kind == models.KindShell || r.Kind == models.KindCode):
		return Choice{What: "chooses " + source(r), Kind: r.Kind, Certain: true}, true
	case r.Kind == models.KindShell, r.Kind == models.KindCode && r.Language != "awk" && r.Language != "sed" && r.Language != "jq":
		return Choice{What: "is " + source(r), Kind: r.Kind, Certain: true}, true
	}
	return Choice{}, false
}

// around returns what confines a word of a command line: programs before it,
// or the settings of the command.
func (c *chooser) around(words []argv.Word, at int, settings Box) Box {
	b := confinement(c.models, words, at)
	if settings.Verdict > b.Verdict {
		return settings
	}
	return b
}
