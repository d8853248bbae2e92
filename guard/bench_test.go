package guard

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"
)

var benchArgs = []byte(`{"owner":"acme","repo":"widgets","number":1234,"labels":["bug","urgent"],"comment":"please have a look"}`)

// BenchmarkChain is what every call pays: the policy, scopes, limits, the check
// of the arguments, the deadline, the record (in JSON, to nowhere), and the
// redaction of a small result.
func BenchmarkChain(b *testing.B) {
	g, err := New(Policy{
		Tools:  map[string]Rule{"get_issue": {Scopes: Words{"issues.read"}}},
		Limits: Limits{User: Rate{1_000_000_000, time.Second}, Global: Rate{1_000_000_000, time.Second}},
	}, WithAudit(NewAudit(slog.NewJSONHandler(io.Discard, nil))), WithLogger(quiet()))
	if err != nil {
		b.Fatal(err)
	}
	call := Call{Kind: Tool, Name: "get_issue", Args: benchArgs, Peer: anna("issues.read")}
	text := "issue 1234: the widget turns the wrong way (open, since 3 days)"
	b.ReportAllocs()
	for b.Loop() {
		err := g.Do(context.Background(), call, func(context.Context) (bool, error) { return false, nil })
		if err != nil {
			b.Fatal(err)
		}
		if g.Redactor().Text(text) != text {
			b.Fatal("changed")
		}
	}
}

func BenchmarkConfirm(b *testing.B) {
	c, err := NewConfirmer(randomKey(), nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if !c.valid(c.Ask("t", benchArgs, "anna"), "t", benchArgs, "anna") {
			b.Fatal("refused")
		}
	}
}

func BenchmarkLimiter(b *testing.B) {
	l := newLimiter(b, Rate{1_000_000_000, time.Second}, Rate{1_000_000_000, time.Second}, 0)
	users := make([]string, 20_000) // twice as many as are remembered
	for i := range users {
		users[i] = fmt.Sprintf("user-%d", i)
	}
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		i++
		if err := l.Allow(users[i%len(users)], "t"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRedact(b *testing.B) {
	r := NewRedactor()
	for _, size := range []int{100, 10_000} {
		text := strings.Repeat("level=info msg=\"all is well\" user: anna, n=12\n", size/46+1)[:size]
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				r.Text(text)
			}
		})
	}
}

func BenchmarkUntrusted(b *testing.B) {
	text := strings.Repeat("a line of a mail\n", 60)
	b.ReportAllocs()
	for b.Loop() {
		Untrusted("mail", text)
	}
}
