package transport

import (
	_ "embed"
	"fmt"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/endpoints"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
	"github.com/mcpvet/mcpvet/models"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP017")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "transport",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), source.Analyzer, endpoints.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	var findings []finding.Finding
	res := pass.ResultOf[endpoints.Analyzer].(*endpoints.Result)
	if res == nil {
		return findings, nil // out of scope
	}
	c := fixer{pass.ResultOf[source.Analyzer].(*source.Source), pass.ResultOf[config.Analyzer].(*config.Result).Models}
	for _, e := range res.Endpoints {
		switch {
		case e.Partial:
			findings = append(findings, note("", posture.At(e.Pos), "who can reach "+subject(e)+" depends on callers that were not seen"))
		case e.Fresh:
			findings = append(findings, check(c, res, e)...)
		}
	}
	findings = append(findings, wildcards(c, res)...)
	for _, s := range res.Servers {
		for _, t := range res.Unbound(s) {
			findings = append(findings, note(s.ID, posture.At(t.Site), "it is not seen where the HTTP handler of "+named(s)+" listens, and who can reach it"))
		}
	}
	emit.Findings(pass, findings)
	return findings, nil
}

// A fixer has what makers of fixes ask for.
type fixer struct {
	src    *source.Source
	models *models.Set
}

// check judges one endpoint: who gets in, and what a request may cost.
func check(c fixer, res *endpoints.Result, e *endpoints.Endpoint) []finding.Finding {
	p := protectionOf(e)
	var out []finding.Finding
	if f, ok := access(res, e, p); ok {
		switch e.Address.Bind {
		case endpoints.BindAll:
			f.Fixes = fix.Loopback(c.src, c.models, e.Pos)
		case endpoints.BindLoopback:
			f.Fixes = fix.CrossOrigin(c.src, c.models, e.Pos)
		}
		out = append(out, f)
	}
	if p.auth != always && e.Address.Bind != endpoints.BindSocket && !e.Mutual {
		out = append(out, switchedOff(c, e, p)...)
	}
	if f, ok := limits(c, e); ok {
		out = append(out, f)
	}
	return out
}

// access judges who can use an endpoint.
func access(res *endpoints.Result, e *endpoints.Endpoint, p protection) (finding.Finding, bool) {
	if p.auth == always || e.Mutual || e.Address.Bind == endpoints.BindSocket {
		return finding.Finding{}, false
	}
	missing := "without authentication"
	unless := ""
	if p.auth == sometimes {
		missing = "without authentication by default"
		if p.unless != "" {
			unless = ": the " + p.unless + " switches it on"
		}
	}
	out := base(e)
	if p.auth == never {
		switch in := insideOf(e); {
		case in.auth == always:
			missing, out.Severity = "with authentication of tool calls only, not of what lists them", finding.Warning
		case in.auth == sometimes:
			missing = "without authentication by default"
			if in.unless != "" {
				unless = ": the " + in.unless + " switches it on for tool calls"
			}
		case in.unknown != "":
			missing += ", as far as is seen (what " + in.unknown + " does is not known)"
			out.Severity, out.Confidence = finding.Warning, finding.Medium
		}
	}
	guarded := p.origin != never // an operator may know why not
	switch e.Address.Bind {
	case endpoints.BindAll, endpoints.BindOne:
		if p.auth == sometimes && refusedOpen(res) {
			return finding.Finding{}, false
		}
		where := "on all interfaces"
		if e.Address.Bind == endpoints.BindOne {
			where = "on an address that others reach"
		}
		out.Message = fmt.Sprintf("%s listens %s (%s) %s%s", subject(e), where, address(e), missing, unless)
	case endpoints.BindLoopback:
		if guarded || p.host == always {
			return finding.Finding{}, false
		}
		out.Severity = finding.Warning
		out.Message = fmt.Sprintf("%s on loopback (%s) is open to every page in a browser on the machine: %s, and without an Origin or Host check%s%s",
			subject(e), address(e), missing, unless, p.version)
	case endpoints.BindOpen:
		out.Severity = finding.Warning
		out.Message = fmt.Sprintf("%s listens on a Unix socket that other users can write to, %s%s", subject(e), missing, unless)
	default:
		if guarded || p.host == always {
			return note(out.Server, out.Pos, fmt.Sprintf("%s is %s, and who can reach it is not known (address: %s)%s", subject(e), missing, address(e), unless)), true
		}
		out.Severity, out.Confidence = finding.Warning, finding.Medium
		out.Message = fmt.Sprintf("%s is %s, and without an Origin or Host check, wherever it listens (address: %s)%s%s", subject(e), missing, address(e), unless, p.version)
	}
	if p.ignored.IsValid() {
		out.Related = append(out.Related, finding.Evidence{Pos: posture.At(p.ignored), Text: "a credential is looked at here, but requests go on whatever it is"})
	}
	return out, true
}

