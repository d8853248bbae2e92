// Package audit defines an Analyzer that reports tools whose calls leave no
// record.
//
// # Analyzer audit
//
// audit: report servers and tools of which not every call leaves a record
//
// # What it reports
//
// A server whose tools leave no record: one finding, where the server is made. A
// record is a call of a logger above debug level, or of something that writes or
// stores, which gets the name of the tool: in the handler, in a function around
// it, in the middleware, or in a hook of the SDK that sees every call. It has to be
// written on every way out; a deferred one is.
//
// Where most tools leave a record, each tool without one is reported where it is
// registered. And so are ways out that miss a record which others write: an error
// that returns before it, and a call that is refused by what stands outside of the
// function which writes it.
//
// A server that only whoever started it can talk to is told under pedantic.
//
// # Why
//
// When something was deleted or has leaked, the record is all there is to say
// which tool did it, for whom and when. Calls that were refused are the first that
// one wants to see: they are what an attempt looks like.
//
// # Bad
//
//	func lend(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
//		if !may(ctx, "loans:write") {
//			return mcp.NewToolResultError("not allowed"), nil // no record
//		}
//		slog.Info("call", "tool", req.Params.Name)
//		...
//	}
//
// # Good
//
//	func lend(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
//		defer record(ctx, req)
//		if !may(ctx, "loans:write") {
//			return mcp.NewToolResultError("not allowed"), nil
//		}
//		...
//	}
//
// # Limits
//
// What else is in a record (user, arguments, status, duration) is not judged. A
// line of a log that only speaks of the tool counts where every way out has one;
// where some have, it is taken for no trail. Metrics and traces are no records. A
// function that is declared by //mcpvet:control audit, or a row under
// models.controls in .mcpvet.yaml, counts.
package audit
