package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
)

// CheckVersion is the version of the JSON form of findings, which
// docs/check.schema.json describes. It changes when a field changes its
// meaning or goes away.
const CheckVersion = "1"

// InventoryJSON writes an inventory as JSON; docs/tools.schema.json describes
// it. Lists and maps are never null.
func InventoryJSON(w io.Writer, inv *inventory.Inventory) error {
	return writeJSON(w, complete(inv))
}

// JSON writes the findings, suppressed ones included, with the servers they
// are about, what was not seen, and the summary. docs/check.schema.json
// describes it.
func JSON(w io.Writer, r Report) error {
	r = Prepare(r)
	prints := r.fingerprints(newSources(r.Root))
	out := jsonReport{
		Version:  CheckVersion,
		Findings: []jsonFinding{},
		Servers:  r.Inventory.Servers,
		NotSeen:  orEmpty(r.NotSeen),
		Summary:  jsonSummaryOf(r),
	}
	for i, f := range r.Findings {
		out.Findings = append(out.Findings, r.jsonFinding(f, prints[i]))
	}
	return writeJSON(w, out)
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false) // not for a web page: "<" stays readable
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}

// The JSON form of a report. Names, not types, are what users depend on.
type (
	jsonReport struct {
		Version  string              `json:"version"`
		Findings []jsonFinding       `json:"findings"`
		Servers  []*inventory.Server `json:"servers"`
		NotSeen  []inventory.NotSeen `json:"not_seen"`
		Summary  jsonSummary         `json:"summary"`
	}
	jsonFinding struct {
		Rule        string             `json:"rule"`
		Slug        string             `json:"slug"`
		URL         string             `json:"url"`
		Position    jsonPosition       `json:"position"`
		Message     string             `json:"message"`
		Severity    finding.Severity   `json:"severity"`
		Confidence  finding.Confidence `json:"confidence"`
		Profile     finding.Profile    `json:"profile"`
		Tool        *string            `json:"tool"`
		Server      *string            `json:"server"`
		Trace       []jsonPlace        `json:"trace"`
		Related     []jsonPlace        `json:"related"`
		Fixes       []jsonFix          `json:"fixes"`
		Suppressed  *jsonSuppression   `json:"suppressed"`
		Fingerprint string             `json:"fingerprint"`
	}
	jsonPosition struct {
		File      string `json:"file"`
		Line      int    `json:"line"`
		Column    int    `json:"column"`
		EndLine   int    `json:"end_line"`
		EndColumn int    `json:"end_column"`
	}
	jsonPlace struct {
		Position jsonPosition `json:"position"`
		Text     string       `json:"text"`
	}
	jsonFix struct {
		Title string     `json:"title"`
		Safe  bool       `json:"safe"`
		Edits []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		Position jsonPosition `json:"position"`
		NewText  string       `json:"new_text"`
	}
	jsonSuppression struct {
		Kind     finding.SuppressionKind `json:"kind"`
		Position *jsonPosition           `json:"position"`
		Reason   string                  `json:"reason"`
	}
	jsonSummary struct {
		ToolVersion       string           `json:"tool_version"`
		Profile           finding.Profile  `json:"profile"`
		FailOn            finding.Severity `json:"fail_on"`
		Failed            bool             `json:"failed"`
		Findings          int              `json:"findings"`
		Errors            int              `json:"errors"`
		Warnings          int              `json:"warnings"`
		Notes             int              `json:"notes"`
		Suppressed        int              `json:"suppressed"`
		Known             int              `json:"known"`
		Hidden            map[string]int   `json:"hidden"`
		Packages          int              `json:"packages"`
		Servers           int              `json:"servers"`
		Tools             int              `json:"tools"`
		Resources         int              `json:"resources"`
		ResourceTemplates int              `json:"resource_templates"`
		Prompts           int              `json:"prompts"`
		Completions       int              `json:"completions"`
		Unknown           int              `json:"unknown"`
		NotSeen           int              `json:"not_seen"`
		RulesRan          []string         `json:"rules_ran"`
		RulesPlanned      []string         `json:"rules_planned"`
	}
)

func (r Report) jsonFinding(f finding.Finding, fingerprint string) jsonFinding {
	rule := r.rule(f.Rule)
	out := jsonFinding{
		Rule: f.Rule, Slug: rule.Slug,
		Position: jsonPos(f.Pos), Message: f.Message,
		Severity: f.Severity, Confidence: f.Confidence, Profile: f.Profile,
		Tool: orNull(f.Tool), Server: orNull(f.Server),
		Trace: []jsonPlace{}, Related: []jsonPlace{}, Fixes: []jsonFix{},
		Fingerprint: fingerprint,
	}
	if rule.Slug != "" {
		out.URL = rule.URL()
	}
	for _, s := range f.Trace {
		out.Trace = append(out.Trace, jsonPlace{jsonPos(s.Pos), s.Text})
	}
	for _, e := range f.Related {
		out.Related = append(out.Related, jsonPlace{jsonPos(e.Pos), e.Text})
	}
	for _, fix := range f.Fixes {
		edits := []jsonEdit{}
		for _, e := range fix.Edits {
			edits = append(edits, jsonEdit{jsonPos(e.Pos), e.NewText})
		}
		out.Fixes = append(out.Fixes, jsonFix{fix.Title, fix.Safe, edits})
	}
	if f.Suppressed != nil {
		out.Suppressed = &jsonSuppression{Kind: f.Suppressed.Kind, Reason: f.Suppressed.Reason}
		if f.Suppressed.Pos.IsValid() {
			pos := jsonPos(f.Suppressed.Pos)
			out.Suppressed.Position = &pos
		}
	}
	return out
}

func jsonPos(p finding.Position) jsonPosition {
	return jsonPosition{p.File, p.Line, p.Column, p.EndLine, p.EndColumn}
}

// orNull returns nil, in JSON null, for "".
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func jsonSummaryOf(r Report) jsonSummary {
	s := r.Summary
	hidden := map[string]int{}
	for p, n := range s.Hidden {
		hidden[string(p)] = n
	}
	return jsonSummary{
		ToolVersion: r.ToolVersion, Profile: r.Profile, FailOn: r.FailOn, Failed: r.Failed(),
		Findings: s.Findings(), Errors: s.Errors, Warnings: s.Warnings, Notes: s.Notes,
		Suppressed: s.Suppressed, Known: s.Known, Hidden: hidden,
		Packages: s.Packages, Servers: s.Servers, Tools: s.Tools,
		Resources: s.Resources, ResourceTemplates: s.ResourceTemplates,
		Prompts: s.Prompts, Completions: s.Completions,
		Unknown: s.Unknown, NotSeen: s.NotSeen,
		RulesRan: orEmpty(slices.Clone(s.Ran)), RulesPlanned: orEmpty(slices.Clone(s.Planned)),
	}
}
