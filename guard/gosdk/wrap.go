package gosdk

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mcpvet/mcpvet/guard"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// errNoRequest says that a handler was called without a request, by other code
// than the SDK.
var errNoRequest = errors.New("the call has no request: it can't be checked")

// runTool makes a call of a tool.
func runTool(ctx context.Context, g *guard.Guard, call guard.Call, r *mcp.CallToolRequest, next mcp.ToolHandler) (*mcp.CallToolResult, error) {
	typed := modern(r.Session)
	var res *mcp.CallToolResult
	err := g.Do(ctx, call, func(ctx context.Context) (bool, error) {
		var err error
		res, err = next(ctx, withoutAnswer(r))
		return res != nil && res.IsError, err
	})
	var question *guard.Question
	var panicked *guard.PanicError
	switch refused := guard.Refused(err); {
	case err == nil:
		return cleanTool(g.Redactor(), res), nil
	case refused != nil:
		return errorResult(refused.Message, typed), nil
	case errors.As(err, &question):
		return questionResult(question, confirmKey, typed), nil
	case errors.As(err, &panicked):
		return errorResult(panicked.Error(), typed), nil
	}
	return nil, wireError(g, err)
}

// Wrap protects one handler for mcp.AddTool. Use [Protect] instead where the
// whole server can be protected.
func Wrap[In, Out any](g *guard.Guard, h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		var out, none Out
		if req == nil || req.Params == nil {
			return nil, none, errNoRequest
		}
		call := toolCall(req)
		call.CanReturn = askable(req.Session) // the SDK asks older clients for us
		done := false
		res, err := runTool(ctx, g, call, req, func(ctx context.Context, r *mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
			res, out, err = h(ctx, r, in)
			done = true
			if res == nil {
				res = new(mcp.CallToolResult)
			}
			return res, err
		})
		if err != nil {
			return nil, none, err
		}
		if !done {
			// The SDK would add the zero value of Out to a refusal, so it goes as
			// an error.
			if res.InputRequests != nil {
				return res, none, nil
			}
			return nil, none, errors.New(textOf(res))
		}
		if out, err = cleanOut(g.Redactor(), out); err != nil {
			return nil, none, err
		}
		return res, out, nil
	}
}

// cleanOut returns a value of a tool's result without secrets.
func cleanOut[Out any](r *guard.Redactor, out Out) (Out, error) {
	var none Out
	raw, err := json.Marshal(out)
	if err != nil {
		return none, errors.New("the result can't be written as JSON")
	}
	clean, err := json.Marshal(r.Value(out))
	if err != nil {
		return none, errors.New("the result can't be written as JSON")
	}
	if sameJSON(raw, clean) {
		return out, nil
	}
	var safe Out
	if err := json.Unmarshal(clean, &safe); err != nil {
		return none, errors.New("the result holds a secret where only another type fits: it is not given out")
	}
	return safe, nil
}

func textOf(res *mcp.CallToolResult) string {
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			return t.Text
		}
	}
	return "the tool failed"
}

// WrapRaw protects one handler for Server.AddTool.
func WrapRaw(g *guard.Guard, h mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req == nil || req.Params == nil {
			return nil, errNoRequest
		}
		call := toolCall(req)
		call.CanReturn = true
		return runTool(ctx, g, call, req, h)
	}
}

// WrapResource protects one handler of resources.
func WrapResource(g *guard.Guard, h mcp.ResourceHandler) mcp.ResourceHandler {
	return func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		if req == nil || req.Params == nil {
			return nil, errNoRequest
		}
		var res *mcp.ReadResourceResult
		err := g.Do(ctx, resourceCall(req.Params.URI, req), func(ctx context.Context) (_ bool, err error) {
			res, err = h(ctx, req)
			return false, err
		})
		if err != nil {
			return nil, wireError(g, err)
		}
		return cleanResource(g.Redactor(), res), nil
	}
}

// WrapPrompt protects one handler of prompts.
func WrapPrompt(g *guard.Guard, h mcp.PromptHandler) mcp.PromptHandler {
	return func(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		if req == nil || req.Params == nil {
			return nil, errNoRequest
		}
		var res *mcp.GetPromptResult
		err := g.Do(ctx, promptCall(req), func(ctx context.Context) (_ bool, err error) {
			res, err = h(ctx, req)
			return false, err
		})
		if err != nil {
			return nil, wireError(g, err)
		}
		return cleanPrompt(g.Redactor(), res), nil
	}
}
