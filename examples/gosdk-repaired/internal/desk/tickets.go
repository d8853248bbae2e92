package desk

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type searchIn struct {
	Text string `json:"text" jsonschema:"words of the title"`
}

type closeIn struct {
	ID         int64  `json:"id" jsonschema:"number of the ticket"`
	Resolution string `json:"resolution" jsonschema:"what was done"`
	Confirm    bool   `json:"confirm" jsonschema:"true once the user has agreed"`
}

func (d *Desk) addTicketReaders(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{
		Name:        "search_tickets",
		Description: "Find tickets by the words of their title.",
		Annotations: reads(false),
	}, d.searchTickets)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "repeat_search",
		Description: "Run your last ticket search again.",
		Annotations: reads(false),
	}, d.repeatSearch)
}

func (d *Desk) addTicketWriters(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{
		Name:        "close_ticket",
		Description: "Close a ticket with a resolution.",
		Annotations: destroys(false),
	}, d.closeTicket)
}

// caller returns the user of a call.
func caller(req *mcp.CallToolRequest) (string, error) {
	if req.Extra == nil || req.Extra.TokenInfo == nil {
		return "", errors.New("this tool needs an authenticated caller")
	}
	return req.Extra.TokenInfo.UserID, nil
}

func (d *Desk) searchTickets(ctx context.Context, req *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	user, err := caller(req)
	if err != nil {
		return nil, nil, err
	}
	d.mu.Lock()
	d.searches[user] = in.Text
	d.mu.Unlock()
	return d.search(ctx, in.Text)
}

func (d *Desk) repeatSearch(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	user, err := caller(req)
	if err != nil {
		return nil, nil, err
	}
	d.mu.Lock()
	words := d.searches[user]
	d.mu.Unlock()
	return d.search(ctx, words)
}

func (d *Desk) search(ctx context.Context, words string) (*mcp.CallToolResult, any, error) {
	tickets, err := d.store.Search(ctx, words)
	if err != nil {
		return nil, nil, failed("searching tickets", err)
	}
	list, err := json.Marshal(tickets)
	if err != nil {
		return nil, nil, failed("writing the tickets", err)
	}
	return outside("tickets of customers", string(list)), nil, nil
}

func (d *Desk) closeTicket(ctx context.Context, _ *mcp.CallToolRequest, in closeIn) (*mcp.CallToolResult, any, error) {
	if !in.Confirm {
		return nil, nil, errNotConfirmed
	}
	if err := d.store.Close(ctx, in.ID, in.Resolution); err != nil {
		return nil, nil, failed("closing the ticket", err)
	}
	return text("closed"), nil, nil
}
