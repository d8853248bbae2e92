// Command shapes passes its arguments through the shapes that Go code has, and
// checks them in ways that are spread over functions, types and loops.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name  string   `json:"name"`
	Names []string `json:"names"`
	Level string   `json:"level"`
}

var word = regexp.MustCompile(`^[a-z0-9]+$`)

var errBad = errors.New("bad")

func sh(ctx context.Context, line string) (*mcp.CallToolResult, any, error) {
	return nil, nil, exec.CommandContext(ctx, "sh", "-c", line).Run() // want `of tool "valid_method_other" becomes part of the command text that sh runs$` `of tool "bad_quote" becomes part of the command text that sh runs$` `of tool "scanner" (becomes part of|is the command text)` `of tool "structs" is the command text that sh runs$` `of tool "map_of_func" becomes part of the command text that sh runs$` `of tool "method_expr" is the command text that sh runs$` `of tool "embedded" is the command text that sh runs$` `of tool "stringer_arg" becomes part of the command text that sh runs$` `of tool "arr" becomes part of the command text that sh runs$` `of tool "in_map" is the command text that sh runs$` `of tool "retry" is the command text that sh runs$` `of tool "selected" is the command text that sh runs$` `of tool "swap" is the command text that sh runs$`
}

type handler = func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error)

func (i in) Validate() error {
	if !word.MatchString(i.Name) {
		return errBad
	}
	return nil
}

func (i *in) Check() error {
	if i.Level != "a" && i.Level != "b" {
		return errBad
	}
	if !word.MatchString(i.Name) {
		return errBad
	}
	return nil
}

func validMethod(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := a.Validate(); err != nil {
		return nil, nil, err
	}
	return sh(ctx, "id "+a.Name)
}

func validPtrMethod(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := a.Check(); err != nil {
		return nil, nil, err
	}
	return sh(ctx, "id "+a.Name)
}

