package load

import (
	"go/types"
	"strings"
	"testing"
)

// registration is the shape of an MCP SDK: its types are there.
const registration = `
-- go.mod --
module example.com/syn

go 1.24
-- sdk/sdk.go --
package sdk

import "context"

type Server struct{}

type Tool struct{ Name string }

type Handler[In, Out any] func(ctx context.Context, in In) (Out, error)

func AddTool[In, Out any](s *Server, t *Tool, h Handler[In, Out]) {}
`

// wholly expects that every function of the packages has its code, and that
// nothing but the missing packages is a problem.
func wholly(t *testing.T, res *Result) {
	t.Helper()
	for _, p := range res.Problems {
		if p.Kind != KindMissing {
			t.Errorf("unexpected problem: %v", p)
		}
	}
	for _, p := range res.Packages {
		if len(p.TypeErrors) > 0 {
			t.Errorf("%s: type errors %v", p.ID, p.TypeErrors)
		}
	}
}

func TestMadeUpPackages(t *testing.T) {
	for name, src := range map[string]string{
		"fields and parameters": `
import (
	"fmt"

	"example.com/gone/api"
)

type deps struct {
	client *api.Client
	opts   []api.Option
	byName map[api.Key]*api.Entry
}

func (d deps) get(k api.Key) (*api.Entry, error) {
	if d.client == nil {
		return nil, fmt.Errorf("no client for %s", k)
	}
	e, ok := d.byName[k]
	if !ok || e.Disabled || e.Size > 10 && e.Label == "x" {
		return nil, api.ErrNotFound
	}
	return e, nil
}
`,
		"several results": `
import "example.com/gone/api"

func f() (string, error) {
	c, err := api.Connect("host", api.WithPort(1))
	if err != nil {
		return "", err
	}
	defer c.Close()
	v, ok := c.Lookup("x")
	if !ok {
		return "", nil
	}
	id, _, resp, err := c.Start(v)
	if err != nil || resp.StatusCode != 200 {
		return "", err
	}
	return api.Format(id)
}
`,
		"arguments": `
import "example.com/gone/api"

func pair() (string, error) { return "", nil }

func f(l api.Logger, kv []any, names []string) {
	l.Info("a", kv...)
	l.Info("b")
	l.Info(api.Text(1))
	l.Info("c", 1, 2)
	l.Names(names...)
	api.Must(pair())
	api.Must(api.Open("x"))
}

func g(op api.Op) bool { return op.Is(api.OpA | api.OpB) && op == 3 }

func h(op api.Op) int {
	switch op {
	case api.OpA:
		return 1
	case api.OpB:
		return 2
	}
	return 0
}
`,
		"chains": `
import "example.com/gone/api"

func f(c *api.Client) string {
	for _, item := range c.Items("x").All() {
		for key, value := range item.Labels {
			if key == "name" && !item.Meta.Deleted {
				return value
			}
		}
		if item.Parts[0].Tags["a"].Owner.Name != "" {
			return item.Parts[0].Text
		}
	}
	n := 0
	n += c.Count()
	c.Limit = 3
	c.Done <- struct{}{}
	<-c.Ready
	return *c.Pointer
}
`,
		"own interfaces": `
import (
	"context"
	"io"

	"example.com/gone/api"
)

type reader interface {
	Read(ctx context.Context, id api.ID) (*api.Entry, error)
}

type deleter interface {
	Delete(ctx context.Context, ids ...api.ID) error
}

type tools struct {
	r reader
	d deleter
	w io.Writer
}

func f(c *api.Client) tools {
	svc := c.Entries()
	return tools{r: svc, d: svc, w: api.Stdout}
}

func use(ctx context.Context, t tools) error {
	e, err := t.r.Read(ctx, "id")
	if err != nil {
		return err
	}
	return t.d.Delete(ctx, e.ID)
}

type visitor interface{ Visit(api.Node) bool }

func visit(v visitor, n api.Node) bool {
	switch n := n.(type) {
	case *api.Leaf:
		return v.Visit(n)
	case api.Branch:
		return n.Walk() == nil
	}
	return false
}
`,
		"generics": `
import (
	"example.com/gone/api"
	"example.com/syn/sdk"
)

type locator interface{ Path(api.Version, ...string) ([]string, error) }

type service[L locator, E any] interface {
	List(loc L, filter string) ([]*E, error)
}

type adapter[L locator, E any] struct{ svc service[L, E] }

func newAdapter(c *api.Client) adapter[api.Location, api.Entry] {
	return adapter[api.Location, api.Entry]{svc: api.NewService(c)}
}

type page struct{ Items api.List[api.Entry] }

func list(p page) int { return len(p.Items.Values) }

func add(s *sdk.Server, c *api.Client) {
	sdk.AddTool(s, &sdk.Tool{Name: "made"}, api.Handler("made", func(n int) error { return nil }))
	sdk.AddTool[int, api.Entry](s, &sdk.Tool{Name: "typed"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "typed"}, api.Typed[int]("typed"))
}
`,
		"embedded": `
import "example.com/gone/api"

type client struct {
	*api.Base
	api.Mixin
	extra int
}

type both interface {
	api.Reader
	Close() error
}

func f(c *client, b both) error {
	c.Refresh(1)
	if c.Token == "" {
		return b.Close()
	}
	return c.Base.Err()
}
`,
		"values": `
import (
	"time"

	"example.com/gone/api"
)

const limit = api.Max

const wait time.Duration = api.Wait

var table = map[api.Kind]string{api.KindA: "a", api.KindB: "b"}

var buf [api.Size]byte

func f(k api.Kind, d time.Duration) string {
	switch k {
	case api.KindA, api.KindB:
		return table[k]
	case "c":
		return string(k)
	}
	if d > api.Timeout*time.Second {
		return limit
	}
	return api.Version
}

func g() api.Level { return 3 }

func h() error { return &api.Error{Code: 1, Cause: api.ErrClosed} }

func i(err error) bool {
	e, ok := err.(*api.Error)
	return ok && e.Temporary()
}

func j(f func(int) string) string { return f(api.Convert(1)) + string(api.Mode("x")) }
`,
		"made-up interfaces": `
import (
	"example.com/gone/api"
	"example.com/gone/util"
)

type adapter struct{ client util.Client }

func (a adapter) version(loc *api.Location) string { return loc.Path(a.client.Version(), "x") }

func path(n api.Number, c *api.Client) string {
	if c.Version() == n {
		return ""
	}
	return adapter{client: c}.version(&api.Location{Number: n})
}

func action(full bool) api.Action {
	if full {
		return api.Full{Text: "x"}
	}
	return &api.Partial{}
}
`,
		"variables of several types": `
import "example.com/gone/api"

type first struct{ x int }

type second struct{ y int }

func f() []any {
	return []any{api.Request{Body: first{1}}, api.Request{Body: second{2}}, api.Request{Body: nil, Next: &api.Request{}}}
}

func g(opts []api.Option) *api.Client { return api.New("x", append(opts, api.Debug())...) }
`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := tree(t, registration+"-- a.go --\npackage a\n"+src)
			res := load(t, Options{Dir: dir})
			wholly(t, res)
			wantProblem(t, res, KindMissing, "example.com/gone/api", "partial")
		})
	}
}

