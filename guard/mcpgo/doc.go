// Package mcpgo puts a guard.Guard in front of a server that is made with
// github.com/mark3labs/mcp-go.
//
// In this SDK the middleware that is added first stands outermost, so the guard
// is the first option of the server:
//
//	g, err := guard.New(policy)
//	...
//	s := server.NewMCPServer("name", "1.0", mcpgo.Option(g), ...)
//
// [Protect] does both for a server that has no other middleware yet.
//
// Handlers of tasks are not reached through middleware: neither those of
// AddTaskTool nor those of other tools that allow tasks. [WrapTask] and [Wrap]
// protect them; a tool that allows tasks and is not wrapped is hidden and can't
// be called.
//
// The caller is the identity in the request's context, which the server's
// authentication puts there per request: guard.WithIdentity in an HTTP middleware
// or in server.WithHTTPContextFunc. Sessions of this SDK are no identity. On
// stdio nobody is known unless guard.WithLocalUser names somebody.
package mcpgo
