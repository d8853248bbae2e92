// Package ratelimit defines an Analyzer that reports tools that may be called as
// often as the caller likes.
//
// # Analyzer ratelimit
//
// ratelimit: report servers and tools without a rate limit, and limits that fail
//
// # What it reports
//
// A server whose tools have no limit: one finding, where the server is made. A
// limit is asked before the tool acts, in the handler, in a function around it, in
// the middleware or in the HTTP layer, and refuses or waits: one of a library
// (golang.org/x/time/rate and others), or a counter, a time or a channel of the
// program's own that outlives the call.
//
// Where most tools have a limit, each tool without one is reported where it is
// registered. And so are limits that do not hold: one that is made anew for each
// call, and one that counts by what the client chooses, such as a header or a part
// of the URL.
//
// Under pedantic: servers that only whoever started them can talk to; a limit for
// each user without one for all; one for all without one for each user, over HTTP;
// and counters for each user that are kept for ever.
//
// # Why
//
// Models call tools in loops, and each call costs time, money or a quota at some
// other service. One caller without a limit takes what was there for all.
//
// # Bad
//
//	func limited(next mcp.MethodHandler) mcp.MethodHandler {
//		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
//			if !rate.NewLimiter(1, 5).Allow() { // a new one is never used up
//				return nil, errBusy
//			}
//			return next(ctx, method, req)
//		}
//	}
//
// # Good
//
//	func limited(l *rate.Limiter) mcp.Middleware {
//		return func(next mcp.MethodHandler) mcp.MethodHandler {
//			return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
//				if !l.Allow() {
//					return nil, errBusy
//				}
//				return next(ctx, method, req)
//			}
//		}
//	}
//
// # Limits
//
// Whether the numbers make sense is not judged, and what counts by a session or by
// the tool passes for both. A throttle far below the handler, in a client of a
// service, is no limit on calls of the tool. A header that proxies set is the
// business of proxytrust. A function that is declared by //mcpvet:control limit,
// or a row under models.controls in .mcpvet.yaml, counts.
package ratelimit
