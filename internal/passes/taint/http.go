package taint

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/handler"
	"github.com/mcpvet/mcpvet/internal/passes/httphandler"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/toolmeta"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// KindHTTP is the kind of an entry that is no tool: a function of the program
// that serves HTTP requests beside them. What it is called is the pattern of its
// name.
const KindHTTP = "http_handler"

// web follows what comes with HTTP requests: forms, parts of paths and bodies,
// which whoever reaches the server chooses. Of all handlers that lead to a sink,
// with what is around them, the nearest has the flow. What it returns adds the
// flows, when everything is followed.
func (res *Result) web(e *flow.Engine, handlers []*httphandler.Handler, servers []*posture.Server) func() {
	type key struct {
		sink, source program.Pos
		kind, name   string
	}
	var runs []*flow.Trail
	var of []*posture.Entry
	for _, h := range handlers {
		if in, ok := asked(h); ok {
			from, en := e.Follow(in), ofHTTP(h, servers)
			res.owns(from, owner{entry: en})
			runs, of = append(runs, from), append(of, en)
		}
	}
	return func() {
		nearest := map[key]*Flow{}
		var order []key
		for i, r := range runs {
			for _, f := range r.Flows() {
				if f.Source.Class != models.ClassArgument || f.Sink.In(models.KindLog) || f.Mask.Kinds() == 0 {
					continue
				}
				whose := of[i]
				if o, ok := res.owners[f.Source.From]; ok {
					whose = o.entry
				}
				k := key{f.Sink.Pos, f.Source.Pos, f.Sink.Row.Kind, f.Source.Name}
				if old := nearest[k]; old == nil {
					order = append(order, k)
				} else if len(old.Hops) <= len(f.Hops) {
					continue
				}
				nearest[k] = &Flow{Flow: f, Entry: whose, Recovers: true} // net/http does
			}
		}
		for _, k := range order {
			res.Flows = append(res.Flows, nearest[k])
		}
	}
}

// asked describes a handler to the engine: what the client sends besides
// headers.
func asked(h *httphandler.Handler) (flow.Entry, bool) {
	out := flow.Entry{Func: h.Func.ID}
	shift := 0
	if h.Func.Recv {
		shift = 1
	}
	for _, text := range h.Row.Data {
		p, err := models.ParsePath(text)
		if err != nil {
			continue
		}
		param := flow.Param{Index: p.Index + shift, Class: models.ClassArgument}
		for _, s := range p.Steps {
			param.Path = append(param.Path, "."+s.Field)
		}
		out.Params = append(out.Params, param)
	}
	return out, !h.Carrier && !h.SDK
}

// ofHTTP makes the entry of a handler. It is on the server of the program, if
// there is only one.
func ofHTTP(h *httphandler.Handler, servers []*posture.Server) *posture.Entry {
	name := h.Func.Name[strings.LastIndexByte(h.Func.Name, '.')+1:]
	if name == "ServeHTTP" || strings.ContainsRune(name, '$') {
		name = h.Func.Name
	}
	out := &posture.Entry{
		Tool: &toolmeta.Tool{
			Reg: &interp.Registration{Site: h.Func.Pos}, Kind: KindHTTP, Name: toolmeta.Text{Pattern: name}, Pos: h.Func.Pos,
		},
		Handler: &handler.Handler{Bodies: []handler.Body{{ID: h.Func.ID, Pos: h.Func.Pos}}},
		Fresh:   true,
	}
	ids := []string{}
	for _, s := range servers {
		if !slices.Contains(ids, s.ID) {
			ids = append(ids, s.ID)
		}
	}
	if len(ids) == 1 {
		out.Server = servers[0]
	}
	return out
}
