package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/owenrumney/go-sarif/v2/sarif"
)

// A SARIFFile is a log to be merged.
type SARIFFile struct {
	Name string // for errors
	Data []byte
}

// MergeSARIF writes the results of several logs that this version of mcpvet has
// written, for several modules or parts of one, as one run: GitHub takes one run
// of a tool for each category. Results that are the same are there once, and the
// limits of one run hold for all of them.
func MergeSARIF(w io.Writer, files []SARIFFile, version, category string) error {
	m := &merger{version: version, seen: map[string]bool{}, told: map[string]bool{}}
	for _, f := range files {
		if err := m.add(f); err != nil {
			return fmt.Errorf("merge %s: %w", f.Name, err)
		}
	}
	if m.run == nil {
		return fmt.Errorf("merge SARIF: no log was given")
	}
	log, err := sarif.New(sarif.Version210)
	if err != nil {
		return fmt.Errorf("merge SARIF: %w", err)
	}
	m.finish()
	m.run.AutomationDetails = automation(category)
	log.AddRun(m.run)
	return writeJSON(w, log)
}

// A merger puts runs into the first one.
type merger struct {
	version string
	run     *sarif.Run
	results []*sarif.Result
	notes   []*sarif.Notification
	failed  bool
	seen    map[string]bool // results, as JSON
	told    map[string]bool // notifications, as JSON
}

func (m *merger) add(f SARIFFile) error {
	log, err := sarif.FromBytes(f.Data)
	if err != nil {
		return fmt.Errorf("it is no SARIF: %w", err)
	}
	if log.Version != string(sarif.Version210) {
		return fmt.Errorf("it has version %q of SARIF, and not %s", log.Version, sarif.Version210)
	}
	if len(log.Runs) == 0 {
		return fmt.Errorf("it has no run")
	}
	for _, run := range log.Runs {
		if run == nil || run.Tool.Driver == nil {
			return fmt.Errorf("it was not written by mcpvet")
		}
		if hollow(run) {
			return fmt.Errorf("it is damaged: a list in it has an empty entry")
		}
		if err := m.addRun(run); err != nil {
			return err
		}
	}
	return nil
}

func (m *merger) addRun(run *sarif.Run) error {
	d := run.Tool.Driver
	if d.Name != toolName {
		return fmt.Errorf("it was not written by mcpvet")
	}
	if v := deref(d.Version); v != sarifVersion(m.version) {
		return fmt.Errorf("it was written by mcpvet %s, and this is %s; let one version write all logs", v, m.version)
	}
	if m.run == nil {
		m.run = run
	}
	index := map[string]int{}
	for i, r := range m.run.Tool.Driver.Rules {
		index[r.ID] = i
	}
	for _, r := range run.Tool.Driver.Rules {
		if _, ok := index[r.ID]; !ok {
			index[r.ID] = len(m.run.Tool.Driver.Rules)
			m.run.Tool.Driver.Rules = append(m.run.Tool.Driver.Rules, r)
		} else {
			enable(m.run.Tool.Driver.Rules[index[r.ID]], r)
		}
	}
	for _, res := range run.Results {
		i, ok := index[deref(res.RuleID)]
		if !ok {
			return fmt.Errorf("a result names the rule %q, which is not in it", deref(res.RuleID))
		}
		res.RuleIndex = ptrTo(uint(i))
		if first(m.seen, res) {
			m.results = append(m.results, res)
		}
	}
	for _, inv := range run.Invocations {
		m.failed = m.failed || inv.ExecutionSuccessful != nil && !*inv.ExecutionSuccessful
		for _, n := range inv.ToolExecutionNotifications {
			if first(m.told, n) {
				m.notes = append(m.notes, n)
			}
		}
	}
	return nil
}

// hollow reports whether a list that is merged has null in it.
func hollow(run *sarif.Run) bool {
	return slices.Contains(run.Tool.Driver.Rules, nil) || slices.Contains(run.Invocations, nil) ||
		slices.ContainsFunc(run.Results, func(r *sarif.Result) bool { return r == nil || slices.Contains(r.Locations, nil) }) ||
		slices.ContainsFunc(run.Invocations, func(i *sarif.Invocation) bool { return slices.Contains(i.ToolExecutionNotifications, nil) })
}

// enable takes over that a rule ran in another run.
func enable(into, from *sarif.ReportingDescriptor) {
	a, b := into.DefaultConfiguration, from.DefaultConfiguration
	if a != nil && a.Enabled != nil && b != nil && (b.Enabled == nil || *b.Enabled) {
		a.Enabled = b.Enabled
	}
}

// first reports whether a value is the first that has its JSON.
func first(seen map[string]bool, v any) bool {
	data, err := json.Marshal(v)
	if err != nil { // of a value that JSON was read into: never
		return true
	}
	if seen[string(data)] {
		return false
	}
	seen[string(data)] = true
	return true
}

// finish puts all results into the run, in the order of their places, and keeps
// its limits: better to lose notes than errors.
func (m *merger) finish() {
	slices.SortStableFunc(m.results, comparePlaces)
	if n := len(m.results) - maxResults; n > 0 {
		slices.SortStableFunc(m.results, func(a, b *sarif.Result) int { return cmp.Compare(rank(b), rank(a)) })
		worst := deref(m.results[maxResults].Level)
		m.results = m.results[:maxResults]
		slices.SortStableFunc(m.results, comparePlaces)
		m.notes = append(m.notes, notification(cutID, 1, fmt.Sprintf("%s of severity %s or below left out: a run holds %d.", count(n, "finding"), worst, maxResults)))
	}
	m.run.Results = append([]*sarif.Result{}, m.results...)
	inv := sarif.NewInvocation().WithExecutionSuccess(!m.failed)
	inv.ToolExecutionNotifications = m.notes
	m.run.Invocations = []*sarif.Invocation{inv}
}

func rank(r *sarif.Result) int {
	return map[string]int{"error": 3, "warning": 2, "note": 1}[deref(r.Level)]
}

// comparePlaces orders results by file, line, column and rule, as a report does.
func comparePlaces(a, b *sarif.Result) int {
	x, y := placeIn(a), placeIn(b)
	return cmp.Or(cmp.Compare(x.file, y.file), cmp.Compare(x.line, y.line), cmp.Compare(x.column, y.column),
		cmp.Compare(deref(a.RuleID), deref(b.RuleID)))
}

type sarifPlace struct {
	file         string
	line, column int
}

func placeIn(r *sarif.Result) (p sarifPlace) {
	if len(r.Locations) == 0 || r.Locations[0].PhysicalLocation == nil {
		return p
	}
	at := r.Locations[0].PhysicalLocation
	if at.ArtifactLocation != nil {
		p.file = deref(at.ArtifactLocation.URI)
	}
	if at.Region != nil {
		p.line, p.column = derefInt(at.Region.StartLine), derefInt(at.Region.StartColumn)
	}
	return p
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func derefInt(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// defaultCategory is how GitHub tells the results of mcpvet from those of
// another tool or of another part of the repository.
const defaultCategory = "mcpvet/"

// automation names the category of a run.
func automation(category string) *sarif.RunAutomationDetails {
	id := cmp.Or(category, defaultCategory)
	if id[len(id)-1] != '/' {
		id += "/" // what follows the last slash is the run, and not the category
	}
	return &sarif.RunAutomationDetails{ID: &id}
}
