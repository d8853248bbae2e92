package guard

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

// An IdempotencyStore remembers what was done under a key. Servers with several
// processes need a shared one.
type IdempotencyStore interface {
	// Begin claims a key for the caller, unless it is taken; then it returns
	// what is known of it. An error means that nothing may be done.
	Begin(ctx context.Context, key, fingerprint string) (taken *Done, err error)
	// Finish records how what was begun under the key has ended.
	Finish(ctx context.Context, key string, d Done) error
	// Release forgets the key: nothing was done.
	Release(ctx context.Context, key string) error
}

// Done says what became of what was begun under a key.
type Done struct {
	Fingerprint string          // of the arguments
	State       string          // "running", "done" or "unclear"
	Result      json.RawMessage // of what is done
}

// States of Done.
const (
	stateRunning = "running"
	stateDone    = "done"
	stateUnclear = "unclear"
)

// Errors of [Idempotent].
var (
	ErrKeyReused = errors.New("the idempotency key was used with other arguments: choose a new one")
	ErrRunning   = errors.New("a call with this idempotency key is under way: wait for it")
	ErrUnclear   = errors.New("a call with this idempotency key was cut off, and may have had its effect: check before you choose a new key")
	ErrNoKey     = errors.New("the idempotency key is missing or longer than 128 bytes: send one that you choose for this action")
)

// Idempotent calls f unless it was called before by the same user for the same
// tool and key, and then returns what it returned; replayed says so. The user
// is that of the context's identity, so call it behind an adapter.
//
// The result must survive JSON. If f returns an error the key is free again; if
// it is cut off by its context or by a panic its effect is unclear, and the key
// is not used again before the store forgets it.
func Idempotent[T any](ctx context.Context, store IdempotencyStore, tool, key string, args any, f func(context.Context) (T, error)) (result T, replayed bool, err error) {
	var zero T
	if key == "" || len(key) > 128 {
		return zero, false, ErrNoKey
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return zero, false, fmt.Errorf("fingerprint the arguments: %w", err)
	}
	id, _ := IdentityFrom(ctx)
	full := strings.Join([]string{Fingerprint([]byte("user"), quoted(id.User)), Fingerprint([]byte("tool"), quoted(tool)), key}, "/")
	print := Fingerprint([]byte("idempotency"), raw)
	taken, err := store.Begin(ctx, full, print)
	if err != nil {
		return zero, false, fmt.Errorf("claim the idempotency key: %w", err)
	}
	if taken != nil {
		return replay[T](taken, print)
	}
	// What is recorded must be so even if the call has been cancelled.
	record := context.WithoutCancel(ctx)
	ended := false
	defer func() {
		if !ended { // f panicked
			_ = store.Finish(record, full, Done{Fingerprint: print, State: stateUnclear})
		}
	}()
	result, err = f(ctx)
	ended = true
	switch {
	case err != nil && ctx.Err() == nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded):
		return zero, false, errors.Join(err, store.Release(record, full))
	case err != nil:
		return zero, false, errors.Join(err, store.Finish(record, full, Done{Fingerprint: print, State: stateUnclear}))
	}
	out, err := json.Marshal(result)
	d := Done{Fingerprint: print, State: stateDone, Result: out}
	if err != nil {
		d = Done{Fingerprint: print, State: stateUnclear}
	}
	if ferr := store.Finish(record, full, d); ferr != nil {
		return result, false, fmt.Errorf("the action was done, but not recorded under its key: %w", ferr)
	}
	return result, false, nil
}

func replay[T any](d *Done, fingerprint string) (result T, replayed bool, err error) {
	switch {
	case d.Fingerprint != fingerprint:
		return result, false, ErrKeyReused
	case d.State == stateRunning:
		return result, false, ErrRunning
	case d.State != stateDone:
		return result, false, ErrUnclear
	}
	if err := json.Unmarshal(d.Result, &result); err != nil {
		return result, false, fmt.Errorf("read the recorded result: %w", err)
	}
	return result, true, nil
}

func quoted(s string) []byte {
	b, _ := json.Marshal(s)
	return b
}

// memoryIdempotency is an IdempotencyStore of one process.
type memoryIdempotency struct {
	max  int
	ttl  time.Duration
	now  func() time.Time
	mu   sync.Mutex
	keys map[string]*remembered
}

type remembered struct {
	Done
	until time.Time
}

// maxResult is the largest result that is remembered, in bytes.
const maxResult = 1 << 20

// NewIdempotencyStore returns a store in memory that remembers at most max keys,
// 10,000 if that is not positive, each for ttl after it was begun, a day if that is not
// positive. When it is full of keys that are still valid it takes no more:
// forgetting one would let an action happen twice.
func NewIdempotencyStore(max int, ttl time.Duration) IdempotencyStore {
	if max < 1 {
		max = 10_000
	}
	if ttl <= 0 {
		ttl = 24 * time.Hour
	}
	return &memoryIdempotency{max: max, ttl: ttl, now: time.Now, keys: make(map[string]*remembered)}
}

func (m *memoryIdempotency) Begin(_ context.Context, key, fingerprint string) (*Done, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	// What is under way is never forgotten, however long it takes.
	stale := func(r *remembered) bool { return r.State != stateRunning && now.After(r.until) }
	if r := m.keys[key]; r != nil && !stale(r) {
		d := r.Done
		return &d, nil
	}
	if _, known := m.keys[key]; !known && len(m.keys) >= m.max {
		for k, r := range m.keys {
			if stale(r) {
				delete(m.keys, k)
			}
		}
		if len(m.keys) >= m.max {
			return nil, errFull
		}
	}
	m.keys[key] = &remembered{Done{Fingerprint: fingerprint, State: stateRunning}, now.Add(m.ttl)}
	return nil, nil
}

func (m *memoryIdempotency) Finish(_ context.Context, key string, d Done) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(d.Result) > maxResult {
		d = Done{Fingerprint: d.Fingerprint, State: stateUnclear}
	}
	m.keys[key] = &remembered{d, m.now().Add(m.ttl)}
	return nil
}

func (m *memoryIdempotency) Release(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.keys, key)
	return nil
}
