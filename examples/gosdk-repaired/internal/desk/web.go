package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type fetchIn struct {
	URL string `json:"url" jsonschema:"address of the page"`
}

type statusIn struct {
	Message string `json:"message" jsonschema:"text for the public status page"`
	Confirm bool   `json:"confirm" jsonschema:"true once the user has agreed"`
}

const maxPage = 1 << 20 // bytes

func (d *Desk) addPages(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{
		Name:        "fetch_page",
		Description: "Return the text of a page on one of the hosts that the operator allows.",
		Annotations: reads(true),
	}, d.fetchPage)
}

func (d *Desk) addStatus(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{
		Name:        "post_status",
		Description: "Post a message on the public status page.",
		Annotations: destroys(true),
	}, d.postStatus)
}

func (d *Desk) fetchPage(ctx context.Context, _ *mcp.CallToolRequest, in fetchIn) (*mcp.CallToolResult, any, error) {
	u, err := url.Parse(in.URL)
	if err != nil || u.Scheme != "https" || !slices.Contains(d.cfg.PageHosts, u.Host) {
		return nil, nil, errors.New("url must be an https address on an allowed host")
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, nil, errors.New("url is not a valid address")
	}
	resp, err := d.client.Do(r)
	if err != nil {
		return nil, nil, failed("fetching the page", err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxPage))
	if err != nil {
		return nil, nil, failed("reading the page", err)
	}
	return outside("a web page", string(body)), nil, nil
}

func (d *Desk) postStatus(ctx context.Context, _ *mcp.CallToolRequest, in statusIn) (*mcp.CallToolResult, any, error) {
	if !in.Confirm {
		return nil, nil, errNotConfirmed
	}
	body, err := json.Marshal(map[string]string{"message": in.Message})
	if err != nil {
		return nil, nil, failed("writing the message", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.cfg.StatusURL, bytes.NewReader(body))
	if err != nil {
		return nil, nil, failed("building the request", err)
	}
	r.Header.Set("Authorization", "Bearer "+d.cfg.StatusToken)
	resp, err := d.client.Do(r)
	if err != nil {
		return nil, nil, failed("posting the status", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusMultipleChoices {
		return nil, nil, fmt.Errorf("the status page answered %d", resp.StatusCode)
	}
	return text("posted"), nil, nil
}
