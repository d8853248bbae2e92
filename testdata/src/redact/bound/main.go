// Command bound reads secrets when it starts, and hands them to its handlers.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"os"

	"example.test/mcpvet/src/redact/bound/settings"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

type handler = mcp.ToolHandlerFor[none, any]

// late is set when the program starts, and not before.
var late string

var lateConfig *settings.Config

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func captured(token string) handler {
	return func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		return text("with " + token), nil, nil // want `the secret "DESK_TOKEN" reaches the result of tool "captured"`
	}
}

func inError(cfg *settings.Config) handler {
	return func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		if cfg.Base == "" {
			return nil, nil, fmt.Errorf("not set up: %+v", *cfg) // want `the secret "APIKey" reaches the error of tool "in_error"`
		}
		return text(cfg.Base), nil, nil
	}
}

func logged(cfg *settings.Config) handler {
	return func(ctx context.Context, _ *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		slog.InfoContext(ctx, "asking", "key", cfg.APIKey) // want `the secret "APIKey" is logged by tool "logged"`
		return text("fine"), nil, nil
	}
}

func ofFile(f settings.File) handler {
	return func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		return text(fmt.Sprintf("%+v", f)), nil, nil // want `the secret "Password" reaches the result of tool "of_file"`
	}
}

func flagged(secret *string) handler {
	return func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		return text(*secret), nil, nil // want `the secret "shared-secret" reaches the result of tool "flagged"`
	}
}

func printedAsJSON(key settings.Printed) handler {
	return func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		b, err := json.Marshal(map[string]settings.Printed{"key": key})
		if err != nil {
			return nil, nil, errors.New("not shown")
		}
		return text(string(b)), nil, nil // want `the secret "DESK_API_KEY" reaches the result of tool "printed_as_json"`
	}
}

func ofVar(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return text(late), nil, nil // want `the secret "DESK_PASSWORD" reaches the result of tool "of_var"`
}

func ofVarConfig(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return text(lateConfig.APIKey), nil, nil // want `the secret "APIKey" reaches the result of tool "of_var_config"`
}

// What follows shows none.

func harmless(cfg *settings.Config) handler {
	return func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		return text(fmt.Sprintf("%s, key in %s, token from %s; set: %t, %d bytes", cfg.Base, cfg.KeyFile, cfg.TokenURL, cfg.APIKey != "", len(cfg.APIKey))), nil, nil
	}
}

func counted(f settings.File) handler {
	return func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		return text(fmt.Sprint(f.Host, f.Tokens)), nil, nil
	}
}

func compared(secret *string, name string) handler {
	return func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		if *secret == name {
			return nil, nil, errors.New("not today")
		}
		return text(name), nil, nil
	}
}

func signed(token string) handler {
	return func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		mac := hmac.New(sha256.New, []byte(token))
		mac.Write([]byte("desk"))
		return text(hex.EncodeToString(mac.Sum(nil))), nil, nil
	}
}

func masked(token string) handler {
	return func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		if len(token) < 12 {
			return text("too short"), nil, nil
		}
		return text(token[:4] + "****"), nil, nil
	}
}

func sent(h settings.Hidden) handler {
	return func(ctx context.Context, _ *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://desk.example.test/", nil)
		if err != nil {
			return nil, nil, errors.New("no request")
		}
		r.Header.Set("Authorization", "Bearer "+h.Token())
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			return nil, nil, errors.New("the desk does not answer")
		}
		defer res.Body.Close()
		slog.InfoContext(ctx, "asked", "desk", h)
		return text(fmt.Sprintf("%v: %s", h, res.Status)), nil, nil
	}
}

func printed(key settings.Printed) handler {
	return func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		return text(fmt.Sprint(key)), nil, nil
	}
}

func marshaled(key settings.Whole) handler {
	return func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		b, err := json.Marshal(map[string]settings.Whole{"key": key})
		if err != nil {
			return nil, nil, errors.New("not shown")
		}
		return text(string(b)), nil, nil
	}
}

func main() {
	secret := flag.String("shared-secret", "", "who may ask")
	flag.Parse()
	late = os.Getenv("DESK_PASSWORD")
	lateConfig = settings.Load()
	f, err := settings.Read("desk.json")
	if err != nil {
		log.Fatal("no file")
	}
	cfg, token, key := settings.Load(), os.Getenv("DESK_TOKEN"), os.Getenv("DESK_API_KEY")
	s := mcp.NewServer(&mcp.Implementation{Name: "bound", Version: "1"}, nil) // want `nothing around the handlers of 16 of 16 tools`
	for name, h := range map[string]handler{
		"captured": captured(token), "in_error": inError(cfg), "logged": logged(cfg), "of_file": ofFile(f), "flagged": flagged(secret),
		"printed_as_json": printedAsJSON(settings.Printed(key)), "of_var": ofVar, "of_var_config": ofVarConfig,
		"harmless": harmless(cfg), "counted": counted(f), "compared": compared(secret, os.Getenv("USER")), "signed": signed(token), "masked": masked(token),
		"sent": sent(settings.NewHidden()), "printed": printed(settings.Printed(key)), "marshaled": marshaled(settings.Whole(key)),
	} {
		mcp.AddTool(s, &mcp.Tool{Name: name, Description: "Tell what " + name + " tells."}, h)
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
