// Command panics has handlers that panic at what a caller sends, and nothing
// stops a panic.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name    string         `json:"name"`
	Path    string         `json:"path"`
	Pattern string         `json:"pattern"`
	IDs     []string       `json:"ids"`
	Options map[string]any `json:"options"`
}

var (
	errShort = errors.New("too short")
	word     = regexp.MustCompile(`^[a-z]+-[a-z]+$`)
	pair     = regexp.MustCompile(`^(\w+)=(\w+)$`)
)

type result = *mcp.CallToolResult

func done(v any) (result, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(v)}}}, nil, nil
}

// types

func missing(_ context.Context, _ *mcp.CallToolRequest, a map[string]any) (result, any, error) {
	return done(a["name"].(string)) // want `error regular: argument "name" of tool "missing" is asserted to be string without a check: the call panics when it is missing or of another type`
}

func number(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(int(a.Options["size"].(float64))) // want `argument "options" of tool "number" is asserted to be float64`
}

func present(_ context.Context, _ *mcp.CallToolRequest, a map[string]any) (result, any, error) {
	if v, ok := a["list"]; ok {
		return done(len(v.([]any))) // want `argument "list" of tool "present" is asserted to be \[\]any`
	}
	return done("")
}

func text(v any) string { return strings.ToUpper(v.(string)) } // want `argument "name" of tool "helper" is asserted to be string`

func helper(_ context.Context, _ *mcp.CallToolRequest, a map[string]any) (result, any, error) {
	return done(text(a["name"]))
}

func raw(_ context.Context, req *mcp.CallToolRequest) (result, error) {
	var a map[string]any
	if err := json.Unmarshal(req.Params.Arguments, &a); err != nil {
		return nil, err
	}
	r, _, err := done(a["name"].(string)) // want `tool "raw" is asserted to be string`
	return r, err
}

func checked(_ context.Context, _ *mcp.CallToolRequest, a map[string]any) (result, any, error) {
	name, ok := a["name"].(string)
	if !ok {
		return nil, nil, errShort
	}
	return done(name)
}

func checkedBefore(_ context.Context, _ *mcp.CallToolRequest, a map[string]any) (result, any, error) {
	if _, ok := a["name"].(string); !ok {
		return nil, nil, errShort
	}
	return done(a["name"].(string))
}

func get[T any](a map[string]any, key string) (T, error) {
	var zero T
	if _, ok := a[key].(T); !ok {
		return zero, errShort
	}
	return a[key].(T), nil
}

func generic(_ context.Context, _ *mcp.CallToolRequest, a map[string]any) (result, any, error) {
	name, err := get[string](a, "name")
	if err != nil {
		return nil, nil, err
	}
	return done(name)
}

func switched(_ context.Context, _ *mcp.CallToolRequest, a map[string]any) (result, any, error) {
	switch v := a["name"].(type) {
	case string:
		return done(v)
	case float64:
		return done(int(v))
	}
	return done("")
}

func required(_ context.Context, _ *mcp.CallToolRequest, a map[string]any) (result, any, error) {
	return done(a["name"].(string)) // the SDK refuses a call without it
}

func optional(_ context.Context, _ *mcp.CallToolRequest, a map[string]any) (result, any, error) {
	return done(a["nick"].(string)) // want `argument "nick" of tool "optional" is asserted to be string`
}

var schema = json.RawMessage(`{"type":"object","properties":{"name":{"type":"string"},"nick":{"type":"string"}},"required":["name"]}`)

// what the code itself has made an interface of is of the type that it gave it
func own(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	var v any = a.Name
	return done(text2(v) + kept(map[string]any{"name": a.Name}))
}

func text2(v any) string { return v.(string) }

func kept(m map[string]any) string { return m["name"].(string) }

type key struct{}

func inContext(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	ctx = context.WithValue(ctx, key{}, a.Name)
	return done(ctx.Value(key{}).(string))
}

// texts that are parsed

func compile(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(regexp.MustCompile(a.Pattern).MatchString("x")) // want `error regular: argument "pattern" of tool "compile" reaches regexp.MustCompile, which panics at a text that it can't parse`
}

