package taint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// held adds the secrets to an entry that start-up code has put into its receiver
// and its captured variables. What is not known of a receiver, its type tells.
func (r *Resolver) held(en *flow.Entry) {
	known := map[string]bool{}
	key := func(i int, path []string, name string) string { return fmt.Sprint(i, path, name) }
	b := en.Binds.(*binding)
	for i := range len(b.fn.Params) + b.fn.FreeVars {
		v := b.root(i)
		if v == nil {
			continue
		}
		for _, h := range r.m.Held(v) {
			if src, ok := r.secret(h); ok && !known[key(i, h.Path, src.Name)] {
				known[key(i, h.Path, "")], known[key(i, h.Path, src.Name)] = true, true
				en.Holds = append(en.Holds, flow.Held{Index: i, Path: h.Path, Source: src})
			}
		}
	}
	en.Params = slices.DeleteFunc(en.Params, func(p flow.Param) bool { return p.Class == models.ClassSecret && known[key(p.Index, p.Path, "")] })
}

// secret describes a text that start-up code has put somewhere, if it is a
// credential: the name of the field says so, as where that is all that is known, or
// the operator's name for it.
func (r *Resolver) secret(h interp.Held) (flow.Source, bool) {
	words := r.w.Models.Words()
	switch {
	case h.Field != "" && words.Credential(h.Field) && (h.Setting == "" || !words.About(h.Setting)):
		return flow.Source{Class: models.ClassSecret, Name: h.Field, Field: h.Field, Pos: h.Pos}, true
	case h.Setting != "" && words.Credential(h.Setting):
		return flow.Source{Class: models.ClassConfig, Name: h.Setting, Field: h.Field, Sym: h.Sym, Pos: h.Pos}, true
	}
	return flow.Source{}, false
}

// vars tells the engine which secrets start-up code has put into variables of
// packages, as the handlers of each run find them.
func (r *Resolver) vars(e *flow.Engine, entries []*posture.Entry) {
	var last *interp.Registration
	for _, en := range entries {
		reg := en.Reg
		if reg == nil || reg.SameVars(last) {
			continue
		}
		last = reg
		for _, name := range reg.Vars() {
			for _, h := range r.m.Held(reg.Var(name)) {
				if src, ok := r.secret(h); ok {
					e.Put(name, h.Path, src)
				}
			}
		}
	}
}

// secrets lists the credentials that a receiver holds: fields of the program's
// own structs that are called so.
func (r *Resolver) secrets(i int, typ string, at []string) []flow.Param {
	t := r.w.Type(strings.TrimPrefix(typ, "*"))
	if t == nil || t.Kind != program.KindStruct || len(at) > maxDepth {
		return nil
	}
	var out []flow.Param
	for _, f := range t.Fields {
		path := slices.Concat(at, []string{"." + f.Name})
		switch {
		case f.Type == "string":
			if r.w.Models.Words().Credential(f.Name) {
				out = append(out, flow.Param{Index: i, Path: path, Class: models.ClassSecret, Name: f.Name})
			}
		case !r.ofSDK(strings.TrimPrefix(f.Type, "*")):
			out = append(out, r.secrets(i, f.Type, path)...)
		}
	}
	return out
}
