// Program returned asks by a second round trip, whose answer the client sends,
// and shows in some tools, and not in others, that it has asked.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log"
	"os"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Disk string `json:"disk"`
}

type srv struct {
	disks *os.Root
	key   []byte
	mu    sync.Mutex
	asked map[string]string
}

func ask(state string) *mcp.CallToolResult {
	return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"ok": &mcp.ElicitParams{Mode: "form", Message: "Wipe it?"}}, RequestState: state}
}

func accepted(req *mcp.CallToolRequest) bool {
	answer, ok := req.Params.InputResponses["ok"].(*mcp.ElicitResult)
	return ok && answer.Action == "accept"
}

// plain takes any answer.
func (s *srv) plain(_ context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if req.Params.RequestState != "asked:"+a.Disk {
		return ask("asked:" + a.Disk), nil, nil
	}
	if !accepted(req) {
		return nil, nil, errors.New("not wiped")
	}
	return nil, nil, s.disks.RemoveAll(a.Disk)
}

func (s *srv) seal(disk string) string {
	m := hmac.New(sha256.New, s.key)
	m.Write([]byte(disk))
	return hex.EncodeToString(m.Sum(nil))
}

// sealed knows its own state.
func (s *srv) sealed(_ context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !hmac.Equal([]byte(req.Params.RequestState), []byte(s.seal(a.Disk))) {
		return ask(s.seal(a.Disk)), nil, nil
	}
	if !accepted(req) {
		return nil, nil, errors.New("not wiped")
	}
	return nil, nil, s.disks.RemoveAll(a.Disk)
}

// kept remembers what it has asked.
func (s *srv) kept(_ context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if disk, ok := s.asked[req.Params.RequestState]; !ok || disk != a.Disk {
		state := rand.Text()
		s.asked[state] = a.Disk
		return ask(state), nil, nil
	}
	delete(s.asked, req.Params.RequestState)
	if !accepted(req) {
		return nil, nil, errors.New("not wiped")
	}
	return nil, nil, s.disks.RemoveAll(a.Disk)
}

func main() {
	root, err := os.OpenRoot(os.Getenv("DISKS"))
	if err != nil {
		log.Fatal(err)
	}
	s := &srv{disks: root, key: []byte(rand.Text()), asked: map[string]string{}}
	m := mcp.NewServer(&mcp.Implementation{Name: "disks", Version: "1.0.0"}, nil)
	mcp.AddTool(m, &mcp.Tool{Name: "plain", Description: "Wipes a disk."}, s.plain) // want `error regular: tool "plain" deletes files \(Root.RemoveAll\) by an answer that comes back with the request`
	mcp.AddTool(m, &mcp.Tool{Name: "sealed", Description: "Wipes a disk."}, s.sealed)
	mcp.AddTool(m, &mcp.Tool{Name: "kept", Description: "Wipes a disk."}, s.kept)
	if err := m.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
