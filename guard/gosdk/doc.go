// Package gosdk puts a guard.Guard in front of a server that is made with
// github.com/modelcontextprotocol/go-sdk.
//
// [Protect] protects everything that a server offers, with one call after the
// server's own middleware:
//
//	server := mcp.NewServer(...)
//	// AddTool, AddResource, AddPrompt, AddReceivingMiddleware ...
//	if _, err := gosdk.Protect(server, policy); err != nil { ... }
//
// [Wrap] and its siblings protect one handler. Under Protect they change
// nothing.
//
// The caller is the user of the token that auth.RequireBearerToken has verified
// for this very request (req.Extra): the handler's context may be that of the
// request that began the session. A token verifier must set TokenInfo.UserID, or
// guard.WithIdentify must tell who calls. On stdio nobody is known unless
// guard.WithLocalUser names somebody.
package gosdk
