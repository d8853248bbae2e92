package guard

import (
	"container/list"
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// DefaultMaxUsers is how many pairs of user and tool a [Limiter] remembers.
const DefaultMaxUsers = 10_000

// A Limiter bounds how often each user may call each tool, and how often
// everything may be called by all together. It is safe for concurrent use.
//
// Its memory is bounded: the pair that was idle longest is forgotten, and
// starts afresh. The global limit is never forgotten.
type Limiter struct {
	perUser Rate
	max     int
	now     func() time.Time
	global  *rate.Limiter

	mu    sync.Mutex
	pairs map[pair]*list.Element
	order *list.List // most recently used first
}

type pair struct {
	user string
	kind Kind
	name string
}

type counted struct {
	pair pair
	rate Rate
	lim  *rate.Limiter
}

// NewLimiter returns a limiter with both rates, which must be set. It remembers
// maxUsers pairs of user and tool, [DefaultMaxUsers] if that is not positive.
func NewLimiter(perUser, global Rate, maxUsers int) (*Limiter, error) {
	if !perUser.valid() || !global.valid() {
		return nil, errors.New("a limiter needs a rate per user and a global one, each above zero")
	}
	if maxUsers < 1 {
		maxUsers = DefaultMaxUsers
	}
	return &Limiter{perUser: perUser, max: maxUsers, now: time.Now, global: global.limiter(),
		pairs: make(map[pair]*list.Element), order: list.New()}, nil
}

// Allow counts a call and returns nil, or a *[Refusal] if there are too many.
// The user must be authenticated: a name that the client chooses, such as a
// forwarded address, gives everybody as many limits as they like. Unknown users
// share the name "".
func (l *Limiter) Allow(user, tool string) error { return l.allow(user, Tool, tool, l.perUser) }

// allow is Allow for anything, with another rate for the pair.
func (l *Limiter) allow(user string, kind Kind, name string, r Rate) error {
	now := l.now()
	l.mu.Lock()
	own := l.get(pair{user, kind, name}, r)
	l.mu.Unlock()
	// The own limit first, so that one caller beyond it doesn't use up what the
	// others share.
	if !own.AllowN(now, 1) {
		return refuse(StatusLimited, "too many calls of "+clip(name, 64)+" by this caller: wait, and call again")
	}
	if !l.global.AllowN(now, 1) {
		return refuse(StatusLimited, "the server has too many calls: wait, and call again")
	}
	return nil
}

func (l *Limiter) get(p pair, r Rate) *rate.Limiter {
	if e := l.pairs[p]; e != nil {
		l.order.MoveToFront(e)
		c := e.Value.(*counted)
		if c.rate == r {
			return c.lim
		}
		c.rate, c.lim = r, r.limiter()
		return c.lim
	}
	for l.order.Len() >= l.max {
		last := l.order.Back()
		delete(l.pairs, last.Value.(*counted).pair)
		l.order.Remove(last)
	}
	c := &counted{pair: p, rate: r, lim: r.limiter()}
	l.pairs[p] = l.order.PushFront(c)
	return c.lim
}

// Len returns how many pairs of user and tool are remembered.
func (l *Limiter) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.order.Len()
}
