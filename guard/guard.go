package guard

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// A Kind says what is called.
type Kind string

// Kinds of calls.
const (
	Tool     Kind = "tool"
	Resource Kind = "resource"
	Prompt   Kind = "prompt"
	Method   Kind = "method"
)

// A Guard enforces a [Policy] around calls. Adapters use it; it is safe for
// concurrent use.
type Guard struct {
	policy   *compiled
	key      []byte
	audit    []Auditor
	logger   *slog.Logger
	redactor *Redactor
	nonces   NonceStore
	identify IdentifyFunc
	local    *Identity
	maxUsers int
	strict   bool // no call without a record of its begin

	mac     *mac
	limiter *Limiter
	confirm *Confirmer
	wrapped sync.Map // names of tools whose handlers are wrapped themselves
}

// New returns a guard for the policy.
func New(p Policy, opts ...Option) (*Guard, error) {
	c, err := p.compile()
	if err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	g := &Guard{policy: c, logger: slog.New(latest{first: slog.Default().Handler()}), redactor: NewRedactor()}
	for _, o := range opts {
		if err := o(g); err != nil {
			return nil, fmt.Errorf("guard: %w", err)
		}
	}
	if g.key == nil {
		g.key = randomKey()
	}
	g.mac = newMAC(g.key)
	g.logger = slog.New(g.redactor.Handler(g.logger.Handler()))
	if g.audit == nil {
		g.audit = []Auditor{NewAudit(g.logger.Handler())}
	}
	if g.confirm, err = NewConfirmer(g.key, g.nonces); err != nil {
		return nil, err
	}
	if g.limiter, err = NewLimiter(c.Limits.User, c.Limits.Global, g.maxUsers); err != nil {
		return nil, err
	}
	return g, nil
}

// MustNew is like [New], but panics if the policy is wrong. It is for a policy
// that stands in the code, as the value of a variable.
func MustNew(p Policy, opts ...Option) *Guard {
	g, err := New(p, opts...)
	if err != nil {
		panic(err)
	}
	return g
}

// Redactor returns the guard's redactor.
func (g *Guard) Redactor() *Redactor { return g.redactor }

// Logger returns the guard's log, whose records lose their secrets.
func (g *Guard) Logger() *slog.Logger { return g.logger }

// Allows reports whether the policy has a row for a tool or another thing, so
// that it can be called at all.
func (g *Guard) Allows(k Kind, name string) bool {
	t := g.policy.tables[k]
	return t != nil && t.find(name) != nil
}

// MarkWrapped notes that the handler of a tool is wrapped itself, for adapters
// of SDKs in which some handlers are not reached through middleware.
func (g *Guard) MarkWrapped(tool string) { g.wrapped.Store(tool, true) }

// Wrapped reports whether MarkWrapped was called for a tool.
func (g *Guard) Wrapped(tool string) bool {
	_, ok := g.wrapped.Load(tool)
	return ok
}

// A Call is one call, as an adapter describes it.
type Call struct {
	Kind Kind
	Name string          // of the tool, the prompt or the method, or the URI of the resource
	Args json.RawMessage // of the tool; for others a JSON object of what they get
	Peer Peer
	Task bool // it runs on after its answer

	// State and Answer are what the client sends with the answer to a question
	// of the guard; Answer is nil if it answers none.
	State  string
	Answer *bool
	// Ask asks the person behind the client at once, and waits. Nil: it can't.
	Ask func(ctx context.Context, question string) (yes bool, err error)
	// CanReturn says that the question can be returned as the answer to the
	// call, with a state that comes back with another call.
	CanReturn bool
}

// A Question is the error of [Guard.Do] when the client is to be asked before
// the call is made. The adapter sends it as the answer to the call.
type Question struct {
	Text  string
	State string
}

// Error returns the question.
func (q *Question) Error() string { return q.Text }

type guardedKey struct{}

// guarded marks a context: the guard has let this call through.
type guarded struct {
	guard *Guard
	kind  Kind
	name  string
}

// Do makes the call: it calls next if the policy allows the call, with a context
// that ends after the timeout and carries the identity of the caller. It returns
// the error of next, a *[Refusal], a *[PanicError] or a *[Question]. next also
// says whether its result tells of a failure. All is recorded.
//
// A call that the same guard has let through already, in middleware further
// out, is not checked twice.
func (g *Guard) Do(ctx context.Context, call Call, next func(context.Context) (failed bool, err error)) (err error) {
	if m, ok := ctx.Value(guardedKey{}).(guarded); ok && m == (guarded{g, call.Kind, call.Name}) {
		_, err := next(ctx)
		return err
	}
	o := outcome{started: time.Now(), call: call}
	canon, invalid := canonical(call.Args)
	o.canon = canon
	// Deferred, so that no way out goes unrecorded.
	defer func() { o.err = err; g.record(ctx, &o) }()
	return Recover(func() error {
		var known bool
		o.id, known = g.who(ctx, call.Peer)
		rule, err := g.admit(ctx, call, o.id, known, invalid)
		if err != nil {
			return err
		}
		if err := g.begin(ctx, &o); err != nil {
			return err
		}
		ctx := context.WithValue(WithIdentity(ctx, o.id), guardedKey{}, guarded{g, call.Kind, call.Name})
		return WithTimeout(ctx, time.Duration(rule.Timeout), func(ctx context.Context) (err error) {
			o.failed, err = next(ctx)
			o.late = o.failed && errors.Is(ctx.Err(), context.DeadlineExceeded)
			return err
		})
	})
}

