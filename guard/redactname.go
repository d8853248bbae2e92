package guard

import "strings"

// secretEnds are what the names of secrets end with, in lower case and without
// separators.
var secretEnds = []string{
	"password", "passwd", "passphrase", "pwd", "secret", "token", "apikey", "accesskey", "secretkey", "privatekey", "signingkey", "encryptionkey",
	"sharedkey", "authkey", "accountkey", "credential", "credentials", "authorization", "cookie", "connectionstring", "dsn", "sessionid", "sessionkey",
	"secretaccesskey", "clientsecret", "webhookurl", "otp", "mfacode", "recoverycode",
}

// openEnds look like secrets by their end, and are none: places in a list, and
// numbers of the tokens of a model.
var openEnds = []string{"pagetoken", "nexttoken", "continuationtoken", "synctoken", "canceltoken", "progresstoken", "stoptoken", "eostoken", "dryrunotp"}

// endsBy are secretEnds by their last byte.
var endsBy = func() (out [256][]string) {
	for _, e := range secretEnds {
		last := e[len(e)-1]
		out[last] = append(out[last], e)
	}
	return out
}()

// secretName reports whether what stands behind a name is taken for a secret.
func secretName(name string) bool {
	var buf [48]byte
	n := 0
	// The end of the name decides, so a long one is read from there.
	for i := len(name) - 1; i >= 0 && n < len(buf); i-- {
		c := name[i]
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case c == '_' || c == '-' || c == '.' || c == ' ':
			continue
		}
		n++
		buf[len(buf)-n] = c
	}
	if n == 0 {
		return false
	}
	s := buf[len(buf)-n:]
	return hasEnd(s, endsBy[s[n-1]]) && !hasEnd(s, openEnds)
}

func hasEnd(s []byte, ends []string) bool {
	for _, e := range ends {
		if len(s) >= len(e) && string(s[len(s)-len(e):]) == e {
			return true
		}
	}
	return false
}

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.'
}

// maskNamed masks the values in "name=value", "name: value", `"name": "value"`
// and the like where the name is that of a secret.
func maskNamed(s string) string {
	if strings.IndexByte(s, '=') < 0 && strings.IndexByte(s, ':') < 0 {
		return s
	}
	var b strings.Builder
	last := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '=' && s[i] != ':' || i < last {
			continue
		}
		if !secretName(nameBefore(s, i, last)) {
			continue
		}
		from, to := valueAfter(s, i)
		if from == to || s[from:to] == Mask {
			continue
		}
		b.WriteString(s[last:from])
		b.WriteString(Mask)
		last = to
	}
	if last == 0 {
		return s
	}
	b.WriteString(s[last:])
	return b.String()
}

// nameBefore returns the name that ends before s[i], without quotes and spaces
// around it, that begins not before s[low].
func nameBefore(s string, i, low int) string {
	for i > low && (s[i-1] == ' ' || s[i-1] == '\t') {
		i--
	}
	// Quotes of JSON inside a text of JSON are escaped, once or more.
	for i > low && (s[i-1] == '"' || s[i-1] == '\'' || s[i-1] == '`' || s[i-1] == '\\' || s[i-1] == ']') {
		i--
	}
	end := i
	for i > low && isNameByte(s[i-1]) && end-i < 128 {
		i--
	}
	return s[i:end]
}

// valueAfter returns where the value after the separator s[i] begins and ends.
func valueAfter(s string, i int) (from, to int) {
	sep := s[i]
	from = i + 1
	if sep == ':' && from < len(s) && s[from] == '=' || sep == '=' && from < len(s) && s[from] == '>' {
		from++
	}
	for from < len(s) && (s[from] == ' ' || s[from] == '\t' || s[from] == '[' && !strings.HasPrefix(s[from:], Mask)) {
		from++
	}
	quote := from
	for quote < len(s) && s[quote] == '\\' {
		quote++
	}
	if quote < len(s) && (s[quote] == '"' || s[quote] == '\'' || s[quote] == '`') {
		return quote + 1, closing(s, quote+1, s[quote], quote-from)
	}
	to = from
	if sep == ':' {
		// A header, or YAML: the value goes to the end of the line.
		to = strings.IndexAny(s[from:], "\r\n}\"'`")
	} else {
		to = strings.IndexAny(s[from:], " \t\r\n,;&}\"'`|<>)")
	}
	if to < 0 {
		return from, len(s)
	}
	return from, from + to
}

// closing returns where the text that a quote began ends: at the next quote
// behind as many backslashes, or at the end.
func closing(s string, from int, quote byte, slashes int) int {
	run := 0
	for j := from; j < len(s); j++ {
		switch {
		case s[j] == '\\':
			run++
			continue
		case s[j] == quote && run == slashes:
			return j - run
		}
		run = 0
	}
	return len(s)
}
