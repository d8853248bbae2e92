// Command weak checks its arguments before a shell sees them, in ways that do
// not hold. The findings name what is wrong with the check.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func sh(ctx context.Context, line string) (*mcp.CallToolResult, error) {
	out, err := exec.CommandContext(ctx, "bash", "-c", line).Output() // want `argument "line" of tool "prefix" .*; a check on the way does not hold: only the start of the text is checked$` `argument "line" of tool "deny" .*does not hold: some characters or words are refused \(a deny list\)$` `argument "line" of tool "deny_any" .*does not hold: some characters or words are refused \(a deny list\)$` `argument "line" of tool "deny_list" .*\(a deny list\)$` `argument "line" of tool "deny_regexp" .*does not hold: the pattern is a deny list$` `argument "name" of tool "open_regexp" .*does not hold: the pattern is not anchored at both ends$` `argument "name" of tool "wide_regexp" .*does not hold: the pattern allows characters that matter there$` `argument "name" of tool "multiline" .*does not hold: the pattern` `argument "line" of tool "first_word" .*does not hold: only the first word is checked$` `argument "name" of tool "fail_open" .*does not hold: there are ways around the check$` `argument "name" of tool "copy" .*does not hold: a changed copy of the text is checked$` `argument "name" of tool "base" .*does not hold: a changed copy of the text is checked$` `argument "name" of tool "part" .*does not hold: only a part of the text is checked$` `argument "name" of tool "start" .*does not hold: only a part of the text is checked$` `argument "name" of tool "some_ways" .*does not hold: there are ways around the check$` `argument "names" of tool "first_only" .*does not hold: only one element is checked$` `argument "name" of tool "ignored" becomes part` `argument "name" of tool "ignored_error" becomes part` `argument "line" of tool "suffix" becomes part .*does not hold: only the end of the text is checked$` `argument "name" of tool "length" becomes part` `argument "name" of tool "wide_runes" .*does not hold: some characters that matter there are let through$` `argument "name" of tool "either" becomes part` `argument "line" of tool "field_count" ` `argument "name" of tool "logged_only" becomes part`
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

var errRefused = errors.New("refused")

func prefix(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line := req.GetString("line", "")
	if !strings.HasPrefix(line, "git ") {
		return nil, errRefused
	}
	return sh(ctx, line)
}

func suffix(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line := req.GetString("line", "")
	if !strings.HasSuffix(line, ".log") {
		return nil, errRefused
	}
	return sh(ctx, "cat "+line)
}

func deny(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line := req.GetString("line", "")
	if strings.Contains(line, "rm -rf") || strings.Contains(line, "mkfs") {
		return nil, errRefused
	}
	return sh(ctx, line)
}

func denyAny(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line := req.GetString("line", "")
	if strings.ContainsAny(line, ";&|") {
		return nil, errRefused
	}
	return sh(ctx, "cd /srv && "+line)
}

var banned = []string{"rm ", "shutdown", "curl", "sudo"}

func denyList(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line := req.GetString("line", "")
	for _, w := range banned {
		if strings.Contains(line, w) {
			return mcp.NewToolResultErrorf("%s is not allowed", w), nil
		}
	}
	return sh(ctx, line)
}

var dangerous = regexp.MustCompile(`(?i)\b(rm|dd|mkfs|sudo)\b`)

func denyRegexp(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line := req.GetString("line", "")
	if dangerous.MatchString(line) {
		return nil, errRefused
	}
	return sh(ctx, line)
}

var (
	openName  = regexp.MustCompile(`[a-z0-9-]+`)
	wideName  = regexp.MustCompile(`^[^/]+$`)
	linesName = regexp.MustCompile(`(?m)^[a-z0-9-]+$`)
	safeName  = regexp.MustCompile(`^[a-z0-9]+$`)
)

func openRegexp(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if !openName.MatchString(name) {
		return nil, errRefused
	}
	return sh(ctx, "id "+name)
}

func wideRegexp(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if !wideName.MatchString(name) {
		return nil, errRefused
	}
	return sh(ctx, "id "+name)
}

// With (?m) the anchors stand at the ends of one line of several.
func multiline(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if !linesName.MatchString(name) {
		return nil, errRefused
	}
	return sh(ctx, "id "+name)
}

func firstWord(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line := req.GetString("line", "")
	words := strings.Fields(line)
	if len(words) == 0 || !slices.Contains([]string{"ls", "cat", "git"}, words[0]) {
		return nil, errRefused
	}
	return sh(ctx, line)
}

