// Package passthrough defines an Analyzer that reports callers' tokens that are
// sent on, and sessions that stand for callers.
//
// # Analyzer passthrough
//
// passthrough: report callers' tokens that are sent on, and session ids that stand for callers
//
// # What it reports
//
// The token by which a client reaches this server (the header Authorization of
// the request, however it gets to the tool: by the request of the SDK, by a
// context, by a client that was made with it) that becomes the credential of a
// request to another service. It is an error where this server looks the token
// up or compares it with its own, so that it was issued for this server and for
// nobody else. Where the server checks nothing itself, as the front of one
// service whose tokens its callers have, it is a note for an auditor.
//
// A token that is taken apart and believed in a program which nowhere looks at
// its audience is a warning under the profile auditor: whoever has a token of the
// same issuer for another service gets in.
//
// The id of a session that stands for who the caller is: it is compared with the
// owner of something, or a statement finds by it what somebody owns.
//
// A credential in a header of its own, which the client sends for that service,
// is not reported. Nor is an id under which something is counted or kept for a
// session.
//
// # Why
//
// A token that was issued for this server and opens another one makes this
// server a confused deputy: the other service cannot tell its callers from the
// server, and a stolen token opens both. The specification forbids it. A session
// id is chosen by whoever opens the session and seen by whoever reads along; it
// says nothing of who somebody is.
//
// # Bad
//
//	r.Header.Set("Authorization", req.Extra.Header.Get("Authorization"))
//
//	if note.Owner != req.Session.ID() {
//		return nil, nil, errNotYours
//	}
//
// # Good
//
//	r.Header.Set("Authorization", "Bearer "+cfg.StatusToken) // this server's own
//
//	if note.Owner != req.Extra.TokenInfo.UserID {
//		return nil, nil, errNotYours
//	}
//
// # Limits
//
// Credentials that go to a client library by its constructor are not looked at.
// Whether a token that is exchanged for another one is the right one nobody
// asks.
package passthrough
