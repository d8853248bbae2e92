package checklist

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
)

var (
	idForm      = regexp.MustCompile(`^MCP[0-9]{3}$`)
	slugForm    = regexp.MustCompile(`^[a-z][a-z0-9]*$`) // the name of an analyzer must be an identifier
	cweForm     = regexp.MustCompile(`^CWE-[1-9][0-9]*$`)
	owaspForm   = regexp.MustCompile(`^MCP[0-9]{2}:[0-9]{4}$`)
	versionForm = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+$`)
	tagForm     = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	scoreForm   = regexp.MustCompile(`^[0-9]{1,2}\.[0-9]$`)
)

// parse reads and checks a checklist. The error joins every fault found, so
// that an editor of the file sees them all at once.
func parse(data []byte) (*table, error) {
	var t table
	if err := yaml.UnmarshalWithOptions(data, &t, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("parse checklist: %w", err)
	}
	if len(t.Rules) == 0 {
		return nil, errors.New("checklist has no rules: add them below \"rules:\"")
	}
	var faults []error
	seen := map[string]string{} // id, slug, title or item -> the rule that has it
	for i, r := range t.Rules {
		name := r.ID
		if name == "" {
			name = fmt.Sprintf("rule %d", i+1)
		}
		for _, fault := range append(r.faults(), t.dangling(r)...) {
			faults = append(faults, fmt.Errorf("%s: %w", name, fault))
		}
		for _, key := range []string{"id " + r.ID, "slug " + r.Slug, "title " + r.Title, "item " + r.Item} {
			if strings.HasSuffix(key, " ") {
				continue // empty: either reported above, or allowed
			}
			if other, ok := seen[key]; ok {
				faults = append(faults, fmt.Errorf("%s: %s is already used by %s", name, key, other))
				continue
			}
			seen[key] = name
		}
	}
	if !slices.IsSortedFunc(t.Rules, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) }) {
		faults = append(faults, errors.New("rules are not in the order of their ids: sort them"))
	}
	faults = append(faults, t.unused()...)
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return &t, nil
}

// faults returns what is wrong with r by itself.
func (r Rule) faults() []error {
	var out []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			out = append(out, fmt.Errorf(format, args...))
		}
	}
	check(idForm.MatchString(r.ID), "id %q is not of the form MCPnnn", r.ID)
	check(slugForm.MatchString(r.Slug), "slug %q is not a lower-case identifier", r.Slug)
	check(r.Title != "", "title is missing")
	check(r.Severity.Rank() > 0, "severity %q is unknown: use error, warning or note", r.Severity)
	check(slices.Contains([]Precision{VeryHigh, High, Medium, Low}, r.Precision),
		"precision %q is unknown: use very-high, high, medium or low", r.Precision)
	check(isScore(r.SecuritySeverity), "security-severity %q is not a quoted number from 0.0 to 10.0", r.SecuritySeverity)
	check(r.Summary != "" && !strings.Contains(r.Summary, "\n") && strings.HasSuffix(r.Summary, "."),
		"summary %q is not one line that ends in a period", r.Summary)
	check(r.Remedy != "" && !strings.Contains(r.Remedy, "\n") && strings.HasSuffix(r.Remedy, "."),
		"remedy %q is not one line that ends in a period", r.Remedy)

	switch r.Group {
	case Checklist:
		check(r.Item != "", "item is missing: a rule of the group %q quotes its line of the checklist", r.Group)
	case ThreatModel:
		check(r.Item == "", "item %q does not go with the group %q", r.Item, r.Group)
	default:
		check(false, "group %q is unknown: use %q or %q", r.Group, Checklist, ThreatModel)
	}

	switch {
	case r.Lifecycle == Planned:
		check(r.Since == "", "a planned rule has no since: remove %q", r.Since)
	case r.Lifecycle.Implemented():
		check(versionForm.MatchString(r.Since), "since %q is not a version like v0.1.0", r.Since)
	default:
		check(false, "lifecycle %q is unknown: use planned, preview, stable or deprecated", r.Lifecycle)
	}

	check(len(r.CWE) > 0, "cwe is empty: name at least one weakness")
	for _, id := range r.CWE {
		check(cweForm.MatchString(id), "cwe %q is not of the form CWE-nnn", id)
	}
	for _, id := range r.OWASP {
		check(owaspForm.MatchString(id), "owasp %q is not of the form MCPnn:yyyy", id)
	}
	for _, tag := range r.Tags {
		check(tagForm.MatchString(tag), "tag %q is not a lower-case word", tag)
	}
	for _, list := range [][]string{r.CWE, r.OWASP, r.Tags} {
		for i, s := range list {
			check(!slices.Contains(list[:i], s), "%q is listed twice", s)
		}
	}
	if r.Spec != "" {
		u, err := url.Parse(r.Spec)
		check(err == nil && u.Scheme == "https" && u.Host == "modelcontextprotocol.io" && u.Fragment != "",
			"spec %q is not the URL of a clause at https://modelcontextprotocol.io", r.Spec)
	}
	return out
}

// dangling returns the references of r that the tables of names don't resolve.
func (t *table) dangling(r Rule) []error {
	var out []error
	for _, id := range r.CWE {
		if t.CWE[id] == "" {
			out = append(out, fmt.Errorf("%s has no name: add it below \"cwe:\"", id))
		}
	}
	for _, id := range r.OWASP {
		if t.OWASP[id] == "" {
			out = append(out, fmt.Errorf("%s has no name: add it below \"owasp:\"", id))
		}
	}
	return out
}

// unused returns a fault for every name that no rule refers to.
func (t *table) unused() []error {
	used := map[string]bool{}
	for _, r := range t.Rules {
		for _, id := range slices.Concat(r.CWE, r.OWASP) {
			used[id] = true
		}
	}
	var out []error
	for _, names := range []map[string]string{t.CWE, t.OWASP} {
		for _, id := range slices.Sorted(maps.Keys(names)) {
			if !used[id] {
				out = append(out, fmt.Errorf("%s is named, but no rule uses it: remove it", id))
			}
		}
	}
	return out
}

// isScore reports whether s is a number from 0.0 to 10.0 with one decimal.
func isScore(s string) bool {
	if !scoreForm.MatchString(s) {
		return false
	}
	f, err := strconv.ParseFloat(s, 64)
	return err == nil && f <= 10
}
