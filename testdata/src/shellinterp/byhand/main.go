// Command byhand has patterns of what is not allowed, and quotes for a shell by
// hand. Beside each stands what looks like it and does not hold.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os/exec"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Unit string `json:"unit"`
}

type answer = *mcp.CallToolResult

var errName = errors.New("the name is not allowed")

func sh(ctx context.Context, line string) (answer, any, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", line).Output() // want `argument "unit" of tool "deny_class" .*does not hold: the pattern is a deny list$` `argument "unit" of tool "deny_start" becomes part` `argument "unit" of tool "deny_two" .*does not hold: the pattern is a deny list$` `argument "unit" of tool "spaces" .*does not hold: the pattern allows characters that matter there$` `argument "unit" of tool "ignored" becomes part` `argument "unit" of tool "changed_little" ` `argument "unit" of tool "first_quote" ` `argument "unit" of tool "go_quotes" ` `argument "unit" of tool "double_quotes" ` `argument "unit" of tool "no_quotes" ` `argument "unit" of tool "inner_quotes" ` `argument "unit" of tool "cut_quotes" ` `argument "unit" of tool "two_units" `
	if err != nil {
		return nil, nil, fmt.Errorf("run: %w", err)
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

var (
	notName   = regexp.MustCompile(`[^a-zA-Z0-9_.-]`)
	notWord   = regexp.MustCompile(`\W+`)
	notLetter = regexp.MustCompile(`^-|([^\w.-])`)
	notLine   = regexp.MustCompile(`[^\w ;]`)
	meta      = regexp.MustCompile(`[;|&]`)
	metaStart = regexp.MustCompile(`^[^a-z]`)
	metaTwo   = regexp.MustCompile(`[^a-z][^a-z]`)
)

// No match means that each character is one of those that the class excepts.
func refusedClass(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	if a.Unit == "" || notName.MatchString(a.Unit) {
		return nil, nil, errName
	}
	return sh(ctx, "systemctl status "+a.Unit)
}

func refusedWord(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	if notWord.MatchString(a.Unit) {
		return nil, nil, errName
	}
	return sh(ctx, "systemctl status "+a.Unit)
}

func refusedEither(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	if notLetter.MatchString(a.Unit) {
		return nil, nil, errName
	}
	return sh(ctx, "systemctl status "+a.Unit)
}

// Nothing was there to be taken out.
func unchanged(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	if notName.ReplaceAllString(a.Unit, "") != a.Unit {
		return nil, nil, errName
	}
	return sh(ctx, "systemctl status "+a.Unit)
}

func denyClass(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	if meta.MatchString(a.Unit) {
		return nil, nil, errName
	}
	return sh(ctx, "systemctl status "+a.Unit)
}

func denyStart(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	if metaStart.MatchString(a.Unit) {
		return nil, nil, errName
	}
	return sh(ctx, "systemctl status "+a.Unit)
}

func denyTwo(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	if metaTwo.MatchString(a.Unit) {
		return nil, nil, errName
	}
	return sh(ctx, "systemctl status "+a.Unit)
}

func spaces(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	if notLine.MatchString(a.Unit) {
		return nil, nil, errName
	}
	return sh(ctx, "systemctl status "+a.Unit)
}

func ignored(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	if notName.MatchString(a.Unit) {
		log.Print("an odd name")
	}
	return sh(ctx, "systemctl status "+a.Unit)
}

func changedLittle(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	if meta.ReplaceAllString(a.Unit, "") != a.Unit {
		return nil, nil, errName
	}
	return sh(ctx, "systemctl status "+a.Unit)
}

func formatted(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return sh(ctx, fmt.Sprintf("grep -r -e '%s' -- '%s'", strings.ReplaceAll(a.Unit, "'", `'\''`), strings.ReplaceAll(a.Unit, "'", `'"'"'`)))
}

func quote(s string) string { return fmt.Sprintf("'%v'", strings.Replace(s, "'", `'\''`, -1)) }

func helper(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return sh(ctx, "grep -r -e "+quote(a.Unit)+" .")
}

func replaced(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return sh(ctx, "grep -r -e '"+strings.Replace(a.Unit, "'", `'\''`, -1)+"' .")
}

func replacer(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return sh(ctx, "grep -r -e '"+strings.NewReplacer("'", `'\''`).Replace(a.Unit)+"' .")
}

func firstQuote(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return sh(ctx, "grep -r -e '"+strings.Replace(a.Unit, "'", `'\''`, 1)+"' .")
}

func goQuotes(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return sh(ctx, fmt.Sprintf("grep -r -e '%q'", strings.ReplaceAll(a.Unit, "'", `'\''`)))
}

func doubleQuotes(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return sh(ctx, fmt.Sprintf(`grep -r -e "%s"`, strings.ReplaceAll(a.Unit, `"`, `\"`)))
}

func noQuotes(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return sh(ctx, fmt.Sprintf("grep -r -e %s", strings.ReplaceAll(a.Unit, "'", `'\''`)))
}

// Between double quotes the single ones mean nothing.
func innerQuotes(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return sh(ctx, fmt.Sprintf(`echo "it is '%s'"`, strings.ReplaceAll(a.Unit, "'", `'\''`)))
}

// The text may be cut where a quote is open.
func cutQuotes(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return sh(ctx, fmt.Sprintf("echo '%.20s'", strings.ReplaceAll(a.Unit, "'", `'\''`)))
}

func twoUnits(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return sh(ctx, fmt.Sprintf("echo '%s' %s", strings.ReplaceAll(a.Unit, "'", `'\''`), a.Unit))
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "byhand", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "refused_class"}, refusedClass)
	mcp.AddTool(s, &mcp.Tool{Name: "refused_word"}, refusedWord)
	mcp.AddTool(s, &mcp.Tool{Name: "refused_either"}, refusedEither)
	mcp.AddTool(s, &mcp.Tool{Name: "unchanged"}, unchanged)
	mcp.AddTool(s, &mcp.Tool{Name: "deny_class"}, denyClass)
	mcp.AddTool(s, &mcp.Tool{Name: "deny_start"}, denyStart)
	mcp.AddTool(s, &mcp.Tool{Name: "deny_two"}, denyTwo)
	mcp.AddTool(s, &mcp.Tool{Name: "spaces"}, spaces)
	mcp.AddTool(s, &mcp.Tool{Name: "ignored"}, ignored)
	mcp.AddTool(s, &mcp.Tool{Name: "changed_little"}, changedLittle)
	mcp.AddTool(s, &mcp.Tool{Name: "formatted"}, formatted)
	mcp.AddTool(s, &mcp.Tool{Name: "helper"}, helper)
	mcp.AddTool(s, &mcp.Tool{Name: "replaced"}, replaced)
	mcp.AddTool(s, &mcp.Tool{Name: "replacer"}, replacer)
	mcp.AddTool(s, &mcp.Tool{Name: "first_quote"}, firstQuote)
	mcp.AddTool(s, &mcp.Tool{Name: "go_quotes"}, goQuotes)
	mcp.AddTool(s, &mcp.Tool{Name: "double_quotes"}, doubleQuotes)
	mcp.AddTool(s, &mcp.Tool{Name: "no_quotes"}, noQuotes)
	mcp.AddTool(s, &mcp.Tool{Name: "inner_quotes"}, innerQuotes)
	mcp.AddTool(s, &mcp.Tool{Name: "cut_quotes"}, cutQuotes)
	mcp.AddTool(s, &mcp.Tool{Name: "two_units"}, twoUnits)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
