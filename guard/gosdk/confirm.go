package gosdk

import (
	"context"

	"github.com/mcpvet/mcpvet/guard"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// askKey names a handler's question among those that a client is asked.
const askKey = "guard_ask"

// Confirm asks the person behind the client, from within the handler of a tool
// and before the effect. The first call of the tool gets a question as its
// result; the client answers by calling once more. The handler must return
// whatever is not nil:
//
//	if res, err := gosdk.Confirm(ctx, g, req, "Delete "+in.Name+"?"); res != nil || err != nil {
//		return res, nil, err
//	}
//
// Both are nil only if this very call was asked about, by this server and of
// this user, and was confirmed. A tool whose row in the policy says confirm
// needs no such call, and must not have one.
func Confirm(ctx context.Context, g *guard.Guard, req *mcp.CallToolRequest, question string) (*mcp.CallToolResult, error) {
	if req == nil || req.Params == nil {
		return nil, errNoRequest
	}
	call := guard.Call{Kind: guard.Tool, Name: req.Params.Name, Args: req.Params.Arguments, Peer: peer(req)}
	call.Answer, call.State = answer(req, askKey)
	if call.Answer == nil {
		return questionResult(g.AskFor(ctx, question, call), askKey, false), nil
	}
	return nil, g.Answered(ctx, call)
}
