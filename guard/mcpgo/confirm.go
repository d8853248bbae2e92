package mcpgo

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mcpvet/mcpvet/guard"
)

// askKey names a handler's question among those that a client is asked.
const askKey = "guard_ask"

// Confirm asks the person behind the client, from within the handler of a tool
// and before the effect. The first call of the tool gets a question as its
// result; the client, or the SDK for an older one, answers by calling once more.
// The handler must return whatever is not nil:
//
//	if res, err := mcpgo.Confirm(ctx, g, req, "Delete "+name+"?"); res != nil || err != nil {
//		return res, err
//	}
//
// Both are nil only if this very call was asked about, by this server and of
// this user, and was confirmed. A tool whose row in the policy says confirm
// needs no such call, and must not have one; a task can't ask this way.
func Confirm(ctx context.Context, g *guard.Guard, req mcp.CallToolRequest, question string) (*mcp.CallToolResult, error) {
	call, err := toolCall(ctx, req)
	if err != nil {
		return nil, err
	}
	call.Answer, call.State = answer(req, askKey)
	if call.Answer == nil {
		return questionResult(g.AskFor(ctx, question, call), askKey), nil
	}
	return nil, g.Answered(ctx, call)
}
