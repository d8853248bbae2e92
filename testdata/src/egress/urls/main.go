// Command urls requests URLs of which the caller chooses a part.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	URL    string `json:"url"`
	Region string `json:"region"`
	ID     string `json:"id"`
}

var (
	errHost = errors.New("the host is not allowed")
	hosts   = []string{"docs.example.test", "blog.example.test"}
	name    = regexp.MustCompile(`^[a-z][a-z0-9]*$`)
	loose   = regexp.MustCompile(`^[a-z][a-z0-9.]*$`)
)

func text(res *http.Response, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	b, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(b)}}}, nil, nil
}

func any_(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(http.Get(a.URL)) // want `argument "url" of tool "any" chooses the host of a request$`
}

func start(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(http.Get(a.URL + "/status")) // want `argument "url" of tool "start" chooses the host of a request`
}

func inHost(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(http.Get(fmt.Sprintf("https://%s.api.example.test/v1/%s", a.Region, url.PathEscape(a.ID)))) // want `argument "region" of tool "in_host" becomes part of the host of a request, and can end it`
}

func afterHost(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(http.Get("https://api.example.test" + a.ID)) // want `argument "id" of tool "after_host" becomes part of the host`
}

// Behind the host it is a matter of the path.
func inPath(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(http.Get("https://api.example.test/v1/" + a.ID))
}

func inQuery(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(http.Get("https://api.example.test/v1?id=" + url.QueryEscape(a.ID)))
}

// Of a base from the environment nobody sees where its host ends.
func configured(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(http.Get(os.Getenv("API") + a.ID)) // want `note auditor: argument "id" of tool "configured"`
}

func configuredPath(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(http.Get(os.Getenv("API") + "/v1/" + a.ID))
}

func parsed(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	u, err := url.Parse(a.URL)
	if err != nil || !slices.Contains(hosts, u.Hostname()) {
		return nil, nil, errHost
	}
	return text(http.Get(a.URL))
}

func switched(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	u, err := url.Parse(a.URL)
	if err != nil {
		return nil, nil, err
	}
	switch strings.ToLower(u.Host) {
	case "docs.example.test", "blog.example.test":
	default:
		return nil, nil, errHost
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, nil, err
	}
	return text(http.DefaultClient.Do(req))
}

// allowed is asked about the URL, and refuses.
func allowed(text string) error {
	u, err := url.ParseRequestURI(text)
	if err != nil {
		return err
	}
	if u.Scheme != "https" || !strings.HasSuffix(u.Hostname(), ".example.test") {
		return errHost
	}
	return nil
}

func helped(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := allowed(a.URL); err != nil {
		return nil, nil, err
	}
	return text(http.Get(a.URL))
}

// The end of the host is compared without a dot before it.
func suffix(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	u, err := url.Parse(a.URL)
	if err != nil || !strings.HasSuffix(u.Host, "example.test") {
		return nil, nil, errHost
	}
	return text(http.Get(a.URL)) // want `argument "url" of tool "suffix" .*; a check on the way does not hold: the end of the host is compared without a dot before it`
}

// The scheme is no host.
func scheme(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	u, err := url.Parse(a.URL)
	if err != nil || u.Scheme != "https" {
		return nil, nil, errHost
	}
	return text(http.Get(a.URL)) // want `argument "url" of tool "scheme" chooses`
}

func prefix(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !strings.HasPrefix(a.URL, "https://api.example.test/") {
		return nil, nil, errHost
	}
	return text(http.Get(a.URL))
}

func shortPrefix(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !strings.HasPrefix(a.URL, "https://api.example.test") {
		return nil, nil, errHost
	}
	return text(http.Get(a.URL)) // want `argument "url" of tool "short_prefix" .*does not hold: the prefix does not end the host`
}

// Another URL is checked than the one that is used.
func otherURL(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	u, err := url.Parse(a.ID)
	if err != nil || !slices.Contains(hosts, u.Host) {
		return nil, nil, errHost
	}
	return text(http.Get(a.URL)) // want `argument "url" of tool "other_url" chooses`
}

func named(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !name.MatchString(a.Region) {
		return nil, nil, errHost
	}
	return text(http.Get("https://" + a.Region + ".api.example.test/v1"))
}

// A dot is enough for another host where nothing follows.
func dotted(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !loose.MatchString(a.Region) {
		return nil, nil, errHost
	}
	return text(http.Get("https://" + a.Region + "/v1")) // want `argument "region" of tool "dotted" chooses`
}

var endpoints = map[string]string{"eu": "https://eu.example.test", "us": "https://us.example.test"}

func table(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	base, ok := endpoints[a.Region]
	if !ok {
		return nil, nil, errHost
	}
	return text(http.Get(base + "/v1"))
}

func joined(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	u, err := url.JoinPath("https://api.example.test/", a.ID)
	if err != nil {
		return nil, nil, err
	}
	return text(http.Get(u))
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "urls", Version: "1"}, nil)
	for name, h := range map[string]mcp.ToolHandlerFor[in, any]{
		"any": any_, "start": start, "in_host": inHost, "after_host": afterHost, "in_path": inPath, "in_query": inQuery,
		"configured": configured, "configured_path": configuredPath, "parsed": parsed, "switched": switched, "helped": helped,
		"suffix": suffix, "scheme": scheme, "prefix": prefix, "short_prefix": shortPrefix, "other_url": otherURL,
		"named": named, "dotted": dotted, "table": table, "joined": joined,
	} {
		mcp.AddTool(s, &mcp.Tool{Name: name, Description: "Asks a service"}, h)
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
