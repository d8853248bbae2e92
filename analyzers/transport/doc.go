// Package transport defines an Analyzer that reports what MCP017 is about.
//
// # Analyzer transport
//
// transport: report HTTP endpoints that anyone who reaches them can use
//
// # What it reports
//
// For each call that serves an MCP server over HTTP or SSE: no authentication
// on an address that others reach (error), or on one of this machine that any
// web page in its browser reaches, for want of an Origin or Host check
// (warning); an SDK's protection switched off; and no limit on the body of
// requests or on the time that a client may take to send one (warning). The
// address is the one in effect when the operator sets nothing, and so is what
// flags and environment variables switch on.
//
// Satisfied by: a function before the SDK's handler, in the program or an SDK's
// own, that refuses requests by a credential that they show; client certificates
// that are verified; a Unix socket that only its owner can write to; or a
// loopback address with an Origin or Host check. A function that takes the
// address of all interfaces for loopback, and so lets a server start without
// authentication, is reported where it does.
//
// # Why
//
// Whoever reaches the endpoint can call every tool with the rights of the
// server. A page in the user's browser can reach a server on loopback, too, by
// DNS rebinding or a plain request. Without limits, one client that sends much,
// or slowly, keeps the server from the others.
//
// # Bad
//
//	http.ListenAndServe(":8080", handler) // no authentication, no timeouts
//
// # Good
//
//	srv := &http.Server{
//		Addr:              "127.0.0.1:8080",
//		Handler:           auth.RequireBearerToken(verify, nil)(handler),
//		ReadHeaderTimeout: 5 * time.Second,
//	}
//	srv.ListenAndServe()
//
// # Limits
//
// Middleware is judged by whether it refuses by a credential, not by how well
// it compares: a token that is only asked for, because another service checks
// it, counts. Authentication inside tools, where listing them needs none, does
// not. A proxy in front of the server is not seen. An endpoint whose listener is
// not in the code, or whose address is known to nobody but the operator, is a
// note under the profile auditor.
package transport
