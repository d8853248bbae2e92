// Package bounds defines an Analyzer that reports sizes, indexes, depths and
// durations that a caller chooses without a limit, and input that makes a
// server panic or run out of memory.
//
// # Analyzer bounds
//
// bounds: report what a caller decides without a limit, and input that panics
//
// # What it reports
//
// A number among the arguments of a tool that decides, without a maximum, how
// much memory is allocated (make, Repeat, Grow), which element is taken (an
// index, a bound of a slice), how often a loop adds to what it makes, how deep a
// recursion goes, or how long a call may take (a timeout, a sleep).
//
// Input that panics: a value of any type that is asserted to be a string or
// another type that JSON has, without a check; a text that reaches MustCompile
// or its like; a request or a URL that is made of an argument while nobody looks
// at the error; an optional argument, or part of a request, that is followed as a
// pointer without a check for nil; a text, or what it was split into, that is indexed or cut
// without a look at its length. Where the SDK, a decorator or the handler
// itself recovers, this is a note under the profile auditor.
//
// What is read into memory to its end: the response of a host that the caller
// chooses, what a decompressor makes of its input, all rows of the caller's own
// statement, a response at one place when most places of the same server have a
// limit. A response of the server's own back end, where nobody has a limit, is a
// note under the profile auditor. A program of the caller's that runs without a
// limit of steps or time (jq).
//
// A limit holds where a comparison refuses the number, or replaces it, before it
// is used: with a constant, a length, a setting, in the handler or in a helper
// that it asks; so do min, and a reader that is limited (LimitReader,
// MaxBytesReader).
//
// # Why
//
// A model sends what it likes, by mistake or because somebody told it to. One
// call with a count of a billion takes the memory of the machine, and in an SDK
// that does not recover one call without an argument ends the server, for
// everybody that it serves.
//
// # Bad
//
//	func page(ctx context.Context, _ *mcp.CallToolRequest, a map[string]any) (*mcp.CallToolResult, any, error) {
//		name := a["name"].(string)
//		rows := make([]Row, int(a["count"].(float64)))
//		...
//	}
//
// # Good
//
//	func page(ctx context.Context, _ *mcp.CallToolRequest, in pageIn) (*mcp.CallToolResult, any, error) {
//		if in.Count < 1 || in.Count > 500 {
//			return nil, nil, errors.New("count must be from 1 to 500")
//		}
//		rows := make([]Row, in.Count)
//		...
//	}
//
// # Limits
//
// Whether a maximum is small enough is not judged, nor what a number does in
// another service, such as the LIMIT of a query. A maximum in a schema counts
// where the SDK refuses what the schema does not allow. Lengths are compared only roughly: a
// check of a text for being long is believed, however long it has to be. Of
// recursion only the direct one is seen, of iterators only loops over Next.
package bounds
