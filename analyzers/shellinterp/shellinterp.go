package shellinterp

import (
	_ "embed"
	"fmt"
	"path"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/argv"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
	"github.com/mcpvet/mcpvet/models"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP004")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "shellinterp",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), source.Analyzer, taint.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	var findings []finding.Finding
	flows := pass.ResultOf[taint.Analyzer].(*taint.Result)
	if flows == nil {
		return findings, nil // out of scope
	}
	c := &checker{
		models: pass.ResultOf[config.Analyzer].(*config.Result).Models,
		src:    pass.ResultOf[source.Analyzer].(*source.Source),
		once:   flowrule.Once{},
	}
	for _, f := range flows.Flows {
		if f.Fresh && (f.Source.Class == models.ClassArgument || f.Source.Class == models.ClassHeader) {
			findings = append(findings, c.check(f)...)
		}
	}
	emit.Findings(pass, findings)
	return findings, nil
}

// A checker judges the flows of one package.
type checker struct {
	models *models.Set
	src    *source.Source
	once   flowrule.Once
}

// A fault is what data does at a sink.
type fault struct {
	kind     string // models.KindShell, KindCode or KindProgram
	language string
	program  string
	certain  bool
	wrapped  bool // another program starts the one that interprets: docker, bwrap
	guessed  bool // the program is not known, and started like a shell
}

// check judges one flow.
func (c *checker) check(f *taint.Flow) []finding.Finding {
	var ft fault
	switch f.Sink.Row.Kind {
	case models.KindShell:
		ft = fault{kind: models.KindShell, language: f.Sink.Row.Language, certain: true}
	case models.KindProgram:
		ft = fault{kind: models.KindProgram, certain: true}
	case models.KindArgv:
		var ok bool
		if ft, ok = c.line(f); !ok {
			return nil
		}
	case models.KindStdin:
		var ok bool
		if ft, ok = c.stdin(f); !ok {
			return nil
		}
	case models.KindContent:
		var ok bool
		if ft, ok = c.script(f); !ok {
			return nil
		}
	default:
		return nil
	}
	if ft.kind == models.KindCode && ft.wrapped && f.Mask&flow.Part == 0 {
		return nil // a program that is the caller's as a whole, in a container: the sandbox's matter
	}
	if !f.Mask.Has(flow.KindMask(ft.kind)) || !c.once.First(f, ft.kind) {
		return nil
	}
	out := flowrule.Finding(rule.ID, f, flow.KindMask(ft.kind), finding.Error, message(f, ft))
	if !ft.certain {
		out.Confidence = finding.Medium
	}
	if ft.kind == models.KindShell {
		out.Fixes = fix.Words(c.src, c.models, f)
	}
	return []finding.Finding{out}
}

// line returns the worst that data does in the command lines of a sink.
func (c *checker) line(f *taint.Flow) (fault, bool) {
	var worst fault
	for _, line := range flowrule.Lines(f) {
		roles := argv.Roles(c.models, line.Words)
		for _, i := range line.Data {
			r := roles[i]
			ft := fault{kind: r.Kind, language: r.Language, program: r.Program, certain: r.Certain}
			switch {
			case i == 0 && f.Sink.Row.Called:
				continue
			case r.File:
				continue // which script is run is the sandbox's matter
			case r.Kind != models.KindShell && r.Kind != models.KindCode && r.Kind != models.KindProgram:
				continue
			case !f.Mask.Has(flow.KindMask(r.Kind)):
				continue
			case !r.Certain && likeShell(line, i, r):
				ft.guessed = true
			case !r.Certain && (r.Kind == models.KindProgram || !c.interprets(line, i, f.Mask.Has(flow.KindMask(models.KindOption)))):
				continue // what a wrapper does with options of the caller's is arginject's matter
			}
			if worst.kind == "" || ft.certain && !worst.certain {
				worst = ft
			}
		}
	}
	return worst, worst.kind != ""
}

// likeShell reports whether a word is to a program that is not known what a
// command is to a shell: all that follows -c.
func likeShell(line flowrule.Line, i int, r argv.Role) bool {
	return r.Kind == models.KindShell && r.Program == "" && r.Option != "" && i == 2 && len(line.Words) == 3
}

// stdin returns what data does on the standard input of a command.
func (c *checker) stdin(f *taint.Flow) (fault, bool) {
	for _, words := range flowrule.Started(c.models, f) {
		if r, ok := argv.Stdin(c.models, words); ok && r.Kind != models.KindSQL {
			return fault{kind: r.Kind, language: r.Language, program: r.Program, certain: r.Certain, wrapped: wrapped(words, r.Program)}, true
		}
	}
	return fault{}, false
}

// wrapped reports whether the program of a command line starts another one,
// the one that interprets.
func wrapped(words []argv.Word, interpreter string) bool {
	return len(words) > 0 && words[0].Known && interpreter != "" && path.Base(words[0].Text) != interpreter
}

// script returns what data does in a file that is run afterwards: as a script
// of an interpreter, or as the program itself.
func (c *checker) script(f *taint.Flow) (fault, bool) {
	words, at := flowrule.Script(f)
	if at < 0 {
		return fault{}, false
	}
	if at == 0 {
		return fault{kind: models.KindShell, language: "shell", certain: true}, true
	}
	r := argv.Roles(c.models, words)[at]
	if !r.File || r.Kind != models.KindShell && r.Kind != models.KindCode {
		return fault{}, false
	}
	return fault{kind: r.Kind, language: r.Language, program: r.Program, certain: r.Certain, wrapped: wrapped(words, r.Program)}, true
}

// interprets reports whether the program of a command line interprets text
// itself, so that an argument of the caller's choice can bring some: one that
// can be no option brings none to a program that is told its text by options.
func (c *checker) interprets(line flowrule.Line, i int, option bool) bool {
	if len(line.Words) == 0 || !line.Words[0].Known {
		return false
	}
	for _, row := range argv.Rows(c.models, line.Words[0].Text) {
		if len(row.Sub) == 0 && row.Language != "" && len(row.Text) > 0 {
			return option || row.TextAt != nil || row.Bundled && i == 1
		}
	}
	return false
}

func message(f *taint.Flow, ft fault) string {
	who := fmt.Sprintf("%s of %s", flowrule.Argument(f), flowrule.Tool(f.Entry))
	part := "becomes part of"
	if f.Mask&flow.Part == 0 {
		part = "is"
	}
	by := ft.program
	if by == "" {
		by = ft.language
	}
	switch {
	case ft.kind == models.KindProgram:
		return who + " chooses the program that is run"
	case !ft.certain && !ft.guessed:
		return fmt.Sprintf("%s can bring text that %s runs", who, by)
	case ft.kind == models.KindCode:
		return fmt.Sprintf("%s %s the source text that %s runs", who, part, by)
	case by == "" || by == "shell":
		return fmt.Sprintf("%s %s the command text that a shell runs", who, part)
	}
	return fmt.Sprintf("%s %s the command text that %s runs", who, part, by)
}
