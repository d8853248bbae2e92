// Command schemas_trpc registers through function values, on two kinds of server.
package main

import (
	"context"
	"log"

	mcp "trpc.group/trpc-go/trpc-mcp-go"
)

type args struct {
	City  string `json:"city" jsonschema:"required,description=where"`
	Unit  string `json:"unit,omitempty" jsonschema:"default=celsius,enum=celsius,enum=kelvin"`
	Exact bool   `json:"exact,omitempty" jsonschema:"default=true"`
}

type handler = func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error)

// install gets a function, because the SDK does not export the type that an
// interface would need.
func install(register func(tool *mcp.Tool, h handler)) {
	register(mcp.NewTool("forecast", mcp.WithDescription("Tells."), mcp.WithInputStruct[args]()), handle)    // tool: forecast args=city:string,exact?:boolean=true,unit?:string=celsius handler=handle eff=- server=schemas_trpc.main; tool: forecast server=schemas_trpc.serveHTTP live=no
	register(mcp.NewTool("alerts", mcp.WithNumber("limit", mcp.Default(5)), mcp.WithBoolean("old")), handle) // tool: alerts args=limit?:number=5,old?:boolean server=schemas_trpc.main; tool: alerts server=schemas_trpc.serveHTTP live=no
}

func serveHTTP() error {
	s := mcp.NewServer("http", "1", mcp.WithServerAddress("localhost:8080"))
	install(func(t *mcp.Tool, h handler) { s.RegisterTool(t, h) })
	return s.Start()
}

func main() {
	s := mcp.NewStdioServer("stdio", "1")
	install(func(t *mcp.Tool, h handler) { s.RegisterTool(t, h) })
	go func() {
		if err := serveHTTP(); err != nil {
			log.Print(err)
		}
	}()
	if err := s.Start(); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewTextResult(""), nil
}
