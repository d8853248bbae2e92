// Command resources_gosdk offers resources, templates, prompts and completion.
package main

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type library struct{ root string }

func (l *library) read(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	return &mcp.ReadResourceResult{}, nil
}

func (l *library) install(s *mcp.Server) {
	for name, uri := range map[string]string{
		"readme":  "file:///readme",  // resource: readme row uri=file:///readme handler=library.read
		"license": "file:///license", // resource: license row uri=file:///license handler=library.read
	} {
		s.AddResource(&mcp.Resource{Name: name, URI: uri}, l.read)
	}
	s.AddResourceTemplate(&mcp.ResourceTemplate{Name: "page", URITemplate: "file:///{page}", Description: "A page."}, l.read) // template: page uri=file:///{page} desc="A page." handler=library.read
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "library"}, &mcp.ServerOptions{ // completion: completion handler=complete server=resources_gosdk.main
		CompletionHandler: complete,
	})
	(&library{root: "/"}).install(s)
	p := &mcp.Prompt{Name: "ask", Arguments: []*mcp.PromptArgument{{Name: "topic", Required: true}}} // prompt: ask args=depth?:string,topic:string handler=ask
	p.Arguments = append(p.Arguments, &mcp.PromptArgument{Name: "depth"})
	s.AddPrompt(p, ask)
	if err := s.Run(context.Background(), &mcp.LoggingTransport{Transport: &mcp.StdioTransport{}, Writer: log.Writer()}); err != nil {
		log.Fatal(err)
	}
}

func complete(ctx context.Context, r *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	return &mcp.CompleteResult{}, nil
}

func ask(ctx context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	return &mcp.GetPromptResult{}, nil
}
