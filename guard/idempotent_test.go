package guard

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestIdempotent(t *testing.T) {
	store := NewIdempotencyStore(0, 0)
	ctx := WithIdentity(context.Background(), Identity{User: "anna"})
	type args struct{ Amount int }
	runs := 0
	pay := func(context.Context) (string, error) { runs++; return fmt.Sprint("paid ", runs), nil }
	call := func(ctx context.Context, tool, key string, a args) (string, bool, error) {
		return Idempotent(ctx, store, tool, key, a, pay)
	}
	if got, replayed, err := call(ctx, "pay", "k1", args{5}); err != nil || replayed || got != "paid 1" {
		t.Fatal(got, replayed, err)
	}
	if got, replayed, err := call(ctx, "pay", "k1", args{5}); err != nil || !replayed || got != "paid 1" {
		t.Error("the second time:", got, replayed, err)
	}
	if _, _, err := call(ctx, "pay", "k1", args{6}); !errors.Is(err, ErrKeyReused) {
		t.Error("other arguments:", err)
	}
	ben := WithIdentity(context.Background(), Identity{User: "ben"})
	if got, replayed, err := call(ben, "pay", "k1", args{5}); err != nil || replayed || got != "paid 2" {
		t.Error("another user:", got, replayed, err)
	}
	if got, _, err := call(ctx, "refund", "k1", args{5}); err != nil || got != "paid 3" {
		t.Error("another tool:", got, err)
	}
	for _, key := range []string{"", strings.Repeat("x", 129)} {
		if _, _, err := call(ctx, "pay", key, args{}); !errors.Is(err, ErrNoKey) {
			t.Errorf("key of %d bytes: %v", len(key), err)
		}
	}
}

func TestIdempotentFailures(t *testing.T) {
	store := NewIdempotencyStore(0, 0)
	ctx, cancel := context.WithCancel(context.Background())
	boom := errors.New("boom")
	run := func(key string, f func(context.Context) (int, error)) error {
		_, _, err := Idempotent(ctx, store, "t", key, nil, f)
		return err
	}
	ok := func(context.Context) (int, error) { return 1, nil }
	if err := run("fails", func(context.Context) (int, error) { return 0, boom }); !errors.Is(err, boom) {
		t.Error(err)
	}
	if err := run("fails", ok); err != nil {
		t.Error("a failure keeps the key:", err)
	}
	func() {
		defer func() { _ = recover() }()
		_ = run("panics", func(context.Context) (int, error) { panic("x") })
	}()
	if err := run("panics", ok); !errors.Is(err, ErrUnclear) {
		t.Error("after a panic:", err)
	}
	inner := make(chan error)
	err := run("nested", func(ctx context.Context) (int, error) {
		go func() { inner <- run("nested", ok) }()
		return 0, <-inner
	})
	if !errors.Is(err, ErrRunning) {
		t.Error("while it runs:", err)
	}
	if err := run("cut off", func(ctx context.Context) (int, error) { cancel(); return 0, boom }); !errors.Is(err, boom) {
		t.Error(err)
	}
	if err := run("cut off", ok); !errors.Is(err, ErrUnclear) {
		t.Error("after it was cut off:", err)
	}
	ctx = context.Background()
	type bad struct{ F func() }
	if _, _, err := Idempotent(ctx, store, "t", "bad", nil, func(context.Context) (bad, error) { return bad{}, nil }); err != nil {
		t.Error(err)
	}
	if _, _, err := Idempotent(ctx, store, "t", "bad", nil, func(context.Context) (bad, error) { return bad{}, nil }); !errors.Is(err, ErrUnclear) {
		t.Error("a result that can't be kept:", err)
	}
}

func TestIdempotencyStore(t *testing.T) {
	m := NewIdempotencyStore(2, time.Hour).(*memoryIdempotency)
	now := time.Now()
	m.now = func() time.Time { return now }
	ctx := context.Background()
	for _, k := range []string{"a", "b"} {
		if d, err := m.Begin(ctx, k, "f"); d != nil || err != nil {
			t.Fatal(d, err)
		}
	}
	if _, err := m.Begin(ctx, "c", "f"); !errors.Is(err, errFull) {
		t.Error("a full store:", err)
	}
	if err := m.Finish(ctx, "a", Done{Fingerprint: "f", State: stateDone}); err != nil {
		t.Fatal(err)
	}
	now = now.Add(2 * time.Hour)
	if d, err := m.Begin(ctx, "c", "f"); d != nil || err != nil {
		t.Error("what is done and old still takes room:", d, err)
	}
	if d, _ := m.Begin(ctx, "b", "f"); d == nil || d.State != stateRunning {
		t.Error("what is under way was forgotten")
	}
	if err := m.Finish(ctx, "big", Done{State: stateDone, Result: make([]byte, maxResult+1)}); err != nil || m.keys["big"].State != stateUnclear || m.keys["big"].Result != nil {
		t.Error("a large result is kept")
	}
}

func TestIdempotentOnce(t *testing.T) {
	store := NewIdempotencyStore(0, 0)
	var mu sync.Mutex
	runs := 0
	var wg sync.WaitGroup
	for range 50 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_, _, err := Idempotent(context.Background(), store, "t", "k", nil, func(context.Context) (int, error) {
				mu.Lock()
				defer mu.Unlock()
				runs++
				return runs, nil
			})
			if err != nil && !errors.Is(err, ErrRunning) {
				t.Error(err)
			}
		}()
	}
	wg.Wait()
	if runs != 1 {
		t.Errorf("it ran %d times", runs)
	}
}

func TestWithTimeout(t *testing.T) {
	err := WithTimeout(t.Context(), time.Millisecond, func(ctx context.Context) error { <-ctx.Done(); return fmt.Errorf("x: %w", ctx.Err()) })
	if r := Refused(err); r == nil || r.Status != StatusTimeout {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := WithTimeout(ctx, time.Minute, func(ctx context.Context) error { return ctx.Err() }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled from outside: %v", err)
	}
	if err := WithTimeout(t.Context(), 0, func(context.Context) error { return nil }); err == nil {
		t.Error("no time is taken for no limit")
	}
	if err := WithTimeout(t.Context(), time.Minute, func(context.Context) error { return nil }); err != nil {
		t.Error(err)
	}
}
