// Package posture is the pass that joins servers with what they offer: each
// tool with its metadata, its handler, and the server it is registered on.
package posture

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/handler"
	"github.com/mcpvet/mcpvet/internal/passes/toolmeta"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
)

// Analyzer joins servers and tools. Its result is a *Result, nil out of scope.
var Analyzer = &analysis.Analyzer{
	Name:       "mcpposture",
	Doc:        "mcpposture: join servers with their tools and handlers",
	Run:        run,
	Requires:   []*analysis.Analyzer{config.Analyzer, toolreg.Analyzer, toolmeta.Analyzer, handler.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(Reported)},
}

// A Result is the surface that the evaluation of one package shows.
type Result struct {
	Entries []*Entry // in the order of registration
	Servers []*Server
	Skipped []program.Skipped
}

// An Entry is one descriptor on one server.
type Entry struct {
	*toolmeta.Tool
	Handler *handler.Handler
	Server  *Server // nil when unknown
	// Fresh says that no package that this one imports knew the entry in this
	// form: a rule reports what is fresh, so that under go vet, where each
	// package reports for itself, nothing is told twice.
	Fresh bool
}

// A Server is one construction in one evaluation.
type Server struct {
	*interp.Server
	ID      string
	Name    string
	SDK     string
	Version string
}

// Reported is the fact of a package: keys of the entries that it or a package
// it imports has shown.
type Reported struct{ Keys []uint64 }

// AFact marks Reported as a fact.
func (*Reported) AFact() {}

func (r *Reported) String() string { return fmt.Sprintf("%d entries reported", len(r.Keys)) }

func run(pass *analysis.Pass) (any, error) {
	regs := pass.ResultOf[toolreg.Analyzer].(*toolreg.Result)
	if regs == nil {
		return (*Result)(nil), nil
	}
	cfg := pass.ResultOf[config.Analyzer].(*config.Result)
	meta := pass.ResultOf[toolmeta.Analyzer].(*toolmeta.Result)
	handlers := pass.ResultOf[handler.Analyzer].(*handler.Result)
	res := &Result{Skipped: regs.Skipped}
	servers := map[*interp.Server]*Server{}
	for _, s := range regs.Servers {
		servers[s] = describe(cfg, s)
		res.Servers = append(res.Servers, servers[s])
	}
	for _, t := range meta.Tools {
		on := interp.ServersOf(t.Reg.Server)
		if len(on) == 0 {
			res.Entries = append(res.Entries, &Entry{Tool: t, Handler: handlers.Handlers[t.Reg]})
		}
		for _, s := range on {
			res.Entries = append(res.Entries, &Entry{Tool: t, Handler: handlers.Handlers[t.Reg], Server: servers[s]})
		}
	}
	res.adopt()
	res.drop()
	known := map[uint64]bool{}
	for _, imp := range pass.Pkg.Imports() {
		var fact Reported
		if pass.ImportPackageFact(imp, &fact) {
			for _, k := range fact.Keys {
				known[k] = true
			}
		}
	}
	for _, e := range res.Entries {
		k := e.key()
		e.Fresh = !known[k]
	}
	for _, e := range res.Entries {
		known[e.key()] = true
	}
	if len(known) > 0 {
		keys := make([]uint64, 0, len(known))
		for k := range known {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		pass.ExportPackageFact(&Reported{Keys: keys})
	}
	return res, nil
}

// describe names a server. Its id is the function that constructs it, which
// stays the same when lines move.
func describe(cfg *config.Result, s *interp.Server) *Server {
	out := &Server{Server: s, SDK: "hand-rolled"}
	out.ID = s.ID()
	if name, ok := interp.AsString(s.Name); ok {
		out.Name = name
	}
	if s.Model != nil {
		out.SDK = s.Model.Name
		out.Version = cfg.SDKVersion(s.Model.Module)
	}
	return out
}

// adopt gives an entry whose server is a parameter, of a function evaluated
// without its callers, the one server that the same call registers on where
// the callers are known.
func (r *Result) adopt() {
	servers := map[program.Pos]*Server{}
	several := map[program.Pos]bool{}
	for _, e := range r.Entries {
		if e.Server == nil {
			continue
		}
		old := servers[e.Reg.Site]
		several[e.Reg.Site] = several[e.Reg.Site] || old != nil && old.ID != e.Server.ID
		servers[e.Reg.Site] = e.Server
	}
	for _, e := range r.Entries {
		if u, ok := interp.Plain(e.Reg.Server).(*interp.Unknown); ok && u.Param && e.Server == nil && !several[e.Reg.Site] {
			e.Server = servers[e.Reg.Site]
		}
	}
}

// drop leaves out entries that another one tells better.
func (r *Result) drop() {
	t := newTold(r.Entries)
	seen := map[string]bool{}
	r.Entries = slices.DeleteFunc(r.Entries, func(e *Entry) bool {
		if t.better(e) {
			return true
		}
		id := e.identity()
		if e.Server != nil {
			id += fmt.Sprintf("\x00%p", e.Server)
		}
		if seen[id] {
			return true
		}
		seen[id] = true
		return false
	})
}

// told is what entries tell, so that a helper evaluated without its callers
// is left out when a caller was evaluated too.
type told struct {
	named    map[program.Pos]bool // calls with a name that is no parameter
	onServer map[string]bool      // identities and calls with a known server
}

func newTold(entries []*Entry) *told {
	t := &told{named: map[program.Pos]bool{}, onServer: map[string]bool{}}
	for _, e := range entries {
		if e.Name.Known || e.Name.Pattern != "" && !e.Name.Param {
			t.named[e.Reg.Site] = true
		}
		if e.Server != nil {
			t.onServer[e.identity()] = true
			t.onServer[e.call()] = true
		}
	}
	return t
}

// better reports whether another entry tells more than e.
func (t *told) better(e *Entry) bool {
	if !e.Name.Known && (e.Name.Param || e.Name.Pattern == "") && t.named[e.Reg.Site] {
		return true
	}
	return e.Server == nil && (t.onServer[e.identity()] || e.serverIsParam() && t.onServer[e.call()])
}

// identity tells descriptors apart, whatever server they are on. One that two
// calls register, as on the arms of a branch, is one.
func (e *Entry) identity() string {
	return strings.Join([]string{e.Kind, posString(e.Pos), e.Name.Value, e.Name.Pattern, e.Description.Value}, "\x00")
}

// ID is the same for the entries by which evaluations of several packages show
// one descriptor on one server.
func (e *Entry) ID() string {
	if e.Server == nil {
		return e.identity()
	}
	return e.identity() + "\x00" + e.Server.ID
}

// call tells registrations apart by the call and the name.
func (e *Entry) call() string {
	return strings.Join([]string{e.Kind, posString(e.Reg.Site), e.Name.Value, e.Name.Pattern}, "\x00")
}

// serverIsParam reports whether the server comes from a parameter of a
// function that was evaluated without its callers.
func (e *Entry) serverIsParam() bool {
	u, ok := interp.Plain(e.Reg.Server).(*interp.Unknown)
	return ok && u.Param
}

func posString(p program.Pos) string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// key identifies what a rule can say of an entry.
func (e *Entry) key() uint64 {
	sum := sha256.Sum256([]byte(e.identity() + "\x00" + e.Description.Value + "\x00" + e.Description.Pattern))
	return binary.BigEndian.Uint64(sum[:8])
}
