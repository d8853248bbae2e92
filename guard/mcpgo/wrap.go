package mcpgo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
)

// errOtherTool says that a handler is registered under another name than it was
// wrapped for.
func errOtherTool(wrapped, called string) error {
	return fmt.Errorf("the handler is wrapped for the tool %q and registered as %q: use one name", wrapped, called)
}

// runTool makes a call of a tool.
func runTool(ctx context.Context, g *guard.Guard, r mcp.CallToolRequest, next server.ToolHandlerFunc) (*mcp.CallToolResult, error) {
	call, err := toolCall(ctx, r)
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	call.Answer, call.State = answer(r, confirmKey)
	call.Task = r.Params.Task != nil
	switch {
	case !askable(ctx):
	case call.Task: // its answer has gone; nothing can be returned to the client
		if !modern(ctx) {
			call.Ask = asker(ctx)
		}
	case modern(ctx):
		call.CanReturn = true
	default:
		call.Ask = asker(ctx)
	}
	var res *mcp.CallToolResult
	err = g.Do(ctx, call, func(ctx context.Context) (bool, error) {
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
		return mcp.NewToolResultError(refused.Message), nil
	case errors.As(err, &question):
		return questionResult(question, confirmKey), nil
	case errors.As(err, &panicked):
		return mcp.NewToolResultError(panicked.Error()), nil
	}
	// The SDK sends the text of errors as it is.
	return nil, g.Redactor().Error(err)
}

func questionResult(q *guard.Question, key string) *mcp.CallToolResult {
	return server.NewInputRequestBuilder(q.State).Elicit(key, form(q.Text)).ToolResult()
}

// Wrap protects one handler, which is to be registered as a tool with this name.
// Besides [Option] it is needed for tools that allow tasks; elsewhere it changes
// nothing then.
func Wrap(g *guard.Guard, tool string, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	g.MarkWrapped(tool)
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if r.Params.Name != tool {
			return nil, errOtherTool(tool, r.Params.Name)
		}
		return runTool(ctx, g, r, h)
	}
}

// WrapTask protects the handler of a task, which is to be registered with
// AddTaskTool under this name. A tool whose row says confirm can't be confirmed
// by clients of protocol 2026-07-28 and later, which can't be asked once a task
// runs: its calls are refused.
func WrapTask(g *guard.Guard, tool string, h server.TaskToolHandlerFunc) server.TaskToolHandlerFunc {
	g.MarkWrapped(tool)
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
		if r.Params.Name != tool {
			return nil, errOtherTool(tool, r.Params.Name)
		}
		call, err := toolCall(ctx, r)
		if err != nil {
			return nil, err
		}
		call.Task = true
		if !modern(ctx) {
			call.Ask = asker(ctx)
		}
		var res *mcp.CreateTaskResult
		err = g.Do(ctx, call, func(ctx context.Context) (bool, error) {
			var err error
			res, err = h(ctx, r)
			return res != nil && res.IsError, err
		})
		if err != nil {
			return nil, g.Redactor().Error(err)
		}
		return cleanTask(g.Redactor(), res), nil
	}
}

// WrapResource protects one handler of resources. One of templates has the same
// parameters; convert it.
func WrapResource(g *guard.Guard, h server.ResourceHandlerFunc) server.ResourceHandlerFunc {
	return func(ctx context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		args, err := json.Marshal(map[string]any{"uri": r.Params.URI, "arguments": r.Params.Arguments})
		if err != nil {
			return nil, fmt.Errorf("read the arguments: %w", err)
		}
		var res []mcp.ResourceContents
		call := guard.Call{Kind: guard.Resource, Name: r.Params.URI, Args: args, Peer: peer(ctx, r.Header)}
		err = g.Do(ctx, call, func(ctx context.Context) (_ bool, err error) {
			res, err = h(ctx, r)
			return false, err
		})
		if err != nil {
			return nil, g.Redactor().Error(err)
		}
		return cleanResources(g.Redactor(), res), nil
	}
}

// WrapPrompt protects one handler of prompts.
func WrapPrompt(g *guard.Guard, h server.PromptHandlerFunc) server.PromptHandlerFunc {
	return func(ctx context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		args, err := json.Marshal(r.Params.Arguments)
		if err != nil {
			return nil, fmt.Errorf("read the arguments: %w", err)
		}
		var res *mcp.GetPromptResult
		call := guard.Call{Kind: guard.Prompt, Name: r.Params.Name, Args: args, Peer: peer(ctx, r.Header)}
		err = g.Do(ctx, call, func(ctx context.Context) (_ bool, err error) {
			res, err = h(ctx, r)
			return false, err
		})
		if err != nil {
			return nil, g.Redactor().Error(err)
		}
		return cleanPrompt(g.Redactor(), res), nil
	}
}
