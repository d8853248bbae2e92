package guard

import (
	"slices"
	"strings"
	"testing"
)

func TestNoOption(t *testing.T) {
	for s, ok := range map[string]bool{"main": true, "a-b": true, "é": true, "": false, "-x": false, "--upload-pack=x": false, "-": false, "a\x00": false} {
		if err := NoOption(s); (err == nil) != ok {
			t.Errorf("%q: %v", s, err)
		}
	}
}

func TestOperands(t *testing.T) {
	got, err := Operands("a", "b")
	if err != nil || !slices.Equal(got, []string{"--", "a", "b"}) {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := Operands("a", "-rf"); err == nil || got != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := Operands(); err != nil || !slices.Equal(got, []string{"--"}) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestDryRun(t *testing.T) {
	if !DryRun(nil) || !DryRun(yes()) || DryRun(no()) || Confirmed(nil) || Confirmed(no()) || !Confirmed(yes()) {
		t.Error("the pointer forms")
	}
	for args, want := range map[string]bool{
		``: true, `{}`: true, `null`: true, `[]`: true, `{"dry_run":true}`: true, `{"dry_run":null}`: true, `{"dry_run":"false"}`: true, `{"dry_run":0}`: true,
		`{"dry_run":false}`: false, `{"Dry_Run": false }`: false, `{"dry_run":false,"DRY_RUN":false}`: true, `{"other":false}`: true, `{"dry_run":fals`: true,
	} {
		if got := DryRunArgument([]byte(args), "dry_run"); got != want {
			t.Errorf("%s: %v, want %v", args, got, want)
		}
	}
	for _, test := range []struct {
		args map[string]any
		want bool
	}{
		{nil, true}, {map[string]any{"dry_run": false}, false}, {map[string]any{"Dry_run": false}, false}, {map[string]any{"dry_run": "false"}, true},
		{map[string]any{"dry_run": false, "DRY_RUN": false}, true}, {map[string]any{"dry_run": false, "DRY_RUN": true}, true}, {map[string]any{"dry_run": true}, true},
	} {
		if got := DryRunMap(test.args, "dry_run"); got != test.want {
			t.Errorf("%v: %v, want %v", test.args, got, test.want)
		}
	}
}

func TestRequireScope(t *testing.T) {
	ctx := t.Context()
	if err := RequireScope(ctx); Refused(err) == nil {
		t.Error("nobody is let through")
	}
	if err := RequireScope(WithIdentity(ctx, Identity{Scopes: []string{"a"}})); err == nil {
		t.Error("a nameless caller is let through")
	}
	ctx = WithIdentity(ctx, Identity{User: "anna", Scopes: []string{"a", "b"}})
	if err := RequireScope(ctx, "a", "b"); err != nil {
		t.Error(err)
	}
	if err := RequireScope(ctx, "a", "c"); err == nil || !strings.Contains(err.Error(), "scope c:") {
		t.Error(err)
	}
}
