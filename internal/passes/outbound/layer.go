package outbound

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
)

// serveHTTP is how handlers of HTTP hand a request on.
const serveHTTP = "(net/http.Handler).ServeHTTP"

// layered reports whether the program bounds requests before its HTTP handlers
// get them: by a handler of a library, or by one of its own that hands on a
// request with a deadline.
func (v *visitor) layered() bool {
	for _, c := range v.e.CallsOf(func(sym string) bool {
		rows := v.set.Func(sym)
		return rows != nil && rows.Context != nil && rows.Context.Handler != "" && rows.Context.Bounds
	}) {
		if c.Live {
			return true
		}
	}
	for _, c := range v.e.CallsThrough(serveHTTP) {
		if args := c.Args(); c.Live && len(args) == 3 && v.context(c.Frame, args[2], 0).is(bounds) {
			return true
		}
	}
	return false
}

// behind reports whether the contexts of a server's handlers are derived from
// HTTP requests, however it is served.
func behind(s *posture.Server) bool {
	return s != nil && len(s.Transports) > 0 && !slices.ContainsFunc(s.Transports, func(t interp.Serving) bool { return !t.Inherits })
}