func fieldCount(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line := req.GetString("line", "")
	if len(strings.Fields(line)) > 5 {
		return nil, errRefused
	}
	return sh(ctx, "echo "+line)
}

var hosts = map[string]bool{"alpha": true, "beta": true}

// An empty name passes the check, and a name is only checked where there is a
// list.
func failOpen(allowed []string) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		name := req.GetString("name", "")
		if len(allowed) > 0 && !slices.Contains(allowed, name) {
			return nil, errRefused
		}
		return sh(ctx, "ssh "+name+" uptime")
	}
}

// What is checked is a trimmed copy: a line of its own before the name is
// another command.
func checkCopy(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if !safeName.MatchString(strings.TrimSpace(name)) {
		return nil, errRefused
	}
	return sh(ctx, "id "+name)
}

func checkBase(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if !safeName.MatchString(path.Base(name)) {
		return nil, errRefused
	}
	return sh(ctx, "cat "+name)
}

func checkPart(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	word, _, _ := strings.Cut(name, " ")
	if !safeName.MatchString(word) {
		return nil, errRefused
	}
	return sh(ctx, "id "+name)
}

func checkStart(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if len(name) < 3 || !hosts[name[:3]] {
		return nil, errRefused
	}
	return sh(ctx, "ssh "+name+" uptime")
}

func someLevels(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if req.GetBool("strict", true) {
		if !safeName.MatchString(name) {
			return nil, errRefused
		}
	}
	return sh(ctx, "id "+name)
}

func firstOnly(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	names := req.GetStringSlice("names", nil)
	if len(names) == 0 || !safeName.MatchString(names[0]) {
		return nil, errRefused
	}
	return sh(ctx, "id "+strings.Join(names, " "))
}

func valid(name string) bool { return safeName.MatchString(name) }

func ignored(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	_ = valid(name)
	return sh(ctx, "id "+name)
}

func number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("%q is no number: %w", text, err)
	}
	return n, nil
}

func ignoredError(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	n, _ := number(name)
	return sh(ctx, fmt.Sprintf("kill -%d %s", n, name))
}

func loggedOnly(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if !safeName.MatchString(name) {
		log.Printf("odd name %q", name)
	}
	return sh(ctx, "id "+name)
}

func length(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if name == "" || len(name) > 30 {
		return nil, errRefused
	}
	return sh(ctx, "id "+name)
}

func wideRunes(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == '/' }) {
		return nil, errRefused
	}
	return sh(ctx, "id "+name)
}

// Either of two conditions will do, and one of them says nothing.
func either(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if safeName.MatchString(name) || len(name) < 8 {
		return sh(ctx, "id "+name)
	}
	return nil, errRefused
}

// In these the check holds.

func notEmpty(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if name == "" || !hosts[name] {
		return nil, errRefused
	}
	return sh(ctx, "ssh "+name+" uptime")
}

// Nothing is added when there is no name.
func optional(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if name != "" && !safeName.MatchString(name) {
		return nil, errRefused
	}
	return sh(ctx, "last "+name)
}

func optionalSet(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line := "last"
	if name := req.GetString("name", ""); name != "" {
		if !valid(name) {
			return nil, errRefused
		}
		line += " " + name
	}
	return sh(ctx, line)
}

func closed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if len(name) > 30 || !safeName.MatchString(name) || strings.Contains(name, "root") {
		return nil, errRefused
	}
	return sh(ctx, "id "+name)
}

func main() {
	s := server.NewMCPServer("weak", "1")
	for name, h := range map[string]server.ToolHandlerFunc{
		"prefix": prefix, "suffix": suffix, "deny": deny, "deny_any": denyAny, "deny_list": denyList, "deny_regexp": denyRegexp,
		"open_regexp": openRegexp, "wide_regexp": wideRegexp, "multiline": multiline, "first_word": firstWord, "field_count": fieldCount,
		"fail_open": failOpen(nil), "copy": checkCopy, "base": checkBase, "part": checkPart, "start": checkStart, "some_ways": someLevels, "first_only": firstOnly, "ignored": ignored, "ignored_error": ignoredError,
		"logged_only": loggedOnly, "length": length, "wide_runes": wideRunes, "either": either,
		"not_empty": notEmpty, "optional": optional, "optional_set": optionalSet, "closed": closed,
	} {
		s.AddTool(mcp.NewTool(name), h)
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
