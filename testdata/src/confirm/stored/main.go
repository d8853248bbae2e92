// Command stored makes arguments of its tools itself, elsewhere: that says
// nothing of what a client leaves out.
package main

import (
	"context"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type wipeIn struct {
	Name   string `json:"name"`
	DryRun bool   `json:"dry_run,omitempty"`
}

func wipe(_ context.Context, _ *mcp.CallToolRequest, in wipeIn) (*mcp.CallToolResult, any, error) {
	if in.DryRun {
		return &mcp.CallToolResult{}, nil, nil
	}
	return &mcp.CallToolResult{}, nil, os.Remove("/srv/" + in.Name)
}

// rehearse asks at the start what a wipe would do.
func rehearse(names []string) {
	for _, n := range names {
		one := wipeIn{Name: n, DryRun: true}
		if _, _, err := wipe(context.Background(), nil, one); err != nil {
			log.Print(err)
		}
	}
}

type dropIn struct {
	Name   string `json:"name"`
	DryRun bool   `json:"dry_run,omitempty"`
	Really bool   `json:"really"`
}

// careful rehearses unless the call says otherwise: here the store is into what
// the client has sent.
func careful(in *dropIn) {
	if !in.Really {
		in.DryRun = true
	}
}

func drop(_ context.Context, _ *mcp.CallToolRequest, in dropIn) (*mcp.CallToolResult, any, error) {
	careful(&in)
	if in.DryRun {
		return &mcp.CallToolResult{}, nil, nil
	}
	return &mcp.CallToolResult{}, nil, os.Remove("/srv/" + in.Name)
}

type keepIn struct {
	Name   string `json:"name"`
	DryRun *bool  `json:"dry_run,omitempty"`
}

func keep(_ context.Context, _ *mcp.CallToolRequest, in keepIn) (*mcp.CallToolResult, any, error) {
	if in.DryRun == nil || *in.DryRun {
		return &mcp.CallToolResult{}, nil, nil
	}
	return &mcp.CallToolResult{}, nil, os.Remove("/srv/" + in.Name)
}

func now(name string) error {
	no := false
	_, _, err := keep(context.Background(), nil, keepIn{Name: name, DryRun: &no})
	return err
}

func main() {
	rehearse(os.Args[1:])
	if err := now("scratch"); err != nil {
		log.Print(err)
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "stored", Version: "1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "wipe"}, wipe) // want `tool "wipe" deletes .* when "dry_run" is left out: the default acts`
	mcp.AddTool(s, &mcp.Tool{Name: "drop"}, drop)
	mcp.AddTool(s, &mcp.Tool{Name: "keep"}, keep)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
