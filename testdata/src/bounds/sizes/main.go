// Command sizes takes numbers from its callers: how much, which one, how deep,
// how long.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.test/mcpvet/src/bounds/sizes/tree"
)

type in struct {
	Count   int     `json:"count"`
	Offset  int     `json:"offset"`
	Limit   float64 `json:"limit"`
	Small   uint8   `json:"small"`
	Depth   int     `json:"depth"`
	Seconds *int    `json:"seconds"`
	Text    string  `json:"text"`
}

const most = 1000

var (
	errRange = errors.New("out of range")
	words    = []string{"ape", "bee", "cat", "dog"}
	root     = &tree.Node{Name: "root"}
)

type result = *mcp.CallToolResult

func done(v any) (result, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(v)}}}, nil, nil
}

// memory

func room(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(make([]byte, a.Count)) // want `warning regular: argument "count" of tool "room" decides without a limit how much memory make takes`
}

func capacity(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	out := make([]string, 0, a.Count) // want `argument "count" of tool "capacity" decides without a limit how much memory make takes`
	return done(append(out, "x"))
}

func dashes(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(strings.Repeat("-", int(a.Limit))) // want `argument "limit" of tool "dashes" decides without a limit how much memory strings.Repeat takes`
}

func parsed(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	n, err := strconv.Atoi(strings.TrimSpace(a.Text))
	if err != nil {
		return nil, nil, err
	}
	return done(bytes.Repeat([]byte("-"), n)) // want `argument "text" of tool "parsed" decides without a limit how much memory bytes.Repeat takes`
}

func lowOnly(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if a.Count < 1 {
		return nil, nil, errRange
	}
	return done(slices.Grow([]int(nil), a.Count)) // want `argument "count" of tool "low_only" decides`
}

func checkedElsewhere(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if a.Offset > most {
		return nil, nil, errRange
	}
	return done(make([]byte, a.Count)) // want `argument "count" of tool "checked_elsewhere" decides`
}

func highOnly(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if a.Count > most {
		return nil, nil, errRange
	}
	return done(make([]byte, a.Count)) // want `warning pedantic: argument "count" of tool "high_only" is a size that can be negative, at which make panics`
}

func atOnce[T any](n int) []T { return make([]T, n) } // want `argument "count" of tool "generic" decides`

func generic(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(atOnce[int](a.Count))
}

func closure(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	grow := func() []byte { return make([]byte, a.Count*2) } // want `argument "count" of tool "closure" decides`
	return done(grow())
}

type sizer interface{ size(n int) []byte }

type plain struct{}

func (plain) size(n int) []byte { return make([]byte, n) } // want `argument "count" of tool "iface" decides`

var sized sizer = plain{}

func iface(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(sized.size(a.Count))
}

func turns(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	var out []string
	for i := 0; i < a.Count; i++ {
		out = append(out, fmt.Sprint(i)) // want `argument "count" of tool "turns" decides without a limit how much memory a loop takes`
	}
	return done(out)
}

func ranged(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	var out strings.Builder
	for i := range a.Count {
		fmt.Fprintln(&out, i) // want `argument "count" of tool "ranged" decides`
	}
	return done(out.String())
}

// silent: a limit holds

func fewTurns(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	var out []string
	for i := range min(a.Count, most) {
		out = append(out, fmt.Sprint(i))
	}
	for i := 0; i < a.Count; i++ { // as many as there are
		if i >= len(words) {
			break
		}
		out = append(out, words[i])
	}
	return done(out)
}

func refused(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if a.Count < 0 || a.Count > most {
		return nil, nil, errRange
	}
	return done(make([]byte, a.Count))
}

func clamped(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	n := a.Count
	if n <= 0 {
		n = 10
	}
	if n > most {
		n = most
	}
	return done(make([]byte, n))
}

func settled(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if a.Count <= 0 {
		a.Count = 10
	}
	if a.Count > most {
		a.Count = most
	}
	if a.Offset < 0 {
		a.Offset = 0
	}
	if a.Text == "" {
		a.Text = "-"
	}
	return done(strings.Repeat(a.Text, a.Count))
}

type paging struct{ Count, Offset int }

func (p *paging) settle() {
	if p.Count <= 0 {
		p.Count = 10
	}
	if p.Count > most {
		p.Count = most
	}
}

func settledByMethod(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	p := &paging{a.Count, a.Offset}
	p.settle()
	return done(make([]byte, p.Count))
}

func unsettled(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	p := &paging{a.Count, a.Offset}
	if a.Text != "" {
		p.settle()
	}
	return done(make([]byte, p.Count)) // want `argument "count" of tool "unsettled" decides`
}

