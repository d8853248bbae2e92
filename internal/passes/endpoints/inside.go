package endpoints

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// An Inside is what a server itself asks of tool calls, behind its endpoint.
type Inside struct {
	Auth    Check  // of the middleware around tools
	Unknown string // what is given to the server and may check, but is not in the program; "" for nothing
}

// inside judges the middleware of a server around tools.
func (f *finder) inside(s *interp.Server) Inside {
	var out Inside
	for _, o := range s.Options {
		for _, alt := range interp.Alternatives(interp.Plain(o)) {
			if u, ok := interp.Plain(alt).(*interp.Unknown); ok && !f.ofSDK(u.Sym) {
				out.Unknown = strings.TrimPrefix(u.Reason, "the result of ")
			}
		}
	}
	for _, w := range s.Middleware {
		if !slices.Contains(w.Row.Covers, inventory.KindTool) {
			continue
		}
		for _, v := range w.Functions {
			f.around(v, &out)
		}
	}
	return out
}

// ofSDK reports whether a function belongs to an SDK: options of its own that no
// row describes check nobody.
func (f *finder) ofSDK(sym string) bool {
	fn, err := models.ParseFunc(sym)
	return err == nil && sym != "" && f.w.Models.ModelOf(fn.Package) != nil
}

// around judges one function around tool handlers.
func (f *finder) around(v interp.Value, out *Inside) {
	for _, alt := range interp.Alternatives(interp.Plain(v)) {
		switch fn := interp.Plain(alt).(type) {
		case *interp.Func:
			for _, made := range interp.Alternatives(interp.Plain(f.l.Apply(fn, interp.Next()))) {
				g, ok := interp.Plain(made).(*interp.Func)
				if !ok {
					continue
				}
				body := f.w.Func(g.ID)
				if body == nil {
					continue
				}
				c := &checked{f: f, body: body, probe: f.l.Probe(g), shown: f.derive(body, 0), pass: handsOnTo(body)}
				if check := c.check(ShownAuth | ShownSecret); check.Refuses && (!out.Auth.Refuses || !check.Bypass) {
					out.Auth = check
				}
			}
		case *interp.Unknown:
			if fn.Sym != "" {
				out.Unknown = fn.Sym
			}
		}
	}
}

// handsOnTo lists the blocks of middleware around tools that call a function
// value with the context and the request: the next handler.
func handsOnTo(body *program.Func) map[int32]bool {
	out := map[int32]bool{}
	for b := range body.Blocks {
		for i := range body.Blocks[b].Instrs {
			in := &body.Blocks[b].Instrs[i]
			if in.Op == program.OpCall && in.Mode == program.CallDynamic && len(in.Args) > 2 {
				out[int32(b)] = true
			}
		}
	}
	return out
}
