package guard

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
)

// TestLatest changes the default log after a guard is made, as a program does whose
// guard is a variable.
func TestLatest(t *testing.T) {
	before := slog.Default()
	defer slog.SetDefault(before)
	var first, second bytes.Buffer
	slog.SetDefault(slog.New(slog.NewTextHandler(&first, nil)))
	g := MustNew(Policy{Tools: map[string]Rule{"ping": {Public: true}}})
	slog.SetDefault(slog.New(slog.NewTextHandler(&second, nil)))
	if err := g.Do(context.Background(), Call{Kind: Tool, Name: "ping"}, func(context.Context) (bool, error) { return false, nil }); err != nil {
		t.Fatal(err)
	}
	g.Logger().With("a", 1).WithGroup("b").With("c", 2).Info("said", "d", 3)
	if first.Len() > 0 || !strings.Contains(second.String(), "name=ping") || !strings.Contains(second.String(), "msg=said a=1 b.c=2 b.d=3") {
		t.Errorf("the first log has %q, the second %q", &first, &second)
	}
	// The guard's own log as the default must not go round in circles.
	slog.SetDefault(g.Logger())
	slog.Info("round")
	g.Logger().Info("again")
	if !strings.Contains(first.String(), "msg=round") || !strings.Contains(first.String(), "msg=again") {
		t.Errorf("the first log has %q", &first)
	}
}

func TestMustNew(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a policy without rows does not panic")
		}
	}()
	MustNew(Policy{})
}

func TestAllScopes(t *testing.T) {
	p := Policy{
		Tools:     map[string]Rule{"a": {Scopes: Words{"x", "y"}}, "b": {Public: true}, "c": {Scopes: Words{"y"}}},
		Resources: map[string]Rule{"r://*": {Scopes: Words{"z"}}},
		Scopes:    map[string]Words{"a*": {"w"}},
	}
	if got := strings.Join(p.AllScopes(), " "); got != "w x y z" {
		t.Errorf("%q", got)
	}
}
