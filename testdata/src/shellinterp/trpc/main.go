// Command trpc has the same on the third SDK.
package main

import (
	"context"
	"fmt"
	"log"
	"os/exec"
	"regexp"
	"strings"

	mcp "trpc.group/trpc-go/trpc-mcp-go"
)

type convert struct {
	Input  string   `json:"input"`
	Format string   `json:"format"`
	Flags  []string `json:"flags"`
}

var format = regexp.MustCompile(`^(?:html|pdf|docx)$`)

// An engine runs one line.
type engine struct{ shell string }

func (e *engine) do(ctx context.Context, line string) (*mcp.CallToolResult, error) {
	out, err := exec.CommandContext(ctx, "bash", "-o", "pipefail", "-c", line).CombinedOutput() // want `argument "city" of tool "weather" becomes part of the command text that bash runs$` `argument "input" of tool "convert" becomes part of` `argument "flags" of tool "flags" becomes part of` `argument "topic" of prompt "explain" becomes part of` `of resource template "page" becomes part of`
	if err != nil {
		return nil, fmt.Errorf("run with %s: %w", e.shell, err)
	}
	return mcp.NewTextResult(string(out)), nil
}

func (e *engine) weather(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	city, ok := req.Params.Arguments["city"].(string)
	if !ok {
		return mcp.NewErrorResult("city is missing"), nil
	}
	return e.do(ctx, "curl -s wttr.in/"+city+" | head -n 7")
}

func (e *engine) days(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n, _ := req.Params.Arguments["days"].(float64)
	return e.do(ctx, fmt.Sprintf("cal -n %d", int(n)))
}

func (e *engine) convert(ctx context.Context, _ *mcp.CallToolRequest, in convert) (*mcp.CallToolResult, error) {
	if !format.MatchString(in.Format) {
		return mcp.NewErrorResult("no such format"), nil
	}
	return e.do(ctx, fmt.Sprintf("pandoc -t %s %s | head -c 100000", in.Format, in.Input))
}

func (e *engine) formats(ctx context.Context, _ *mcp.CallToolRequest, in convert) (*mcp.CallToolResult, error) {
	if !format.MatchString(in.Format) {
		return mcp.NewErrorResult("no such format"), nil
	}
	return e.do(ctx, fmt.Sprintf("pandoc --print-default-template=%s | head", in.Format))
}

func (e *engine) flags(ctx context.Context, _ *mcp.CallToolRequest, in convert) (*mcp.CallToolResult, error) {
	return e.do(ctx, "pandoc "+strings.Join(in.Flags, " "))
}

func (e *engine) explain(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	if _, err := e.do(ctx, "man -f "+req.Params.Arguments["topic"]); err != nil {
		return nil, err
	}
	return &mcp.GetPromptResult{Description: "explains"}, nil
}

func (e *engine) page(ctx context.Context, req *mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	if _, err := e.do(ctx, "man "+strings.TrimPrefix(req.Params.URI, "man://")); err != nil {
		return nil, err
	}
	return nil, nil
}

func main() {
	e := &engine{shell: "bash"}
	s := mcp.NewStdioServer("trpc", "1")
	s.RegisterTool(mcp.NewTool("weather", mcp.WithString("city")), e.weather)
	s.RegisterTool(mcp.NewTool("days", mcp.WithNumber("days")), e.days)
	s.RegisterTool(mcp.NewTool("convert", mcp.WithInputStruct[convert]()), mcp.NewTypedToolHandler(e.convertTyped))
	s.RegisterTool(mcp.NewTool("formats", mcp.WithInputStruct[convert]()), mcp.NewTypedToolHandler(e.formatsTyped))
	s.RegisterTool(mcp.NewTool("flags", mcp.WithInputStruct[convert]()), mcp.NewTypedToolHandler(e.flagsTyped))
	s.RegisterPrompt(&mcp.Prompt{Name: "explain", Arguments: []mcp.PromptArgument{{Name: "topic"}}}, e.explain)
	s.RegisterResourceTemplate(mcp.NewResourceTemplate("man://{page}", "page"), e.page)
	if err := s.Start(); err != nil {
		log.Fatal(err)
	}
}

// A note is what a typed handler answers.
type note struct {
	Text string `json:"text"`
}

func (e *engine) convertTyped(ctx context.Context, req *mcp.CallToolRequest, in convert) (note, error) {
	_, err := e.convert(ctx, req, in)
	return note{"converted"}, err
}

func (e *engine) formatsTyped(ctx context.Context, req *mcp.CallToolRequest, in convert) (note, error) {
	_, err := e.formats(ctx, req, in)
	return note{"listed"}, err
}

func (e *engine) flagsTyped(ctx context.Context, req *mcp.CallToolRequest, in convert) (note, error) {
	_, err := e.flags(ctx, req, in)
	return note{"done"}, err
}
