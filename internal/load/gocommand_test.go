package load

import (
	"os"
	"path/filepath"
	"testing"
)

// TestEmptyCache: the go command is to index modules only where it keeps what
// it learns, and settings of the user stay.
func TestEmptyCache(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "cache")
	t.Setenv("GOCACHE", cache)
	t.Setenv("GODEBUG", "x=1")
	debug := func(o Options) string {
		g, err := newGoCommand(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		return lookup(g.env, "GODEBUG")
	}
	want := func(when, trusted, untrusted string) {
		t.Helper()
		if got := debug(Options{}); got != trusted {
			t.Errorf("%s: GODEBUG is %q, want %q", when, got, trusted)
		}
		if got := debug(Options{Untrusted: true}); got != untrusted {
			t.Errorf("%s, untrusted: GODEBUG is %q, want %q", when, got, untrusted)
		}
	}
	want("no cache", "x=1,goindex=0", "goindex=0")
	if err := os.MkdirAll(filepath.Join(cache, "a0"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(cache, "README"), []byte("cache"), 0o644); err != nil {
		t.Fatal(err)
	}
	want("empty cache", "x=1,goindex=0", "goindex=0")
	if err := os.WriteFile(filepath.Join(cache, "a0", "a0-a"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	want("used cache", "x=1", "")
}