func compiled(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	re, err := regexp.Compile(a.Pattern)
	if err != nil {
		return nil, nil, err
	}
	return done(re.MatchString("x"))
}

func quoted(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(regexp.MustCompile(`\b` + regexp.QuoteMeta(a.Name) + `\b`).MatchString("x"))
}

func ident(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(uuid.MustParse(a.Name)) // want `argument "name" of tool "ident" reaches uuid.MustParse`
}

func identified(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if _, err := uuid.Parse(a.Name); err != nil {
		return nil, nil, err
	}
	return done(uuid.MustParse(a.Name))
}

func request(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/"+a.Path, nil) // want `error regular: argument "path" of tool "request" reaches http.NewRequestWithContext, whose error nobody looks at`
	req.Header.Set("Accept", "text/plain")
	return done(req.URL)
}

func requested(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/"+a.Path, nil)
	if err != nil {
		return nil, nil, err
	}
	return done(req.URL)
}

func escaped(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/"+url.PathEscape(a.Path), nil)
	return done(req.URL)
}

func host(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	u, _ := url.Parse(a.Path) // want `argument "path" of tool "host" reaches url.Parse, whose error nobody looks at`
	return done(u.Host)
}

func wellFormed(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	_, err := url.Parse(a.Path)
	return done(err == nil)
}

func parsedBefore(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if _, err := url.Parse(a.Path); err != nil {
		return nil, nil, err
	}
	u, _ := url.Parse(a.Path)
	return done(u.Host)
}

func printed(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	u, err := url.Parse("https://api.example.test/" + a.Path)
	if err != nil {
		return nil, nil, err
	}
	q := u.Query()
	q.Set("name", a.Name)
	u.RawQuery = q.Encode()
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	return done(req.URL)
}

func builtURL(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	u := url.URL{Scheme: "https", Host: "api.example.test", Path: "/" + a.Path, RawQuery: url.Values{"name": {a.Name}}.Encode()}
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	return done(req.URL)
}

// lengths

func initial(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(strings.ToUpper(a.Name[:1])) // want `warning regular: argument "name" of tool "initial" is indexed or cut without a look at its length`
}

func prefix(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(a.Name[:8]) // want `argument "name" of tool "prefix" is indexed or cut`
}

func below(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	const top = "/srv/data/"
	if a.Path == "" {
		return nil, nil, errShort
	}
	return done(a.Path[len(top):]) // want `argument "path" of tool "below" is indexed or cut`
}

func second(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	parts := strings.Split(a.Path, "/")
	return done(parts[0] + parts[1]) // want `argument "path" of tool "second" is indexed or cut`
}

func firstID(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(a.IDs[0]) // want `argument "ids" of tool "first_id" is indexed or cut`
}

func firstWord(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(strings.Fields(a.Name)[0]) // want `argument "name" of tool "first_word" is indexed or cut`
}

func groups(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(pair.FindStringSubmatch(a.Name)[1]) // want `argument "name" of tool "groups" is indexed or cut`
}

func longEnough(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if len(a.Name) < 8 {
		return nil, nil, errShort
	}
	return done(a.Name[:8])
}

func notEmpty(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if a.Name == "" {
		return nil, nil, errShort
	}
	return done(strings.ToUpper(a.Name[:1]) + a.Name[1:] + a.Name[len(a.Name)-1:])
}

func hasPrefix(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	const top = "/srv/data/"
	path := filepath.Clean(a.Path)
	if !strings.HasPrefix(path, top) {
		return nil, nil, errShort
	}
	return done(path[len(top):])
}

func cut(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if i := strings.Index(a.Name, ":"); i >= 0 {
		return done(a.Name[:i] + a.Name[i+1:])
	}
	if len(a.Name) > 100 {
		return done(a.Name[:100] + "...")
	}
	return done(a.Name)
}

func counted(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	parts := strings.SplitN(a.Path, "/", 3)
	if len(parts) != 3 {
		return nil, nil, errShort
	}
	return done(parts[0] + parts[2] + strings.Split(a.Name, ",")[0])
}