func validMethodOther(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := a.Validate(); err != nil {
		return nil, nil, err
	}
	return sh(ctx, "id "+a.Level)
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func ownQuote(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return sh(ctx, "id "+quote(a.Name))
}

func badQuote(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return sh(ctx, "id '"+a.Name+"'")
}

type set map[string]struct{}

func (s set) has(k string) bool { _, ok := s[k]; return ok }

func newSet(list ...string) set {
	s := set{}
	for _, l := range list {
		s[l] = struct{}{}
	}
	return s
}

var names = set{"a": {}, "b": {}}

var names2 = newSet("a", "b")

func setType(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !names.has(a.Name) {
		return nil, nil, errBad
	}
	return sh(ctx, "id "+a.Name)
}

func setBuilt(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !names2.has(a.Name) {
		return nil, nil, errBad
	}
	return sh(ctx, "id "+a.Name)
}

func oneOf[T comparable](v T, list ...T) bool {
	for _, l := range list {
		if l == v {
			return true
		}
	}
	return false
}

func variadic(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !oneOf(a.Name, "a", "b") {
		return nil, nil, errBad
	}
	return sh(ctx, "id "+a.Name)
}

type validator struct{ re *regexp.Regexp }

func (v *validator) ok(s string) bool { return v.re.MatchString(s) }

var val = &validator{re: regexp.MustCompile(`^[a-z]+$`)}

func fieldRegexp(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !val.ok(a.Name) {
		return nil, nil, errBad
	}
	return sh(ctx, "id "+a.Name)
}

var pair = regexp.MustCompile(`^([a-z]+)=(\d+)$`)

func submatch(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	m := pair.FindStringSubmatch(a.Name)
	if m == nil {
		return nil, nil, errBad
	}
	return sh(ctx, "id "+m[1])
}

func findString(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return sh(ctx, "id "+word.FindString(a.Name))
}

func inPlace(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	a.Name = regexp.MustCompile(`[^a-z]`).ReplaceAllString(a.Name, "")
	return sh(ctx, "id "+a.Name)
}

func clean(s string) (string, bool) {
	if !word.MatchString(s) {
		return "", false
	}
	return s, true
}

func cleanBool(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	n, ok := clean(a.Name)
	if !ok {
		return nil, nil, errBad
	}
	return sh(ctx, "id "+n)
}

func panics(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !word.MatchString(a.Name) {
		panic("bad")
	}
	return sh(ctx, "id "+a.Name)
}

func check(s string) error {
	if !word.MatchString(s) {
		return errBad
	}
	return nil
}

func scanner(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	sc := bufio.NewScanner(strings.NewReader(a.Name))
	for sc.Scan() {
		if _, _, err := sh(ctx, sc.Text()); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, nil
}

func mapFalse(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	allowed := map[string]bool{"a": true, "b": true}
	if allowed[a.Name] == false {
		return nil, nil, errBad
	}
	return sh(ctx, "id "+a.Name)
}

func duration(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	d, err := time.ParseDuration(a.Name)
	if err != nil {
		return nil, nil, err
	}
	return sh(ctx, "sleep "+d.String())
}

var checks = []func(string) error{check}

func checkList(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	for _, c := range checks {
		if err := c(a.Name); err != nil {
			return nil, nil, err
		}
	}
	return sh(ctx, "id "+a.Name)
}

type job struct{ line string }

func structs(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	jobs := []job{}
	jobs = append(jobs, job{line: a.Name})
	for i := range jobs {
		if _, _, err := sh(ctx, jobs[i].line); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, nil
}

func mapOfFunc(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	ops := map[string]func() string{
		"id": func() string { return "id " + a.Name },
		"up": func() string { return "uptime" },
	}
	f, ok := ops[a.Level]
	if !ok {
		return nil, nil, errBad
	}
	return sh(ctx, f())
}

func methodExpr(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	f := job.run
	return f(job{line: a.Name}, ctx)
}

func (j job) run(ctx context.Context) (*mcp.CallToolResult, any, error) { return sh(ctx, j.line) }

type base struct{ job }

func embedded(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	b := base{job{line: a.Name}}
	return b.run(ctx)
}

type stringer interface{ String() string }

type nm string

func (n nm) String() string { return string(n) }

func stringerArg(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var s stringer = nm(a.Name)
	return sh(ctx, fmt.Sprintf("id %v", s))
}

func arr(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var parts [3]string
	parts[0] = "id"
	parts[1] = a.Name
	return sh(ctx, strings.Join(parts[:], " "))
}

func arrOther(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var parts [3]string
	parts[0] = "id"
	parts[1] = a.Name
	return sh(ctx, parts[0])
}

func inMap(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	m := map[string]any{"line": a.Name}
	line, _ := m["line"].(string)
	return sh(ctx, line)
}

func mapOther(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	m := map[string]any{"name": a.Name, "line": "uptime"}
	line, _ := m["line"].(string)
	return sh(ctx, line)
}

func retry(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var err error
	for range 3 {
		if _, _, err = sh(ctx, a.Name); err == nil {
			break
		}
	}
	return nil, nil, err
}

func selected(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	c := make(chan string, 1)
	c <- a.Name
	select {
	case l := <-c:
		return sh(ctx, l)
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

func swap(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	x, y := "uptime", a.Name
	if a.Level == "a" {
		x, y = y, x
	}
	_ = y
	return sh(ctx, x)
}

func ternaryHelper(c bool, x, y string) string {
	if c {
		return x
	}
	return y
}

func ternary(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return sh(ctx, ternaryHelper(a.Level == "a", "uptime", "df"))
}

func multiReturn(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	name, line := split(a.Name)
	log.Print(name)
	return sh(ctx, line)
}

func split(s string) (string, string) { return s, "uptime" }

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "shapes", Version: "1"}, nil)
	for _, t := range []struct {
		name   string
		handle handler
	}{
		{"valid_method", validMethod},
		{"valid_ptr_method", validPtrMethod},
		{"valid_method_other", validMethodOther},
		{"own_quote", ownQuote},
		{"bad_quote", badQuote},
		{"set_type", setType},
		{"set_built", setBuilt},
		{"variadic", variadic},
		{"field_regexp", fieldRegexp},
		{"submatch", submatch},
		{"find_string", findString},
		{"in_place", inPlace},
		{"clean_bool", cleanBool},
		{"panics", panics},
		{"scanner", scanner},
		{"map_false", mapFalse},
		{"duration", duration},
		{"check_list", checkList},
		{"structs", structs},
		{"map_of_func", mapOfFunc},
		{"method_expr", methodExpr},
		{"embedded", embedded},
		{"stringer_arg", stringerArg},
		{"arr", arr},
		{"arr_other", arrOther},
		{"in_map", inMap},
		{"map_other", mapOther},
		{"retry", retry},
		{"selected", selected},
		{"swap", swap},
		{"ternary", ternary},
		{"multi_return", multiReturn},
	} {
		mcp.AddTool(s, &mcp.Tool{Name: t.name}, t.handle)
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
