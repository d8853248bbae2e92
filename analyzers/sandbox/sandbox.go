package sandbox

import (
	_ "embed"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/argv"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
	"github.com/mcpvet/mcpvet/models"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP011")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "sandbox",
	Doc:        ruledoc.MustParse(doc).Text(),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), taint.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	flows := pass.ResultOf[taint.Analyzer].(*taint.Result)
	if flows == nil {
		return []finding.Finding(nil), nil // out of scope
	}
	c := &checker{models: pass.ResultOf[config.Analyzer].(*config.Result).Models, once: flowrule.Once{}}
	// The worst of a place first, so that once keeps it.
	for _, v := range []verdict{open, partial, unsure} {
		for _, f := range flows.Flows {
			if f.Fresh && (f.Source.Class == models.ClassArgument || f.Source.Class == models.ClassHeader) {
				c.check(f, v)
			}
		}
	}
	emit.Findings(pass, c.findings)
	return c.findings, nil
}

// A checker judges the flows of one package.
type checker struct {
	models   *models.Set
	findings []finding.Finding
	once     flowrule.Once
}

// A choice is what the caller has chosen of what is run.
type choice struct {
	what     string // a clause: "chooses the program that is run"
	kind     string
	certain  bool
	box      box
	fallback bool // there is a way without the sandbox
}

// check judges one flow, and reports it when the verdict is that one.
func (c *checker) check(f *taint.Flow, v verdict) {
	ch, ok := c.choice(f)
	if !ok || ch.box.verdict != v || !f.Mask.Has(flow.KindMask(ch.kind)) || f.Mask&flow.Part != 0 {
		return
	}
	at, sym := f.Sink.Pos, f.Sink.Sym
	switch {
	case f.Sink.Run != nil:
		at, sym = f.Sink.Run.Pos, f.Sink.Run.Sym
	case f.Sink.Start.IsValid():
		at, sym = f.Sink.Start, "the command that is started"
	}
	if !c.once.First(f, fmt.Sprint(at)) {
		return
	}
	out := flowrule.Finding(rule.ID, f, flow.KindMask(ch.kind), rule.Severity, message(f, ch))
	if p := posture.At(at); p != out.Pos {
		out.Pos = p
		out.Trace = append(out.Trace, finding.Step{Pos: p, Text: sym})
	}
	switch {
	case v == partial:
		out.Severity = finding.Warning
	case v == unsure:
		out.Severity, out.Profile = finding.Note, finding.Auditor
	}
	if !ch.certain || v == unsure {
		out.Confidence = finding.Medium
	}
	c.findings = append(c.findings, out)
}

