package docbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/mcpvet/mcpvet/examples/mcpgo-repaired/internal/access"
	"github.com/mcpvet/mcpvet/examples/mcpgo-repaired/internal/links"
)

const maxPage = 1 << 20 // bytes

func (b *Box) addLinkReaders(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("find_links",
		mcp.WithDescription("Find bookmarks by the words of their title."),
		mcp.WithString("words", mcp.Required(), mcp.Description("words of the title")),
		mcp.WithString("order", mcp.Enum("title", "url", "id"), mcp.Description("column to sort by")),
		mcp.WithNumber("limit", mcp.Max(links.MaxFound), mcp.Description("at most this many, 20 if absent")),
		hints(true, false, false),
	), b.findLinks)
	s.AddTool(mcp.NewTool("import_page",
		mcp.WithDescription("Return the text of a page on one of the hosts that the operator allows."),
		mcp.WithString("url", mcp.Required(), mcp.Description("address of the page")),
		hints(true, false, true),
	), b.importPage)
}

func (b *Box) addLinkWriters(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("remove_link",
		mcp.WithDescription("Remove one of your bookmarks."),
		mcp.WithNumber("id", mcp.Required(), mcp.Description("number of the bookmark")),
		withConfirm(), hints(false, true, false),
	), b.removeLink)
	s.AddTool(mcp.NewTool("share_doc",
		mcp.WithDescription("Send the link of a document to the team's chat."),
		mcp.WithString("path", mcp.Required(), mcp.Description("path of the document")),
		mcp.WithString("note", mcp.Description("a few words for the team")),
		withConfirm(), hints(false, true, true),
	), b.shareDoc)
}

func (b *Box) findLinks(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found, err := b.links.Find(ctx, req.GetString("words", ""), req.GetString("order", "title"), req.GetInt("limit", 20))
	if err != nil {
		return failed("finding bookmarks", err), nil
	}
	list, err := json.Marshal(found)
	if err != nil {
		return failed("writing the bookmarks", err), nil
	}
	return outside("bookmarks", string(list)), nil
}

func (b *Box) removeLink(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !confirmed(req) {
		return notConfirmed(), nil
	}
	caller, ok := access.From(ctx)
	if !ok {
		return mcp.NewToolResultError("this tool needs an authenticated caller"), nil
	}
	err := b.links.Remove(ctx, int64(req.GetInt("id", 0)), caller.User)
	if errors.Is(err, links.ErrNotOwner) {
		return mcp.NewToolResultError("no such bookmark of yours"), nil
	}
	if err != nil {
		return failed("removing the bookmark", err), nil
	}
	return mcp.NewToolResultText("removed"), nil
}

func (b *Box) importPage(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	u, err := url.Parse(req.GetString("url", ""))
	if err != nil || u.Scheme != "https" || !slices.Contains(b.cfg.PageHosts, u.Host) {
		return mcp.NewToolResultError("url must be an https address on an allowed host"), nil
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return mcp.NewToolResultError("url is not a valid address"), nil
	}
	resp, err := b.client.Do(r)
	if err != nil {
		return failed("fetching the page", err), nil
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxPage))
	if err != nil {
		return failed("reading the page", err), nil
	}
	return outside("a web page", string(body)), nil
}

func (b *Box) shareDoc(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !confirmed(req) {
		return notConfirmed(), nil
	}
	link := *b.cfg.Public
	link.Path, link.RawPath = "/docs", ""
	link.RawQuery = url.Values{"path": {req.GetString("path", "")}}.Encode()
	message, err := json.Marshal(map[string]string{"text": req.GetString("note", "") + " " + link.String()})
	if err != nil {
		return failed("writing the message", err), nil
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.cfg.Webhook.String(), bytes.NewReader(message))
	if err != nil {
		return failed("building the request", err), nil
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := b.client.Do(r)
	if err != nil {
		return failed("sending the message", err), nil
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusMultipleChoices {
		return mcp.NewToolResultErrorf("the chat answered %d", resp.StatusCode), nil
	}
	return mcp.NewToolResultText("sent"), nil
}
