package guard

import (
	"context"
	"errors"
	"sync"
	"time"
)

// A NonceStore remembers which confirmations were used. Servers with several
// processes need a shared one, so that a confirmation counts once for all.
type NonceStore interface {
	// Use marks a nonce as used, to be remembered until it expires. It returns
	// false if the nonce was used before, and an error if it can't remember; in
	// both cases the confirmation doesn't count.
	Use(ctx context.Context, nonce string, expires time.Time) (fresh bool, err error)
}

// errFull says that a store has no room.
var errFull = errors.New("the store is full: call again later")

// memoryNonces is a NonceStore of one process.
type memoryNonces struct {
	max  int
	now  func() time.Time
	mu   sync.Mutex
	used map[string]time.Time
}

// NewNonceStore returns a store in memory that remembers at most max nonces,
// 100,000 if max is not positive. When all of them are still valid it takes no
// more: forgetting one would let it be used again.
func NewNonceStore(max int) NonceStore {
	if max < 1 {
		max = 100_000
	}
	return &memoryNonces{max: max, now: time.Now, used: make(map[string]time.Time)}
}

func (m *memoryNonces) Use(_ context.Context, nonce string, expires time.Time) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, used := m.used[nonce]; used {
		return false, nil
	}
	if len(m.used) >= m.max {
		now := m.now()
		for n, end := range m.used {
			if now.After(end) {
				delete(m.used, n)
			}
		}
		if len(m.used) >= m.max {
			return false, errFull
		}
	}
	m.used[nonce] = expires
	return true, nil
}
