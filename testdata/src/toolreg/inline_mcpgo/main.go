// Command inline_mcpgo describes its tools inside the registering calls.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("inline", "1.0.0") // server: inline_mcpgo.main name=inline transports=stdio
	s.AddTool(mcp.NewTool("list_notes",         // tool: list_notes ro=true destr=false idem=true open=false declared=ro,destr,idem,open handler=listNotes server=inline_mcpgo.main args=tag?:string,limit?:number=20 eff=- desc="Lists notes."
		mcp.WithDescription("Lists notes."),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithDestructiveHintAnnotation(false),
		mcp.WithIdempotentHintAnnotation(true),
		mcp.WithOpenWorldHintAnnotation(false),
		mcp.WithString("tag", mcp.Description("Only notes with this tag.")),
		mcp.WithNumber("limit", mcp.DefaultNumber(20)),
	), listNotes)
	// NewTool publishes hints of its own.
	s.AddTool(mcp.NewTool("drop_note", mcp.WithString("id", mcp.Required()), mcp.WithBoolean("dry_run", mcp.DefaultBool(true))), dropNote) // tool: drop_note ro=false destr=true idem=false open=true declared=none handler=dropNote args=dry_run?:boolean=true,id:string eff=-
	// A literal publishes nothing.
	s.AddTool(mcp.Tool{Name: "ping", InputSchema: mcp.ToolInputSchema{Type: "object"}}, func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { // tool: ping hints=none declared=none handler=main$1 args=-
		return mcp.NewToolResultText("pong"), nil
	})
	s.AddTool(mcp.NewTool("annotated", mcp.WithToolAnnotation(mcp.ToolAnnotation{Title: "Annotated", ReadOnlyHint: mcp.ToBoolPtr(true)})), listNotes) // tool: annotated ro=true declared=ro args=-
	s.AddTool(mcp.NewTool("words",                                                                                                                    // tool: words args=mode?:string=fast,words:array
		mcp.WithArray("words", mcp.Required(), mcp.WithStringItems()),
		mcp.WithString("mode", mcp.Enum("fast", "slow"), mcp.DefaultString("fast")),
	), listNotes)
	s.AddTools(server.ServerTool{Tool: mcp.NewTool("bulk_one"), Handler: listNotes}, // tool: bulk_one handler=listNotes
		server.ServerTool{Tool: mcp.NewTool("bulk_two"), Handler: dropNote}) // tool: bulk_two handler=dropNote
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func listNotes(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("none"), nil
}

func dropNote(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("dropped " + r.GetString("id", "")), nil
}
