package guard

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
)

// Mask stands for a secret that was taken out.
const Mask = "[redacted]"

// A Redactor takes secrets out of what a server gives out or writes down: what
// looks like the credentials of well-known services, private keys, passwords in
// URLs, and values that stand behind a name such as password or api_key. It
// can't know a secret that looks like any other text; name such ones with
// [Redactor.With]. It is safe for concurrent use.
type Redactor struct {
	rules    []redactRule
	literals []string
}

// A redactRule masks what a pattern matches, or its first group.
type redactRule struct {
	needle string // in each match, to spare the pattern most texts
	re     *regexp.Regexp
}

// A byteSet says which bytes are in a text. Most texts lack one of the bytes of
// a needle, which is told faster than that they lack the needle.
type byteSet [4]uint64

func bytesOf(s string) (b byteSet) {
	for i := 0; i < len(s); i++ {
		b[s[i]>>6] |= 1 << (s[i] & 63)
	}
	return b
}

// hasAll reports whether b has all bytes of s.
func (b *byteSet) hasAll(s string) bool {
	for i := 0; i < len(s); i++ {
		if b[s[i]>>6]&(1<<(s[i]&63)) == 0 {
			return false
		}
	}
	return true
}

// builtinRules are how credentials of well-known families look.
var builtinRules = []redactRule{
	{"PRIVATE KEY", regexp.MustCompile(`(?s)-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)`)},
	{"://", regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://([^\s/@"'<>]*:[^\s/@"'<>]+)@`)},
	{"earer ", regexp.MustCompile(`(?i)\bbearer +([A-Za-z0-9._~+/=-]{8,})`)},
	{"EARER ", regexp.MustCompile(`(?i)\bbearer +([A-Za-z0-9._~+/=-]{8,})`)},
	{"asic ", regexp.MustCompile(`(?i)\bbasic +([A-Za-z0-9+/]{12,}=*)`)},
	{"eyJ", regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,3}`)},
	{"AKIA", regexp.MustCompile(`\bAKIA[A-Z0-9]{16}\b`)},
	{"ASIA", regexp.MustCompile(`\bASIA[A-Z0-9]{16}\b`)},
	{"gh", regexp.MustCompile(`\bgh[pousr]_[A-Za-z0-9]{30,}`)},
	{"github_pat_", regexp.MustCompile(`\bgithub_pat_[A-Za-z0-9_]{30,}`)},
	{"gl", regexp.MustCompile(`\bgl(?:pat|dt|rt|cbt|ptt|soat)-[A-Za-z0-9_.-]{18,}`)},
	{"xox", regexp.MustCompile(`\bxox[abeoprs]-[A-Za-z0-9-]{10,}`)},
	{"xapp-", regexp.MustCompile(`\bxapp-[A-Za-z0-9-]{10,}`)},
	{"sk-", regexp.MustCompile(`\bsk-[A-Za-z0-9_-]{20,}`)},
	{"k_", regexp.MustCompile(`\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}`)},
	{"AIza", regexp.MustCompile(`\bAIza[A-Za-z0-9_-]{35}`)},
	{"ya29.", regexp.MustCompile(`\bya29\.[A-Za-z0-9_-]{20,}`)},
	{"npm_", regexp.MustCompile(`\bnpm_[A-Za-z0-9]{30,}`)},
	{"hf_", regexp.MustCompile(`\bhf_[A-Za-z0-9]{30,}`)},
	{"pypi-", regexp.MustCompile(`\bpypi-[A-Za-z0-9_-]{50,}`)},
	{"SG.", regexp.MustCompile(`\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`)},
	{"dop_v1_", regexp.MustCompile(`\bdop_v1_[a-f0-9]{60,}`)},
	{"hooks.slack.com", regexp.MustCompile(`hooks\.slack\.com/services/([A-Za-z0-9/]{20,})`)},
	{"AccountKey=", regexp.MustCompile(`AccountKey=([A-Za-z0-9+/=]{20,})`)},
}

// NewRedactor returns a redactor for the secrets that can be told by their look
// or name.
func NewRedactor() *Redactor { return &Redactor{rules: builtinRules} }

// With returns a redactor that knows these secrets, too: the values of the
// server's own credentials. Shorter ones than 6 bytes are left out, as they
// would mask ordinary words.
func (r *Redactor) With(secrets ...string) *Redactor {
	out := *r
	out.literals = append([]string(nil), r.literals...)
	for _, s := range secrets {
		if len(s) >= 6 {
			out.literals = append(out.literals, s)
		}
	}
	return &out
}

// WithPatterns returns a redactor that masks what the patterns match, too; the
// first group of a pattern that has one.
func (r *Redactor) WithPatterns(patterns ...*regexp.Regexp) *Redactor {
	out := *r
	out.rules = append([]redactRule(nil), r.rules...)
	for _, p := range patterns {
		out.rules = append(out.rules, redactRule{re: p})
	}
	return &out
}

// Text returns s without its secrets. Text that is a JSON object or list stays
// one, and is treated as by [Redactor.JSON].
func (r *Redactor) Text(s string) string {
	if len(s) < 6 {
		return s
	}
	if t := strings.TrimLeft(s, " \t\r\n"); t != "" && (t[0] == '{' || t[0] == '[') && json.Valid([]byte(s)) {
		return string(r.JSON(json.RawMessage(s)))
	}
	for _, l := range r.literals {
		s = strings.ReplaceAll(s, l, Mask)
	}
	have := bytesOf(s)
	for i := range r.rules {
		if rule := &r.rules[i]; have.hasAll(rule.needle) && strings.Contains(s, rule.needle) {
			s = rule.mask(s)
			have = bytesOf(s)
		}
	}
	return maskNamed(s)
}

func (rule *redactRule) mask(s string) string {
	found := rule.re.FindAllStringSubmatchIndex(s, -1)
	if found == nil {
		return s
	}
	var b strings.Builder
	last := 0
	for _, m := range found {
		from, to := m[0], m[1]
		if len(m) > 2 && m[2] >= 0 {
			from, to = m[2], m[3]
		}
		b.WriteString(s[last:from])
		b.WriteString(Mask)
		last = to
	}
	b.WriteString(s[last:])
	return b.String()
}

// Error returns an error with the text of err without its secrets. If there are
// none it is err itself; otherwise it doesn't unwrap to err, from which the
// secrets could be read.
func (r *Redactor) Error(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	if clean := r.Text(text); clean != text {
		return errors.New(clean)
	}
	return err
}

// defaultRedactor serves [Redact].
var defaultRedactor = NewRedactor()

// Redact returns s without what [NewRedactor] knows as secrets. Text that is
// JSON stays JSON.
func Redact(s string) string { return defaultRedactor.Text(s) }
