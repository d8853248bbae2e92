package report

import (
	"fmt"
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"
	"golang.org/x/mod/semver"

	"github.com/mcpvet/mcpvet/checklist"
)

// cweGUID identifies the taxonomy within a log. It is ours and never changes.
const cweGUID = "6f0f9e0c-3a51-4f0e-9c1c-3d4f6f1f7a52"

// driver describes the tool with all its rules, results or not.
func (s *sarifWriter) driver() *sarif.ToolComponent {
	d := &sarif.ToolComponent{
		Name:           toolName,
		InformationURI: ptrTo(informationURI),
		Rules:          []*sarif.ReportingDescriptor{},
		Notifications: []*sarif.ReportingDescriptor{
			notificationRule(notSeenID, "PartNotSeen", "A part of the source was not analysed."),
			notificationRule(cutID, "ReportCut", "The report was cut to what viewers take."),
		},
	}
	d.FullDescription = multi("Audits the Go source of MCP servers for security.")
	if v := sarifVersion(s.r.ToolVersion); v != "" {
		d.Version = &v
		if semver.IsValid("v" + v) {
			d.SemanticVersion = &v
		}
	}
	if len(s.weaknesses) > 0 {
		d.SupportedTaxonomies = []*sarif.ToolComponentReference{cweReference()}
	}
	s.rules = map[string]int{}
	for _, rule := range s.allRules() {
		s.rules[rule.ID] = len(d.Rules)
		d.Rules = append(d.Rules, s.descriptor(rule))
	}
	return d
}

// sarifVersion is how a version is written in a log: viewers compare numbers, and
// a build without a version has none.
func sarifVersion(v string) string {
	v = strings.Trim(strings.TrimPrefix(v, "v"), "()")
	if v != "" && (v[0] < '0' || v[0] > '9') {
		return "0.0.0-" + v
	}
	return v
}

// allRules are the rules of the report, and a bare one for every id that only
// a finding knows, so that ruleIndex always points somewhere.
func (s *sarifWriter) allRules() []checklist.Rule {
	out := append([]checklist.Rule{}, s.r.Rules...)
	known := map[string]bool{}
	for _, rule := range out {
		known[rule.ID] = true
	}
	for _, f := range s.r.Findings {
		if !known[f.Rule] {
			known[f.Rule] = true
			out = append(out, checklist.Rule{ID: f.Rule, Severity: f.Severity, Title: f.Rule, Lifecycle: checklist.Preview})
		}
	}
	return out
}

func (s *sarifWriter) descriptor(rule checklist.Rule) *sarif.ReportingDescriptor {
	d := sarif.NewRule(rule.ID)
	summary := rule.Summary
	if summary == "" {
		summary = sentence(rule.Title)
	}
	d.ShortDescription = multi(capitalised(rule.Title))
	d.FullDescription = multi(summary)
	d.DefaultConfiguration = sarif.NewReportingConfiguration().WithLevel(string(rule.Severity))
	if !rule.Lifecycle.Implemented() {
		d.DefaultConfiguration.WithEnabled(false)
	}
	d.Help = multi(summary)
	if rule.Slug != "" {
		d.Name = ptrTo(rule.Slug)
		d.HelpURI = ptrTo(rule.URL())
		d.Help = help(rule, s.r.Docs[rule.ID])
	}
	d.Properties = ruleProperties(rule)
	return d
}

// help is the documentation of a rule, or what the checklist says of it.
func help(rule checklist.Rule, doc string) *sarif.MultiformatMessageString {
	text := rule.Summary + " See " + rule.URL() + "."
	if doc == "" {
		doc = rule.Summary + "\n\n[Documentation](" + rule.URL() + ")\n"
	}
	return &sarif.MultiformatMessageString{Text: &text, Markdown: &doc}
}

// ruleProperties are what GitHub reads of a rule. A security-severity needs
// the tag "security" to count.
func ruleProperties(rule checklist.Rule) sarif.Properties {
	tags := append([]string{"security"}, rule.Tags...)
	for _, id := range rule.CWE {
		// Three digits at least, as GitHub writes them.
		tags = append(tags, fmt.Sprintf("external/cwe/cwe-%03s", strings.TrimPrefix(id, "CWE-")))
	}
	p := sarif.Properties{"tags": tags}
	if rule.SecuritySeverity != "" {
		p["security-severity"] = rule.SecuritySeverity
	}
	if rule.Precision != "" {
		p["precision"] = string(rule.Precision)
	}
	if rule.Lifecycle != "" {
		p["lifecycle"] = string(rule.Lifecycle)
	}
	if rule.Item != "" {
		p["checklistItem"] = rule.Item
	}
	if len(rule.OWASP) > 0 {
		p["owaspMcpTop10"] = rule.OWASP
	}
	if rule.Spec != "" {
		p["specification"] = rule.Spec
	}
	return p
}

func notificationRule(id, name, text string) *sarif.ReportingDescriptor {
	d := sarif.NewRule(id).WithName(name)
	d.ShortDescription, d.FullDescription, d.Help = multi(text), multi(text), multi(text)
	return d
}

// taxonomy lists the weaknesses that the rules point at, with their names.
func (s *sarifWriter) taxonomy() *sarif.ToolComponent {
	t := &sarif.ToolComponent{
		Name:             "CWE",
		GUID:             ptrTo(cweGUID),
		Organization:     ptrTo("MITRE"),
		InformationURI:   ptrTo("https://cwe.mitre.org/"),
		DownloadURI:      ptrTo("https://cwe.mitre.org/data/downloads.html"),
		ShortDescription: multi("The MITRE Common Weakness Enumeration."),
		Rules:            []*sarif.ReportingDescriptor{},
		IsComprehensive:  ptrTo(false),
	}
	s.weaknesses = map[string]int{}
	for _, rule := range s.r.Rules {
		for _, id := range rule.CWE {
			if _, ok := s.weaknesses[id]; ok {
				continue
			}
			s.weaknesses[id] = len(t.Taxa)
			d := sarif.NewRule(id)
			d.ShortDescription = multi(checklist.CWEName(id))
			d.HelpURI = ptrTo("https://cwe.mitre.org/data/definitions/" + strings.TrimPrefix(id, "CWE-") + ".html")
			t.Taxa = append(t.Taxa, d)
		}
	}
	return t
}

// cweReference points at the taxonomy. All three fields are set because the
// library writes null for one that is not.
func cweReference() *sarif.ToolComponentReference {
	return &sarif.ToolComponentReference{Name: ptrTo("CWE"), Index: ptrTo[uint](0), Guid: ptrTo(cweGUID)}
}

func multi(text string) *sarif.MultiformatMessageString {
	return &sarif.MultiformatMessageString{Text: &text}
}

func ptrTo[T any](v T) *T { return &v }
