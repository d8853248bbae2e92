package desk

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpvet/mcpvet/examples/gosdk-vulnerable/internal/store"
)

type searchIn struct {
	Text string `json:"text" jsonschema:"words of the title"`
}

type closeIn struct {
	ID         int64  `json:"id" jsonschema:"number of the ticket"`
	Resolution string `json:"resolution" jsonschema:"what was done"`
	Confirm    bool   `json:"confirm" jsonschema:"true once the user has agreed"`
}

type ticketsOut struct {
	Tickets []store.Ticket `json:"tickets"`
}

var lastSearch string

func (d *Desk) addTickets(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{
		Name:        "search_tickets",
		Description: "Find tickets by the words of their title.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: ptr(false)},
	}, d.searchTickets)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "repeat_search",
		Description: "Run the last ticket search again.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: ptr(false)},
	}, d.repeatSearch)
	mcp.AddTool(s, &mcp.Tool{ // MCP016: it says that it only reads, and updates the ticket
		Name:        "close_ticket",
		Description: "Close a ticket with a resolution.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: ptr(false)},
	}, d.closeTicket)
}

func (d *Desk) searchTickets(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, ticketsOut, error) {
	lastSearch = in.Text // MCP019: one caller's search is another caller's answer
	return d.search(ctx, in.Text)
}

func (d *Desk) repeatSearch(ctx context.Context, _ *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, ticketsOut, error) {
	return d.search(ctx, lastSearch)
}

func (d *Desk) search(ctx context.Context, words string) (*mcp.CallToolResult, ticketsOut, error) {
	tickets, err := d.store.Search(ctx, words)
	if err != nil {
		return nil, ticketsOut{}, failed("searching tickets", err)
	}
	return nil, ticketsOut{Tickets: tickets}, nil
}

func (d *Desk) closeTicket(_ context.Context, _ *mcp.CallToolRequest, in closeIn) (*mcp.CallToolResult, any, error) {
	if !in.Confirm {
		return nil, nil, errNotConfirmed
	}
	if err := d.store.Close(in.ID, in.Resolution); err != nil {
		return nil, nil, failed("closing the ticket", err)
	}
	return text("closed"), nil, nil
}
