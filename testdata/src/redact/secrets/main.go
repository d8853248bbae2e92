// Command secrets returns secrets, and what only looks like it.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"slices"
	"strings"

	"example.test/mcpvet/src/redact/secrets/vault"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

var token = os.Getenv("DESK_TOKEN")

var accounts = map[string]string{"mail": os.Getenv("MAIL_PASSWORD"), "host": os.Getenv("MAIL_HOST")}

type config struct {
	Base  string `json:"base"`
	Token string `json:"token"`
}

func load() *config { return &config{Base: os.Getenv("DESK_URL"), Token: os.Getenv("DESK_TOKEN")} }

type guarded struct {
	Base   string `json:"base"`
	Secret string `json:"-"`
	token  string
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func direct(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return text("token: " + os.Getenv("DESK_TOKEN")), nil, nil // want `the secret "DESK_TOKEN" reaches the result of tool "direct"`
}

func global(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return text(token), nil, nil // want `the secret "DESK_TOKEN" reaches the result of tool "global"`
}

func table(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	for k, v := range accounts {
		fmt.Fprintf(&b, "%s=%s\n", k, v)
	}
	return text(b.String()), nil, nil // want `the secret "MAIL_PASSWORD" reaches the result of tool "table"`
}

func loaded(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return nil, load(), nil // want `the secret "DESK_TOKEN" reaches the result of tool "loaded"`
}

func inError(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	dsn := vault.Setting("REPORT_DSN")
	if !strings.HasPrefix(dsn, "postgres://") {
		return nil, nil, fmt.Errorf("no data source: %q", dsn) // want `the secret "REPORT_DSN" reaches the error of tool "in_error"`
	}
	return text("fine"), nil, nil
}

func header(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	r, err := http.NewRequest(http.MethodGet, "https://desk.example.test/", nil)
	if err != nil {
		return nil, nil, errors.New("no request")
	}
	r.Header.Set("Authorization", "Bearer "+token)
	return text(fmt.Sprint(r.Header)), nil, nil // want `the secret "DESK_TOKEN" reaches the result of tool "header"`
}

func environ(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return text(strings.Join(os.Environ(), "\n")), nil, nil // want `the environment reaches the result of tool "environ"`
}

func shown(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return text(fmt.Sprint(vault.Token{Plain: token})), nil, nil // want `the secret "DESK_TOKEN" reaches the result of tool "shown"`
}

func tidied(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return text(vault.Tidy(token)), nil, nil // want `the secret "DESK_TOKEN" reaches the result of tool "tidied"`
}

// What follows shows no secret.

func harmless(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return text(os.Getenv("DESK_URL") + os.Getenv("TOKEN_FILE") + os.Getenv("MAX_TOKENS") + os.Getenv("HOME")), nil, nil
}

func isSet(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return text(fmt.Sprintf("set: %t, %d bytes", token != "", len(token))), nil, nil
}

func mask(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	shown := token
	if shown != "" {
		shown = "********"
	}
	return text(shown), nil, nil
}

func ends(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	if len(token) < 12 {
		return text("too short"), nil, nil
	}
	return text(token[:4] + "..." + token[len(token)-4:]), nil, nil
}

func replaced(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return text(strings.ReplaceAll("calling with "+token, token, "***")), nil, nil
}

func cleaned(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return text(vault.Clean("token=" + token)), nil, nil
}

func left(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	g := &guarded{Base: os.Getenv("DESK_URL"), Secret: os.Getenv("DESK_SECRET"), token: os.Getenv("DESK_TOKEN")}
	return text(g.Base + " " + fmt.Sprint(g.token != "")), g, nil
}

func digest(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return text(vault.Print(token)), nil, nil
}

func hidden(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	key := vault.Load("DESK_KEY_TOKEN")
	return text(fmt.Sprintf("%v", map[string]vault.Key{"key": key})), map[string]vault.Key{"key": key}, nil
}

func named(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	for _, kv := range os.Environ() {
		name, value, _ := strings.Cut(kv, "=")
		if !slices.Contains([]string{"LANG", "TZ"}, name) {
			continue
		}
		b.WriteString(name + "=" + value + "\n")
	}
	return text(b.String()), nil, nil
}

func names(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		b.WriteString(name + "\n")
	}
	return text(b.String()), nil, nil
}

func used(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	r, err := http.NewRequest(http.MethodGet, "https://desk.example.test/", nil)
	if err != nil {
		return nil, nil, errors.New("no request")
	}
	r.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, nil, errors.New("the desk does not answer")
	}
	defer res.Body.Close()
	return text(res.Status + " for " + r.URL.Path), nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "secrets", Version: "1"}, nil) // want `nothing around the handlers of 21 of 21 tools`
	for name, h := range map[string]func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error){
		"direct": direct, "global": global, "table": table, "loaded": loaded, "in_error": inError, "header": header, "environ": environ,
		"shown": shown, "tidied": tidied, "harmless": harmless, "is_set": isSet, "mask": mask, "ends": ends, "replaced": replaced,
		"cleaned": cleaned, "digest": digest, "hidden": hidden, "named": named, "names": names, "used": used, "left": left,
	} {
		mcp.AddTool(s, &mcp.Tool{Name: name, Description: "Tell what " + name + " tells."}, h)
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
