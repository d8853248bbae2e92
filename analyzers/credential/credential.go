package credential

import (
	_ "embed"
	"fmt"
	"path"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/credentials"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP020")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "credential",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), config.Analyzer, source.Analyzer, credentials.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	var findings []finding.Finding
	res := pass.ResultOf[credentials.Analyzer].(*credentials.Result)
	if res == nil {
		return findings, nil // out of scope
	}
	src := pass.ResultOf[source.Analyzer].(*source.Source)
	set := pass.ResultOf[config.Analyzer].(*config.Result).Models
	type place struct {
		file string
		line int32
	}
	told := map[place]bool{}
	for _, s := range res.Seen {
		at := place{s.Pos.File, s.Pos.Line}
		if !s.Fresh || told[at] { // one place, however many ways to see it
			continue
		}
		told[at] = true
		out := judge(s)
		out.Rule, out.Pos = rule.ID, posture.At(s.Pos)
		if len(res.Servers) == 1 {
			out.Server = res.Servers[0].ID
		}
		switch s.Kind {
		case credentials.Unverified:
			if s.Optional {
				break // the operator has switched it off
			}
			out.Fixes = fix.Verify(src, s.Pos)
		case credentials.InSource:
			out.Fixes = fix.Password(src, set, s.Pos)
		}
		findings = append(findings, out)
	}
	emit.Findings(pass, findings)
	return findings, nil
}

// judge says what is wrong in a place, and how bad it is.
func judge(s credentials.Seen) finding.Finding {
	out := finding.Finding{Severity: rule.Severity, Confidence: finding.High, Profile: finding.Regular}
	switch s.Kind {
	case credentials.InSource:
		out.Message = s.What + " stands in the source"
	case credentials.KeyName:
		out.Message = fmt.Sprintf("a constant in the source is the credential %q", s.What)
		out.Severity, out.Confidence = finding.Warning, finding.Medium
	case credentials.KeyUse:
		out.Message = "a constant in the source is " + s.What
	case credentials.KeyDefault:
		out.Message = fmt.Sprintf("a constant in the source is the credential where the variable %q is not set", s.What)
		out.Severity = finding.Warning
	case credentials.Unverified:
		out.Message = s.What + " is not verified"
		switch {
		case s.Optional && s.Shared != "":
			out.Message += fmt.Sprintf(" by any client of the process once a switch of the operator is on: %s is shared", path.Base(s.Shared))
			out.Severity = finding.Warning
		case s.Optional:
			out.Message += " once a switch of the operator is on"
			out.Severity, out.Profile = finding.Note, finding.Auditor
		}
	case credentials.ClearText:
		out.Message = fmt.Sprintf("the credential in the header %q is sent in clear text: the URL starts with http", s.What)
		out.Severity = finding.Warning
	case credentials.AnyScheme:
		out.Message = fmt.Sprintf("the credential in the header %q is sent by whatever scheme the configured URL has", s.What)
		out.Severity, out.Confidence, out.Profile = finding.Note, finding.Medium, finding.Auditor
	}
	return out
}
