package models

import (
	"strings"
	"testing"
)

// TestStrictOutbound proves that faulty rows about outbound calls are refused.
func TestStrictOutbound(t *testing.T) {
	tests := []struct{ name, rows, want string }{
		{"kind", `outbound: [{func: a.B, does: mail}]`, "none of http"},
		{"kind missing", `outbound: [{func: a.B}]`, "none of http"},
		{"context", `outbound: [{func: a.B, does: http, context: ctx}]`, "access path"},
		{"client", `outbound: [{func: a.B, does: http, client: "=mine"}]`, "can't start with const"},
		{"instead", `outbound: [{func: a.B, does: http, instead: B}]`, "write import/path.Name"},
		{"instead of a context", `outbound: [{func: a.B, does: http, context: arg0, instead: a.C}]`, "takes a context itself"},
		{"made", `outbound: [{func: a.B, does: process, made: ["Run()"]}]`, "no method name"},
		{"starts", `outbound: [{func: a.B, does: process, starts: Start}]`, "made is missing"},
		{"twice", `outbound: [{func: a.B, does: http}, {func: a.B, does: rpc}]`, "two rows"},
		{"derived", `contexts: [{func: a.B, from: parent}]`, "access path"},
		{"handler", `contexts: [{func: a.B, handler: next}]`, "access path"},
		{"timer", `timers: [{func: a.B, calls: f}]`, "access path"},
		{"client of nothing", `clients: [{limit: Timeout}]`, "the symbol is missing"},
		{"client without a limit", `clients: [{type: a.T}]`, "limit is missing"},
		{"client of both", `clients: [{type: a.T, func: a.B, limit: Timeout}]`, "not both"},
		{"transport", `clients: [{type: a.T, limit: Timeout, method: RoundTrip}]`, "transport is missing"},
		{"variable", `clients: [{type: a.T, limit: Timeout, variable: Default}]`, "write import/path.Name"},
		{"by context", `api_clients: [{func: a.New, http: arg0, by_context: true}]`, "the context alone"},
		{"HTTP client", `api_clients: [{func: a.New, http: hc}]`, "access path"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ParseRows("t.yaml", []byte(test.rows))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error\n%v\nwant one with\n%s", err, test.want)
			}
		})
	}
}

// TestOutboundRows proves that rows are found where the pass looks for them.
func TestOutboundRows(t *testing.T) {
	set, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if rows := set.Func("os/exec.Command"); rows == nil || rows.Outbound == nil || rows.Outbound.Does != OutProcess {
		t.Errorf("exec.Command: got %+v, want a program", rows)
	}
	if row := set.ClientType("net/http.Client"); row == nil || row.Limit != "Timeout" {
		t.Errorf("http.Client: got %+v, want a limit", row)
	}
	if set.ClientType("net/http.Server") != nil {
		t.Error("http.Server is a client")
	}
	if set.ClientVariable("net/http.DefaultClient") == nil || set.ClientVariable("net/http.DefaultTransport") != nil {
		t.Error("of the variables of net/http, DefaultClient is the client")
	}
	for sym, want := range map[string]bool{
		"(*github.com/google/go-github/v74/github.IssuesService).Get":             true,
		"(k8s.io/client-go/kubernetes/typed/core/v1.PodInterface).List":           true,
		"(*github.com/jackc/pgx/v5/pgxpool.Pool).Query":                           true,
		"github.com/google/go-github/v74/github.NewClient":                        false, // no method
		"(*github.com/google/go-github-mock/src/mock.MockRequestMatch).Do":        false,
		"(github.com/jackc/pgxother.Conn).Query":                                  false,
		"(*github.com/google/go-querystring/query.Encoder).EncodeValues":          false,
		"(*github.com/mark3labs/mcp-go/server.MCPServer).AddTool":                 false,
		"(*github.com/ctreminiom/go-atlassian/jira/internal.IssueADFService).Get": true,
	} {
		if got := len(set.API(sym)) > 0; got != want {
			t.Errorf("%s asks a service: %v, want %v", sym, got, want)
		}
	}
	user, err := ParseRows("t.yaml", []byte(`api_clients: [{func: corp.example/api.New, http: arg0}]`))
	if err != nil {
		t.Fatal(err)
	}
	if rows := set.With(user).API("(*corp.example/api/things.Service).Get"); len(rows) != 1 {
		t.Errorf("a service of a user's rows: %v", rows)
	}
}
