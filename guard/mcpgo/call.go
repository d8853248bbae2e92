package mcpgo

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"reflect"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
)

// confirmKey names the guard's question among those that a client is asked.
const confirmKey = "guard_confirm"

// peer describes the sender of a request.
func peer(ctx context.Context, header map[string][]string) guard.Peer {
	p := guard.Peer{Header: header, Network: len(header) > 0} // HTTP always has some
	if s := server.ClientSessionFromContext(ctx); s != nil {
		p.Session = s.SessionID()
	}
	// The context of a handler is that of its own request in this SDK.
	if id, ok := guard.IdentityFrom(ctx); ok {
		p.User, p.Scopes = id.User, id.Scopes
	}
	return p
}

// errTwoArguments says that middleware has changed one of the two forms that
// arguments have.
var errTwoArguments = errors.New("the arguments differ between Params.Arguments and Params.RawArguments: middleware that changes them must set both")

// arguments returns the raw arguments that handlers see. Typed handlers read
// RawArguments, getters read Arguments, so both must say the same.
func arguments(r mcp.CallToolRequest) (json.RawMessage, error) {
	if len(r.Params.RawArguments) == 0 {
		if r.Params.Arguments == nil {
			return nil, nil
		}
		return json.Marshal(r.Params.Arguments)
	}
	var v any
	if err := json.Unmarshal(r.Params.RawArguments, &v); err != nil {
		return r.Params.RawArguments, nil // the guard refuses them
	}
	if !reflect.DeepEqual(v, r.Params.Arguments) && !(len(r.GetArguments()) == 0 && empty(v)) {
		return nil, errTwoArguments
	}
	return r.Params.RawArguments, nil
}

// empty reports whether a decoded value is nothing, or an object without keys.
func empty(v any) bool {
	m, ok := v.(map[string]any)
	return v == nil || ok && len(m) == 0
}

// toolCall describes a call of a tool, but for how its client is asked.
func toolCall(ctx context.Context, r mcp.CallToolRequest) (guard.Call, error) {
	args, err := arguments(r)
	if err != nil {
		return guard.Call{}, err
	}
	return guard.Call{Kind: guard.Tool, Name: r.Params.Name, Args: args, Peer: peer(ctx, r.Header)}, nil
}

// modern reports whether the client knows questions as answers to calls.
func modern(ctx context.Context) bool {
	return mcp.IsModernProtocol(server.RequestProtocolVersion(ctx))
}

// answer returns what the client answers to the question with this key, and the
// state that comes with it; nil if it answers none.
func answer(r mcp.CallToolRequest, key string) (*bool, string) {
	if _, ok := r.Params.InputResponses[key]; !ok {
		return nil, ""
	}
	yes := accepted(server.ElicitationResponse(r.Params.InputResponses, key))
	return &yes, r.Params.RequestState
}

// accepted reports whether the form was accepted and the box in it ticked: some
// clients accept forms that nobody has filled in.
func accepted(r *mcp.ElicitationResult) bool {
	if r == nil || r.Action != mcp.ElicitationResponseActionAccept {
		return false
	}
	m, _ := r.Content.(map[string]any)
	return m["confirm"] == true
}

// withoutAnswer returns the request as it is without the guard's question, for
// the handler.
func withoutAnswer(r mcp.CallToolRequest) mcp.CallToolRequest {
	if _, ok := r.Params.InputResponses[confirmKey]; !ok {
		return r
	}
	r.Params.InputResponses = maps.Clone(r.Params.InputResponses)
	delete(r.Params.InputResponses, confirmKey)
	if len(r.Params.InputResponses) == 0 {
		r.Params.InputResponses = nil
	}
	r.Params.RequestState = "" // it was the guard's
	return r
}

// form is the question as a form with one box.
func form(text string) mcp.ElicitationParams {
	return mcp.ElicitationParams{Mode: mcp.ElicitationModeForm, Message: text, RequestedSchema: map[string]any{
		"type": "object",
		"properties": map[string]any{
			"confirm": map[string]any{"type": "boolean", "title": "Confirm", "description": "Whether the call may be made"},
		},
		"required": []string{"confirm"},
	}}
}

// askable reports whether the client can ask a person: it says so with its name,
// and one that has said nothing of itself has not said that it can't.
func askable(ctx context.Context) bool {
	s, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo)
	if !ok || s.GetClientInfo().Name == "" {
		return true
	}
	can := s.GetClientCapabilities().Elicitation
	return can != nil && (can.Form != nil || can.URL == nil) // neither: a form, as in older versions
}

// asker asks clients of older versions of the protocol, and waits; nil without a
// server in the context.
func asker(ctx context.Context) func(context.Context, string) (bool, error) {
	s := server.ServerFromContext(ctx)
	if s == nil {
		return nil
	}
	return func(ctx context.Context, text string) (bool, error) {
		res, err := s.RequestElicitation(ctx, mcp.ElicitationRequest{
			Request: mcp.Request{Method: string(mcp.MethodElicitationCreate)}, Params: form(text),
		})
		return err == nil && accepted(res), err
	}
}
