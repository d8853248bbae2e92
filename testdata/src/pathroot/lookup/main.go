// Command lookup puts the names of things into the path of a URL, after it has
// asked a service for them: a name that nothing has does not get there.
package main

import (
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"strings"

	"example.test/outside"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var errNone = errors.New("there is no such thing")

func get(ctx context.Context, url string) (*mcp.CallToolResult, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil) // want `argument "id" of tool "unasked"` `argument "id" of tool "listed"` `argument "id" of tool "touched"` `argument "id" of tool "ignored"` `argument "part" of tool "half"` `argument "id" of tool "named"`
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return mcp.NewToolResultText(string(text)), err
}

const base = "https://things.example/v1/things/"

var things outside.Things

func unasked(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return get(ctx, base+req.GetString("id", ""))
}

func asked(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if _, err := things.GetThing(ctx, id); err != nil {
		return nil, err
	}
	return get(ctx, base+id)
}

// Of two values one was asked for.
func half(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if _, err := things.GetThing(ctx, id); err != nil {
		return nil, err
	}
	return get(ctx, base+id+"/"+req.GetString("part", ""))
}

// find asks by a query, and else looks through a list.
func find(ctx context.Context, id string) (*outside.Thing, error) {
	t, err := things.GetByQuery(outside.NewQuery().WithID(id))
	if err == nil {
		return t, nil
	}
	all, err := things.ListThings(ctx, "")
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		if t.ID == id {
			return t, nil
		}
	}
	byName := map[string]*outside.Thing{}
	for _, t := range all {
		byName[t.Name] = t
	}
	for name, t := range byName {
		if strings.EqualFold(name, id) {
			return t, nil
		}
	}
	return nil, errNone
}

func found(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString("id")
	if err != nil {
		return nil, err
	}
	if _, err := find(ctx, id); err != nil {
		return nil, err
	}
	return get(ctx, base+id+"/parts")
}

// A list answers for what is not there, too.
func listed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if _, err := things.ListThings(ctx, id); err != nil {
		return nil, err
	}
	return get(ctx, base+id)
}

// The call makes what is not there.
func touched(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if _, err := things.Touch(ctx, id); err != nil {
		return nil, err
	}
	return get(ctx, base+id)
}

// Whether there is one makes no difference.
func ignored(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if _, err := things.GetThing(ctx, id); err != nil {
		log.Print(err)
	}
	return get(ctx, base+id)
}

// Another value is asked for.
func named(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := things.GetThing(ctx, req.GetString("name", "")); err != nil {
		return nil, err
	}
	return get(ctx, base+req.GetString("id", ""))
}

func main() {
	s := server.NewMCPServer("lookup", "1")
	for name, h := range map[string]server.ToolHandlerFunc{"unasked": unasked, "asked": asked, "half": half, "found": found, "listed": listed, "touched": touched, "ignored": ignored, "named": named} {
		s.AddTool(mcp.NewTool(name, mcp.WithString("id"), mcp.WithString("part"), mcp.WithString("name")), h)
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
