package checks

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/program"
)

// presume notes what a server gets from libraries about which nothing is known,
// and which by its name finds out who calls: an option, or middleware. It is the
// last resort, and says no more than that there may be something.
func (c *checker) presume(s *posture.Server) {
	if c.presumed[s.ID].IsValid() {
		return
	}
	values := append([]interp.Value(nil), s.Options...)
	for _, m := range s.Middleware {
		values = append(values, m.Functions...)
	}
	for _, v := range values {
		for _, a := range interp.Alternatives(v) {
			sym, pos := "", program.Pos{}
			switch a := interp.Plain(a).(type) {
			case *interp.Unknown:
				if sym, pos = a.Sym, a.Pos; sym == "" { // of several results only the first knows
					sym, _ = strings.CutPrefix(a.Reason, "the result of ")
				}
			case *interp.Opaque:
				sym, pos = a.Sym, a.Pos
			}
			if sym == "" || c.set.Func(sym) != nil || c.regs.World.Func(sym) != nil || !authenticates(sym) {
				continue
			}
			if !pos.IsValid() {
				pos = s.Site
			}
			c.presumed[s.ID] = pos
			return
		}
	}
}

// authenticates reports whether the name of a function, or of its package, says
// that it is about who calls.
func authenticates(sym string) bool {
	low := strings.ToLower(sym)
	for _, w := range []string{"auth", "jwt", "oidc", "rbac", "apikey", "bearer"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}
