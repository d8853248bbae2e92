// Package sandbox defines an Analyzer that reports code of the caller's choice
// that runs outside a sandbox.
//
// # Analyzer sandbox
//
// sandbox: report code and programs of the caller's choice that nothing confines
//
// # What it reports
//
// A tool whose argument is the program that is run, the command text of a shell,
// or the source of an interpreter (python -c, node -e, go run, a script file that
// is written and then run, plugins, WebAssembly), where nothing around it
// confines what it can do.
//
// What confines is found in the command line and in the attributes of the
// process: docker, podman and nerdctl run with --read-only, --cap-drop=ALL and
// --network=none, nsjail, bubblewrap, firejail, gVisor, Firecracker,
// systemd-nspawn, sudo, su and their like with a fixed user that is not root,
// systemd-run with a user or a sandboxing property, SysProcAttr with credentials
// or namespaces.
//
// A sandbox that lacks something is a warning that names the missing option; one
// that is opened again (--privileged, the socket of docker, the root folder as a
// volume, namespaces of the host, bwrap --bind / /) names what opens it. Where
// there is a way to the same program without the sandbox, for example when it is
// not installed, that is reported: it fails open. A sandbox of whose options some
// are not known is a note under the profile auditor.
//
// # Why
//
// Whoever puts text before the model chooses the code that runs. It reads what
// the server may read, its credentials first, reaches what the server reaches,
// and stays.
//
// # Bad
//
//	func run(ctx context.Context, req *mcp.CallToolRequest, in runIn) (*mcp.CallToolResult, any, error) {
//		out, err := exec.CommandContext(ctx, "python3", "-c", in.Code).CombinedOutput()
//		return text(out), nil, err
//	}
//
// # Good
//
//	func run(ctx context.Context, req *mcp.CallToolRequest, in runIn) (*mcp.CallToolResult, any, error) {
//		out, err := exec.CommandContext(ctx, "docker", "run", "--rm", "--read-only", "--cap-drop=ALL", "--network=none",
//			"python:3", "python3", "-c", in.Code).CombinedOutput()
//		return text(out), nil, err
//	}
//
// # Limits
//
// How the image, the profile or the user of a sandbox are set up is not seen:
// docker exec is believed, for example. A sandbox that the whole server runs in
// is not known to its source; exempt the tool with that as the reason. Whether
// the text itself is a fault, too, is the matter of shellinterp.
package sandbox
