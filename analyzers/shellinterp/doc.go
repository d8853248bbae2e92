// Package shellinterp defines an Analyzer that reports tool arguments that
// become part of what a shell or another interpreter runs.
//
// # Analyzer shellinterp
//
// shellinterp: report tool arguments that become command text or choose the program
//
// # What it reports
//
// Text that a client chooses (arguments of a tool or a prompt, the URI of a
// resource, a value to complete, headers of the request) that reaches, as a
// whole or as a part,
//
//   - the command text of a shell: sh, bash, cmd or PowerShell with -c or its
//     like, ssh and the exec of docker and kubectl, a session of
//     golang.org/x/crypto/ssh, shells that are a library;
//   - the source text of another interpreter: python -c, node -e, awk, sed,
//     find -exec, make --eval, also behind env, sudo, timeout or xargs;
//   - the standard input of a shell or an interpreter, or a script file that
//     the same function runs afterwards;
//   - the name of the program that is started.
//
// The way is followed over functions, methods, interfaces, closures, channels,
// contexts, struct fields and the packages of the module. The finding stands
// where the command is made; its trace leads there from the argument.
//
// An argument in an argument array is fine: no shell reads it. (Whether it can
// be an option of the program is the matter of arginject.) So is a text in
// which nothing is left of the caller's: what only selects among constants,
// numbers and booleans, times, addresses and ids that were parsed and printed
// again.
//
// A check holds where it refuses before the command is made, and looks at the
// very text that is used: one of a few constants or of a list of the operator's
// (a switch, a map, slices.Contains, a loop), a regular expression that is
// anchored at both ends and lets no character through that matters to a shell,
// a look at every character, a parser that fails, in the handler or in a helper
// that returns a boolean, an error or the cleaned text. Quoting by a library
// for shells holds, and so does doing it by hand: single quotes around the text,
// and each of its single quotes replaced by one that ends them, an escaped one,
// and one that opens them again. Which program a line starts is checked, too,
// where a loop finds the first word that is no option, and that is looked up in
// a list.
//
// A check that does not hold is named in the finding: a prefix, the first word,
// a deny list, a pattern without anchors, a trimmed copy, one element of a
// list, a way around the check. Quoting for Go, by %q or strconv.Quote, is no
// quoting for a shell, which still reads $(...) between double quotes.
//
// # Why
//
// Text becomes a command where it is put into a line that is parsed again. A
// caller who controls a part of the line ends the command that was meant with a
// semicolon, a line break or a $(...), and starts another with the rights of
// the server. The caller of a tool is a model, which takes its arguments from
// whatever it has read last: a web page, a ticket, a file of somebody else's.
//
// # Bad
//
//	func search(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
//		line := fmt.Sprintf("grep -rn %q . | head -n %d", in.Pattern, in.Max) // "$(reboot)"
//		return result(exec.CommandContext(ctx, "sh", "-c", line).Output())
//	}
//
//	func convert(ctx context.Context, _ *mcp.CallToolRequest, in convertIn) (*mcp.CallToolResult, any, error) {
//		if !strings.HasPrefix(in.Command, "pandoc ") { // "pandoc x; reboot"
//			return nil, nil, errors.New("only pandoc is allowed")
//		}
//		return result(exec.CommandContext(ctx, "bash", "-c", in.Command).Output())
//	}
//
// # Good
//
//	func search(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
//		cmd := exec.CommandContext(ctx, "grep", "-rn", "-m", strconv.Itoa(in.Max), "-e", in.Pattern, ".")
//		return result(cmd.Output())
//	}
//
//	func convert(ctx context.Context, _ *mcp.CallToolRequest, in convertIn) (*mcp.CallToolResult, any, error) {
//		switch in.Format {
//		case "html", "docx":
//		default:
//			return nil, nil, fmt.Errorf("format %q is not known", in.Format)
//		}
//		return result(exec.CommandContext(ctx, "pandoc", "--sandbox", "-t", in.Format, "--", in.File).Output())
//	}
//
// Where a shell is needed, its text can be constant and the value a parameter
// of it:
//
//	exec.CommandContext(ctx, "sh", "-c", `grep -e "$1" *.txt | sort -u`, "sh", in.Pattern)
//
// # Limits
//
// What one tool keeps is followed to where another one runs it if it is in a
// variable of the package, or in an object that start-up code has bound to both;
// what is kept by what lies between, such as a store of its own, is not, nor what
// is sent to a goroutine that was started before the call, nor text that comes
// back from a file or a database. A check in a middleware, or by the schema that
// an SDK holds calls against, is not seen, so that what it lets through is
// reported. Of an unknown program only what follows -c at the
// end of its command line is reported, with medium confidence. Which script is
// run, and code of the caller's that runs in a container by design, is the
// matter of sandbox. What is said in an operator's configuration is trusted. An
// option before the first word of a line, where that word is checked, is taken
// for no program, although one can be called like that.
package shellinterp
