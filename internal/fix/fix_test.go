package fix_test

import (
	"flag"
	"os"
	"testing"

	"github.com/mcpvet/mcpvet/analyzers"
	"github.com/mcpvet/mcpvet/internal/ruletest"
)

var update = flag.Bool("update", false, "write the golden files")

// TestFixes holds which fixes are offered, and what they do, in programs of both
// SDKs: beside each that is offered there are others that look like it.
func TestFixes(t *testing.T) { ruletest.Fixes(t, analyzers.All(), *update, "fix") }

// TestUnknownDialect has a program that does not say how placeholders are written.
func TestUnknownDialect(t *testing.T) { ruletest.Fixes(t, analyzers.All(), *update, "fixunknown") }

// TestQuestionMarks has a driver that writes ? for a value.
func TestQuestionMarks(t *testing.T) { ruletest.Fixes(t, analyzers.All(), *update, "fixmarks") }

// TestBuilders has a library that builds queries, and writes placeholders in its
// own way.
func TestBuilders(t *testing.T) { ruletest.Fixes(t, analyzers.All(), *update, "fixbuilders") }

// TestWithoutCompanion has programs that do not have the companion yet.
func TestWithoutCompanion(t *testing.T) {
	ruletest.FixWithout(t, analyzers.All(), "fix/seen", "fix/path", "fix/urls")
}

// TestAllPrograms applies every fix to the programs that test the rules: they have
// far more forms than a test of a fix thinks of.
func TestAllPrograms(t *testing.T) {
	if os.Getenv("MCPVET_FULL") == "" {
		t.Skip("takes a minute; set MCPVET_FULL=1")
	}
	ruletest.FixAll(t, analyzers.All(), "arginject", "audit", "bounds", "confirm", "credential", "deadline", "egress", "hints", "passthrough", "pathroot", "ratelimit",
		"redact", "sandbox", "scope", "shellinterp", "sqlparam", "tooldesc", "transport", "untrusted")
}
