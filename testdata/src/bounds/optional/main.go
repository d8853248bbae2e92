// Command optional uses parts of requests that need not be there.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type filter struct {
	Name string `json:"name"`
	Max  *int   `json:"max,omitempty"`
}

type in struct {
	Limit  *int    `json:"limit,omitempty"`
	Filter *filter `json:"filter,omitempty"`
	Name   string  `json:"name"`
}

var errMissing = errors.New("something is missing")

type result = *mcp.CallToolResult

func done(v any) (result, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(v)}}}, nil, nil
}

func limit(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(*a.Limit + 1) // want `warning regular: argument "limit" of tool "limit" may be missing, and is used without a check for nil`
}

func nested(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(a.Filter.Name) // want `argument "filter" of tool "nested" may be missing`
}

func inner(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if a.Filter == nil {
		return nil, nil, errMissing
	}
	return done(*a.Filter.Max) // want `note auditor: argument "filter" of tool "inner" may be missing`
}

func named(a *in) string { return a.Filter.Name } // want `tool "helped" may be missing`

func helped(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(named(&a))
}

func raw(_ context.Context, req *mcp.CallToolRequest) (result, error) {
	var a in
	if err := json.Unmarshal(req.Params.Arguments, &a); err != nil {
		return nil, err
	}
	r, _, err := done(a.Filter.Name) // want `tool "raw" may be missing`
	return r, err
}

func user(_ context.Context, req *mcp.CallToolRequest, _ in) (result, any, error) {
	return done(req.Extra.TokenInfo.UserID) // want `warning regular: Extra may be nil, and is used for tool "user" without a check` `Extra.TokenInfo may be nil, and is used for tool "user" without a check`
}

// silent: it is there

func checked(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if a.Limit != nil && *a.Limit > 0 {
		return done(*a.Limit)
	}
	if a.Filter == nil || a.Filter.Max == nil {
		return nil, nil, errMissing
	}
	return done(*a.Filter.Max)
}

func defaulted(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if a.Limit == nil {
		ten := 10
		a.Limit = &ten
	}
	if a.Filter == nil {
		a.Filter = &filter{Name: a.Name}
	}
	return done(fmt.Sprint(*a.Limit, a.Filter.Name))
}

func value[T any](p *T) T {
	var zero T
	if p == nil {
		return zero
	}
	return *p
}

func asked(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(value(a.Limit))
}

func check(a in) error {
	if a.Filter == nil {
		return errMissing
	}
	return nil
}

func vouched(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if err := check(a); err != nil {
		return nil, nil, err
	}
	return done(a.Filter.Name)
}

func ask(operation string, p *filter) error {
	if p == nil {
		return fmt.Errorf("%s needs a filter", operation)
	}
	return nil
}

func (a in) validate() error {
	switch a.Name {
	case "list":
		return nil
	case "get":
		return ask("get", a.Filter)
	}
	return errMissing
}

// limit: that one check knows of the other is not seen
func byOperation(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	if err := a.validate(); err != nil {
		return nil, nil, err
	}
	switch a.Name {
	case "get":
		return done(a.Filter.Name) // want `note auditor: argument "filter" of tool "by_operation" may be missing`
	}
	return done("")
}

type job struct {
	Filter *filter
	Name   string
}

func own(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	j := job{Filter: &filter{Name: a.Name}, Name: a.Name}
	return done(j.Filter.Name + j.Name)
}

func userIfAny(_ context.Context, req *mcp.CallToolRequest, _ in) (result, any, error) {
	if req.Extra == nil || req.Extra.TokenInfo == nil {
		return nil, nil, errMissing
	}
	return done(req.Extra.TokenInfo.UserID)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "optional", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "limit"}, limit)
	mcp.AddTool(s, &mcp.Tool{Name: "nested"}, nested)
	mcp.AddTool(s, &mcp.Tool{Name: "inner"}, inner)
	mcp.AddTool(s, &mcp.Tool{Name: "helped"}, helped)
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: json.RawMessage(`{"type":"object"}`)}, raw)
	mcp.AddTool(s, &mcp.Tool{Name: "user"}, user)
	mcp.AddTool(s, &mcp.Tool{Name: "checked"}, checked)
	mcp.AddTool(s, &mcp.Tool{Name: "defaulted"}, defaulted)
	mcp.AddTool(s, &mcp.Tool{Name: "asked"}, asked)
	mcp.AddTool(s, &mcp.Tool{Name: "vouched"}, vouched)
	mcp.AddTool(s, &mcp.Tool{Name: "by_operation"}, byOperation)
	mcp.AddTool(s, &mcp.Tool{Name: "own"}, own)
	mcp.AddTool(s, &mcp.Tool{Name: "user_if_any"}, userIfAny)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
