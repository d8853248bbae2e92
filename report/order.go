package report

import (
	"cmp"
	"slices"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
)

// dedupe returns the findings sorted, and of those that say the same once: one
// rule, place, tool, server and message. Under several drivers or build
// configurations a place is visited more than once.
func dedupe(in []finding.Finding) []finding.Finding {
	out := slices.Clone(in)
	slices.SortFunc(out, compare)
	return slices.CompactFunc(out, func(a, b finding.Finding) bool { return finding.Compare(a, b) == 0 })
}

// compare is finding.Compare made total: among findings that say the same, the
// one to keep comes first. That is one that nothing suppresses, the most
// severe, the surest, the quietest profile, then the shortest trace.
func compare(a, b finding.Finding) int {
	return cmp.Or(
		finding.Compare(a, b),
		compareBool(a.Suppressed != nil, b.Suppressed != nil),
		cmp.Compare(b.Severity.Rank(), a.Severity.Rank()),
		cmp.Compare(confidenceRank(b.Confidence), confidenceRank(a.Confidence)),
		cmp.Compare(slices.Index(finding.Profiles(), a.Profile), slices.Index(finding.Profiles(), b.Profile)),
		cmp.Compare(len(a.Trace), len(b.Trace)),
		slices.CompareFunc(a.Trace, b.Trace, func(s, t finding.Step) int {
			return cmp.Or(comparePos(s.Pos, t.Pos), cmp.Compare(s.Text, t.Text))
		}),
		slices.CompareFunc(a.Related, b.Related, func(s, t finding.Evidence) int {
			return cmp.Or(comparePos(s.Pos, t.Pos), cmp.Compare(s.Text, t.Text))
		}),
		slices.CompareFunc(a.Fixes, b.Fixes, compareFix),
		comparePos(a.Pos, b.Pos),
		compareSuppression(a.Suppressed, b.Suppressed),
	)
}

func compareFix(a, b finding.Fix) int {
	return cmp.Or(cmp.Compare(a.Title, b.Title), compareBool(b.Safe, a.Safe),
		slices.CompareFunc(a.Edits, b.Edits, func(s, t finding.Edit) int {
			return cmp.Or(comparePos(s.Pos, t.Pos), cmp.Compare(s.NewText, t.NewText))
		}))
}

func compareSuppression(a, b *finding.Suppression) int {
	if a == nil || b == nil {
		return compareBool(a != nil, b != nil)
	}
	return cmp.Or(comparePos(a.Pos, b.Pos), cmp.Compare(a.Reason, b.Reason))
}

// comparePos orders positions by their ends too.
func comparePos(a, b finding.Position) int {
	return cmp.Or(a.Compare(b), cmp.Compare(a.EndLine, b.EndLine), cmp.Compare(a.EndColumn, b.EndColumn))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func confidenceRank(c finding.Confidence) int {
	return map[finding.Confidence]int{finding.High: 3, finding.Medium: 2, finding.Low: 1}[c]
}

// mergeNotSeen returns both lists as one, sorted and without duplicates.
func mergeNotSeen(lists ...[]inventory.NotSeen) []inventory.NotSeen {
	out := slices.Concat(lists...)
	slices.SortFunc(out, func(a, b inventory.NotSeen) int {
		return cmp.Or(cmp.Compare(a.What, b.What), cmp.Compare(a.Reason, b.Reason), compareAt(a.Position, b.Position))
	})
	return slices.Compact(out)
}

func compareAt(a, b inventory.Position) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}
