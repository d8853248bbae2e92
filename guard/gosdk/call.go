package gosdk

import (
	"context"
	"encoding/json"
	"maps"
	"time"

	"github.com/mcpvet/mcpvet/guard"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// confirmKey names the guard's question among those that a client is asked.
const confirmKey = "guard_confirm"

// modernProtocol is the first version of the protocol in which a question is the
// answer to a call, and a server can't ask otherwise.
const modernProtocol = "2026-07-28"

// modern reports whether the client knows questions as answers. A session
// without a handshake is one of that version.
func modern(s *mcp.ServerSession) bool {
	if s == nil {
		return false
	}
	p := s.InitializeParams()
	return p == nil || p.ProtocolVersion >= modernProtocol
}

// askable reports whether the client can ask a person: it says so in its
// handshake, and one without a handshake has not said that it can't.
func askable(s *mcp.ServerSession) bool {
	if s == nil {
		return false
	}
	p := s.InitializeParams()
	if p == nil {
		return true
	}
	if p.Capabilities == nil || p.Capabilities.Elicitation == nil {
		return false
	}
	can := p.Capabilities.Elicitation
	return can.Form != nil || can.URL == nil // neither: a form, as in older versions
}

// peer describes the sender of a request by the request alone.
func peer(req mcp.Request) guard.Peer {
	var p guard.Peer
	if s, ok := req.GetSession().(*mcp.ServerSession); ok && s != nil {
		p.Session = s.ID()
	}
	extra := req.GetExtra()
	if extra == nil {
		return p // stdio, in memory, and SSE
	}
	p.Network, p.Header = true, extra.Header
	if t := extra.TokenInfo; t != nil {
		p.Token = t
		if t.Expiration.IsZero() || time.Now().Before(t.Expiration) {
			p.User, p.Scopes = t.UserID, t.Scopes
		}
	}
	return p
}

func toolCall(r *mcp.CallToolRequest) guard.Call {
	c := guard.Call{Kind: guard.Tool, Name: r.Params.Name, Args: r.Params.Arguments, Peer: peer(r)}
	c.Answer, c.State = answer(r, confirmKey)
	return c
}

func resourceCall(uri string, r mcp.Request) guard.Call {
	args, _ := json.Marshal(map[string]string{"uri": uri})
	return guard.Call{Kind: guard.Resource, Name: uri, Args: args, Peer: peer(r)}
}

func promptCall(r *mcp.GetPromptRequest) guard.Call {
	args, _ := json.Marshal(r.Params.Arguments)
	return guard.Call{Kind: guard.Prompt, Name: r.Params.Name, Args: args, Peer: peer(r)}
}

// answer returns what the client answers to the question with this key, and the
// state that comes with it; nil if it answers none.
func answer(r *mcp.CallToolRequest, key string) (*bool, string) {
	in, ok := r.Params.InputResponses[key]
	if !ok {
		return nil, ""
	}
	res, _ := in.(*mcp.ElicitResult)
	yes := accepted(res)
	return &yes, r.Params.RequestState
}

// accepted reports whether the form was accepted and the box in it ticked: some
// clients accept forms that nobody has filled in.
func accepted(r *mcp.ElicitResult) bool {
	return r != nil && r.Action == "accept" && r.Content["confirm"] == true
}

// withoutAnswer returns the request as it is without the guard's question, for
// the handler.
func withoutAnswer(r *mcp.CallToolRequest) *mcp.CallToolRequest {
	if _, ok := r.Params.InputResponses[confirmKey]; !ok {
		return r
	}
	req, params := *r, *r.Params
	params.InputResponses = maps.Clone(params.InputResponses)
	delete(params.InputResponses, confirmKey)
	if len(params.InputResponses) == 0 {
		params.InputResponses = nil
	}
	params.RequestState = "" // it was the guard's
	req.Params = &params
	return &req
}

// form is the question as a form with one box.
func form(text string) *mcp.ElicitParams {
	return &mcp.ElicitParams{Mode: "form", Message: text, RequestedSchema: map[string]any{
		"type": "object",
		"properties": map[string]any{
			"confirm": map[string]any{"type": "boolean", "title": "Confirm", "description": "Whether the call may be made"},
		},
		"required": []string{"confirm"},
	}}
}

// asker asks clients of older versions of the protocol, and waits.
func asker(s *mcp.ServerSession) func(context.Context, string) (bool, error) {
	if s == nil {
		return nil
	}
	return func(ctx context.Context, text string) (bool, error) {
		res, err := s.Elicit(ctx, form(text))
		if err != nil {
			return false, err
		}
		return accepted(res), nil
	}
}

// questionResult is a question as the answer to a call. Only the SDK can set
// the type of a result, which clients tell it by; reading one sets it, too.
func questionResult(q *guard.Question, key string, typed bool) *mcp.CallToolResult {
	res := new(mcp.CallToolResult)
	if typed {
		if err := json.Unmarshal([]byte(`{"resultType":"input_required"}`), res); err != nil {
			return errorResult("the call must be confirmed, and the question can't be asked", typed)
		}
	}
	res.Content = nil // a result has content or questions
	res.InputRequests = mcp.InputRequestMap{key: form(q.Text)}
	res.RequestState = q.State
	return res
}

// errorResult is a refusal that the model gets to read.
func errorResult(text string, typed bool) *mcp.CallToolResult {
	res := new(mcp.CallToolResult)
	if typed {
		_ = json.Unmarshal([]byte(`{"resultType":"complete"}`), res)
	}
	res.Content, res.IsError = []mcp.Content{&mcp.TextContent{Text: text}}, true
	return res
}
