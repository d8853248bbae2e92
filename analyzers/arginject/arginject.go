package arginject

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
var rule, _ = checklist.ByID("MCP018")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "arginject",
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
	c := &checker{models: pass.ResultOf[config.Analyzer].(*config.Result).Models, src: pass.ResultOf[source.Analyzer].(*source.Source)}
	// The worst of a place first, so that once keeps it.
	for _, g := range []grade{certain, possible, harmless} {
		for _, f := range flows.Flows {
			if f.Fresh && (f.Source.Class == models.ClassArgument || f.Source.Class == models.ClassHeader) {
				c.check(f, g)
			}
		}
	}
	findings = append(findings, c.findings...)
	emit.Findings(pass, findings)
	return findings, nil
}

// A grade says how bad it is that a word may be an option.
type grade int

const (
	none     grade = iota
	harmless       // the program has no dangerous options, or nobody knows which it has
	possible       // what stands before the word may make a value of it
	certain
)

// A checker judges the flows of one package.
type checker struct {
	models   *models.Set
	src      *source.Source
	findings []finding.Finding
	once     flowrule.Once
}

// A fault is what a word of the caller's can be to a program.
type fault struct {
	grade
	program string
	options []string // the dangerous ones, some
	value   bool     // the word is the value of such an option
	many    bool     // the caller gives a list of words
	name    bool     // the caller gives the name of an option
}

// optionMask are the flows that can make options.
var optionMask = flow.KindMask(models.KindOption, models.KindWords)

// check judges one flow, and reports it when it is of that grade.
func (c *checker) check(f *taint.Flow, g grade) {
	if f.Sink.Row.Kind != models.KindArgv || !f.Mask.Has(flow.KindMask(models.KindOption)) {
		return
	}
	ft := c.line(f)
	if ft.grade != g {
		return
	}
	if c.once == nil {
		c.once = flowrule.Once{}
	}
	if !c.once.First(f, "") {
		return
	}
	severity := rule.Severity
	switch {
	case ft.grade == harmless:
		severity = finding.Note
	case ft.grade == possible && ft.many:
		severity = finding.Warning
	}
	out := flowrule.Finding(rule.ID, f, optionMask, severity, message(f, ft))
	switch ft.grade {
	case possible:
		out.Confidence = finding.Medium
	case harmless:
		out.Confidence, out.Profile = finding.Medium, finding.Auditor
	}
	out.Fixes = c.fixes(f, ft)
	c.findings = append(c.findings, out)
}

// fixes offers what keeps the caller's words from being options.
func (c *checker) fixes(f *taint.Flow, ft fault) []finding.Fix {
	single := !ft.many && !ft.name && !ft.value
	if single {
		if out := fix.Dash(c.src, c.models, f); out != nil {
			return out
		}
	}
	if ft.grade == harmless {
		return nil
	}
	if single {
		if out := fix.NoOption(c.src, c.models, f); out != nil {
			return out
		}
	}
	if single || ft.many {
		return fix.NoOptions(c.src, c.models, f)
	}
	return nil
}

// line returns the worst that data can be in the command lines of a sink.
func (c *checker) line(f *taint.Flow) fault {
	var worst fault
	for _, line := range flowrule.Lines(f) {
		roles := argv.Roles(c.models, line.Words)
		for _, i := range line.Data {
			ft := c.word(line, roles[i], i)
			if ft.grade > harmless && line.Words[i].Many && len(line.Words) == 2 && !line.Seen { // what stands around it is not known
				ft.grade, ft.many = among(f, ft.many)
			}
			if ft.grade > worst.grade {
				worst = ft
			}
		}
	}
	return worst
}

// among returns how bad it is that data is somewhere in a list of words of which
// nothing is known, and whether the data is several words: one text is one word,
// and may be the value of an option; what is taken apart may stand behind a "--";
// a list of the caller's is all that there is.
func among(f *taint.Flow, many bool) (grade, bool) {
	p := f.Entry.Properties[f.Source.Name]
	switch {
	case f.Source.Class == models.ClassArgument && p != nil && p.Type != "string":
		return certain, many
	case f.Source.Class == models.ClassArgument && f.Mask&flow.Split != 0:
		return possible, many
	}
	return harmless, false
}

// word returns what a word with data can be.
func (c *checker) word(line flowrule.Line, r argv.Role, i int) fault {
	w := line.Words[i]
	ft := fault{program: r.Program, options: r.Dangerous, many: w.Many, name: w.Prefix != ""}
	switch {
	case i == 0:
		return fault{} // the program itself
	case r.Kind == models.KindOption && len(r.Dangerous) > 0:
		switch before := line.Words[i-1]; {
		case r.Certain:
			ft.grade = certain
		case before.Known && strings.HasPrefix(before.Text, "-"):
			ft.grade = harmless // mostly the value of that option
		default:
			ft.grade = possible
		}
	case r.Kind == models.KindOption:
		ft.grade = harmless
	case r.Kind == "" && len(r.Dangerous) > 0:
		ft.grade, ft.value = harmless, true
	case w.Many && r.Kind != "" && !r.Certain:
		// Options of a program that runs others or interprets text.
		ft.options = c.dangerous(r.Program)
		ft.grade = harmless
		if len(ft.options) > 0 {
			ft.grade = certain
		}
	}
	return ft
}

// dangerous lists dangerous options of a program, whatever its subcommand.
func (c *checker) dangerous(program string) []string {
	for _, row := range argv.Rows(c.models, program) {
		if len(row.Sub) == 0 {
			return slices.Concat(row.Dangerous, row.Text)
		}
	}
	return nil
}

// maxNamed bounds the options that a message names.
const maxNamed = 3

func message(f *taint.Flow, ft fault) string {
	who := fmt.Sprintf("%s of %s", flowrule.Argument(f), flowrule.Tool(f.Entry))
	program := ft.program
	if program == "" {
		program = "the program"
	}
	named := strings.Join(ft.options[:min(maxNamed, len(ft.options))], ", ")
	switch {
	case ft.value:
		return fmt.Sprintf("%s is the value of %s's option %s", who, program, named)
	case ft.grade == harmless && ft.program == "":
		return who + " can be an option of a program that is not known"
	case ft.grade == harmless && len(ft.options) > 0:
		return fmt.Sprintf("%s can be an option of %s, unless the word before takes a value", who, program)
	case ft.grade == harmless:
		return fmt.Sprintf("%s can be an option of %s, which has none that is known to be dangerous", who, program)
	case ft.name:
		return fmt.Sprintf("%s chooses an option of %s, such as %s", who, program, named)
	case ft.many:
		return fmt.Sprintf("%s can bring options of %s, such as %s", who, program, named)
	}
	return fmt.Sprintf("%s can be an option of %s, such as %s, since nothing ends the options or refuses a leading dash", who, program, named)
}
