// Package sessionstate defines an Analyzer that reports data of one caller that
// is kept where another finds it.
//
// # Analyzer sessionstate
//
// sessionstate: report data of one caller kept where another reads it
//
// # What it reports
//
// What comes along with a request (a header that says who the caller is or that
// he proves it by, his token as the SDK gives it, what was made from them, such
// as a client of a service) or an argument as the caller wrote it, that a
// handler or a middleware stores in a package variable, in a field of an object
// that serves all requests, in a variable that several handlers have captured,
// or in a cache, and that the program reads again. The finding is at the store.
//
// A cache is fine whose key comes from who the caller is: his token, a digest of
// it, his name. An entry under the id of a session is a note under the profile
// auditor: a session is no caller. Arguments that are kept under a key of a map
// or added to a list are what many tools are for, and not reported.
//
// A server on its standard streams has one caller and keeps what it likes. So
// may what an SDK makes anew for each request or session.
//
// # Why
//
// The tools of an HTTP server run for many callers in one process. A client that
// is made once, with the token of whoever came first, acts for everybody after
// him with his rights. A variable that holds the last question answers the next
// caller with it. Two requests at a time do so even where each sets the variable
// anew before it reads it.
//
// # Bad
//
//	var (
//		once   sync.Once
//		client *api.Client
//	)
//
//	func clientFor(ctx context.Context) *api.Client {
//		once.Do(func() { client = api.New(tokenFrom(ctx)) })
//		return client
//	}
//
// # Good
//
//	func clientFor(ctx context.Context) *api.Client {
//		return api.New(tokenFrom(ctx))
//	}
//
// # Limits
//
// What is kept outside the process, in a database or a file, is not looked at,
// nor is one credential of the operator that all callers share. A server whose
// transports are not known counts as one on its standard streams.
package sessionstate
