// Package proxytrust defines an Analyzer that reports headers of proxies that
// are believed from anybody.
//
// # Analyzer proxytrust
//
// proxytrust: report forwarding headers that decide something without a trusted proxy
//
// # What it reports
//
// A header that a proxy in front of the server sets (X-Forwarded-For,
// X-Forwarded-Host, X-Forwarded-Proto, X-Real-IP, Forwarded, CF-Connecting-IP
// and the like) and by which the server decides: who a caller is taken for (the
// key of a map of limits, a comparison with addresses or users, the RemoteAddr
// that it replaces), or which URL clients are told (the metadata of the
// resource, WWW-Authenticate, a redirect, a link in an answer).
//
// It looks at what serves HTTP requests in the program of a server: handlers,
// middleware, and the functions that an SDK calls for each request, with what
// they put into the context for the tools. The finding is where the header is
// read.
//
// Silent is what the operator switches on: a boolean of the configuration, a
// list of proxies, a variable of the environment or the choice of the header
// leads to where the header is read or used. So is what is believed only after
// a look at the address at the other end of the connection (RemoteAddr). A host
// that is one of the code's list is fine for a URL. What is only logged, or
// handed on to a service behind, decides nothing.
//
// # Why
//
// Whoever reaches the server without the proxy, or with a proxy that hands
// headers on, writes into them what he likes: a new address for each request,
// and the limit never bites; an address of the own network, and the door is
// open; a host of his own, and clients fetch the metadata of the authorization
// server, and send tokens, where he wants.
//
// # Bad
//
//	func key(r *http.Request) string {
//		return r.Header.Get("X-Forwarded-For")
//	}
//
// # Good
//
//	func (s *server) key(r *http.Request) string {
//		host, _, err := net.SplitHostPort(r.RemoteAddr)
//		if err != nil {
//			return r.RemoteAddr
//		}
//		if s.trustProxy {
//			if client := r.Header.Get("X-Forwarded-For"); client != "" {
//				return client
//			}
//		}
//		return host
//	}
//
// # Limits
//
// A boolean of the configuration counts as the operator's switch whatever its
// name, where it leads to the header in the handler; around the whole handler
// it must speak of proxies. Whether the right entry of a chain of addresses is
// taken is not looked at. A scheme that is chosen by a comparison with the
// header, and not taken from it, is a note under the profile auditor.
package proxytrust
