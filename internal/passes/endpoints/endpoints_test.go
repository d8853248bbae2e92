package endpoints

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/testkit"
)

func find(t *testing.T, program string) *Result {
	t.Helper()
	loaded := testkit.Load(t, testkit.Module(t), "./src/transport/"+program+"/...")
	defer testkit.Attach(t, loaded.Fset, config.Settings{SDKVersion: func(module string) string { return loaded.Deps[module] }})()
	i := slices.IndexFunc(loaded.Packages, func(p *packages.Package) bool { return p.PkgPath == "example.test/mcpvet/src/transport/"+program })
	if i < 0 {
		t.Fatalf("there is no program %s", program)
	}
	return testkit.Analyze(t, loaded.Packages[i:i+1], &checker.Options{SanityCheck: true}, Analyzer)[0].Result.(*Result)
}

// steps shows what a request passes, and what each function hands on to.
func steps(w *Way) string {
	var out []string
	for _, s := range w.Before {
		text := path.Base(s.name())
		if s.Next != "" {
			text += ">" + path.Base(s.Next)
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

// TestWays compares which functions stand before each server.
func TestWays(t *testing.T) {
	res := find(t, "chain")
	want := map[string][]string{
		"open": {"web.Logged$1"},
		"shut": {"web.Logged$1>web.Keys$1$1 web.Keys$1$1>web.Limit).ServeHTTP web.Limit).ServeHTTP"},
		"both": {"web.Logged$1>web.Keys$1$1 web.Keys$1$1>web.Limit).ServeHTTP web.Limit).ServeHTTP /mcp", "web.Logged$1>web.Limit).ServeHTTP web.Limit).ServeHTTP /old"},
	}
	for _, s := range res.Servers {
		var got []string
		for _, e := range res.Of(s) {
			for _, w := range e.Ways {
				got = append(got, strings.TrimSpace(steps(w)+" "+w.Route))
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want[s.Name]) {
			t.Errorf("server %s: a request passes %q, want %q", s.Name, got, want[s.Name])
		}
		if !res.OverHTTP(s) || len(res.Unbound(s)) > 0 {
			t.Errorf("server %s: over HTTP %v, unbound %v", s.Name, res.OverHTTP(s), res.Unbound(s))
		}
	}
	if n := len(res.Servers); n != len(want) {
		t.Errorf("%d servers, want %d", n, len(want))
	}
}

// TestStdio sees that what serves something else is no endpoint of a server.
func TestStdio(t *testing.T) {
	res := find(t, "silent")
	if len(res.Endpoints) > 0 {
		t.Errorf("there are endpoints: %v", res.Endpoints)
	}
	for _, s := range res.Servers {
		if res.OverHTTP(s) {
			t.Errorf("server %s is not served over HTTP", s.Name)
		}
	}
}

func TestJudge(t *testing.T) {
	for text, want := range map[string]Bind{
		":8080": BindAll, "0.0.0.0:80": BindAll, "[::]:80": BindAll, ":" + hole: BindAll,
		"localhost:80": BindLoopback, "127.8.0.1:80": BindLoopback, "[::1]:" + hole: BindLoopback,
		"10.0.0.1:80": BindOne, "db.example:80": BindUnknown, hole + ":80": BindUnknown, hole: BindUnknown, "": BindUnknown,
	} {
		if got := judge(text).Bind; got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestDefaults(t *testing.T) {
	env := &interp.Unknown{Setting: "environment variable HOST", Default: &interp.Const{V: ""}}
	flag := &interp.Unknown{Setting: "flag host", Default: &interp.Const{V: "::1"}}
	port := &interp.Const{V: int64(80)}
	for want, v := range map[string]interp.Value{
		"[x]":       &interp.Choice{Alts: []interp.Value{env, &interp.Const{V: "x"}}},
		"[::1]":     flag,
		"[]":        env,
		"[80]":      port,
		"[a:::1]":   &interp.Text{Parts: []interp.Part{{Known: true, S: "a:"}, {S: "the flag host", Source: flag}}},
		"[a:{…}]":   &interp.Text{Parts: []interp.Part{{Known: true, S: "a:"}, {S: "something"}}},
		"[x:1 y:1]": &interp.Choice{Alts: []interp.Value{&interp.Const{V: "x:1"}, &interp.Const{V: "y:1"}}},
		"[{…}]":     &interp.Unknown{},
		"[y:2]":     &interp.Choice{Alts: []interp.Value{&interp.Text{Parts: []interp.Part{{S: "", Source: env}, {Known: true, S: ":2"}}}, &interp.Const{V: "y:2"}}},
	} {
		if got := strings.ReplaceAll(fmt.Sprint(defaults(v, 0)), hole, "{…}"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
