// Command client calls tools of a server, as a list of JSON says that it reads from
// the standard input, and prints what they answer: with go-sdk over HTTP, with
// mcp-go over HTTP, or with mcp-go on the standard input and output of a program.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type call struct {
	Kind string // "tool", "resource", "prompt" or "list"
	Name string
	Args map[string]any
}

type answer struct {
	Text   string
	Failed bool
}

// A caller makes one call.
type caller func(ctx context.Context, c call) (text string, failed bool, err error)

func main() {
	var calls []call
	if err := json.NewDecoder(os.Stdin).Decode(&calls); err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	var do caller
	var err error
	switch os.Args[1] {
	case "gosdk":
		do, err = overHTTP(ctx, os.Args[2], os.Args[3])
	case "mcpgo":
		do, err = mcpgoClient(ctx, func() (*client.Client, error) {
			return client.NewStreamableHttpClient(os.Args[2], transport.WithHTTPTimeout(2*time.Minute))
		})
	case "stdio":
		do, err = mcpgoClient(ctx, func() (*client.Client, error) {
			return client.NewStdioMCPClient(os.Args[2], os.Environ(), os.Args[3:]...)
		})
	}
	if err != nil {
		log.Fatal(err)
	}
	var out []answer
	for _, c := range calls {
		text, failed, err := do(ctx, c)
		if err != nil {
			text, failed = err.Error(), true
		}
		out = append(out, answer{text, failed})
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		log.Fatal(err)
	}
}

type bearer struct {
	token string
	next  http.RoundTripper
}

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return b.next.RoundTrip(r)
}

func overHTTP(ctx context.Context, url, token string) (caller, error) {
	c := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	// One connection a request: the server counts calls by the port of the client.
	h := &http.Client{Transport: bearer{token, &http.Transport{DisableKeepAlives: true}}}
	s, err := c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: h}, nil)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, c call) (string, bool, error) {
		switch c.Kind {
		case "list":
			res, err := s.ListTools(ctx, nil)
			if err != nil {
				return "", false, err
			}
			var b strings.Builder
			for _, t := range res.Tools {
				fmt.Fprintf(&b, "%s: %s\n", t.Name, t.Description)
			}
			return b.String(), false, nil
		case "resource":
			res, err := s.ReadResource(ctx, &mcp.ReadResourceParams{URI: c.Name})
			if err != nil {
				return "", false, err
			}
			return res.Contents[0].Text, false, nil
		case "prompt":
			res, err := s.GetPrompt(ctx, &mcp.GetPromptParams{Name: c.Name, Arguments: texts(c.Args)})
			if err != nil {
				return "", false, err
			}
			return res.Messages[0].Content.(*mcp.TextContent).Text, false, nil
		}
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: c.Name, Arguments: c.Args})
		if err != nil {
			return "", false, err
		}
		var b strings.Builder
		for _, p := range res.Content {
			if t, ok := p.(*mcp.TextContent); ok {
				b.WriteString(t.Text)
			}
		}
		return b.String(), res.IsError, nil
	}, nil
}

func mcpgoClient(ctx context.Context, start func() (*client.Client, error)) (caller, error) {
	c, err := start()
	if err != nil {
		return nil, err
	}
	if os.Args[1] == "mcpgo" {
		if err := c.Start(ctx); err != nil {
			return nil, err
		}
	}
	init := mcpgo.InitializeRequest{}
	init.Params.ProtocolVersion = mcpgo.LATEST_PROTOCOL_VERSION
	init.Params.ClientInfo = mcpgo.Implementation{Name: "client", Version: "1"}
	if _, err := c.Initialize(ctx, init); err != nil {
		return nil, err
	}
	return func(ctx context.Context, in call) (string, bool, error) {
		switch in.Kind {
		case "list":
			res, err := c.ListTools(ctx, mcpgo.ListToolsRequest{})
			if err != nil {
				return "", false, err
			}
			var b strings.Builder
			for _, t := range res.Tools {
				fmt.Fprintf(&b, "%s: %s\n", t.Name, t.Description)
			}
			return b.String(), false, nil
		case "resource":
			req := mcpgo.ReadResourceRequest{}
			req.Params.URI = in.Name
			res, err := c.ReadResource(ctx, req)
			if err != nil {
				return "", false, err
			}
			return res.Contents[0].(mcpgo.TextResourceContents).Text, false, nil
		case "prompt":
			req := mcpgo.GetPromptRequest{}
			req.Params.Name, req.Params.Arguments = in.Name, texts(in.Args)
			res, err := c.GetPrompt(ctx, req)
			if err != nil {
				return "", false, err
			}
			return res.Messages[0].Content.(mcpgo.TextContent).Text, false, nil
		}
		req := mcpgo.CallToolRequest{}
		req.Params.Name, req.Params.Arguments = in.Name, in.Args
		res, err := c.CallTool(ctx, req)
		if err != nil {
			return "", false, err
		}
		var b strings.Builder
		for _, p := range res.Content {
			if t, ok := p.(mcpgo.TextContent); ok {
				b.WriteString(t.Text)
			}
		}
		return b.String(), res.IsError, nil
	}, nil
}

func texts(args map[string]any) map[string]string {
	out := map[string]string{}
	for k, v := range args {
		out[k] = fmt.Sprint(v)
	}
	return out
}
