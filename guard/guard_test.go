package guard

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"
)

// records keeps what is written to it.
type records struct {
	mu  sync.Mutex
	all []Record
	err error
}

func (r *records) Write(_ context.Context, rec Record) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, rec)
	return r.err
}

func (r *records) last(t *testing.T) Record {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.all) == 0 {
		t.Fatal("nothing was recorded")
	}
	return r.all[len(r.all)-1]
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

func newGuard(t testing.TB, p Policy, opts ...Option) (*Guard, *records) {
	t.Helper()
	rec := &records{}
	g, err := New(p, append([]Option{WithLogger(quiet()), WithAudit(rec)}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	return g, rec
}

func anna(scopes ...string) Peer {
	return Peer{User: "anna", Scopes: scopes, Session: "s1", Network: true}
}

func done(context.Context) (bool, error) { return false, nil }

func TestDo(t *testing.T) {
	policy := Policy{
		Tools: map[string]Rule{
			"read":   {Scopes: Words{"items.read"}},
			"open":   {Public: true},
			"any":    {},
			"few":    {Limit: Rate{1, time.Hour}},
			"slow":   {Timeout: Duration(time.Millisecond)},
			"delete": {Confirm: true},
			"adm_*":  {},
		},
		Scopes:    map[string]Words{"adm_*": {"admin"}},
		Resources: map[string]Rule{"docs://**": {}},
	}
	boom := errors.New("disk on fire, password=hunter2")
	tests := []struct {
		name   string
		call   Call
		next   func(context.Context) (bool, error)
		status Status
		text   string // part of the error
		times  int    // how often it is called; 0: once
	}{
		{name: "with its scope", call: Call{Name: "read", Peer: anna("items.read")}, status: StatusOK},
		{name: "without its scope", call: Call{Name: "read", Peer: anna("items.write")}, status: StatusDenied, text: "items.read"},
		{name: "unknown caller", call: Call{Name: "any"}, status: StatusDenied, text: "unknown"},
		{name: "token without a user", call: Call{Name: "any", Peer: Peer{Token: 1, Network: true}}, status: StatusDenied, text: "names no user"},
		{name: "public", call: Call{Name: "open"}, status: StatusOK},
		{name: "no row", call: Call{Name: "other", Peer: anna()}, status: StatusDenied, text: "no row"},
		{name: "row of another case", call: Call{Name: "Read", Peer: anna("items.read")}, status: StatusDenied, text: "no row"},
		{name: "no name", call: Call{Peer: anna()}, status: StatusDenied, text: "no row"},
		{name: "no kind", call: Call{Kind: "none", Name: "any", Peer: anna()}, status: StatusPanic, text: "failed"},
		{name: "scope of the table", call: Call{Name: "adm_x", Peer: anna()}, status: StatusDenied, text: "admin"},
		{name: "scope of the table, there", call: Call{Name: "adm_x", Peer: anna("admin")}, status: StatusOK},
		{name: "beyond the limit", call: Call{Name: "few", Peer: anna()}, status: StatusLimited, text: "too many", times: 2},
		{name: "keys twice", call: Call{Name: "any", Peer: anna(), Args: []byte(`{"dryRun":true,"dryrun":false}`)}, status: StatusInvalid, text: "twice"},
		{name: "no JSON", call: Call{Name: "any", Peer: anna(), Args: []byte(`{`)}, status: StatusInvalid, text: "JSON"},
		{name: "resource", call: Call{Kind: Resource, Name: "docs://a/b", Peer: anna()}, status: StatusOK},
		{name: "resource without a row", call: Call{Kind: Resource, Name: "file:///etc/passwd", Peer: anna()}, status: StatusDenied, text: "no row"},
		{name: "failure", call: Call{Name: "any", Peer: anna()}, next: func(context.Context) (bool, error) { return false, boom }, status: StatusError, text: "on fire"},
		{name: "result of a failure", call: Call{Name: "any", Peer: anna()}, next: func(context.Context) (bool, error) { return true, nil }, status: StatusError},
		{name: "panic", call: Call{Name: "any", Peer: anna()}, next: func(context.Context) (bool, error) { panic("token=abcdefgh") }, status: StatusPanic, text: "the tool failed"},
		{name: "panic with nil", call: Call{Name: "any", Peer: anna()}, next: func(context.Context) (bool, error) { panic(nil) }, status: StatusPanic, text: "the tool failed"},
		{name: "too slow", call: Call{Name: "slow", Peer: anna()}, next: func(ctx context.Context) (bool, error) { <-ctx.Done(); return false, ctx.Err() }, status: StatusTimeout, text: "longer"},
		{name: "too slow, told by the result", call: Call{Name: "slow", Peer: anna()}, next: func(ctx context.Context) (bool, error) { <-ctx.Done(); return true, nil }, status: StatusTimeout},
		{name: "can't be asked", call: Call{Name: "delete", Peer: anna()}, status: StatusUnconfirmed, text: "can't be asked"},
		{name: "asked", call: Call{Name: "delete", Peer: anna(), CanReturn: true}, status: StatusAsked, text: "Allow"},
		{name: "asked at once, no", call: Call{Name: "delete", Peer: anna(), Ask: func(context.Context, string) (bool, error) { return false, nil }}, status: StatusUnconfirmed, text: "did not confirm"},
		{name: "asked at once, yes", call: Call{Name: "delete", Peer: anna(), Ask: func(context.Context, string) (bool, error) { return true, nil }}, status: StatusOK},
		{name: "asked at once, failed", call: Call{Name: "delete", Peer: anna(), Ask: func(context.Context, string) (bool, error) { return true, errors.New("x") }}, status: StatusUnconfirmed, text: "can't be asked"},
		{name: "forged answer", call: Call{Name: "delete", Peer: anna(), Answer: yes(), State: "g1.9999999999.x.y"}, status: StatusUnconfirmed, text: "another call"},
		{name: "answer without a state", call: Call{Name: "delete", Peer: anna(), Answer: yes(), CanReturn: true}, status: StatusUnconfirmed, text: "not of this server"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g, rec := newGuard(t, policy)
			if test.call.Kind == "" {
				test.call.Kind = Tool
			}
			ran := false
			next := test.next
			if next == nil {
				next = done
			}
			var err error
			for range max(1, test.times) {
				ran = false
				err = g.Do(context.Background(), test.call, func(ctx context.Context) (bool, error) { ran = true; return next(ctx) })
			}
			last := rec.last(t)
			if last.Status != test.status {
				t.Errorf("recorded %q (%s), want %q", last.Status, last.Reason, test.status)
			}
			if strings.Contains(last.Reason, "hunter2") || strings.Contains(last.Reason, "abcdefgh") {
				t.Errorf("the record holds a secret: %s", last.Reason)
			}
			if len(rec.all) != max(1, test.times) {
				t.Errorf("%d records of %d calls", len(rec.all), max(1, test.times))
			}
			if (err == nil) != (test.text == "") || err != nil && !strings.Contains(err.Error(), test.text) {
				t.Errorf("got error %v, want one with %q", err, test.text)
			}
			mayRun := map[Status]bool{StatusOK: true, StatusError: true, StatusTimeout: true}[test.status] || test.next != nil
			if ran != mayRun {
				t.Errorf("handler ran: %v, want %v", ran, mayRun)
			}
			if last.Time.IsZero() || last.Fingerprint == "" || last.Name != clip(test.call.Name, 256) {
				t.Errorf("incomplete record: %+v", last)
			}
		})
	}
}

func yes() *bool { b := true; return &b }

func no() *bool { b := false; return &b }

// ask returns the question that a call gives.
func ask(t *testing.T, g *Guard, c Call) *Question {
	t.Helper()
	c.CanReturn = true
	var q *Question
	if err := g.Do(context.Background(), c, done); !errors.As(err, &q) {
		t.Fatalf("got %v, want a question", err)
	}
	return q
}

func TestConfirmRoundTrip(t *testing.T) {
	g, rec := newGuard(t, Policy{Tools: map[string]Rule{"delete": {Confirm: true, Limit: Rate{1, time.Hour}}, "drop": {Confirm: true}}})
	call := Call{Kind: Tool, Name: "delete", Args: []byte(`{"id":1,"force":true}`), Peer: anna()}
	q := ask(t, g, call)
	if !strings.Contains(q.Text, `"id":1`) {
		t.Errorf("the question doesn't show the arguments: %s", q.Text)
	}
	for name, change := range map[string]func(*Call){
		"other arguments": func(c *Call) { c.Args = []byte(`{"id":2,"force":true}`) },
		"other tool":      func(c *Call) { c.Name = "drop" },
		"other user":      func(c *Call) { c.Peer.User = "mallory" },
		"changed state":   func(c *Call) { c.State = strings.Replace(c.State, "g1.", "g1.1", 1) },
	} {
		c := call
		c.State, c.Answer = q.State, yes()
		change(&c)
		if err := g.Do(context.Background(), c, done); Refused(err) == nil {
			t.Errorf("%s: got %v, want a refusal", name, err)
		}
	}
	call.State, call.Answer = q.State, yes()
	call.Args = []byte(`{ "force": true, "id": 1 }`) // the same, written otherwise
	if err := g.Do(context.Background(), call, done); err != nil {
		t.Fatalf("the answer was refused, perhaps counted twice: %v", err)
	}
	if r := rec.last(t); r.Status != StatusOK || !r.Answer {
		t.Errorf("recorded %+v", r)
	}
	if err := g.Do(context.Background(), call, done); err == nil || !strings.Contains(err.Error(), "used before") {
		t.Errorf("used twice: got %v", err)
	}
}

func TestConfirmNoUsesUp(t *testing.T) {
	g, _ := newGuard(t, Policy{Tools: map[string]Rule{"delete": {Confirm: true}}})
	call := Call{Kind: Tool, Name: "delete", Peer: anna()}
	call.State = ask(t, g, call).State
	call.Answer = no()
	if err := g.Do(context.Background(), call, done); err == nil || !strings.Contains(err.Error(), "did not confirm") {
		t.Errorf("got %v", err)
	}
	call.Answer = yes()
	if err := g.Do(context.Background(), call, done); err == nil {
		t.Error("a no became a yes")
	}
}

func TestConfirmExpires(t *testing.T) {
	g, _ := newGuard(t, Policy{Tools: map[string]Rule{"delete": {Confirm: true}}})
	call := Call{Kind: Tool, Name: "delete", Peer: anna(), Answer: yes()}
	call.State = ask(t, g, Call{Kind: Tool, Name: "delete", Peer: anna()}).State
	g.confirm.now = func() time.Time { return time.Now().Add(ConfirmTTL + time.Second) }
	if err := g.Do(context.Background(), call, done); err == nil || !strings.Contains(err.Error(), "expired") {
		t.Errorf("got %v", err)
	}
}

func TestConfirmSharedKey(t *testing.T) {
	key, store := randomKey(), NewNonceStore(0)
	p := Policy{Tools: map[string]Rule{"delete": {Confirm: true}}}
	a, _ := newGuard(t, p, WithKey(key), WithNonces(store))
	b, _ := newGuard(t, p, WithKey(key), WithNonces(store))
	other, _ := newGuard(t, p)
	call := Call{Kind: Tool, Name: "delete", Peer: anna()}
	call.State = ask(t, a, call).State
	call.Answer = yes()
	if err := other.Do(context.Background(), call, done); err == nil {
		t.Error("a confirmation of another server counts")
	}
	if err := b.Do(context.Background(), call, done); err != nil {
		t.Errorf("another process with the key: %v", err)
	}
	if err := a.Do(context.Background(), call, done); err == nil {
		t.Error("used once in each process")
	}
}

func TestNonceStoreFull(t *testing.T) {
	m := NewNonceStore(2).(*memoryNonces)
	now := time.Now()
	m.now = func() time.Time { return now }
	for i := range 2 {
		if ok, err := m.Use(context.Background(), fmt.Sprint(i), now.Add(time.Minute)); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	if ok, err := m.Use(context.Background(), "3", now.Add(time.Minute)); ok || err == nil {
		t.Error("a full store takes more")
	}
	now = now.Add(2 * time.Minute)
	if ok, err := m.Use(context.Background(), "3", now.Add(time.Minute)); !ok || err != nil {
		t.Error("what has expired still takes room:", ok, err)
	}
}

// TestNotTwice holds a handler that is wrapped below middleware to one check.
func TestNotTwice(t *testing.T) {
	g, rec := newGuard(t, Policy{Tools: map[string]Rule{"one": {Limit: Rate{1, time.Hour}}, "two": {Scopes: Words{"x"}}}})
	call := Call{Kind: Tool, Name: "one", Peer: anna()}
	err := g.Do(context.Background(), call, func(ctx context.Context) (bool, error) {
		if id, ok := IdentityFrom(ctx); !ok || id.User != "anna" {
			t.Error("no identity in the context")
		}
		if err := g.Do(ctx, Call{Kind: Tool, Name: "two", Peer: anna()}, done); err == nil {
			t.Error("another tool goes unchecked")
		}
		return false, g.Do(ctx, call, done)
	})
	if err != nil {
		t.Error(err)
	}
	if len(rec.all) != 2 {
		t.Errorf("%d records, want 2", len(rec.all))
	}
}

// TestStaleIdentity shows that an identity in the context doesn't count when
// the request has another one, or none.
func TestStaleIdentity(t *testing.T) {
	g, _ := newGuard(t, Policy{Tools: map[string]Rule{"read": {Scopes: Words{"admin"}}, "open": {Public: true}}})
	stale := WithIdentity(context.Background(), Identity{User: "root", Scopes: []string{"admin"}})
	if err := g.Do(stale, Call{Kind: Tool, Name: "read", Peer: anna("read")}, done); err == nil {
		t.Error("scopes of the context count")
	}
	if err := g.Do(stale, Call{Kind: Tool, Name: "read"}, done); err == nil {
		t.Error("the user of the context counts")
	}
	err := g.Do(stale, Call{Kind: Tool, Name: "open"}, func(ctx context.Context) (bool, error) { return false, RequireScope(ctx) })
	if err == nil {
		t.Error("the handler of an unknown caller sees the stale identity")
	}
}

func TestLocalUser(t *testing.T) {
	g, _ := newGuard(t, Policy{Tools: map[string]Rule{"any": {}}}, WithLocalUser(Identity{User: "me"}))
	for name, test := range map[string]struct {
		peer Peer
		ok   bool
	}{
		"stdio":          {Peer{}, true},
		"HTTP":           {Peer{Network: true}, false},
		"headers":        {Peer{Header: map[string][]string{"Accept": {"x"}}}, false},
		"nameless token": {Peer{Token: 1}, false},
	} {
		if err := g.Do(context.Background(), Call{Kind: Tool, Name: "any", Peer: test.peer}, done); (err == nil) != test.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestIdentifyPanics(t *testing.T) {
	g, rec := newGuard(t, Policy{Tools: map[string]Rule{"any": {}}}, WithIdentify(func(context.Context, Peer) (Identity, bool) { panic("x") }))
	if err := g.Do(context.Background(), Call{Kind: Tool, Name: "any", Peer: anna()}, done); err == nil {
		t.Error("no identity, but no refusal")
	}
	if rec.last(t).Status != StatusPanic {
		t.Error(rec.last(t).Status)
	}
}

func TestAuditFirst(t *testing.T) {
	g, rec := newGuard(t, Policy{Tools: map[string]Rule{"any": {}}}, WithAuditFirst())
	ran := false
	next := func(context.Context) (bool, error) { ran = true; return false, nil }
	if err := g.Do(context.Background(), Call{Kind: Tool, Name: "any", Peer: anna()}, next); err != nil || len(rec.all) != 2 || rec.all[0].Status != StatusBegun {
		t.Errorf("%v, %+v", err, rec.all)
	}
	ran, rec.err = false, errors.New("disk full")
	if err := g.Do(context.Background(), Call{Kind: Tool, Name: "any", Peer: anna()}, next); err == nil || ran {
		t.Error("a call without a record was made")
	}
}

// TestGuardLog holds what the guard writes by itself to the redactor.
func TestGuardLog(t *testing.T) {
	var buf bytes.Buffer
	g, err := New(Policy{Tools: map[string]Rule{"any": {}}}, WithLogger(slog.New(slog.NewJSONHandler(&buf, nil))))
	if err != nil {
		t.Fatal(err)
	}
	_ = g.Do(context.Background(), Call{Kind: Tool, Name: "any", Peer: anna(), Args: []byte(`{"q":"visible-argument"}`)}, func(context.Context) (bool, error) { panic("password=hunter2") })
	out := buf.String()
	if strings.Contains(out, "hunter2") || strings.Contains(out, "visible-argument") {
		t.Errorf("the log holds a secret or arguments: %s", out)
	}
	for _, want := range []string{`"msg":"mcp call"`, `"user":"anna"`, `"session":"s1"`, `"status":"panic"`, `"fingerprint"`, `"duration"`, "a handler panicked"} {
		if !strings.Contains(out, want) {
			t.Errorf("the log lacks %s: %s", want, out)
		}
	}
}

func TestOptions(t *testing.T) {
	p := Policy{Tools: map[string]Rule{"any": {}}}
	for name, o := range map[string]Option{
		"short key": WithKey([]byte("short")), "nil auditor": WithAudit(nil), "nil logger": WithLogger(nil), "nil redactor": WithRedactor(nil),
		"nil store": WithNonces(nil), "nil function": WithIdentify(nil), "nameless": WithLocalUser(Identity{}), "no users": WithMaxUsers(0),
	} {
		if _, err := New(p, o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestConcurrent(t *testing.T) {
	g, rec := newGuard(t, Policy{Tools: map[string]Rule{"any": {Limit: Rate{10, time.Hour}}}})
	var wg sync.WaitGroup
	var ok sync.Map
	for i := range 100 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if g.Do(context.Background(), Call{Kind: Tool, Name: "any", Peer: anna(), Args: json.RawMessage(`{"a":1}`)}, done) == nil {
				ok.Store(i, true)
			}
		}()
	}
	wg.Wait()
	n := 0
	ok.Range(func(any, any) bool { n++; return true })
	if n != 10 || len(rec.all) != 100 {
		t.Errorf("%d calls of at most 10 went through, %d of 100 were recorded", n, len(rec.all))
	}
}