// TestMadeUpAcross learns in one package what another one needs.
func TestMadeUpAcross(t *testing.T) {
	dir := tree(t, registration+`
-- root/root.go --
package root

import "example.com/gone/cmd"

var Server, Command = cmd.ServerAndCommand("x")
-- tools/tools.go --
package tools

import (
	"example.com/gone/cmd"
	"example.com/syn/root"
	"example.com/syn/sdk"
)

func init() {
	sdk.AddTool(root.Server, &sdk.Tool{Name: "t"}, cmd.Handler("t", func(w cmd.Writer) error { return w.Flush() }))
	root.Command.Run()
}
`)
	res := load(t, Options{Dir: dir})
	wholly(t, res)
	if got := pkg(t, res, "example.com/syn/root").Types.Scope().Lookup("Server").Type().String(); got != "*example.com/syn/sdk.Server" && !strings.Contains(got, "Server") {
		t.Errorf("the server is a %s", got)
	}
}

// TestMadeUpTypes looks at what is made up: methods are methods, as models of
// the missing package would name them, and parameters are as many as arguments.
func TestMadeUpTypes(t *testing.T) {
	dir := tree(t, registration+`
-- a.go --
package a

import "example.com/gone/db"

type store struct{ conn *db.Conn }

func (s store) find(q string) (*db.Rows, error) { return s.conn.Query(q, 1) }

func (s store) log() { s.conn.Log("a"); s.conn.Log("a", "b") }
`)
	res := load(t, Options{Dir: dir})
	wholly(t, res)
	var made *types.Package
	for _, p := range pkg(t, res, "example.com/syn").Types.Imports() {
		if p.Path() == "example.com/gone/db" {
			made = p
		}
	}
	conn := made.Scope().Lookup("Conn").Type()
	for method, want := range map[string]string{
		"Query": "func (*example.com/gone/db.Conn).Query(any, any) (*example.com/gone/db.Rows, error)",
		"Log":   "func (*example.com/gone/db.Conn).Log(any, ...any)",
	} {
		obj, _, _ := types.LookupFieldOrMethod(conn, true, made, method)
		if obj == nil || !strings.HasPrefix(types.ObjectString(obj, nil), want) {
			t.Errorf("%s is %v, want %s", method, obj, want)
		}
	}
}

// TestMadeUpCycle has code that no real package fits: a struct that holds
// itself. Nothing may loop over it.
func TestMadeUpCycle(t *testing.T) {
	dir := tree(t, registration+`
-- a.go --
package a

import "example.com/gone/db"

type tree struct{ db.Node }

func walk(n db.Node) db.Node { return n.Next }

func name(n db.Node) string { return n.Name }

func loop(x db.X, y db.Y) { x.Y = y; y.X = x; x.Self = []db.X{x}; x.N, y.N = y.N, x.N; y.N = y }
`)
	res := load(t, Options{Dir: dir})
	wantAnalysed(t, pkg(t, res, "example.com/syn"), "loop", "name", "walk")
	if strings.Contains(problemText(res), "function name") {
		t.Errorf("the name is lost too:\n%s", problemText(res))
	}
}

// TestMadeUpSame loads twice and expects the same types and problems.
func TestMadeUpSame(t *testing.T) {
	dir := tree(t, "-- go.mod --\nmodule example.com/ok\n\ngo 1.24\n"+brokenFiles)
	text := func() string {
		res := load(t, Options{Dir: dir})
		out := problemText(res)
		for _, p := range res.Packages {
			for _, imp := range p.Types.Imports() {
				if strings.HasPrefix(imp.Path(), "example.com/gone/") {
					out += visible(imp)
				}
			}
		}
		return out
	}
	if first, second := text(), text(); first != second {
		t.Errorf("two loads differ:\n%s\n\n%s", first, second)
	}
}
