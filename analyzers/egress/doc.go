// Package egress defines an Analyzer that reports tool arguments that choose
// the host of a request.
//
// # Analyzer egress
//
// egress: report tool arguments that choose where a request goes
//
// # What it reports
//
// Text that a client chooses (arguments of a tool or a prompt, the URI of a
// resource, headers of the request) that becomes the URL of a request, the
// beginning of one, or a part of its host: with net/http and the clients of
// other modules, and the address that net.Dial and its like connect to.
//
// A text behind the host is fine here: what it does to the path is the matter
// of pathroot. A URL whose beginning comes from the configuration, and of which
// nobody sees where its host ends, is a note under the profile auditor.
//
// A check holds where it refuses before the request is made: the host of the
// parsed URL (its Host, or what Hostname gives) is one of the code's or of the
// operator's; the whole URL starts with a text that ends its host
// ("https://api.example/"); an argument that is a part of the host matches an
// anchored expression without dots, slashes, colons and at signs. So does a URL
// that is chosen from a table.
//
// A check that does not hold is named: a prefix that does not end the host
// ("https://api.example" also begins "https://api.example.evil.test"), a deny
// list of addresses, a text that the URL contains.
//
// # Why
//
// The server stands inside a network, and whoever chooses the host of its
// requests stands there, too: at the metadata service of the cloud, at an
// administration interface, at a database without a password. And what the
// server sends along, such as a token, goes to whom the caller likes.
//
// # Bad
//
//	func fetch(ctx context.Context, _ *mcp.CallToolRequest, in fetchIn) (*mcp.CallToolResult, any, error) {
//		req, err := http.NewRequestWithContext(ctx, http.MethodGet, in.URL, nil)
//		...
//	}
//
// # Good
//
//	var hosts = []string{"docs.example.com", "blog.example.com"}
//
//	func fetch(ctx context.Context, _ *mcp.CallToolRequest, in fetchIn) (*mcp.CallToolResult, any, error) {
//		u, err := url.Parse(in.URL)
//		if err != nil || u.Scheme != "https" || !slices.Contains(hosts, u.Host) {
//			return nil, nil, errors.New("the host is not allowed")
//		}
//		req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
//		...
//	}
//
// # Limits
//
// What a client refuses when it connects (a Control function of its dialer) is
// not looked at, but for clients of the companion; nor are redirects. Credentials that are attached to a request
// are not told apart from requests without any.
package egress
