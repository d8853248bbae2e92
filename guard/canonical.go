package guard

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// maxDepth bounds the nesting of arguments.
const maxDepth = 64

// CheckArguments returns an error unless args, the raw arguments of a call, are
// empty or one JSON value that all readers read alike: a key that is there
// twice, or twice but for its case, is read differently by different decoders,
// so that a check sees another value than the handler.
func CheckArguments(args []byte) error {
	_, err := canonical(args)
	return err
}

// noArguments is the canonical form of arguments that are left out.
const noArguments = "{}"

// canonical returns args with sorted keys, without insignificant space and with
// one way to write a text; numbers keep theirs. The error is that of
// CheckArguments, and args stay as they are then.
func canonical(args []byte) ([]byte, error) {
	trimmed := bytes.TrimSpace(args)
	if len(trimmed) == 0 || string(trimmed) == "null" {
		return []byte(noArguments), nil // which all SDKs take for no arguments
	}
	if !utf8.Valid(trimmed) {
		return args, errors.New("the arguments are not UTF-8: send UTF-8")
	}
	if !json.Valid(trimmed) {
		return args, errors.New("the arguments are not one JSON value: send JSON")
	}
	w := walk{in: trimmed, out: make([]byte, 0, len(trimmed))}
	w.value(0)
	if w.err != nil {
		return args, w.err
	}
	return w.out, nil
}

// A walk goes through JSON that is known to be valid.
type walk struct {
	in  []byte
	pos int
	out []byte
	err error
}

// next skips space and returns the byte that follows.
func (w *walk) next() byte {
	for {
		switch c := w.in[w.pos]; c {
		case ' ', '\t', '\r', '\n':
			w.pos++
		default:
			return c
		}
	}
}

func (w *walk) value(depth int) {
	if depth > maxDepth {
		w.err = fmt.Errorf("the arguments are nested more than %d deep: send flatter ones", maxDepth)
	}
	if w.err != nil {
		return
	}
	switch w.next() {
	case '{':
		w.object(depth)
	case '[':
		w.list(depth)
	case '"':
		w.out = append(w.out, w.text()...)
	default: // a number, true, false, null
		start := w.pos
		for w.pos < len(w.in) && !ends(w.in[w.pos]) {
			w.pos++
		}
		w.out = append(w.out, w.in[start:w.pos]...)
	}
}

// ends reports whether a byte ends a number or a word.
func ends(c byte) bool {
	switch c {
	case ',', ']', '}', ' ', '\t', '\r', '\n':
		return true
	}
	return false
}

// text returns the text that begins here as JSON.
func (w *walk) text() []byte {
	start := w.pos
	escaped := false
	for w.pos++; w.in[w.pos] != '"'; w.pos++ {
		switch w.in[w.pos] {
		case '\\':
			escaped = true
			w.pos++
		case 0xE2: // may begin a line separator, which encoding/json escapes
			escaped = true
		}
	}
	w.pos++
	raw := w.in[start:w.pos]
	if !escaped {
		return raw
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return raw
	}
	return encode(s)
}

func (w *walk) list(depth int) {
	w.pos++
	w.out = append(w.out, '[')
	for first := true; w.next() != ']' && w.err == nil; first = false {
		if !first {
			w.pos++ // the comma
			w.out = append(w.out, ',')
		}
		w.value(depth + 1)
	}
	w.pos++
	w.out = append(w.out, ']')
}

// A member is where a member of an object stands in what is written.
type member struct {
	key      string // as JSON
	from, to int
}

func (w *walk) object(depth int) {
	w.pos++
	begin := len(w.out)
	var room [8]member
	members := room[:0]
	var keys keySet
	sorted := true
	for w.next() != '}' && w.err == nil {
		if len(members) > 0 {
			w.pos++ // the comma
			w.next()
		}
		key := string(w.text())
		if !keys.add(key) {
			w.err = fmt.Errorf("the key %s is there twice: send it once", clip(key, 64))
		}
		w.next()
		w.pos++ // the colon
		sorted = sorted && (len(members) == 0 || members[len(members)-1].key < key)
		from := len(w.out)
		w.out = append(append(append(w.out, ','), key...), ':')
		w.value(depth + 1)
		members = append(members, member{key, from, len(w.out)})
	}
	w.pos++
	if len(members) == 0 {
		w.out = append(w.out, "{}"...)
		return
	}
	if !sorted {
		slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.key, b.key) })
		written := bytes.Clone(w.out[begin:])
		w.out = w.out[:begin]
		for _, m := range members {
			w.out = append(w.out, written[m.from-begin:m.to-begin]...)
		}
	}
	w.out[begin] = '{' // in place of the first comma
	w.out = append(w.out, '}')
}

// A keySet holds the keys of one object, compared as encoding/json compares
// them to names of fields.
type keySet struct {
	room [8]string
	few  []string
	many map[string]bool
}

// add reports whether the key was new.
func (s *keySet) add(k string) bool {
	if s.many != nil {
		f := fold(k)
		if s.many[f] {
			return false
		}
		s.many[f] = true
		return true
	}
	if s.few == nil {
		s.few = s.room[:0]
	}
	for _, have := range s.few {
		if strings.EqualFold(have, k) {
			return false
		}
	}
	if s.few = append(s.few, k); len(s.few) > 16 {
		s.many = make(map[string]bool, 64)
		for _, have := range s.few {
			s.many[fold(have)] = true
		}
	}
	return true
}

// fold returns the same text for texts that strings.EqualFold calls equal.
func fold(s string) string {
	return strings.Map(foldRune, s)
}

// Fingerprint returns a keyed digest of the arguments, 22 characters of
// base64url: equal for equal JSON whatever the order of its keys, and of no use
// to somebody without the key who guesses arguments.
func Fingerprint(key, args []byte) string {
	canon, _ := canonical(args)
	return newMAC(key).fingerprint(canon)
}

// A mac makes HMACs with one key. It is safe for concurrent use.
type mac struct{ pool sync.Pool }

func newMAC(key []byte) *mac {
	return &mac{sync.Pool{New: func() any { return hmac.New(sha256.New, key) }}}
}

// fingerprint is Fingerprint for canonical arguments.
func (m *mac) fingerprint(canon []byte) string {
	sum := m.sum([]byte("arguments"), canon)
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// sum returns the HMAC-SHA256 of parts, each with its length before it, so that
// no two lists of parts give the same text.
func (m *mac) sum(parts ...[]byte) []byte {
	h := m.pool.Get().(hash.Hash)
	defer m.pool.Put(h)
	h.Reset()
	var n [8]byte
	for _, p := range parts {
		binary.BigEndian.PutUint64(n[:], uint64(len(p)))
		h.Write(n[:])
		h.Write(p)
	}
	return h.Sum(nil)
}

// randomKey returns 32 random bytes. crypto/rand.Read never fails.
func randomKey() []byte {
	k := make([]byte, 32)
	rand.Read(k)
	return k
}

// randomText returns 128 random bits as 22 characters of base64url.
func randomText() string {
	var b [16]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// clip shortens s to at most n bytes, at the border of a character.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "..."
}
