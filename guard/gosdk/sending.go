package gosdk

import (
	"context"

	"github.com/mcpvet/mcpvet/guard"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Sending returns the middleware of [Attach] for what the server sends by
// itself: the texts of log messages (mcp.LoggingHandler included), progress,
// questions and sampling lose their secrets.
func Sending(g *guard.Guard) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			s, ok := req.GetSession().(*mcp.ServerSession)
			if !ok {
				return next(ctx, method, req)
			}
			if p := cleanParams(g.Redactor(), req.GetParams()); p != nil {
				req = &mcp.ServerRequest[mcp.Params]{Session: s, Extra: req.GetExtra(), Params: p}
			}
			return next(ctx, method, req)
		}
	}
}

// cleanParams returns a copy of parameters without secrets, nil for those that
// hold no text of the server.
func cleanParams(r *guard.Redactor, p mcp.Params) mcp.Params {
	switch p := p.(type) {
	case *mcp.LoggingMessageParams:
		if p != nil {
			c := *p
			c.Data = r.Value(p.Data)
			return &c
		}
	case *mcp.ProgressNotificationParams:
		if p != nil {
			c := *p
			c.Message = r.Text(p.Message)
			return &c
		}
	case *mcp.ElicitParams:
		if p != nil {
			c := *p
			c.Message = r.Text(p.Message)
			return &c
		}
	case *mcp.CreateMessageParams:
		if p != nil {
			c := *p
			c.SystemPrompt = r.Text(p.SystemPrompt)
			c.Messages = make([]*mcp.SamplingMessage, len(p.Messages))
			for i, m := range p.Messages {
				if m != nil {
					copied := *m
					copied.Content = cleanContent(r, m.Content)
					c.Messages[i] = &copied
				}
			}
			return &c
		}
	case *mcp.CreateMessageWithToolsParams:
		if p != nil {
			c := *p
			c.SystemPrompt = r.Text(p.SystemPrompt)
			c.Messages = make([]*mcp.SamplingMessageV2, len(p.Messages))
			for i, m := range p.Messages {
				if m != nil {
					copied := *m
					copied.Content = cleanContents(r, m.Content)
					c.Messages[i] = &copied
				}
			}
			return &c
		}
	}
	return nil
}
