// Package credentials is the pass that looks at how a server's program treats
// credentials: those that stand in its source, peers that nobody verifies, and
// requests that carry credentials in clear text.
package credentials

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/httphandler"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/told"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Analyzer looks at credentials. Its result is a *Result, nil out of scope.
var Analyzer = &analysis.Analyzer{
	Name:       "mcpcredentials",
	Doc:        "mcpcredentials: find credentials in source, in clear text and for unverified peers",
	Run:        run,
	Requires:   []*analysis.Analyzer{config.Analyzer, config.Syntax, toolreg.Analyzer, posture.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(Told)},
}

// A Result is what was seen in one package and, for a program, in what it
// reaches of others.
type Result struct {
	Servers []*posture.Server
	Seen    []Seen
}

// A Kind is what was seen.
type Kind uint8

// The kinds of what is seen.
const (
	InSource   Kind = iota // What is the family of the credential
	KeyName                // What is the name that it has in the source
	KeyUse                 // What it is used as
	KeyDefault             // What is the variable that it stands for
	Unverified             // What nobody verifies
	ClearText              // What is the header; it leaves by http
	AnyScheme              // What is the header; whether it leaves by http is up to the operator
)

// Seen is one place.
type Seen struct {
	Kind     Kind
	Pos      program.Pos
	What     string
	Optional bool   // only with a switch of the operator
	Shared   string // the global that the whole process uses
	Fresh    bool   // no package that this one imports has seen it
}

// Told is the fact of a package: keys of what it or a package it imports has
// seen.
type Told struct{ told.Keys }

func run(pass *analysis.Pass) (any, error) {
	regs := pass.ResultOf[toolreg.Analyzer].(*toolreg.Result)
	surface := pass.ResultOf[posture.Analyzer].(*posture.Result)
	if regs == nil || surface == nil {
		return (*Result)(nil), nil
	}
	cfg := pass.ResultOf[config.Analyzer].(*config.Result)
	res := &Result{Servers: surface.Servers}
	seen := told.Read[Told](pass)
	l := &literals{pass: pass, models: cfg.Models, res: res, tests: cfg.IncludeTests}
	l.look()
	if regs.World != nil && (len(surface.Servers) > 0 || len(surface.Entries) > 0) {
		w := regs.World
		q := &looker{res: res, models: w.Models, reached: httphandler.Reachable(w, pass.Pkg.Path()),
			e: flow.New(w.Models, w.Packages(), w.Type, flow.DefaultLimits())}
		q.keys()
		q.unverified()
		q.clearText()
	}
	for i := range res.Seen {
		res.Seen[i].Fresh = !seen[res.Seen[i].key()]
	}
	for _, s := range res.Seen {
		seen[s.key()] = true
	}
	told.Write[Told](pass, seen)
	return res, nil
}

func (s *Seen) key() uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s:%d:%d\x00%s", s.Kind, s.Pos.File, s.Pos.Line, s.Pos.Col, s.What))
	return binary.BigEndian.Uint64(sum[:8])
}

// A looker looks at what the functions that a program reaches do.
type looker struct {
	res     *Result
	models  *models.Set
	reached map[string]bool
	e       *flow.Engine
}

func (l *looker) add(kind Kind, s flow.Said, what string, optional bool) {
	if l.reached[s.Func.ID] && s.Pos.IsValid() {
		l.res.Seen = append(l.res.Seen, Seen{Kind: kind, Pos: s.Pos, What: what, Optional: optional, Shared: s.Shared})
	}
}

// keys looks for constants that functions get as credentials.
func (l *looker) keys() {
	for _, row := range l.models.Keys() {
		p, err := models.ParsePath(row.At)
		if err != nil {
			continue
		}
		i := p.Index
		if row.Func[0] == '(' {
			i++
		}
		for _, c := range l.e.Calls(row.Func) {
			if i >= len(c.Args) {
				continue
			}
			if text, ok := c.Args[i].Text(); ok && isKey(text) {
				l.add(KeyUse, c, row.What, false)
			}
		}
	}
}

// maxGiven bounds how many callers a setting is followed through.
const maxGiven = 4

// unverified looks for peers that nobody verifies.
func (l *looker) unverified() {
	for _, row := range l.models.Unverified() {
		if row.Func != "" {
			for _, c := range l.e.Calls(row.Func) {
				l.add(Unverified, c, row.What, isOptional(c))
			}
			continue
		}
		by := l.verified(row)
		for _, s := range l.e.Stores(row.Type+"."+row.Field, l.models.Shared()) {
			if by[s.Of] {
				continue
			}
			if row.Value == "" {
				if f := s.Args[0]; f.Kind == flow.SymFunc && l.e.AlwaysNil(f.S) {
					l.add(Unverified, s, row.What, isOptional(s))
				}
				continue
			}
			l.switchedOff(s, s.Args[0], row.What, isOptional(s), maxGiven)
		}
	}
}

// verified lists the structs in which a function of the program verifies the
// peer in the place of the library.
func (l *looker) verified(row models.Unverified) map[string]bool {
	out := map[string]bool{}
	for _, field := range row.Instead {
		for _, s := range l.e.Stores(row.Type+"."+field, nil) {
			f := s.Args[0]
			if s.Of != "" && f.Kind != flow.SymNil && (f.Kind != flow.SymFunc || !l.e.AlwaysNil(f.S)) {
				out[s.Of] = true
			}
		}
	}
	return out
}

// switchedOff notes where a boolean that switches verification off is true.
func (l *looker) switchedOff(s flow.Said, v *flow.Sym, what string, optional bool, depth int) {
	switch {
	case v.Kind == flow.SymBool && v.N != 0:
		l.add(Unverified, s, what, optional)
	case v.Kind == flow.SymParam && v.Path == "" && depth > 0:
		for _, c := range l.e.Given(s, v) {
			l.switchedOff(c, c.Args[0], what, optional || isOptional(c), depth-1)
		}
	case v.Kind == flow.SymOneOf:
		for _, k := range v.Kids {
			if k.Kind == flow.SymBool && k.N != 0 {
				l.add(Unverified, s, what, true)
				return
			}
		}
	}
}

// isOptional reports whether a setting that leads somewhere is one about
// verification, and not just any state.
func isOptional(s flow.Said) bool {
	return slices.ContainsFunc(s.Switches, func(name string) bool {
		name = strings.ToLower(name)
		return slices.ContainsFunc([]string{"insecure", "skip", "verif", "tls", "ssl", "cert", "hostkey", "host_key", "known", "strict",
			"unsafe", "trust", "dev", "debug", "test", "local", "self", "prod"}, func(w string) bool { return strings.Contains(name, w) })
	})
}
