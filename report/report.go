// Package report renders what a run found: findings and inventory, as text for
// people, and as JSON and SARIF for machines.
//
// A renderer reads resolved findings and never analyses. All of them sort,
// remove duplicates and apply the profile in the same way (Prepare), so that
// two formats of one run tell the same, and two runs give the same bytes.
package report

import (
	"slices"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
)

// A Report is one run, ready to be rendered. The engine fills it; Prepare
// derives Summary.
type Report struct {
	ToolVersion string               // version of mcpvet, "v0.1.0"
	Root        string               // absolute folder that positions are relative to; source lines are read below it
	Profile     finding.Profile      // findings of louder profiles are counted, not shown; "" shows everything
	FailOn      finding.Severity     // lowest severity that fails the run; "" never fails
	Findings    []finding.Finding    // positions relative to Root, slash-separated
	Inventory   *inventory.Inventory // nil: nothing was found
	NotSeen     []inventory.NotSeen  // what was not analysed, besides Inventory.NotSeen
	Packages    int                  // packages analysed
	Rules       []checklist.Rule     // every rule, planned ones included
	Ran         []string             // ids of the rules that ran
	Docs        map[string]string    // rule id -> its documentation, markdown
	Summary     Summary

	prepared bool
	all      []finding.Finding // every finding, hidden ones included: fingerprints count over all of them
}

// A Summary says how much was analysed and what came out. Findings that are
// suppressed or hidden by the profile are in no count but their own.
type Summary struct {
	Errors   int
	Warnings int
	Notes    int

	Suppressed int                     // covered by an ignore directive or an exemption
	Known      int                     // in the baseline
	Hidden     map[finding.Profile]int // by the quietest profile that would show them

	Servers           int
	Tools             int // tasks and session tools included
	Resources         int
	ResourceTemplates int
	Prompts           int
	Completions       int
	Unknown           int // tools of which a part could not be determined
	NotSeen           int
	Packages          int

	Ran     []string // ids of the rules that ran, sorted
	Planned []string // ids of the rules that are only planned, sorted
}

// Findings is the number of findings that count.
func (s Summary) Findings() int { return s.Errors + s.Warnings + s.Notes }

// Failed reports whether a finding is at or above r.FailOn.
func (r Report) Failed() bool {
	r = Prepare(r)
	return r.FailOn != "" && slices.ContainsFunc(r.Findings, func(f finding.Finding) bool {
		return f.Suppressed == nil && f.Severity.Rank() >= r.FailOn.Rank()
	})
}

// Prepare returns r with its findings sorted, without duplicates and without
// those that the profile hides, and with its Summary. It changes nothing that
// r refers to; preparing twice is the same as once.
func Prepare(r Report) Report {
	if r.prepared {
		return r
	}
	r.prepared = true
	r.all = dedupe(r.Findings)
	r.Findings = nil
	r.Inventory = complete(r.Inventory)
	r.NotSeen = mergeNotSeen(r.NotSeen, r.Inventory.NotSeen)

	s := Summary{Hidden: map[finding.Profile]int{}, Packages: r.Packages, NotSeen: len(r.NotSeen)}
	for _, f := range r.all {
		if r.Profile != "" && !r.Profile.Includes(f.Profile) {
			if f.Suppressed == nil {
				s.Hidden[f.Profile]++
			}
			continue
		}
		r.Findings = append(r.Findings, f)
		switch {
		case f.Suppressed != nil && f.Suppressed.Kind == finding.Baselined:
			s.Known++
		case f.Suppressed != nil:
			s.Suppressed++
		case f.Severity == finding.Error:
			s.Errors++
		case f.Severity == finding.Warning:
			s.Warnings++
		default:
			s.Notes++
		}
	}
	inv := r.Inventory
	s.Servers, s.Tools, s.Resources = len(inv.Servers), len(inv.Tools), len(inv.Resources)
	s.ResourceTemplates, s.Prompts, s.Completions = len(inv.ResourceTemplates), len(inv.Prompts), len(inv.Completions)
	for _, t := range inv.Tools {
		if len(t.Unknown) > 0 {
			s.Unknown++
		}
	}
	s.Ran = slices.Clone(r.Ran)
	slices.Sort(s.Ran)
	s.Ran = slices.Compact(s.Ran)
	for _, rule := range r.Rules {
		if !rule.Lifecycle.Implemented() {
			s.Planned = append(s.Planned, rule.ID)
		}
	}
	slices.Sort(s.Planned)
	r.Summary = s
	return r
}

// rule returns the metadata of a rule id. A finding of a rule that is not
// listed keeps its id and goes without the rest.
func (r Report) rule(id string) checklist.Rule {
	for _, rule := range r.Rules {
		if rule.ID == id {
			return rule
		}
	}
	return checklist.Rule{ID: id}
}

// server returns the server with the given id, or nil.
func (r Report) server(id string) *inventory.Server {
	for _, s := range r.Inventory.Servers {
		if s.ID == id {
			return s
		}
	}
	return nil
}