// choice returns what the data of a flow chooses of what is run here.
func (c *checker) choice(f *taint.Flow) (choice, bool) {
	settings := processBox(f.Sink.Settings)
	switch f.Sink.Row.Kind {
	case models.KindProgram:
		return choice{what: "chooses the program that is run", kind: models.KindProgram, certain: true, box: settings}, true
	case models.KindArgv:
		return c.line(f, settings)
	case models.KindStdin:
		for _, words := range flowrule.Started(c.models, f) {
			if r, ok := argv.Stdin(c.models, words); ok && r.Kind != models.KindSQL {
				return choice{what: "is " + source(r), kind: r.Kind, certain: r.Certain, box: c.around(words, len(words), settings)}, true
			}
		}
	case models.KindContent:
		words, at := flowrule.Script(f)
		if at < 0 {
			break
		}
		settings = processBox(f.Sink.Run.Settings)
		if at == 0 {
			return choice{what: "is the program that is run", kind: models.KindShell, certain: true, box: settings}, true
		}
		if r := argv.Roles(c.models, words)[at]; r.File && (r.Kind == models.KindShell || r.Kind == models.KindCode) {
			return choice{what: "is " + source(r), kind: r.Kind, certain: r.Certain, box: c.around(words, at, settings)}, true
		}
	case models.KindShell:
		if l := f.Sink.Row.Language; local(f.Sink.Sym) {
			return choice{what: "is the command text that a " + l + " runs", kind: models.KindShell, certain: true}, true
		}
	case models.KindCode:
		l := f.Sink.Row.Language
		out := choice{what: "is the " + l + " source that is run in this process", kind: models.KindCode, certain: true}
		switch l {
		case "Go plugin":
			out.what = "chooses the plugin that is loaded into this process"
		case "Go":
		case "Lua":
			if !strings.Contains(f.Sink.Sym, "gopher-lua") {
				return choice{}, false // on a database
			}
		default: // languages that reach only what they are given
			return choice{}, false
		}
		return out, true
	}
	return choice{}, false
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
func (c *checker) line(f *taint.Flow, settings box) (choice, bool) {
	var worst choice
	found, confined := false, false
	for _, line := range flowrule.Lines(f) {
		roles := argv.Roles(c.models, line.Words)
		for _, i := range line.Data {
			ch, ok := c.chosen(f, line, roles[i], i)
			if !ok || !f.Mask.Has(flow.KindMask(ch.kind)) {
				continue
			}
			ch.box = c.around(line.Words, i, settings)
			confined = confined || ch.box.verdict >= partial
			if !found || ch.box.verdict < worst.box.verdict {
				worst, found = ch, true
			}
		}
	}
	worst.fallback = found && worst.box.verdict == open && confined
	return worst, found
}

// elsewhere reports whether a program runs what it is given on another machine,
// or in a container that exists already.
func (c *checker) elsewhere(program string) bool {
	return slices.ContainsFunc(c.models.Program(program), func(r *models.Program) bool { return r.Remote })
}

// chosen returns what a word with data chooses, if that is what is run.
func (c *checker) chosen(f *taint.Flow, line flowrule.Line, r argv.Role, i int) (choice, bool) {
	if i == 0 && f.Sink.Row.Called {
		return choice{}, false
	}
	for _, w := range line.Words[:i] {
		if w.Known && c.elsewhere(base(w.Text)) {
			return choice{}, false
		}
	}
	certain := r.Certain
	switch {
	case !certain:
		return choice{}, false
	case r.Kind == models.KindProgram:
		what := "chooses the program that is run"
		if i > 0 && line.Words[0].Known {
			what = "chooses what " + base(line.Words[0].Text) + " runs"
		}
		return choice{what: what, kind: r.Kind, certain: true}, true
	case r.Kind == models.KindCode && r.Language == "wasm":
		return choice{}, false // a sandbox of its own
	case r.File && (r.Kind == models.KindShell || r.Kind == models.KindCode):
		return choice{what: "chooses " + source(r), kind: r.Kind, certain: true}, true
	case r.Kind == models.KindShell, r.Kind == models.KindCode && r.Language != "awk" && r.Language != "sed" && r.Language != "jq":
		return choice{what: "is " + source(r), kind: r.Kind, certain: true}, true
	}
	return choice{}, false
}

// around returns what confines a word of a command line: programs before it,
// or the settings of the command.
func (c *checker) around(words []argv.Word, at int, settings box) box {
	b := confinement(c.models, words, at)
	if settings.verdict > b.verdict {
		return settings
	}
	return b
}

func message(f *taint.Flow, ch choice) string {
	who := fmt.Sprintf("%s of %s %s", flowrule.Argument(f), flowrule.Tool(f.Entry), ch.what)
	b := ch.box
	switch {
	case ch.fallback:
		return who + ", on one way without the sandbox that another has (it fails open)"
	case b.verdict == open:
		return who + ", outside a sandbox"
	case b.verdict == unsure && b.name == "SysProcAttr":
		return who + "; what its SysProcAttr confines is not known"
	case b.verdict == unsure:
		return fmt.Sprintf("%s in %s, of whose options some are not known", who, b.name)
	}
	var why []string
	if len(b.lacks) > 0 {
		why = append(why, "without "+strings.Join(b.lacks, ", "))
	}
	if len(b.undo) > 0 {
		why = append(why, "opened by "+strings.Join(b.undo, ", "))
	}
	return fmt.Sprintf("%s in %s %s", who, b.name, strings.Join(why, " and "))
}
