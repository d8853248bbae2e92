package guard

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds the nesting of arguments.
const maxDepth = 64

// CheckArguments returns an error unless args, the raw arguments of a call, are
// empty or one JSON value that all readers read alike: a key that is there
// twice, or twice but for its case, is read differently by different decoders,
// so that a check sees another value than the handler.
func CheckArguments(args []byte) error {
	if len(bytes.TrimSpace(args)) == 0 {
		return nil
	}
	if !utf8.Valid(args) {
		return errors.New("the arguments are not UTF-8: send UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	if err := checkValue(d, 0); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the arguments: send one JSON value")
	}
	return nil
}

func checkValue(d *json.Decoder, depth int) error {
	tok, err := d.Token()
	if err != nil {
		return fmt.Errorf("the arguments are not JSON: %w", err)
	}
	delim, ok := tok.(json.Delim)
	if !ok {
		return nil
	}
	if depth == maxDepth {
		return fmt.Errorf("the arguments are nested more than %d deep: send flatter ones", maxDepth)
	}
	var seen keySet
	for d.More() {
		if delim == '{' {
			key, err := d.Token()
			if err != nil {
				return fmt.Errorf("the arguments are not JSON: %w", err)
			}
			if k, ok := key.(string); ok && !seen.add(k) {
				return fmt.Errorf("the key %q is there twice: send it once", clip(k, 64))
			}
		}
		if err := checkValue(d, depth+1); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return fmt.Errorf("the arguments are not JSON: %w", err)
	}
	return nil
}

// A keySet holds the keys of one object, compared as encoding/json compares
// them to names of fields.
type keySet struct {
	few  []string
	many map[string]bool
}

// add reports whether the key was new.
func (s *keySet) add(k string) bool {
	if s.many == nil {
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
	f := fold(k)
	if s.many[f] {
		return false
	}
	s.many[f] = true
	return true
}

// fold returns the same text for texts that strings.EqualFold calls equal.
func fold(s string) string {
	return strings.Map(foldRune, s)
}

// canonical returns args with sorted keys and without insignificant space.
// Numbers keep their text. Arguments that are not JSON stay as they are.
func canonical(args []byte) []byte {
	args = bytes.TrimSpace(args)
	if len(args) == 0 {
		return []byte("{}") // left out, which all SDKs take for no arguments
	}
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return args
	}
	if v == nil {
		return []byte("{}")
	}
	out, err := json.Marshal(v)
	if err != nil {
		return args
	}
	return out
}

// Fingerprint returns a keyed digest of the arguments, 22 characters of
// base64url: equal for equal JSON whatever the order of its keys, and of no use
// to somebody without the key who guesses arguments.
func Fingerprint(key, args []byte) string {
	sum := mac(key, "arguments", string(canonical(args)))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// mac returns the HMAC-SHA256 of parts, each with its length before it, so that
// no two lists of parts give the same text.
func mac(key []byte, parts ...string) []byte {
	h := hmac.New(sha256.New, key)
	var n [8]byte
	for _, p := range parts {
		for i, l := 0, len(p); i < 8; i, l = i+1, l>>8 {
			n[i] = byte(l)
		}
		h.Write(n[:])
		io.WriteString(h, p)
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