func settledElse(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	p := &paging{a.Count, a.Offset}
	p.settle()
	return done(words[p.Offset]) // want `argument "offset" of tool "settled_else" is an index that can be out of range`
}

func lesser(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(make([]byte, max(0, min(a.Count, most))))
}

func clamp(n, low, high int) int {
	if n < low {
		return low
	}
	if n > high {
		return high
	}
	return n
}

func helped(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(strings.Repeat("-", clamp(a.Count, 0, most)))
}

func check(n int) error {
	if n < 0 || n > most {
		return errRange
	}
	return nil
}

func vouched(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if err := check(a.Count); err != nil {
		return nil, nil, err
	}
	return done(make([]byte, a.Count))
}

func byte_(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(make([]byte, a.Small))
}

func length(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(make([]byte, len(a.Text)))
}

func rest(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(make([]byte, uint(a.Count)%16))
}

func looped(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	total := 0
	for i := 0; i < a.Count && i < most; i++ {
		total += i
	}
	return done(total)
}

// indexes

func at(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(words[a.Offset]) // want `warning regular: argument "offset" of tool "at" is an index that can be out of range`
}

func first(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(words[:a.Count]) // want `argument "count" of tool "first" is an index that can be out of range`
}

func negative(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if a.Offset >= len(words) {
		return nil, nil, errRange
	}
	return done(words[a.Offset:]) // want `argument "offset" of tool "negative" is an index that can be negative`
}

func within(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if a.Offset < 0 || a.Offset >= len(words) {
		return nil, nil, errRange
	}
	return done(words[a.Offset])
}

func page(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	from := max(a.Offset, 0)
	if from > len(words) {
		from = len(words)
	}
	to := from + max(a.Count, 0)
	if to > len(words) {
		to = len(words)
	}
	return done(words[from:to])
}

func shown(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	list := words
	if a.Count > 0 && len(list) > a.Count {
		list = list[:a.Count]
	}
	return done(list)
}

func byName(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(map[int]string{1: "one"}[a.Offset])
}

func letters(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	var seen [256]int
	for i := range len(a.Text) {
		seen[a.Text[i]]++
	}
	return done(seen['a'])
}

// depth

func walk(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(tree.Walk(root, a.Depth))
}

func render(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(tree.Render(root, 0, tree.Options{Max: a.Depth}))
}

func descend(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	var down func(n *tree.Node, level int) int
	down = func(n *tree.Node, level int) int {
		if level >= a.Depth {
			return 0
		}
		total := 1
		for _, k := range n.Kids {
			total += down(k, level+1) // want `argument "depth" of tool "descend" decides without a limit how deep`
		}
		return total
	}
	return done(down(root, 0))
}

func shallow(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if a.Depth > 20 {
		return nil, nil, errRange
	}
	return done(tree.Walk(root, a.Depth))
}

func shallower(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(tree.Render(root, 0, tree.Options{Max: min(a.Depth, 20)}))
}

func all(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(tree.Count(root, a.Offset))
}

// schemas

func schema(max bool) *jsonschema.Schema {
	count := &jsonschema.Schema{Type: "integer", Minimum: jsonschema.Ptr(0.0)}
	if max {
		count.Maximum = jsonschema.Ptr(100.0)
	}
	return &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{"count": count}}
}

func allowed(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(make([]byte, a.Count))
}

func notAllowed(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(make([]byte, a.Count)) // want `warning regular: argument "count" of tool "not_allowed" decides`
}

// nobody looks at the schema of a tool that is added in this way
func ignored(_ context.Context, req *mcp.CallToolRequest) (result, error) {
	var a in
	if err := json.Unmarshal(req.Params.Arguments, &a); err != nil {
		return nil, err
	}
	r, _, err := done(make([]byte, a.Count)) // want `tool "ignored" decides without a limit how much memory make takes`
	return r, err
}

// durations

func wait(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(a.Count)*time.Second) // want `argument "count" of tool "wait" decides without a limit how long the call may take`
	defer cancel()
	<-ctx.Done()
	return done("")
}

func client(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	limit := 30 * time.Second
	if a.Seconds != nil && *a.Seconds > 0 {
		limit = time.Duration(*a.Seconds) * time.Second // want `argument "seconds" of tool "client" decides without a limit how long`
	}
	c := &http.Client{Timeout: limit}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/", nil)
	if err != nil {
		return nil, nil, err
	}
	res, err := c.Do(req)
	if err != nil {
		return nil, nil, err
	}
	return done(res.Body.Close())
}

func pause(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	d, err := time.ParseDuration(a.Text)
	if err != nil {
		return nil, nil, err
	}
	time.Sleep(d) // want `argument "text" of tool "pause" decides without a limit how long`
	return done(d)
}