// refusedOpen reports whether the program does not start without authentication
// on an address that others reach: it asks whether the address is loopback, by a
// function that answers right, and ends by the answer.
func refusedOpen(res *endpoints.Result) bool {
	for _, p := range res.Loopback {
		if p.Refuses && p.Wild == "" {
			return true
		}
	}
	return false
}

// wildcards reports functions that take the address of all interfaces for one of
// this machine, where authentication depends on it.
func wildcards(c fixer, res *endpoints.Result) []finding.Finding {
	var out []finding.Finding
	for _, p := range res.Loopback {
		if p.Wild == "" || !p.Refuses {
			continue
		}
		for _, e := range res.Endpoints {
			q := protectionOf(e)
			if !e.Fresh || e.Partial || q.auth == always || e.Mutual || e.Address.Setting == "" {
				continue
			}
			f := base(e)
			f.Pos = posture.At(p.Pos)
			f.Message = fmt.Sprintf("%s takes %s, the address of all interfaces, for loopback, and so %s may listen there without authentication", p.Func.Name, p.Wild, subject(e))
			f.Related = []finding.Evidence{{Pos: posture.At(e.Pos), Text: "the endpoint is made here"}}
			f.Fixes = fix.WithoutCase(c.src, p.Pos, "do not take an empty host for loopback")
			out = append(out, f)
			break
		}
	}
	return out
}

// switchedOff reports what the SDK would do if it were not told not to.
func switchedOff(c fixer, e *endpoints.Endpoint, p protection) []finding.Finding {
	var out []finding.Finding
	// To a browser a page of a rebound name is of the same origin, so that only a
	// list of origins, or of hosts, keeps it out.
	rebound := p.origin != never && !p.looks && e.Address.Bind == endpoints.BindLoopback
	if p.off.IsValid() && (p.origin == never || rebound) {
		f := base(e)
		f.Pos, f.Severity = posture.At(p.off), finding.Warning
		by := ""
		if p.auth == sometimes {
			by = " by default"
		}
		lacks := "no Origin check"
		if rebound {
			lacks = "no list of hosts or origins: a page of a rebound name is of the same origin"
		}
		f.Message = "the DNS rebinding protection of the SDK is switched off for " + subject(e) + ", which has no authentication" + by + " and " + lacks
		f.Fixes = fix.SwitchedOn(c.src, p.off, "switch the DNS rebinding protection on")
		out = append(out, f)
	}
	return out
}

// limits judges what one request may cost.
func limits(c fixer, e *endpoints.Endpoint) (finding.Finding, bool) {
	body, own := "", false // its own handler reads it
	at := e.Pos
	for _, w := range e.Ways {
		if bounded(w) {
			continue
		}
		t := w.Target
		switch {
		case t.Func != nil && t.Dispatch != nil:
			body, at, own = "no limit on request bodies", t.Site, true
		case t.Model != nil && t.Since(models.GivesBody) != "" && t.Version != "":
			body = fmt.Sprintf("no limit on request bodies (%s has one from %s on, not in %s)", t.Model.Name, t.Since(models.GivesBody), t.Version)
		case t.Model != nil && t.Row != nil:
			body = fmt.Sprintf("no limit on request bodies (%s sets none)", t.Model.Name)
		}
	}
	out := base(e)
	out.Severity = finding.Warning
	const timeouts = "no time limit for clients that send slowly (ReadHeaderTimeout, ReadTimeout)"
	switch {
	case body != "" && e.Unlimited:
		out.Message = subject(e) + " has " + body + " and " + timeouts
		out.Fixes = fix.RequestLimits(c.src, c.models, e.Pos, true, true)
	case body != "":
		out.Pos = posture.At(at)
		out.Message = subject(e) + " has " + body
		if own {
			out.Fixes = fix.BodyLimit(c.src, at)
		} else {
			out.Fixes = fix.RequestLimits(c.src, c.models, e.Pos, false, true)
		}
	case e.Unlimited:
		out.Message = subject(e) + " has " + timeouts
		out.Fixes = fix.RequestLimits(c.src, c.models, e.Pos, true, false)
	default:
		return finding.Finding{}, false
	}
	return out, true
}

// base is a finding about an endpoint.
func base(e *endpoints.Endpoint) finding.Finding {
	out := finding.Finding{Rule: rule.ID, Pos: posture.At(e.Pos), Severity: rule.Severity, Confidence: finding.High, Profile: finding.Regular}
	if len(e.Servers) > 0 {
		out.Server = e.Servers[0].ID
	}
	if e.Site != e.Pos {
		out.Related = []finding.Evidence{{Pos: posture.At(e.Site), Text: "it is served here"}}
	}
	return out
}

func note(server string, pos finding.Position, message string) finding.Finding {
	return finding.Finding{Rule: rule.ID, Pos: pos, Severity: finding.Note, Confidence: finding.Medium, Profile: finding.Auditor, Server: server, Message: message}
}