// admit decides whether a call is made; invalid is what is wrong with its
// arguments.
func (g *Guard) admit(ctx context.Context, call Call, id Identity, known bool, invalid error) (*Rule, error) {
	rule := g.policy.tables[call.Kind].find(call.Name)
	if rule == nil {
		return nil, refuse(StatusDenied, fmt.Sprintf("the policy has no row for the %s %q: add one, or call another", call.Kind, clip(call.Name, 64)))
	}
	if !rule.Public {
		if !known {
			return nil, unknown(call.Peer)
		}
		if err := requireScopes(id, rule.Scopes); err != nil {
			return nil, err
		}
	}
	if call.Kind == Tool {
		if extra := g.policy.extra(call.Name); len(extra) > 0 {
			if !known {
				return nil, unknown(call.Peer)
			}
			if err := requireScopes(id, extra); err != nil {
				return nil, err
			}
		}
	}
	// An answer to a question was counted when it was asked for.
	answers := rule.Confirm && call.Answer != nil && g.confirm.valid(call.State, call.Name, call.Args, id.User)
	if !answers {
		if err := g.limiter.allow(id.User, call.Kind, call.Name, rule.Limit); err != nil {
			return nil, err
		}
	}
	if invalid != nil {
		return nil, refuse(StatusInvalid, invalid.Error())
	}
	if rule.Confirm {
		if err := g.confirmCall(ctx, call, id); err != nil {
			return nil, err
		}
	}
	return rule, nil
}

// confirmCall returns nil if the call is confirmed.
func (g *Guard) confirmCall(ctx context.Context, call Call, id Identity) error {
	switch {
	case call.Answer != nil:
		return g.confirm.Check(ctx, call.State, call.Name, call.Args, id.User, *call.Answer)
	case call.CanReturn:
		return &Question{Text: g.question(call), State: g.confirm.Ask(call.Name, call.Args, id.User)}
	case call.Ask == nil:
		return refuse(StatusUnconfirmed, "the call must be confirmed, and this client can't be asked: use one that supports elicitation")
	}
	ctx, cancel := context.WithTimeout(ctx, ConfirmTTL)
	defer cancel()
	yes, err := call.Ask(ctx, g.question(call))
	switch {
	case err != nil:
		g.logger.WarnContext(ctx, "a confirmation could not be asked for", "name", call.Name, "error", err)
		return refuse(StatusUnconfirmed, "the call must be confirmed, and this client can't be asked: use one that supports elicitation")
	case !yes:
		return refuse(StatusUnconfirmed, "the user did not confirm the call: nothing was done")
	}
	return nil
}

// AskFor returns a question about a call of a tool, for a handler that asks
// itself; [Guard.Answered] checks what comes back.
func (g *Guard) AskFor(ctx context.Context, text string, call Call) *Question {
	id, _ := g.who(ctx, call.Peer)
	return &Question{Text: clip(Visible(g.redactor.Text(text)), maxQuestion), State: g.confirm.Ask(call.Name, call.Args, id.User)}
}

// Answered returns nil if the state of the call is one that AskFor gave for the
// same call, and its answer is yes.
func (g *Guard) Answered(ctx context.Context, call Call) error {
	id, _ := g.who(ctx, call.Peer)
	return g.confirm.Check(ctx, call.State, call.Name, call.Args, id.User, call.Answer != nil && *call.Answer)
}

// maxQuestion is the longest question, in bytes.
const maxQuestion = 1500

// question shows the person what is about to happen. Arguments come from a
// model: they are shown as JSON, without what can't be seen, on one line.
func (g *Guard) question(call Call) string {
	canon, _ := canonical(call.Args)
	args := string(g.redactor.JSON(canon))
	if len(args) > 1000 {
		args = clip(args, 1000) + fmt.Sprintf(" (%d bytes in all)", len(call.Args))
	}
	return fmt.Sprintf("Allow the tool %q to run with these arguments? %s", clip(Visible(call.Name), 64), strings.ReplaceAll(Visible(args), "\n", " "))
}

// who returns the identity of a peer.
func (g *Guard) who(ctx context.Context, p Peer) (Identity, bool) {
	if g.identify != nil {
		id, ok := g.identify(ctx, p)
		if !ok || !id.Known() {
			return Identity{Session: p.Session}, false
		}
		if id.Session == "" {
			id.Session = p.Session
		}
		return id, true
	}
	if p.User != "" {
		return Identity{User: p.User, Session: p.Session, Scopes: p.Scopes}, true
	}
	if g.local != nil && p.Token == nil && len(p.Header) == 0 && !p.Network {
		id := *g.local
		if id.Session == "" {
			id.Session = p.Session
		}
		return id, true
	}
	return Identity{Session: p.Session}, false
}

// unknown is the refusal of a caller that nobody knows.
func unknown(p Peer) error {
	if p.Token != nil {
		return refuse(StatusDenied, "the token names no user: the server must set one when it verifies the token")
	}
	return refuse(StatusDenied, "the caller is unknown: authenticate, and call again")
}
