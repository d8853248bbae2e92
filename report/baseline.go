package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
)

// baselineVersion is the version of the format of a baseline.
const baselineVersion = 1

// A Baseline is what was known at some time: findings that do not count, so
// that what is new stands out. It knows them by fingerprint, which no line
// number is a part of.
type Baseline struct {
	Version  int     `json:"version"`
	Findings []Known `json:"findings"`
}

// Known is one finding of a baseline. All but the fingerprint is for people who
// read the file or a change of it.
type Known struct {
	Rule        string `json:"rule"`
	File        string `json:"file"`
	Tool        string `json:"tool,omitempty"`
	Message     string `json:"message"`
	Fingerprint string `json:"fingerprint"`
}

// BaselineOf returns the findings of a report that count.
func BaselineOf(r Report) Baseline {
	r = Prepare(r)
	prints := r.fingerprints(newSources(r.Root))
	b := Baseline{Version: baselineVersion, Findings: []Known{}}
	for i, f := range r.Findings {
		if f.Suppressed == nil {
			b.Findings = append(b.Findings, Known{f.Rule, f.Pos.File, f.Tool, f.Message, prints[i]})
		}
	}
	slices.SortFunc(b.Findings, func(a, b Known) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Tool, b.Tool),
			cmp.Compare(a.Message, b.Message), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	return b
}

// Write writes the baseline as JSON, a finding in several lines, so that changes
// of it can be read.
func (b Baseline) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(b); err != nil {
		return fmt.Errorf("write a baseline: %w", err)
	}
	return nil
}

// ParseBaseline reads a baseline. The name is that of the file, for errors.
func ParseBaseline(name string, data []byte) (Baseline, error) {
	var b Baseline
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&b); err != nil {
		return b, fmt.Errorf("%s is no baseline: %w; write one with \"mcpvet baseline\"", name, err)
	}
	if b.Version != baselineVersion {
		return b, fmt.Errorf("%s has version %d, and this mcpvet reads version %d; write it anew with \"mcpvet baseline\"", name, b.Version, baselineVersion)
	}
	for i, k := range b.Findings {
		if hash, _, ok := strings.Cut(k.Fingerprint, ":"); !ok || hash == "" {
			return b, fmt.Errorf("%s: finding %d has no fingerprint; write the file anew with \"mcpvet baseline\"", name, i+1)
		}
	}
	return b, nil
}

// Apply returns the report in which the findings that the baseline knows do not
// count, and what it knows that is not found any more. Equal findings are told
// apart by their number only: where there is one more than the baseline has, the
// last of them counts.
func (b Baseline) Apply(r Report, why string) (Report, []Known) {
	r = Prepare(r)
	known := map[string][]Known{}
	for _, k := range b.Findings {
		hash, _, _ := strings.Cut(k.Fingerprint, ":")
		known[hash] = append(known[hash], k)
	}
	src := newSources(r.Root)
	all := slices.Clone(r.all)
	for i, f := range all {
		if f.Suppressed != nil {
			continue
		}
		hash := r.hash(f, src)
		if left := known[hash]; len(left) > 0 {
			known[hash] = left[1:]
			all[i].Suppressed = &finding.Suppression{Kind: finding.Baselined, Reason: why}
		}
	}
	var gone []Known
	for _, k := range b.Findings { // in the order of the file
		hash, _, _ := strings.Cut(k.Fingerprint, ":")
		if left := known[hash]; len(left) > 0 {
			gone = append(gone, k)
			known[hash] = left[1:]
		}
	}
	r.Findings, r.prepared = all, false
	return Prepare(r), gone
}
