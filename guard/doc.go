// Package guard protects the tools of an MCP server at run time. It holds the
// controls that mcpvet looks for: who may call what, how often, for how long,
// with whose confirmation, and what is written down and what is given out.
//
// A [Policy] has one row per tool; a tool without a row is refused. A [Guard]
// enforces it. The adapters guard/gosdk and guard/mcpgo put a Guard in front of
// a server of the two large SDKs with one call; the helpers of this package
// ([Root], [NoOption], [NewHTTPClient], [Untrusted], [Sandbox], [DryRun],
// [Idempotent], ...) are for the code of handlers.
//
// # What happens to a call
//
// From the outside to the inside: the call is recorded, whatever becomes of it;
// a panic ends no more than the call; the row of the tool is looked up; the
// caller must be known and have its scopes; the limits of the server and of the
// caller must allow it; a confirmation is asked for; the context gets a deadline;
// the handler runs; its result, or its error, loses its secrets.
//
// Whatever can't be decided is refused: no row, no identity, a client that can't
// be asked, a state that doesn't check out, a store that is full.
package guard
