// Command resources_mcpgo offers resources, templates, prompts and completion.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type completer struct{ words []string }

func (c *completer) CompletePromptArgument(ctx context.Context, prompt string, arg mcp.CompleteArgument, cc mcp.CompleteContext) (*mcp.Completion, error) {
	return &mcp.Completion{Values: c.words}, nil
}

func (c *completer) CompleteResourceArgument(ctx context.Context, uri string, arg mcp.CompleteArgument, cc mcp.CompleteContext) (*mcp.Completion, error) {
	return &mcp.Completion{Values: c.words}, nil
}

const base = "notes://"

func main() {
	c := &completer{words: []string{"a"}}
	s := server.NewMCPServer("resources", "1",
		server.WithPromptCompletionProvider(c),   // completion: prompt handler=completer.CompletePromptArgument server=resources_mcpgo.main
		server.WithResourceCompletionProvider(c), // completion: resource handler=completer.CompleteResourceArgument
	)
	s.AddResource(mcp.NewResource(base+"index", "index", mcp.WithResourceDescription("All."), mcp.WithMIMEType("text/plain")), read)                                                                   // resource: index uri=notes://index desc=All. handler=read server=resources_mcpgo.main
	s.AddResources(server.ServerResource{Resource: mcp.Resource{URI: "notes://raw", Name: "raw"}, Handler: read})                                                                                      // resource: raw uri=notes://raw handler=read
	s.AddResourceTemplate(mcp.NewResourceTemplate("notes://{id}", "note", mcp.WithTemplateDescription("One.")), func(ctx context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) { // template: note uri=notes://{id} desc=One. handler=main$1
		return nil, nil
	})
	for _, kind := range []string{"log", "trace"} { // template: log uri=log://{name}; template: trace uri=trace://{name}
		s.AddResourceTemplate(mcp.NewResourceTemplate(kind+"://{name}", kind), readTemplate)
	}
	s.AddPrompt(mcp.NewPrompt("summarise", mcp.WithPromptDescription("Sums up."), mcp.WithArgument("id", mcp.RequiredArgument()), mcp.WithArgument("style", mcp.ArgumentDescription("How."))), prompt) // prompt: summarise args=id:string,style?:string desc="Sums up." handler=prompt
	s.AddPrompts(server.ServerPrompt{Prompt: mcp.Prompt{Name: "literal", Arguments: []mcp.PromptArgument{{Name: "n", Required: true}}}, Handler: prompt})                                              // prompt: literal args=n:string
	s.AddTool(mcp.NewTool("tool"), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {                                                                                     // tool: tool handler=main$2
		return nil, nil
	})
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func read(ctx context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return nil, nil
}

func readTemplate(ctx context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return nil, nil
}

func prompt(ctx context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	return nil, nil
}
