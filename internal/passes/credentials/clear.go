package credentials

import (
	"net"
	"net/netip"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/models"
)

// bearers are the calls that attach a credential to a request, and the operand
// with the name of the header, -1 for none.
var bearers = []struct {
	sym  string
	name int
}{{"(net/http.Header).Set", 1}, {"(net/http.Header).Add", 1}, {"(*net/http.Request).SetBasicAuth", -1}}

// clearText looks for credentials that are attached to requests by http.
func (l *looker) clearText() {
	made := map[string]int{}
	for _, r := range l.models.Made() {
		if p, err := models.ParsePath(r.URL); err == nil {
			made[r.Func] = p.Index
		}
	}
	checked := l.checksScheme()
	for _, b := range bearers {
		for _, c := range l.e.Attached(b.sym, made) {
			what := "Authorization"
			if b.name >= 0 {
				text, ok := "", false
				if b.name < len(c.Args) {
					text, ok = c.Args[b.name].Text()
				}
				if !ok || !isCredentialHeader(text) {
					continue
				}
				what = text
			}
			worst := 0
			for _, u := range c.URLs {
				worst = max(worst, exposure(u, 8))
			}
			switch {
			case worst == exposed:
				l.add(ClearText, c.Said, what, false)
			case worst == unknown && !checked:
				l.add(AnyScheme, c.Said, what, false)
			}
		}
	}
}

// checksScheme reports whether the program looks at the scheme of a URL
// anywhere: then what is configured is not sent by any scheme.
func (l *looker) checksScheme() bool {
	for _, sym := range []string{"strings.HasPrefix", "strings.EqualFold"} {
		for _, c := range l.e.Calls(sym) {
			for _, a := range c.Args {
				if t, ok := a.Text(); ok && l.reached[c.Func.ID] && (t == "https://" || t == "https" || t == "http://") {
					return true
				}
			}
		}
	}
	return l.e.Compares("net/url.URL.Scheme", func(id string) bool { return l.reached[id] })
}

// isCredentialHeader reports whether a header carries a credential.
func isCredentialHeader(name string) bool {
	name = strings.ToLower(name)
	switch name {
	case "authorization", "proxy-authorization", "cookie":
		return true
	}
	for _, part := range []string{"token", "api-key", "apikey", "secret", "access-key", "auth-key"} {
		if strings.HasSuffix(name, part) {
			return true
		}
	}
	return false
}

// How much of what is sent to a URL others can read.
const (
	safe = iota
	unknown
	exposed
)

// exposure says how much of what is sent to a URL others can read, as far as it
// is known how the URL was put together.
func exposure(s *flow.Sym, depth int) int {
	if s == nil || depth == 0 {
		return unknown
	}
	switch s.Kind {
	case flow.SymOneOf:
		worst := safe
		for _, k := range s.Kids {
			if t, ok := k.Text(); ok && t == "" {
				continue // with an error
			}
			worst = max(worst, exposure(k, depth-1))
		}
		return worst
	case flow.SymCall:
		if len(s.Kids) > 0 && derives(s.S) {
			return exposure(s.Kids[0], depth-1)
		}
		return unknown
	case flow.SymText, flow.SymConcat:
		return exposedText(s, depth)
	}
	return unknown
}

// derives reports whether a function gives the URL that it gets, changed behind
// its host.
func derives(sym string) bool {
	switch sym {
	case "net/url.Parse", "net/url.ParseRequestURI", "net/url.JoinPath", "(*net/url.URL).String", "(*net/url.URL).JoinPath",
		"strings.TrimSuffix", "strings.TrimRight", "strings.TrimSpace", "strings.ReplaceAll", "strings.Replace":
		return true
	}
	return false
}

func exposedText(s *flow.Sym, depth int) int {
	prefix := s.Prefix()
	rest, plain := strings.CutPrefix(strings.ToLower(prefix), "http://")
	switch {
	case strings.HasPrefix(strings.ToLower(prefix), "https://"):
		return safe
	case !plain && prefix == "" && s.Kind == flow.SymConcat && len(s.Kids) > 0:
		return exposure(s.Kids[0], depth-1)
	case !plain:
		return unknown
	}
	end := strings.IndexAny(rest, "/?#")
	_, whole := s.Text()
	if end < 0 && !whole && rest == "" {
		return exposed // whatever host it is
	}
	if end >= 0 {
		rest = rest[:end]
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = rest[i+1:]
	}
	return hostExposure(rest)
}

// hostExposure says how much of what goes to a host others can read: nothing on
// this machine; nobody knows in a network of containers.
func hostExposure(host string) int {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(strings.TrimSuffix(host, ":"), "[]")
	if a, err := netip.ParseAddr(host); err == nil {
		if a.IsLoopback() {
			return safe
		}
		return exposed
	}
	switch {
	case host == "localhost", strings.HasSuffix(host, ".localhost"):
		return safe
	case !strings.Contains(host, "."), strings.HasSuffix(host, ".svc"), strings.Contains(host, ".svc."), strings.HasSuffix(host, ".internal"):
		return unknown
	}
	return exposed
}
