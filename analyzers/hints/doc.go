// Package hints defines an Analyzer that reports annotations that say less than
// the tool does.
//
// # Analyzer hints
//
// hints: report annotations that contradict what a tool does
//
// # What it reports
//
// A tool whose annotations state readOnlyHint, and whose code changes something;
// and one that states destructiveHint=false, and whose code deletes or
// overwrites what exists, or runs what the caller chooses. What it does is found
// in its code, see the rule confirm; the finding shows the calls that lead
// there. To add something, and to send something, is no contradiction of
// destructiveHint=false.
//
// Under the profile pedantic: contradictions with what is only guessed from the
// name of a client's method or the URL of a request, unless the name of the tool
// says the same; and, once for each server,
// the tools that state no hints of their own. What mcp-go puts in their place
// (destructiveHint=true) is not counted as a statement.
//
// # Why
//
// Clients ask their user before a call, or don't, by these hints. One that says
// less than the tool does switches the question off for the calls that need it;
// a server that takes its own hint as the sign of a read-only mode opens that,
// too.
//
// # Bad
//
//	yes := true
//	mcp.AddTool(s, &mcp.Tool{Name: "clear", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: yes}}, clear) // deletes rows
//
// # Good
//
//	yes := true
//	mcp.AddTool(s, &mcp.Tool{Name: "clear", Annotations: &mcp.ToolAnnotations{DestructiveHint: &yes}}, clear)
//
// # Limits
//
// Hints that say more than the tool does are not reported. idempotentHint and
// openWorldHint are not checked. A tool whose annotations are not known is left
// out.
package hints
