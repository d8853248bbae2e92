package sqlparam

import (
	_ "embed"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
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
var rule, _ = checklist.ByID("MCP005")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "sqlparam",
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
	set := pass.ResultOf[config.Analyzer].(*config.Result).Models
	src := pass.ResultOf[source.Analyzer].(*source.Source)
	once := flowrule.Once{}
	for _, f := range flows.Flows {
		if !f.Fresh {
			continue
		}
		judge := check
		if program, ok := client(set, f); ok {
			judge = func(f *taint.Flow) (finding.Finding, bool) { return checkClient(f, program) }
		} else if !f.Sink.In(models.KindSQL) {
			continue
		}
		if !once.First(f, "") {
			continue
		}
		if found, ok := judge(f); ok {
			if found.Severity == finding.Error {
				found.Fixes = fix.Placeholders(src, set, f.Sink)
			}
			findings = append(findings, found)
		}
	}
	emit.Findings(pass, findings)
	return findings, nil
}

// check judges one flow to a query text.
func check(f *taint.Flow) (finding.Finding, bool) {
	if f.Source.Class != models.ClassArgument && f.Source.Class != models.ClassHeader {
		return finding.Finding{}, false
	}
	language := f.Sink.Row.Language
	if language == "" {
		language = "query"
	}
	if f.Mask&flow.Part != 0 && !explains(f.Sink) {
		return flowrule.Finding(rule.ID, f, flow.KindMask(models.KindSQL), finding.Error, fmt.Sprintf("%s of %s becomes part of the text of a %s",
			flowrule.Argument(f), flowrule.Tool(f.Entry), language)), true
	}
	if readOnly(f.Sink) {
		return finding.Finding{}, false
	}
	return flowrule.Finding(rule.ID, f, flow.KindMask(models.KindSQL), finding.Warning, fmt.Sprintf("%s of %s is run as a whole %s that may write",
		flowrule.Argument(f), flowrule.Tool(f.Entry), language)), true
}

// explain matches what may stand before a whole statement that is only
// explained.
var explain = regexp.MustCompile(`(?i)^\s*(explain|describe|desc)\b[\w\s(),]*$`)

// explains reports whether the text is a statement behind EXPLAIN: it is the
// caller's as a whole, too.
func explains(s *flow.Sink) bool {
	if s.At.Arg < 0 || s.At.Arg >= len(s.Args) || s.Args[s.At.Arg] == nil {
		return false
	}
	text := s.Args[s.At.Arg]
	if text.Kind != flow.SymConcat || !explain.MatchString(text.Prefix()) {
		return false
	}
	unknown := 0
	for i, k := range text.Kids {
		if t, ok := k.Text(); !ok {
			unknown++
		} else if i > 0 && strings.Trim(t, "; \n") != "" {
			return false
		}
	}
	return unknown == 1
}

// readOnly reports whether the statement runs where it can't write: in a
// transaction that was begun read-only.
func readOnly(s *flow.Sink) bool {
	if !s.Recv || len(s.Args) == 0 {
		return false
	}
	begin := s.Args[0]
	if begin == nil || begin.Kind != flow.SymCall {
		return false
	}
	for _, a := range begin.Kids {
		if v := a.Field("ReadOnly"); v != nil && v.Kind == flow.SymBool && v.N == 1 {
			return true
		}
		if v, ok := a.Field("AccessMode").Text(); ok && v == "read only" {
			return true
		}
	}
	return false
}
