package fix_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mcpvet/mcpvet/analyzers"
	"github.com/mcpvet/mcpvet/internal/ruletest"
)

// notFixed are the faults of the kinds that have fixes for which there is none that
// a reviewer would accept, with the reason.
var notFixed = map[string]string{
	"102-retention-preview-that-prunes MCP001":  "the effect is to move behind a check that stands in another package",
	"12-env-token-to-caller-url MCP014":         "which hosts may be asked, and get the token, is for a person to say",
	"30-read-query-not-enforced MCP005":         "statements that are the caller's as a whole; the name of a table is fixed",
	"33-launch-command-from-args MCP004":        "the caller names the program",
	"36-remote-sh-c MCP004":                     "the command is the caller's as a whole",
	"47-read-only-wrapper-with-stacking MCP005": "the statement is the caller's as a whole",
}

// TestTwins applies the fixes to programs after real advisories.
func TestTwins(t *testing.T) {
	dir := os.Getenv("MCPVET_TWINS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "cases", "twins")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the programs are not beside this checkout; MCPVET_TWINS says where they are")
	}
	rules := map[string]bool{"MCP001": true, "MCP003": true, "MCP004": true, "MCP005": true, "MCP007": true, "MCP008": true, "MCP010": true, "MCP014": true, "MCP016": true, "MCP017": true, "MCP018": true, "MCP021": true}
	ruletest.FixModule(t, analyzers.All(), dir, "vulnerable", rules, notFixed)
}
