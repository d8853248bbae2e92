package checks

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// What a record of a call says, for the evidence: that something is missing is
// no fault by itself.

// A part of a record, with the words of names by which it is known.
type part struct {
	name  string
	words []string
}

// parts lists what a record can say, in the order in which it is told.
var parts = []part{
	{"timestamp", []string{"timestamp", "time", "ts", "at", "date", "started", "when"}},
	{"user", []string{"user", "subject", "caller", "principal", "actor", "identity", "uid", "account", "who"}},
	{"tool", []string{"tool", "method"}},
	{"arguments", []string{"args", "arguments", "params", "parameters", "input", "fingerprint", "digest", "hash"}},
	{"status", []string{"status", "error", "err", "outcome", "success", "ok", "failed", "code"}},
	{"duration", []string{"duration", "elapsed", "latency", "took", "ms", "millis", "seconds"}},
	{"session", []string{"session", "sid"}},
}

// said lists what the records say that a judge has found: by the names of keys
// and fields, and by what is written.
func (c *checker) said(j *flow.Judge, in flow.Entry) []string {
	has := map[string]bool{}
	var who *flow.Judge
	arguments := c.argumentsOf(in)
	for _, h := range j.Hits {
		if h.Call == nil {
			continue
		}
		if rows := c.set.Func(h.Sym); rows != nil && slices.ContainsFunc(rows.Sinks, func(s models.Sink) bool { return s.Kind == models.KindLog }) {
			has["timestamp"] = true // loggers add it
		}
		if who == nil {
			who = c.e.Judge(c.identity, in)
		}
		names, operands := h.Call.Words(), h.Call.Operands()
		if strings.HasPrefix(h.Call.Classes(), string(program.ClassOther)) { // a part of a record
			for _, c := range h.Call.Beside() {
				if library(c.Sym) == library(h.Sym) {
					names, operands = append(names, c.Words()...), append(operands, c.Operands()...)
				}
			}
		}
		for _, r := range operands {
			names = append(names, h.Frame.FieldNames(r)...)
			has["tool"] = has["tool"] || j.Mark(h.Frame, r).Data
			has["user"] = has["user"] || who.Mark(h.Frame, r).Data
			has["arguments"] = has["arguments"] || arguments.Mark(h.Frame, r).Data && !h.Frame.IsNumber(r)
		}
		for _, n := range names {
			words := models.SplitName(n)
			for _, p := range parts {
				has[p.name] = has[p.name] || slices.ContainsFunc(words, func(w string) bool { return slices.Contains(p.words, w) })
			}
		}
	}
	var out []string
	for _, p := range parts {
		if has[p.name] {
			out = append(out, p.name)
		}
	}
	return out
}

// library returns the package of a function.
func library(sym string) string {
	p, err := models.ParseFunc(sym)
	if err != nil {
		return sym
	}
	return p.Package
}

// holding says what a record holds.
func holding(fields []string) string {
	if len(fields) == 0 {
		return ""
	}
	return " of " + strings.Join(fields, ", ")
}
