package guard

import (
	"fmt"
	"runtime"
	"testing"
	"time"
)

func newLimiter(t testing.TB, user, global Rate, n int) *Limiter {
	t.Helper()
	l, err := NewLimiter(user, global, n)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestLimiter(t *testing.T) {
	l := newLimiter(t, Rate{2, time.Minute}, Rate{5, time.Minute}, 0)
	now := time.Now()
	l.now = func() time.Time { return now }
	take := func(user, tool string) bool { return l.Allow(user, tool) == nil }
	for i, step := range []struct {
		user, tool string
		want       bool
	}{
		{"anna", "a", true}, {"anna", "a", true}, {"anna", "a", false}, // own limit
		{"anna", "b", true}, {"ben", "a", true}, // another tool, another user
		{"ben", "b", true}, {"ben", "c", false}, // the global limit
	} {
		if got := take(step.user, step.tool); got != step.want {
			t.Errorf("step %d: %v, want %v", i, got, step.want)
		}
	}
	now = now.Add(time.Minute)
	if !take("anna", "a") {
		t.Error("the limit doesn't recover")
	}
	for _, r := range []Rate{{}, {-1, time.Second}, {1, 0}} {
		if _, err := NewLimiter(r, Rate{1, time.Second}, 0); err == nil {
			t.Errorf("%v is taken", r)
		}
	}
}

// TestLimiterMemory holds a limiter that sees a million users to a bound.
func TestLimiterMemory(t *testing.T) {
	const users, keep = 1_000_000, 10_000
	l := newLimiter(t, Rate{1, time.Minute}, Rate{1_000_000_000, time.Second}, keep)
	for i := range users {
		if err := l.Allow(fmt.Sprintf("user-%d", i), "tool"); err != nil {
			t.Fatal(err)
		}
	}
	if l.Len() != keep || len(l.pairs) != keep {
		t.Errorf("%d pairs are remembered, want %d", l.Len(), keep)
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 64<<20 {
		t.Errorf("%d MiB on the heap", m.HeapAlloc>>20)
	}
	if l.Allow(fmt.Sprintf("user-%d", users-1), "tool") == nil {
		t.Error("the last user is forgotten")
	}
	runtime.KeepAlive(l)
}

func TestRate(t *testing.T) {
	for text, want := range map[string]Rate{"60/m": {60, time.Minute}, "5/s": {5, time.Second}, " 10 / 30s ": {10, 30 * time.Second}, "1/d": {1, 24 * time.Hour}, "2/1h30m": {2, 90 * time.Minute}} {
		if got, err := ParseRate(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "60", "/m", "0/m", "-1/s", "1/0s", "1/-1s", "1/x", "1.5/s", "99999999999/s"} {
		if got, err := ParseRate(text); err == nil {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
}
