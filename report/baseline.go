package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
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
	b.Sort()
	return b
}

// Sort puts the findings in the order that they are written in.
func (b Baseline) Sort() {
	slices.SortFunc(b.Findings, func(a, b Known) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Tool, b.Tool),
			cmp.Compare(a.Message, b.Message), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
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
	err := d.Decode(&b)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) { // a merge that was not finished
			err = errors.New("something follows its end")
		}
	}
	if err != nil {
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
	left := map[string]int{} // fingerprint -> how often it is in the baseline
	for _, k := range b.Findings {
		left[k.Fingerprint]++
	}
	src := newSources(r.Root)
	all := slices.Clone(r.all)
	known := func(i int) {
		if all[i].Suppressed == nil {
			all[i].Suppressed = &finding.Suppression{Kind: finding.Baselined, Reason: why}
		}
	}
	// First each by its number, whether it counts or not: what an equal one of
	// another profile, or one that is accepted, is known by, does not make one
	// known that is new.
	hashes := make([]string, len(all))
	matched := make([]bool, len(all))
	seen := map[string]int{}
	for i, f := range all {
		hashes[i] = r.hash(f, src)
		seen[hashes[i]]++
		if name := numbered(hashes[i], seen[hashes[i]]); left[name] > 0 {
			left[name]--
			matched[i] = true
			known(i)
		}
	}
	// Then the others, where numbers have moved.
	moved := map[string]int{}
	for name, n := range left {
		hash, _, _ := strings.Cut(name, ":")
		moved[hash] += n
	}
	for i, f := range all {
		hidden := r.Profile != "" && !r.Profile.Includes(f.Profile)
		if !matched[i] && f.Suppressed == nil && !hidden && moved[hashes[i]] > 0 {
			moved[hashes[i]]--
			known(i)
		}
	}
	var gone []Known
	for _, k := range slices.Backward(b.Findings) {
		hash, _, _ := strings.Cut(k.Fingerprint, ":")
		if left[k.Fingerprint] > 0 && moved[hash] > 0 {
			left[k.Fingerprint]--
			moved[hash]--
			gone = append(gone, k)
		}
	}
	slices.Reverse(gone) // in the order of the file
	r.Findings, r.prepared = all, false
	return Prepare(r), gone
}

// CarryOver returns the report now, in which what was known before does not
// count, although a fix has changed the text of its line since.
func CarryOver(before, now Report) Report {
	before, now = Prepare(before), Prepare(now)
	key := func(f finding.Finding) string {
		return strings.Join([]string{f.Rule, f.Pos.File, f.Tool, f.Server, f.Message}, "\x00")
	}
	known := func(f finding.Finding) bool { return f.Suppressed != nil && f.Suppressed.Kind == finding.Baselined }
	left := map[string][]*finding.Suppression{}
	for _, f := range before.all {
		if known(f) {
			left[key(f)] = append(left[key(f)], f.Suppressed)
		}
	}
	for _, f := range now.all {
		if k := key(f); known(f) && len(left[k]) > 0 {
			left[k] = left[k][1:]
		}
	}
	all := slices.Clone(now.all)
	for i, f := range all {
		if k := key(f); f.Suppressed == nil && len(left[k]) > 0 {
			all[i].Suppressed, left[k] = left[k][0], left[k][1:]
		}
	}
	now.Findings, now.prepared = all, false
	return Prepare(now)
}