func bounded(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	d := time.Duration(a.Count) * time.Second
	if d > time.Minute {
		d = time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	<-ctx.Done()
	return done("")
}

func shorter(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	ctx, cancel := context.WithTimeout(ctx, min(time.Duration(a.Count)*time.Second, time.Minute))
	defer cancel()
	<-ctx.Done()
	return done("")
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "sizes", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "room"}, room)
	mcp.AddTool(s, &mcp.Tool{Name: "capacity"}, capacity)
	mcp.AddTool(s, &mcp.Tool{Name: "dashes"}, dashes)
	mcp.AddTool(s, &mcp.Tool{Name: "parsed"}, parsed)
	mcp.AddTool(s, &mcp.Tool{Name: "low_only"}, lowOnly)
	mcp.AddTool(s, &mcp.Tool{Name: "checked_elsewhere"}, checkedElsewhere)
	mcp.AddTool(s, &mcp.Tool{Name: "high_only"}, highOnly)
	mcp.AddTool(s, &mcp.Tool{Name: "generic"}, generic)
	mcp.AddTool(s, &mcp.Tool{Name: "closure"}, closure)
	mcp.AddTool(s, &mcp.Tool{Name: "iface"}, iface)
	mcp.AddTool(s, &mcp.Tool{Name: "turns"}, turns)
	mcp.AddTool(s, &mcp.Tool{Name: "ranged"}, ranged)
	mcp.AddTool(s, &mcp.Tool{Name: "few_turns"}, fewTurns)
	mcp.AddTool(s, &mcp.Tool{Name: "refused"}, refused)
	mcp.AddTool(s, &mcp.Tool{Name: "clamped"}, clamped)
	mcp.AddTool(s, &mcp.Tool{Name: "settled"}, settled)
	mcp.AddTool(s, &mcp.Tool{Name: "settled_by_method"}, settledByMethod)
	mcp.AddTool(s, &mcp.Tool{Name: "unsettled"}, unsettled)
	mcp.AddTool(s, &mcp.Tool{Name: "settled_else"}, settledElse)
	mcp.AddTool(s, &mcp.Tool{Name: "lesser"}, lesser)
	mcp.AddTool(s, &mcp.Tool{Name: "helped"}, helped)
	mcp.AddTool(s, &mcp.Tool{Name: "vouched"}, vouched)
	mcp.AddTool(s, &mcp.Tool{Name: "byte"}, byte_)
	mcp.AddTool(s, &mcp.Tool{Name: "length"}, length)
	mcp.AddTool(s, &mcp.Tool{Name: "rest"}, rest)
	mcp.AddTool(s, &mcp.Tool{Name: "looped"}, looped)
	mcp.AddTool(s, &mcp.Tool{Name: "at"}, at)
	mcp.AddTool(s, &mcp.Tool{Name: "first"}, first)
	mcp.AddTool(s, &mcp.Tool{Name: "negative"}, negative)
	mcp.AddTool(s, &mcp.Tool{Name: "within"}, within)
	mcp.AddTool(s, &mcp.Tool{Name: "page"}, page)
	mcp.AddTool(s, &mcp.Tool{Name: "shown"}, shown)
	mcp.AddTool(s, &mcp.Tool{Name: "by_name"}, byName)
	mcp.AddTool(s, &mcp.Tool{Name: "letters"}, letters)
	mcp.AddTool(s, &mcp.Tool{Name: "walk"}, walk)
	mcp.AddTool(s, &mcp.Tool{Name: "render"}, render)
	mcp.AddTool(s, &mcp.Tool{Name: "descend"}, descend)
	mcp.AddTool(s, &mcp.Tool{Name: "shallow"}, shallow)
	mcp.AddTool(s, &mcp.Tool{Name: "shallower"}, shallower)
	mcp.AddTool(s, &mcp.Tool{Name: "all"}, all)
	mcp.AddTool(s, &mcp.Tool{Name: "allowed", InputSchema: schema(true)}, allowed)
	mcp.AddTool(s, &mcp.Tool{Name: "not_allowed", InputSchema: schema(false)}, notAllowed)
	s.AddTool(&mcp.Tool{Name: "ignored", InputSchema: schema(true)}, ignored)
	mcp.AddTool(s, &mcp.Tool{Name: "wait"}, wait)
	mcp.AddTool(s, &mcp.Tool{Name: "client"}, client)
	mcp.AddTool(s, &mcp.Tool{Name: "pause"}, pause)
	mcp.AddTool(s, &mcp.Tool{Name: "bounded"}, bounded)
	mcp.AddTool(s, &mcp.Tool{Name: "shorter"}, shorter)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
