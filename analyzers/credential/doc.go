// Package credential defines an Analyzer that reports credentials in source, in
// clear text and for peers that nobody verifies.
//
// # Analyzer credential
//
// credential: report credentials in source or in clear text, and peers that nobody verifies
//
// # What it reports
//
// A credential in the source: a text in the format of a known family of tokens
// and keys, a private key, a URL with a password; a constant that is used as a
// password, as the key of a signature or in a comparison of secrets; a constant
// under the name of a credential, if it looks like one; a constant that stands
// for a variable of the environment with such a name when that is not set.
//
// A peer that nobody verifies, in code that the program of a server reaches:
// tls.Config.InsecureSkipVerify is true, an SSH client takes every host key. A
// switch of the operator makes it a note under the profile auditor, unless it
// changes a client that the whole process shares, such as
// http.DefaultTransport.
//
// A credential in clear text: a header with a credential on a request whose URL
// starts with http:// and does not lead to this machine. Where the URL is
// configured, and the program looks at no scheme, it is a note under the profile
// auditor.
//
// Silent are tests, placeholders (example, changeme, your-token), names of
// variables, headers and files, publishable keys, regular expressions, and
// default passwords of services on this machine.
//
// # Why
//
// What stands in the source is in every clone, image and backup, and stays in
// the history when it is removed. Without verification whoever stands between
// gets the credential that the client sends first. On an MCP server one
// credential often opens all that its tools can do.
//
// # Bad
//
//	const apiKey = "k7Rz2pQ9vLx4"
//
//	client := &http.Client{Transport: &http.Transport{
//		TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
//	}}
//
// # Good
//
//	apiKey := os.Getenv("STATUS_API_KEY")
//	if apiKey == "" {
//		return errors.New("STATUS_API_KEY is not set")
//	}
//
//	client := &http.Client{Transport: &http.Transport{
//		TLSClientConfig: &tls.Config{RootCAs: pool},
//	}}
//
// # Limits
//
// A credential that is put together at run time, or that a configuration file
// beside the code holds, is not seen. A constant that looks like a word is taken
// for one unless it is used as a credential. Whether a credential in the source
// still opens anything nobody asks.
package credential
