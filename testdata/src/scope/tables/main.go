// Program tables has middleware that looks the tool up in tables.
package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

var needs = map[string]string{"box_put": "write", "box_drop": "write"}

// open lets everything pass that no table lists.
func open(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		call, ok := req.(*sdk.CallToolRequest)
		if !ok {
			return next(ctx, method, req)
		}
		scope, listed := needs[call.Params.Name]
		if listed {
			if call.Extra == nil || call.Extra.TokenInfo == nil || !slices.Contains(call.Extra.TokenInfo.Scopes, scope) {
				return nil, errors.New("not allowed")
			}
		}
		return next(ctx, method, req)
	}
}

// check is the same in a helper.
func check(extra *sdk.RequestExtra, tool string) error {
	scope, listed := needs[tool]
	if !listed {
		return nil
	}
	if extra == nil || extra.TokenInfo == nil || !slices.Contains(extra.TokenInfo.Scopes, scope) {
		return errors.New("not allowed")
	}
	return nil
}

func helped(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		if call, ok := req.(*sdk.CallToolRequest); ok {
			if err := check(call.Extra, call.Params.Name); err != nil {
				return nil, err
			}
		}
		return next(ctx, method, req)
	}
}

var roles = map[string]string{"box_put": "write", "box_drop": "write", "box_fill": "write"}

// closed refuses what no table lists.
func closed(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		if call, ok := req.(*sdk.CallToolRequest); ok {
			role, listed := roles[call.Params.Name]
			if !listed {
				return nil, errors.New("no such tool")
			}
			if call.Extra == nil || call.Extra.TokenInfo == nil || !slices.Contains(call.Extra.TokenInfo.Scopes, role) {
				return nil, errors.New("not allowed")
			}
		}
		return next(ctx, method, req)
	}
}

func put(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return nil, nil, os.WriteFile("data/"+a.Name, nil, 0o600)
}

func drop(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return nil, nil, os.Remove("data/" + a.Name)
}

func main() {
	a := sdk.NewServer(&sdk.Implementation{Name: "open"}, nil)
	a.AddReceivingMiddleware(open)
	sdk.AddTool(a, &sdk.Tool{Name: "box_put"}, put)
	sdk.AddTool(a, &sdk.Tool{Name: "box_drop"}, drop)
	sdk.AddTool(a, &sdk.Tool{Name: "box_fill"}, put) // want `error regular: tool "box_fill": it is not in the table`
	go http.ListenAndServe(":1", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return a }, nil))

	b := sdk.NewServer(&sdk.Implementation{Name: "helped"}, nil)
	b.AddReceivingMiddleware(helped)
	sdk.AddTool(b, &sdk.Tool{Name: "box_put"}, put)
	sdk.AddTool(b, &sdk.Tool{Name: "box_drop"}, drop)
	sdk.AddTool(b, &sdk.Tool{Name: "box_fill"}, put) // want `error regular: tool "box_fill": it is not in the table`
	go http.ListenAndServe(":2", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return b }, nil))

	c := sdk.NewServer(&sdk.Implementation{Name: "closed"}, nil)
	c.AddReceivingMiddleware(closed)
	sdk.AddTool(c, &sdk.Tool{Name: "box_put"}, put)
	sdk.AddTool(c, &sdk.Tool{Name: "box_drop"}, drop)
	sdk.AddTool(c, &sdk.Tool{Name: "box_fill"}, put)
	http.ListenAndServe(":3", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return c }, nil))
}