func some(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if len(a.IDs) == 0 {
		return nil, nil, errShort
	}
	out := a.IDs[0]
	for i := range a.IDs {
		out += a.IDs[i]
	}
	return done(out)
}

func matched(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	m := pair.FindStringSubmatch(a.Name)
	if m == nil {
		return nil, nil, errShort
	}
	if word.MatchString(a.Path) {
		return done(m[1] + strings.Split(a.Path, "-")[1])
	}
	return done(m[2])
}

func built(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	args := []string{"-n", a.Name}
	args = append(args, a.Path)
	return done(args[1] + args[2] + ("id-" + a.Name)[3:])
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "panics", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "missing"}, missing)
	mcp.AddTool(s, &mcp.Tool{Name: "number"}, number)
	mcp.AddTool(s, &mcp.Tool{Name: "present"}, present)
	mcp.AddTool(s, &mcp.Tool{Name: "helper"}, helper)
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: json.RawMessage(`{"type":"object"}`)}, raw)
	mcp.AddTool(s, &mcp.Tool{Name: "checked"}, checked)
	mcp.AddTool(s, &mcp.Tool{Name: "checked_before"}, checkedBefore)
	mcp.AddTool(s, &mcp.Tool{Name: "generic"}, generic)
	mcp.AddTool(s, &mcp.Tool{Name: "switched"}, switched)
	mcp.AddTool(s, &mcp.Tool{Name: "required", InputSchema: schema}, required)
	mcp.AddTool(s, &mcp.Tool{Name: "optional", InputSchema: schema}, optional)
	mcp.AddTool(s, &mcp.Tool{Name: "own"}, own)
	mcp.AddTool(s, &mcp.Tool{Name: "in_context"}, inContext)
	mcp.AddTool(s, &mcp.Tool{Name: "compile"}, compile)
	mcp.AddTool(s, &mcp.Tool{Name: "compiled"}, compiled)
	mcp.AddTool(s, &mcp.Tool{Name: "quoted"}, quoted)
	mcp.AddTool(s, &mcp.Tool{Name: "ident"}, ident)
	mcp.AddTool(s, &mcp.Tool{Name: "identified"}, identified)
	mcp.AddTool(s, &mcp.Tool{Name: "request"}, request)
	mcp.AddTool(s, &mcp.Tool{Name: "requested"}, requested)
	mcp.AddTool(s, &mcp.Tool{Name: "escaped"}, escaped)
	mcp.AddTool(s, &mcp.Tool{Name: "host"}, host)
	mcp.AddTool(s, &mcp.Tool{Name: "well_formed"}, wellFormed)
	mcp.AddTool(s, &mcp.Tool{Name: "parsed_before"}, parsedBefore)
	mcp.AddTool(s, &mcp.Tool{Name: "printed"}, printed)
	mcp.AddTool(s, &mcp.Tool{Name: "built_url"}, builtURL)
	mcp.AddTool(s, &mcp.Tool{Name: "initial"}, initial)
	mcp.AddTool(s, &mcp.Tool{Name: "prefix"}, prefix)
	mcp.AddTool(s, &mcp.Tool{Name: "below"}, below)
	mcp.AddTool(s, &mcp.Tool{Name: "second"}, second)
	mcp.AddTool(s, &mcp.Tool{Name: "first_id"}, firstID)
	mcp.AddTool(s, &mcp.Tool{Name: "first_word"}, firstWord)
	mcp.AddTool(s, &mcp.Tool{Name: "groups"}, groups)
	mcp.AddTool(s, &mcp.Tool{Name: "long_enough"}, longEnough)
	mcp.AddTool(s, &mcp.Tool{Name: "not_empty"}, notEmpty)
	mcp.AddTool(s, &mcp.Tool{Name: "has_prefix"}, hasPrefix)
	mcp.AddTool(s, &mcp.Tool{Name: "cut"}, cut)
	mcp.AddTool(s, &mcp.Tool{Name: "counted"}, counted)
	mcp.AddTool(s, &mcp.Tool{Name: "some"}, some)
	mcp.AddTool(s, &mcp.Tool{Name: "matched"}, matched)
	mcp.AddTool(s, &mcp.Tool{Name: "built"}, built)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
