// Command allow checks its arguments before a shell sees them, each in another
// way that holds. Beside each stands what happens without it.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/netip"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"mvdan.cc/sh/v3/syntax"
)

type in struct {
	Unit  string   `json:"unit"`
	Level string   `json:"level"`
	Since string   `json:"since"`
	Names []string `json:"names"`
}

var errName = errors.New("the name is not allowed")

func sh(ctx context.Context, line string) (*mcp.CallToolResult, any, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", line).Output() // want `argument "unit" of tool "unguarded" becomes part of the command text that sh runs$` `argument "level" of tool "other_value"` `argument "unit" of tool "one_branch"` `argument "unit" of tool "after"` `argument "unit" of tool "late_regexp"` `argument "level" of tool "switch_default"`
	if err != nil {
		return nil, nil, fmt.Errorf("run: %w", err)
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

func unguarded(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return sh(ctx, "journalctl -u "+a.Unit)
}

var units = map[string]bool{"web": true, "worker": true}

func set(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !units[a.Unit] {
		return nil, nil, errName
	}
	return sh(ctx, "journalctl -u "+a.Unit)
}

// The set is asked about one argument, another one is used.
func otherValue(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !units[a.Unit] {
		return nil, nil, errName
	}
	return sh(ctx, "journalctl -u "+a.Unit+" -p "+a.Level)
}

func oneBranch(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if a.Level == "debug" {
		if _, ok := units[a.Unit]; !ok {
			return nil, nil, errName
		}
	}
	return sh(ctx, "journalctl -u "+a.Unit)
}

func commaOK(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if _, ok := units[a.Unit]; ok {
		return sh(ctx, "journalctl -u "+a.Unit)
	}
	return nil, nil, errName
}

var commands = map[string]string{"disk": "df -h | sort", "memory": "free -m | head -2"}

func table(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	line, ok := commands[a.Unit]
	if !ok {
		return nil, nil, errName
	}
	return sh(ctx, line+" | head -n 50")
}

func level(name string) string {
	switch name {
	case "error":
		return "3"
	case "warning":
		return "4"
	}
	return "6"
}

func switched(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return sh(ctx, "journalctl -p "+level(a.Level))
}

func switchGuard(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	switch a.Level {
	case "err", "warning", "info":
	default:
		return nil, nil, fmt.Errorf("level %q is not known", a.Level)
	}
	return sh(ctx, "journalctl -p "+a.Level)
}

func levelOrSame(name string) string {
	switch name {
	case "error":
		return "3"
	default:
		return name
	}
}

func switchDefault(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return sh(ctx, "journalctl -p "+levelOrSame(a.Level))
}

var levels = []string{"err", "warning", "info"}

func contained(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !slices.Contains(levels, a.Level) {
		return nil, nil, errName
	}
	return sh(ctx, "journalctl -p "+a.Level)
}

func looked(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	known := false
	for _, l := range levels {
		if l == a.Level {
			known = true
			break
		}
	}
	if !known {
		return nil, nil, errName
	}
	return sh(ctx, "journalctl -p "+a.Level)
}

func isLevel(name string) bool {
	for _, l := range levels {
		if l == name {
			return true
		}
	}
	return false
}

func lookedByHelper(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !isLevel(a.Level) {
		return nil, nil, errName
	}
	return sh(ctx, "journalctl -p "+a.Level)
}

var unitName = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,40}$`)

func matched(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !unitName.MatchString(a.Unit) {
		return nil, nil, errName
	}
	return sh(ctx, "journalctl -u "+a.Unit)
}

// The name is checked after the command has run.
func lateRegexp(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	res, _, err := sh(ctx, "journalctl -u "+a.Unit)
	if !unitName.MatchString(a.Unit) {
		return nil, nil, errName
	}
	return res, nil, err
}

func checkUnit(name string) error {
	if name == "" {
		return errors.New("the name is empty")
	}
	if !unitName.MatchString(name) {
		return fmt.Errorf("%q is no name of a unit", name)
	}
	return nil
}

func checked(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := checkUnit(a.Unit); err != nil {
		return nil, nil, err
	}
	return sh(ctx, "systemctl status "+a.Unit)
}

func after(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	res, _, err := sh(ctx, "systemctl status "+a.Unit)
	if cerr := checkUnit(a.Unit); cerr != nil {
		return nil, nil, cerr
	}
	return res, nil, err
}

// cleanUnit returns the name as systemd writes it.
func cleanUnit(name string) (string, error) {
	name = strings.ToLower(strings.TrimSuffix(strings.TrimSpace(name), ".service"))
	if !unitName.MatchString(name) {
		return "", errName
	}
	return name + ".service", nil
}

func cleaned(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	unit, err := cleanUnit(a.Unit)
	if err != nil {
		return nil, nil, err
	}
	return sh(ctx, "systemctl status "+unit)
}

func parsed(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	n, err := strconv.Atoi(a.Since)
	if err != nil {
		return nil, nil, err
	}
	return sh(ctx, fmt.Sprintf("journalctl --since '%d minutes ago'", n))
}

func parsedAndKept(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if _, err := strconv.ParseUint(a.Since, 10, 16); err != nil {
		return nil, nil, err
	}
	return sh(ctx, "journalctl --since '"+a.Since+" minutes ago'")
}

func dated(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	t, err := time.Parse(time.DateOnly, a.Since)
	if err != nil {
		return nil, nil, err
	}
	return sh(ctx, "journalctl --since "+t.Format(time.DateOnly))
}

func identified(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	id, err := uuid.Parse(a.Unit)
	if err != nil {
		return nil, nil, err
	}
	return sh(ctx, "journalctl _BOOT_ID="+id.String())
}

func addressed(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	ip := net.ParseIP(a.Unit)
	if ip == nil {
		return nil, nil, errName
	}
	return sh(ctx, "ping -c 1 "+ip.String())
}

func prefixed(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p, err := netip.ParsePrefix(a.Unit)
	if err != nil {
		return nil, nil, err
	}
	return sh(ctx, "nmap -sn "+p.String())
}

func each(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	for _, n := range a.Names {
		if !unitName.MatchString(n) {
			return nil, nil, fmt.Errorf("%q is no name of a unit", n)
		}
	}
	return sh(ctx, "systemctl status "+strings.Join(a.Names, " "))
}

func checkAll(names []string) error {
	for _, n := range names {
		if err := checkUnit(n); err != nil {
			return err
		}
	}
	return nil
}

func eachByHelper(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := checkAll(a.Names); err != nil {
		return nil, nil, err
	}
	return sh(ctx, "systemctl status "+strings.Join(a.Names, " "))
}

func kept(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var good []string
	for _, n := range a.Names {
		if unitName.MatchString(n) {
			good = append(good, n)
		}
	}
	return sh(ctx, "systemctl status "+strings.Join(good, " "))
}

func noneBad(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if slices.ContainsFunc(a.Names, func(n string) bool { return !unitName.MatchString(n) }) {
		return nil, nil, errName
	}
	return sh(ctx, "systemctl status "+strings.Join(a.Names, " "))
}

func isPlain(s string) bool {
	if s == "" {
		return false
	}
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return false
		}
	}
	return true
}

func runes(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !isPlain(a.Unit) {
		return nil, nil, errName
	}
	return sh(ctx, "systemctl status "+a.Unit)
}

func runesInPlace(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	for _, r := range a.Unit {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return nil, nil, errName
		}
	}
	return sh(ctx, "systemctl status "+a.Unit)
}

func runesByFunc(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if strings.ContainsFunc(a.Unit, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
		return nil, nil, errName
	}
	return sh(ctx, "systemctl status "+a.Unit)
}

func filtered(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	for _, r := range a.Unit {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			b.WriteRune(r)
		}
	}
	return sh(ctx, "systemctl status "+b.String())
}

func mapped(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	unit := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, a.Unit)
	return sh(ctx, "systemctl status "+unit)
}

var notWord = regexp.MustCompile(`[^a-z0-9]+`)

func erased(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return sh(ctx, "systemctl status "+notWord.ReplaceAllString(strings.ToLower(a.Unit), "-"))
}

func quotedBySyntax(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	unit, err := syntax.Quote(a.Unit, syntax.LangPOSIX)
	if err != nil {
		return nil, nil, err
	}
	return sh(ctx, "systemctl status -- "+unit)
}

func defaulted(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	lvl := "info"
	if slices.Contains(levels, a.Level) {
		lvl = a.Level
	}
	return sh(ctx, "journalctl -p "+lvl)
}

func compared(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if a.Level != "err" && a.Level != "info" {
		return nil, nil, errName
	}
	return sh(ctx, "journalctl -p "+a.Level)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "allow", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "unguarded"}, unguarded)
	mcp.AddTool(s, &mcp.Tool{Name: "set"}, set)
	mcp.AddTool(s, &mcp.Tool{Name: "other_value"}, otherValue)
	mcp.AddTool(s, &mcp.Tool{Name: "one_branch"}, oneBranch)
	mcp.AddTool(s, &mcp.Tool{Name: "comma_ok"}, commaOK)
	mcp.AddTool(s, &mcp.Tool{Name: "table"}, table)
	mcp.AddTool(s, &mcp.Tool{Name: "switched"}, switched)
	mcp.AddTool(s, &mcp.Tool{Name: "switch_guard"}, switchGuard)
	mcp.AddTool(s, &mcp.Tool{Name: "switch_default"}, switchDefault)
	mcp.AddTool(s, &mcp.Tool{Name: "contained"}, contained)
	mcp.AddTool(s, &mcp.Tool{Name: "looked"}, looked)
	mcp.AddTool(s, &mcp.Tool{Name: "looked_by_helper"}, lookedByHelper)
	mcp.AddTool(s, &mcp.Tool{Name: "matched"}, matched)
	mcp.AddTool(s, &mcp.Tool{Name: "late_regexp"}, lateRegexp)
	mcp.AddTool(s, &mcp.Tool{Name: "checked"}, checked)
	mcp.AddTool(s, &mcp.Tool{Name: "after"}, after)
	mcp.AddTool(s, &mcp.Tool{Name: "cleaned"}, cleaned)
	mcp.AddTool(s, &mcp.Tool{Name: "parsed"}, parsed)
	mcp.AddTool(s, &mcp.Tool{Name: "parsed_and_kept"}, parsedAndKept)
	mcp.AddTool(s, &mcp.Tool{Name: "dated"}, dated)
	mcp.AddTool(s, &mcp.Tool{Name: "identified"}, identified)
	mcp.AddTool(s, &mcp.Tool{Name: "addressed"}, addressed)
	mcp.AddTool(s, &mcp.Tool{Name: "prefixed"}, prefixed)
	mcp.AddTool(s, &mcp.Tool{Name: "each"}, each)
	mcp.AddTool(s, &mcp.Tool{Name: "each_by_helper"}, eachByHelper)
	mcp.AddTool(s, &mcp.Tool{Name: "kept"}, kept)
	mcp.AddTool(s, &mcp.Tool{Name: "none_bad"}, noneBad)
	mcp.AddTool(s, &mcp.Tool{Name: "runes"}, runes)
	mcp.AddTool(s, &mcp.Tool{Name: "runes_in_place"}, runesInPlace)
	mcp.AddTool(s, &mcp.Tool{Name: "runes_by_func"}, runesByFunc)
	mcp.AddTool(s, &mcp.Tool{Name: "filtered"}, filtered)
	mcp.AddTool(s, &mcp.Tool{Name: "mapped"}, mapped)
	mcp.AddTool(s, &mcp.Tool{Name: "erased"}, erased)
	mcp.AddTool(s, &mcp.Tool{Name: "quoted_by_syntax"}, quotedBySyntax)
	mcp.AddTool(s, &mcp.Tool{Name: "defaulted"}, defaulted)
	mcp.AddTool(s, &mcp.Tool{Name: "compared"}, compared)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
