// Package vault holds what must not be seen.
package vault

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"regexp"
	"strings"
)

// A Key shows itself as a mask.
type Key struct{ plain string }

// Load reads a key.
func Load(name string) Key { return Key{os.Getenv(name)} }

// String implements fmt.Stringer.
func (k Key) String() string { return "****" }

// MarshalJSON implements json.Marshaler.
func (k Key) MarshalJSON() ([]byte, error) { return []byte(`"****"`), nil }

// A Token tells what it is.
type Token struct{ Plain string }

// String implements fmt.Stringer.
func (t Token) String() string { return "token " + t.Plain }

// Setting returns a setting by its name.
func Setting(name string) string { return os.Getenv(name) }

var pair = regexp.MustCompile(`(?i)((?:key|token)=)\S+`)

// Clean takes secrets out of a text.
func Clean(text string) string { return pair.ReplaceAllString(text, "${1}[hidden]") }

// Tidy takes spaces out of a text.
func Tidy(text string) string { return strings.Join(strings.Fields(text), " ") }

// Print is what a key is recognised by.
func Print(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:4])
}
