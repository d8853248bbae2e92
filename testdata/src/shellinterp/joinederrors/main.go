// Command joinederrors joins the errors of its checks, takes patterns out of a
// table, lists what is allowed, and takes out what is not.
package main

import (
	"context"
	"errors"
	"log"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name  string   `json:"name"`
	Group string   `json:"group"`
	Names []string `json:"names"`
}

var (
	word     = regexp.MustCompile(`^[a-z0-9]+$`)
	patterns = map[string]*regexp.Regexp{"name": regexp.MustCompile(`^[a-z]+$`), "group": regexp.MustCompile(`^[a-z0-9]+$`)}
	loose    = map[string]*regexp.Regexp{"name": regexp.MustCompile(`^[a-z]+$`), "group": regexp.MustCompile(`^\S+$`)}
	known    = []string{"root", "web"}
	errName  = errors.New("not a name")
)

func check(s string) error {
	if !word.MatchString(s) {
		return errName
	}
	return nil
}

// empty is no check of what is in a text.
func empty(s string) error {
	if s == "" {
		return errName
	}
	return nil
}

func fits(field, s string) error {
	if !patterns[field].MatchString(s) {
		return errName
	}
	return nil
}

func fitsLoosely(field, s string) error {
	if !loose[field].MatchString(s) {
		return errName
	}
	return nil
}

func sh(ctx context.Context, line string) (*mcp.CallToolResult, any, error) {
	return nil, nil, exec.CommandContext(ctx, "sh", "-c", line).Run() // want `argument "group" of tool "half"` `argument "group" of tool "loosely"` `argument "name" of tool "trimmed_of_more"` `argument "names" of tool "deleted_known"` `argument "name" of tool "trimmed_not"`
}

func joined(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := errors.Join(check(a.Name), check(a.Group)); err != nil {
		return nil, nil, err
	}
	return sh(ctx, "id "+a.Name+" | grep "+a.Group)
}

func half(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := errors.Join(check(a.Name), empty(a.Group)); err != nil {
		return nil, nil, err
	}
	return sh(ctx, "id "+a.Name+" | grep "+a.Group)
}

func tabled(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := errors.Join(fits("name", a.Name), fits("group", a.Group)); err != nil {
		return nil, nil, err
	}
	return sh(ctx, "id "+a.Name+" | grep "+a.Group)
}

func loosely(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := fitsLoosely("group", a.Group); err != nil {
		return nil, nil, err
	}
	return sh(ctx, "grep "+a.Group+" /etc/group")
}

const letters = "abcdefghijklmnopqrstuvwxyz"

func trimmed(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if strings.Trim(a.Name, letters) != "" {
		return nil, nil, errName
	}
	return sh(ctx, "id "+a.Name)
}

func trimmedOfMore(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if strings.Trim(a.Name, letters+"; ") != "" {
		return nil, nil, errName
	}
	return sh(ctx, "id "+a.Name)
}

// trimmedNot looks at the ends only.
func trimmedNot(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if strings.Trim(a.Name, ";|&") == "" {
		return nil, nil, errName
	}
	return sh(ctx, "id "+a.Name)
}

func deleted(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	names := slices.DeleteFunc(slices.Clone(a.Names), func(s string) bool { return !slices.Contains(known, s) })
	return sh(ctx, "id "+strings.Join(names, " "))
}

// deletedKnown has it the wrong way round.
func deletedKnown(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	names := slices.DeleteFunc(slices.Clone(a.Names), func(s string) bool { return slices.Contains(known, s) })
	return sh(ctx, "id "+strings.Join(names, " "))
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "joined", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "joined"}, joined)
	mcp.AddTool(s, &mcp.Tool{Name: "half"}, half)
	mcp.AddTool(s, &mcp.Tool{Name: "tabled"}, tabled)
	mcp.AddTool(s, &mcp.Tool{Name: "loosely"}, loosely)
	mcp.AddTool(s, &mcp.Tool{Name: "trimmed"}, trimmed)
	mcp.AddTool(s, &mcp.Tool{Name: "trimmed_of_more"}, trimmedOfMore)
	mcp.AddTool(s, &mcp.Tool{Name: "trimmed_not"}, trimmedNot)
	mcp.AddTool(s, &mcp.Tool{Name: "deleted"}, deleted)
	mcp.AddTool(s, &mcp.Tool{Name: "deleted_known"}, deletedKnown)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
