// Package deadline defines an Analyzer that reports outbound calls of handlers
// that nothing bounds in time.
//
// # Analyzer deadline
//
// deadline: report outbound calls that nothing bounds in time
//
// # What it reports
//
// Calls that a handler of a tool, a resource or a prompt reaches and that wait
// for something outside the process: requests, programs, databases, connections
// and the clients of well-known services. A call is reported where
//
//   - it takes no context, and nothing else bounds it: exec.Command, DB.Query,
//     net.Dial, the Push of a git library;
//   - it gets a new context (context.Background, context.TODO) or one that
//     start-up code has kept, without a deadline, instead of the request's;
//   - a context with a deadline is made on the way, and another one is used;
//   - only its context can bound it, that is the request's and has no deadline,
//     and calls like it have one: as many others of the same handler, or those of
//     as many other handlers of the server;
//   - it is a request with an HTTP client without Timeout, and its context has no
//     deadline. That is one finding for each client, where it is made; for
//     http.DefaultClient, where it is used; for the client of a service, where
//     that gets an HTTP client, or makes its own.
//
// A call is bounded by a context with a deadline, wherever that is made: in the
// handler, in a helper, in a decorator, in the server's middleware, or in the HTTP
// layer where the SDK derives contexts from requests. So it is by
// a context that a timer cancels, by the Timeout of its client, which may be set
// later or in another package, by a RoundTripper of the program that adds a
// deadline, by the Timeout of a dialer, and by a timer that ends what runs, or
// that the handler waits for beside it.
//
// Where no handler of the server gives such calls (programs, queries) a deadline,
// that is a property of the server and not of the call.
//
// # Why
//
// A model waits for a tool, and the client of a model cancels or goes away. What
// has no limit keeps its goroutine, its connection and its process until the
// other side answers, which may be never: a few calls of a slow host are enough
// to use up what the server has. A context that is dropped makes each cancelled
// call one that runs on.
//
// # Bad
//
//	func status(ctx context.Context, _ *mcp.CallToolRequest, in statusIn) (*mcp.CallToolResult, any, error) {
//		out, err := exec.Command("git", "fetch", in.Remote).CombinedOutput()
//		...
//	}
//
//	var client = &http.Client{Transport: transport} // no Timeout
//
// # Good
//
//	func status(ctx context.Context, _ *mcp.CallToolRequest, in statusIn) (*mcp.CallToolResult, any, error) {
//		ctx, cancel := context.WithTimeout(ctx, time.Minute)
//		defer cancel()
//		out, err := exec.CommandContext(ctx, "git", "fetch", in.Remote).CombinedOutput()
//		...
//	}
//
//	var client = &http.Client{Transport: transport, Timeout: 30 * time.Second}
//
// # Limits
//
// A client or a context of which is not known where it is made counts as bounded:
// one that a library returns about which nothing is known, or that comes out of a
// map. So does a context that has a deadline in some runs only, and a client
// whose Timeout is set under a condition. Of a Transport the limits for a part
// (ResponseHeaderTimeout) bound nothing. What a DSN says of timeouts is not read.
//
// A program that is started and not waited for is no call, and neither is what
// goes on after the request on purpose (context.WithoutCancel). Libraries without
// rows in the models are silent.
package deadline
