package gosdk

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/mcpvet/mcpvet/guard"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Protect makes a guard for the policy and puts it in front of everything that
// the server offers: tools, resources, prompts, completion, subscriptions and
// methods of its own; what the server sends by itself (logs, progress,
// questions) loses its secrets. Call it after all AddReceivingMiddleware and
// AddSendingMiddleware of the server: in this SDK what is added later stands
// further out.
func Protect(s *mcp.Server, p guard.Policy, opts ...guard.Option) (*guard.Guard, error) {
	g, err := guard.New(p, opts...)
	if err != nil {
		return nil, err
	}
	Attach(s, g)
	return g, nil
}

// Attach is [Protect] with a guard that several servers share.
func Attach(s *mcp.Server, g *guard.Guard) {
	s.AddReceivingMiddleware(Receiving(g))
	s.AddSendingMiddleware(Sending(g))
}

// Receiving returns the middleware of [Attach] for what the server receives, to
// be the outermost.
func Receiving(g *guard.Guard) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch r := req.(type) {
			case *mcp.CallToolRequest:
				if r != nil && r.Params != nil {
					return receiveTool(ctx, g, method, r, next)
				}
			case *mcp.ReadResourceRequest:
				if r != nil && r.Params != nil {
					return receiveResource(ctx, g, method, r, next)
				}
			case *mcp.GetPromptRequest:
				if r != nil && r.Params != nil {
					return receivePrompt(ctx, g, method, r, next)
				}
			}
			return receiveOther(ctx, g, method, req, next)
		}
	}
}

func receiveTool(ctx context.Context, g *guard.Guard, method string, r *mcp.CallToolRequest, next mcp.MethodHandler) (mcp.Result, error) {
	call := toolCall(r)
	switch {
	case !askable(r.Session):
	case modern(r.Session):
		call.CanReturn = true
	default:
		call.Ask = asker(r.Session)
	}
	res, err := runTool(ctx, g, call, r, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		out, err := next(ctx, method, r)
		res, _ := out.(*mcp.CallToolResult)
		return res, err
	})
	if err != nil {
		return nil, err
	}
	return res, nil
}

func receiveResource(ctx context.Context, g *guard.Guard, method string, r *mcp.ReadResourceRequest, next mcp.MethodHandler) (mcp.Result, error) {
	var res *mcp.ReadResourceResult
	err := g.Do(ctx, resourceCall(r.Params.URI, r), func(ctx context.Context) (bool, error) {
		out, err := next(ctx, method, r)
		res, _ = out.(*mcp.ReadResourceResult)
		return false, err
	})
	if err != nil {
		return nil, wireError(g, err)
	}
	return cleanResource(g.Redactor(), res), nil
}

func receivePrompt(ctx context.Context, g *guard.Guard, method string, r *mcp.GetPromptRequest, next mcp.MethodHandler) (mcp.Result, error) {
	var res *mcp.GetPromptResult
	err := g.Do(ctx, promptCall(r), func(ctx context.Context) (bool, error) {
		out, err := next(ctx, method, r)
		res, _ = out.(*mcp.GetPromptResult)
		return false, err
	})
	if err != nil {
		return nil, wireError(g, err)
	}
	return cleanPrompt(g.Redactor(), res), nil
}

// plain are the methods that run no code of the server but its middleware: the
// SDK answers them from what is registered. Notifications are not among them,
// but can't be refused, as nobody waits for an answer.
var plain = map[string]bool{
	"initialize": true, "ping": true, "server/discover": true, "logging/setLevel": true, "resources/unsubscribe": true,
	"tools/list": true, "resources/list": true, "resources/templates/list": true, "prompts/list": true,
}

// receiveOther lets plain methods through. Others need a row: that of the
// resource to subscribe to it, or one of their own.
func receiveOther(ctx context.Context, g *guard.Guard, method string, req mcp.Request, next mcp.MethodHandler) (res mcp.Result, err error) {
	through := func(ctx context.Context) (bool, error) {
		var err error
		res, err = next(ctx, method, req)
		return false, err
	}
	switch {
	case plain[method] || strings.HasPrefix(method, "notifications/"):
		err = guard.Recover(func() error { _, err := through(ctx); return err })
	case method == "resources/subscribe":
		var uri string
		if p, ok := req.GetParams().(*mcp.SubscribeParams); ok && p != nil {
			uri = p.URI
		}
		err = g.Do(ctx, resourceCall(uri, req), through)
	case method == "subscriptions/listen":
		// It lasts as long as the client listens, so that no deadline fits.
		if err = admitSubscriptions(ctx, g, req); err == nil {
			err = guard.Recover(func() error { _, err := through(ctx); return err })
		}
	default:
		args, merr := json.Marshal(req.GetParams())
		if merr != nil {
			args = nil
		}
		err = g.Do(ctx, guard.Call{Kind: guard.Method, Name: method, Args: args, Peer: peer(req)}, through)
	}
	if err != nil {
		return nil, wireError(g, err)
	}
	if c, ok := res.(*mcp.CompleteResult); ok {
		return cleanCompletion(g.Redactor(), c), nil
	}
	return res, nil
}

// admitSubscriptions asks for what reading the resources would need.
func admitSubscriptions(ctx context.Context, g *guard.Guard, req mcp.Request) error {
	p, ok := req.GetParams().(*mcp.SubscriptionsListenParams)
	if !ok || p == nil || p.Notifications == nil {
		return nil // the SDK refuses it
	}
	for _, uri := range p.Notifications.ResourceSubscriptions {
		if err := g.Do(ctx, resourceCall(uri, req), func(context.Context) (bool, error) { return false, nil }); err != nil {
			return err
		}
	}
	return nil
}
