// Package scope defines an Analyzer that reports tools that no check of the
// caller's scope stands before.
//
// # Analyzer scope
//
// scope: report tools whose calls no check of the caller can refuse
//
// # What it reports
//
// A server over HTTP whose tools nobody is kept from: one finding, where the
// server is made, with the tools that lack a check. A check asks who calls, or
// what the caller may do, and refuses before the tool changes anything: in the
// handler, in a helper, in a decorator, in the server's middleware, or in the HTTP
// layer before the server. What says who calls are the SDK's token, a credential
// among the headers, and what the HTTP layer has put into the context for it.
//
// Where most tools have a check, each tool that lacks one is reported where it is
// registered, and so is a resource beside such tools. And so are checks that do
// not hold:
//
//   - the result is not looked at, or the tool acts before the check;
//   - a way leads around the check;
//   - the middleware looks the tool up in a table, the tool is not in there, and
//     what is not in there passes, or passes with less;
//   - who calls is read from the context of a handler whose SDK gives it that of
//     the request which opened the session: a token that was revoked since is
//     still good.
//
// Where the companion stands before the server, its policy decides: a row without
// scopes, or one that lets everybody pass, is reported of a tool that changes
// something, and noted under auditor of others. A tool without a row is noted: every
// call of it is refused.
//
// That callers have to be known, and that no tool asks what they may do, is told
// under pedantic. A server that only whoever started it can talk to is told under
// auditor.
//
// # Why
//
// A tool acts with the rights of the server. Without a check whoever gets a
// connection, or a token for something else, has all of them, and so has a model
// that was talked into a call.
//
// # Bad
//
//	mcp.AddTool(s, &mcp.Tool{Name: "note_read"}, scoped("notes:read", read))
//	mcp.AddTool(s, &mcp.Tool{Name: "note_delete"}, remove) // nobody is kept from it
//
// # Good
//
//	mcp.AddTool(s, &mcp.Tool{Name: "note_read"}, scoped("notes:read", read))
//	mcp.AddTool(s, &mcp.Tool{Name: "note_delete"}, scoped("notes:delete", remove))
//
// # Limits
//
// A check that a setting switches off counts. So does one of a function that is
// declared to be a check, by //mcpvet:control scope on its declaration or by a row
// under models.controls in .mcpvet.yaml. Whether the scope is the right one for
// the tool is not judged. What a service decides that the tool asks with the
// caller's token is no check of the server.
//
// What a tool changes is known by calls of the standard library and of clients
// that there are rows about; of a tool that changes nothing that is known, what
// it returns has to depend on the check.
package scope
