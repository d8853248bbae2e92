package matrix

import (
	"fmt"
	"strings"

	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/program"
)

// The answers.
const (
	Pass    = "pass"
	Fail    = "fail"
	NA      = "n/a"
	Unknown = "unknown"
)

func state(s string, at program.Pos, text string) *inventory.State {
	return &inventory.State{State: s, Evidence: []inventory.Evidence{{Position: inventory.At(posture.At(at)), Text: text}}}
}

func pass(at program.Pos, text string) *inventory.State    { return state(Pass, at, text) }
func fail(at program.Pos, text string) *inventory.State    { return state(Fail, at, text) }
func na(at program.Pos, text string) *inventory.State      { return state(NA, at, text) }
func unknown(at program.Pos, text string) *inventory.State { return state(Unknown, at, text) }

// Servers sums up the answers for the tools of each server, by the slugs of the
// rules: a server fails where one of its tools does, and passes where nothing is
// left open.
func Servers(inv *inventory.Inventory) {
	for _, s := range inv.Servers {
		counts := map[string]map[string]int{}
		for _, t := range inv.Tools {
			if t.Server == nil || *t.Server != s.ID {
				continue
			}
			for slug, st := range t.Controls {
				if counts[slug] == nil {
					counts[slug] = map[string]int{}
				}
				counts[slug][st.State]++
			}
		}
		for slug, n := range counts {
			if s.Controls == nil {
				s.Controls = map[string]*inventory.State{}
			}
			s.Controls[slug] = &inventory.State{State: worst(n), Evidence: []inventory.Evidence{{Position: s.Position, Text: Tally(n)}}}
		}
	}
}

// worst returns the answer of a server whose tools have these.
func worst(n map[string]int) string {
	for _, s := range []string{Fail, Unknown, Pass} {
		if n[s] > 0 {
			return s
		}
	}
	return NA
}

// Tally says how many tools have which answer: "3 pass, 1 fail, 12 n/a".
func Tally(n map[string]int) string {
	var out []string
	for _, s := range []string{Pass, Fail, NA, Unknown} {
		if n[s] > 0 {
			out = append(out, fmt.Sprintf("%d %s", n[s], s))
		}
	}
	return strings.Join(out, ", ")
}
