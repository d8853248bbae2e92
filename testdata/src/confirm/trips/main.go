// Command trips has tools that are confirmed by a second trip of the call, with
// a state that anybody can make up, and with one that only the server can.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log"
	"os"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

var (
	errState = errors.New("ask again")
	secret   = []byte(os.Getenv("SECRET"))
)

type in struct {
	Name string `json:"name"`
}

func asked(state string) (*sdk.CallToolResult, any, error) {
	return &sdk.CallToolResult{
		InputRequests: sdk.InputRequestMap{"ok": &sdk.ElicitParams{Mode: "form", Message: "Remove it?"}},
		RequestState:  state,
	}, nil, nil
}

func agreed(req *sdk.CallToolRequest) (bool, bool) {
	answer, ok := req.Params.InputResponses["ok"].(*sdk.ElicitResult)
	return ok && answer.Action == "accept", ok
}

// trusting takes the state at its word.
func trusting(_ context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	yes, answered := agreed(req)
	if !answered {
		return asked("name=" + a.Name)
	}
	name, ok := strings.CutPrefix(req.Params.RequestState, "name=")
	if !ok || !yes {
		return nil, nil, errState
	}
	return nil, nil, os.Remove("data/" + name)
}

// constant compares the state with what everybody can read.
func constant(_ context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	yes, answered := agreed(req)
	if !answered {
		return asked("asked")
	}
	if req.Params.RequestState != "asked" || !yes {
		return nil, nil, errState
	}
	return nil, nil, os.Remove("data/" + a.Name)
}

func mac(name string) string {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte(name))
	return hex.EncodeToString(m.Sum(nil))
}

// sealed looks whether the state is one of its own.
func sealed(_ context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	yes, answered := agreed(req)
	if !answered {
		return asked(mac(a.Name))
	}
	if !hmac.Equal([]byte(req.Params.RequestState), []byte(mac(a.Name))) || !yes {
		return nil, nil, errState
	}
	return nil, nil, os.Remove("data/" + a.Name)
}

// A desk keeps what it has given out.
type desk struct {
	mu    sync.Mutex
	given map[string]string
}

func (d *desk) redeem(state, name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.given[state] != name {
		return errState
	}
	delete(d.given, state)
	return nil
}

func (d *desk) kept(_ context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	yes, answered := agreed(req)
	if !answered {
		state := mac(a.Name + "#")
		d.mu.Lock()
		d.given[state] = a.Name
		d.mu.Unlock()
		return asked(state)
	}
	if err := d.redeem(req.Params.RequestState, a.Name); err != nil || !yes {
		return nil, nil, errState
	}
	return nil, nil, os.Remove("data/" + a.Name)
}

func trustingTwo(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	answer := server.ElicitationResponse(req.Params.InputResponses, "ok")
	if answer == nil {
		return server.NewInputRequestBuilder("name="+req.GetString("name", "")).Elicit("ok", mcp.ElicitationParams{Message: "Remove it?"}).ToolResult(), nil
	}
	if answer.Action != mcp.ElicitationResponseActionAccept {
		return mcp.NewToolResultText("kept"), nil
	}
	name, _ := strings.CutPrefix(req.Params.RequestState, "name=")
	return mcp.NewToolResultText("removed"), os.Remove("data/" + name)
}

func sealedTwo(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	answer := server.ElicitationResponse(req.Params.InputResponses, "ok")
	if answer == nil {
		return server.NewInputRequestBuilder(mac(name)).Elicit("ok", mcp.ElicitationParams{Message: "Remove it?"}).ToolResult(), nil
	}
	if !hmac.Equal([]byte(req.Params.RequestState), []byte(mac(name))) {
		return nil, errState
	}
	if answer.Action != mcp.ElicitationResponseActionAccept {
		return mcp.NewToolResultText("kept"), nil
	}
	return mcp.NewToolResultText("removed"), os.Remove("data/" + name)
}

// direct asks the person in the same call: nothing comes back with another one.
func direct(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	answer, err := req.Session.Elicit(ctx, &sdk.ElicitParams{Message: "Remove it?"})
	if err != nil || answer.Action != "accept" {
		return nil, nil, errState
	}
	return nil, nil, os.Remove("data/" + a.Name)
}

func main() {
	r := sdk.NewServer(&sdk.Implementation{Name: "trips", Version: "1"}, nil)
	sdk.AddTool(r, &sdk.Tool{Name: "trusting"}, trusting) // want `tool "trusting" deletes files \(os.Remove\) for an answer that comes with the call`
	sdk.AddTool(r, &sdk.Tool{Name: "constant"}, constant) // want `tool "constant" deletes files \(os.Remove\) for an answer that comes with the call`
	sdk.AddTool(r, &sdk.Tool{Name: "sealed"}, sealed)
	d := &desk{given: map[string]string{}}
	sdk.AddTool(r, &sdk.Tool{Name: "kept"}, d.kept)
	sdk.AddTool(r, &sdk.Tool{Name: "direct"}, direct)
	go func() { log.Print(r.Run(context.Background(), &sdk.StdioTransport{})) }()
	s := server.NewMCPServer("trips-two", "1")
	s.AddTool(mcp.NewTool("trusting", mcp.WithString("name")), trustingTwo) // want `tool "trusting" deletes files \(os.Remove\) for an answer that comes with the call`
	s.AddTool(mcp.NewTool("sealed", mcp.WithString("name")), sealedTwo)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
