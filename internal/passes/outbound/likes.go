package outbound

import (
	"github.com/mcpvet/mcpvet/internal/passes/posture"
)

// Calls that only their context can bound are judged by their like: those of the
// same kind, on the same server. Where most have a deadline, the one that has none
// is the fault; where none has, the server is.

// A like is a kind of calls on a server.
type like struct {
	server *posture.Server
	kind   string
}

// likes are the entries with such calls, by how they make them.
type likes struct {
	by    map[like]*manners
	order []*manners
}

type manners struct {
	bounded map[*posture.Entry]int // how many calls have a deadline
	others  map[*posture.Entry]int // and how many have none
	calls   []*Unbounded
}

func (l *likes) of(e *posture.Entry, kind string) *manners {
	k := like{e.Server, kind}
	m := l.by[k]
	if m == nil {
		m = &manners{bounded: map[*posture.Entry]int{}, others: map[*posture.Entry]int{}}
		l.by[k] = m
		l.order = append(l.order, m)
	}
	return m
}

// right notes a call with a deadline.
func (l *likes) right(e *posture.Entry, kind string) { l.of(e, kind).bounded[e]++ }

// wrong notes one without.
func (l *likes) wrong(u *Unbounded, kind string) {
	m := l.of(u.Entry, kind)
	m.others[u.Entry]++
	m.calls = append(m.calls, u)
}

// deviants reports the calls without a deadline whose like have one: as many
// others of the same handler at least, or those of as many other handlers.
func (v *visitor) deviants() {
	for _, m := range v.likes.order {
		right := 0
		for e := range m.bounded {
			if m.others[e] == 0 {
				right++
			}
		}
		for _, u := range m.calls {
			if n := m.bounded[u.Entry]; n > 0 && n >= m.others[u.Entry] || right >= len(m.others) {
				v.add(u)
			}
		}
	}
}
