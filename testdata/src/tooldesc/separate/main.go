// Tools of one name that never meet: on two servers, removed in between, or
// one descriptor that is reached twice.
package main

import (
	"context"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

func handle(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, nil
}

func read(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	return &mcp.ReadResourceResult{}, nil
}

func prompt(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	return &mcp.GetPromptResult{}, nil
}

func newServer(name, what string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: name, Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "search", Description: "Search " + what + " by words."}, handle)
	return s
}

func common(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "version", Description: "Return the version of the program."}, handle)
}

func main() {
	books := newServer("books", "books")
	films := newServer("films", "films")
	common(books)
	common(films)
	common(films)
	mcp.AddTool(books, &mcp.Tool{Name: "lend", Description: "Lend one book to a reader."}, handle)
	books.RemoveTools("lend")
	mcp.AddTool(books, &mcp.Tool{Name: "lend", Description: "Lend several books to a reader."}, handle)
	// A prompt and a tool are in different lists, and so are resources of one name.
	books.AddPrompt(&mcp.Prompt{Name: "lend", Description: "How to lend a book."}, prompt)
	books.AddResource(&mcp.Resource{Name: "catalog", Description: "All books.", URI: "books:///all"}, read)
	books.AddResource(&mcp.Resource{Name: "catalog", Description: "All new books.", URI: "books:///new"}, read)
	books.AddResource(&mcp.Resource{Name: "news", Description: "New books.", URI: "books:///new"}, read) // want `error regular: resource "books:///new" is registered twice on server "books"`
	books.AddPrompt(&mcp.Prompt{Name: "lend", Description: "How to lend many books."}, prompt)           // want `error regular: prompt "lend" is registered twice on server "books"`
	// A server per request.
	http.Handle("/", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server {
		s := newServer("both", "books and films")
		common(s)
		return s
	}, nil))
	go func() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", nil)) }()
	log.Fatal(films.Run(context.Background(), &mcp.StdioTransport{}))
}
