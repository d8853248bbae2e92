package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
)

// What GitHub code scanning takes of one run; it refuses or drops the rest.
const (
	maxResults   = 25_000
	maxFlowSteps = 10_000
)

// srcRoot is the base of relative URIs: the root of the repository, which a
// viewer knows. Its absolute place is left out: it is of no use elsewhere, and
// would make two runs differ.
const srcRoot = "%SRCROOT%"

// informationURI is where people read about the tool.
const informationURI = "https://github.com/mcpvet/mcpvet"

// toolName is how the tool calls itself.
const toolName = "mcpvet"

// SARIFOptions are the options of SARIF.
type SARIFOptions struct {
	// Category tells the results of this run from those of another part of the
	// repository; "" is a category, too.
	Category string
	// IncludeSuppressed also writes findings that do not count, marked as
	// suppressed. GitHub code scanning ignores the mark and would show them as
	// open alerts.
	IncludeSuppressed bool
}

// SARIF writes the findings as SARIF 2.1.0, for GitHub code scanning and other
// viewers. Every rule is listed, planned ones as not enabled. What had to be
// cut to stay within limits is said in a notification of the invocation.
func SARIF(w io.Writer, r Report, opts SARIFOptions) error {
	r = Prepare(r)
	s := &sarifWriter{r: r, opts: opts, src: newSources(r.Root), maxResults: maxResults, maxSteps: maxFlowSteps}
	log, err := s.log()
	if err != nil {
		return fmt.Errorf("write SARIF: %w", err)
	}
	return writeJSON(w, log)
}

// A sarifWriter turns one report into a SARIF log.
type sarifWriter struct {
	r          Report
	opts       SARIFOptions
	src        *sources
	maxResults int
	maxSteps   int
	rules      map[string]int // id -> index in the driver
	weaknesses map[string]int // "CWE-78" -> index in the taxonomy
	cut        []string       // what was left out
}

func (s *sarifWriter) log() (*sarif.Report, error) {
	log, err := sarif.New(sarif.Version210)
	if err != nil {
		return nil, err
	}
	taxonomy := s.taxonomy()
	run := sarif.NewRun(sarif.Tool{Driver: s.driver()})
	run.AutomationDetails = automation(s.opts.Category)
	run.WithColumnKind("utf16CodeUnits")
	run.WithDefaultSourceLanguage("go")
	run.WithOriginalUriBaseIds(map[string]*sarif.ArtifactLocation{
		srcRoot: sarif.NewArtifactLocation().WithDescriptionText("The root of the repository."),
	})
	if len(taxonomy.Taxa) > 0 {
		run.AddTaxonomy(taxonomy)
	}
	run.WithResults(s.results())
	run.WithInvocations([]*sarif.Invocation{s.invocation()})
	log.AddRun(run)
	return log, nil
}

// results returns the results in the order of the findings: an empty list, not
// null, where there are none, because viewers then close old alerts.
func (s *sarifWriter) results() []*sarif.Result {
	type item struct {
		f     finding.Finding
		print string
		index int
	}
	var items []item
	prints := s.r.fingerprints(s.src)
	for i, f := range s.r.Findings {
		if f.Suppressed == nil || s.opts.IncludeSuppressed {
			items = append(items, item{f, prints[i], i})
		}
	}
	if n := len(items) - s.maxResults; n > 0 {
		// Better to lose notes than errors.
		slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(b.f.Severity.Rank(), a.f.Severity.Rank()) })
		worst := items[s.maxResults].f.Severity
		items = items[:s.maxResults]
		slices.SortFunc(items, func(a, b item) int { return cmp.Compare(a.index, b.index) })
		s.cut = append(s.cut, fmt.Sprintf("%s of severity %s or below left out: a run holds %d.", count(n, "finding"), worst, s.maxResults))
	}
	out := []*sarif.Result{}
	for _, it := range items {
		out = append(out, s.result(it.f, it.print))
	}
	return out
}

// Ids of the notifications, for filters.
const (
	notSeenID = "not-seen"
	cutID     = "cut"
)

// invocation says what was not seen and what was cut. The run itself was
// successful, or there would be no report.
func (s *sarifWriter) invocation() *sarif.Invocation {
	inv := sarif.NewInvocation().WithExecutionSuccess(true)
	for _, n := range s.r.NotSeen {
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications, s.notSeen(n))
	}
	for _, text := range s.cut {
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications, notification(cutID, 1, text))
	}
	return inv
}

func (s *sarifWriter) notSeen(n inventory.NotSeen) *sarif.Notification {
	out := notification(notSeenID, 0, sentence(fmt.Sprintf("Not analysed: %s: %s", n.What, n.Reason)))
	if pos := positionOf(n.Position); pos.IsValid() {
		out.Locations = []*sarif.Location{s.location(pos)}
	}
	return out
}

func notification(id string, index int, text string) *sarif.Notification {
	return &sarif.Notification{
		Descriptor: sarif.NewReportingDescriptorReference().WithId(id).WithIndex(index),
		Level:      "warning",
		Message:    sarif.NewTextMessage(plainLinks(text)),
	}
}
