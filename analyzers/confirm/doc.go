// Package confirm defines an Analyzer that reports destructive tools that act
// without a confirmation of the call.
//
// # Analyzer confirm
//
// confirm: report destructive tools that act for a call that confirms nothing
//
// # What it reports
//
// A tool that can delete, overwrite or update what exists, run a program, a
// command or a statement of the caller's choice, spend money, or send something
// to people, and does so for a call that neither confirms it nor asks anybody.
// What a tool does is found in its code: in files, programs and their
// subcommands, statements, HTTP requests by their method, and the clients of
// services, through functions, closures, interfaces, workers and other packages.
//
// The call is gone through with every argument left out by which a caller could
// say that he means it (confirm, confirmed, approve, execute and the like, a
// phrase to repeat) or that he only wants to see (dry_run, preview), and with
// whoever is asked declining. What happens then is reported, with the reason:
//
//   - there is no such argument and no question;
//   - the argument has a default that acts: dry_run is false, or confirm true,
//     when it is left out; and where the schema publishes another default than
//     the code has, that, for most SDKs never apply one;
//   - the argument is declared, or read, and the effect does not depend on it:
//     the answer is looked at afterwards, or only written to a log;
//   - one operation of a tool is guarded and another is not: reported where the
//     other one acts;
//   - the answer comes back with a second trip of the call (InputResponses), and
//     nothing shows that the server has asked: the state that comes with it
//     (RequestState) is not compared with what only the server knows, so that a
//     client can make both up.
//
// A guard counts wherever it is: in the handler, in a helper that returns an
// error or a bool, in a decorator, in middleware of the server, in another
// package. An elicitation counts when its action is looked at. So does an
// idempotency key that is looked up before the effect, so that a call with a key
// that is known does nothing, in a tool of which every call is recorded.
//
// Under the profile pedantic, tools that only add something new are told, too.
// Under the profile auditor, so are tools of which it is not known what they do.
//
// A setting of the operator that keeps a tool from being registered or from
// acting (read-only modes, access levels, switches for writing tools) makes it a
// warning that names the setting; so does a check of the confirmation that lets
// a call without it pass in some mode.
//
// # Why
//
// A model calls tools on the word of texts that anybody may have written. What
// is deleted, sent or paid by mistake can't be taken back, so that a person, or
// at least a second call that says so, has to stand before it. A default that
// acts is what a model gets by leaving an argument out.
//
// # Bad
//
//	func remove(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
//		if req.GetBool("dry_run", false) { // left out, it acts
//			return mcp.NewToolResultText("would remove it"), nil
//		}
//		return result(store.Remove(ctx, req.GetString("id", "")))
//	}
//
// # Good
//
//	func remove(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
//		if !req.GetBool("confirm", false) {
//			return mcp.NewToolResultText("this removes it; repeat with confirm=true"), nil
//		}
//		return result(store.Remove(ctx, req.GetString("id", "")))
//	}
//
// # Limits
//
// Removing a temporary file that the handler itself made, writing a cache, and
// what nearly all tools of a server do to the same file count as nothing. State
// in the memory of the process is no effect. Nor is it one to note when something
// was last used, or how often, or to end a process in what watches over it beside
// the call. Of a tool whose name is not known, one of a list that comes from
// elsewhere, the rule reports in the regular profile only what the caller chooses.
//
// A POST creates something unless its URL, or the name of the tool, says
// otherwise; a method of a client that no row is about is taken for what its
// name says, with medium confidence. A confirmation that the client asks for on
// its own, a switch of the operator that keeps a tool from acting, and arguments
// called force, recursive or yes-to-all are no confirmation of a call.
//
// Where the caller chooses the method of a request, the checks before it are gone
// through with each method; one that is not followed, such as a search in a list,
// counts as none, with medium confidence. What a library that no row is about
// says of a state counts as proof of it.
package confirm
