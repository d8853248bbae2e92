package analyzers_test

import (
	"bufio"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/analyzers"
	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/engine"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/load"
)

// A place is a rule at a line of an example.
type place struct {
	file string // slash-separated, below examples/
	line int
	rule string
}

func (p place) String() string { return fmt.Sprintf("%s:%d: %s", p.file, p.line, p.rule) }

var vulnerable = []string{"gosdk-vulnerable", "mcpgo-vulnerable"}

// marks returns the faults that comments of the form "// MCP004: ..." name, a
// line may name several.
func marks(t *testing.T, root string) map[place]bool {
	t.Helper()
	mark := regexp.MustCompile(`\b(MCP\d{3}): `)
	out := map[place]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		for n := 1; lines.Scan(); n++ {
			_, comment, _ := strings.Cut(lines.Text(), "// MCP")
			for _, m := range mark.FindAllStringSubmatch("MCP"+comment, -1) {
				out[place{filepath.ToSlash(rel), n, m[1]}] = true
			}
		}
		return lines.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// server returns the example that a place belongs to.
func (p place) server() string { return strings.SplitN(p.file, "/", 2)[0] }

// TestExamplesHaveEveryFault holds the examples to their promise: a fault for
// every rule, planned ones included, in each vulnerable server, and none in
// its twin.
func TestExamplesHaveEveryFault(t *testing.T) {
	has := map[string]bool{}
	for p := range marks(t, "../examples") {
		has[p.server()+" "+p.rule] = true
		if strings.HasSuffix(p.server(), "-repaired") {
			t.Errorf("%s is marked in a repaired server", p)
		}
		if _, ok := checklist.ByID(p.rule); !ok {
			t.Errorf("%s is no rule of the checklist", p)
		}
	}
	for _, r := range checklist.All() {
		for _, server := range vulnerable {
			if !has[server+" "+r.ID] {
				t.Errorf("examples/%s has no fault of %s %s: add one at a line with the comment \"// %s: ...\", and mend it in the twin", server, r.ID, r.Slug, r.ID)
			}
		}
	}
}

// TestExamples runs every rule on the examples: each finds the faults that are
// marked, and by default nothing else.
func TestExamples(t *testing.T) {
	root, err := filepath.Abs("../examples")
	if err != nil {
		t.Fatal(err)
	}
	res, err := engine.Run(context.Background(), engine.Options{
		Load:      load.Options{Dir: root},
		Analyzers: analyzers.All(),
		Root:      root,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range res.NotSeen {
		t.Errorf("not analysed: %s: %s", n.What, n.Reason)
	}
	want := marks(t, root)
	found := map[place]bool{}
	for _, f := range res.Findings {
		p := place{f.Pos.File, f.Pos.Line, f.Rule}
		found[p] = true
		if !want[p] && f.Profile == finding.Regular {
			t.Errorf("%s is reported and not marked: %s", p, f.Message)
		}
	}
	for p := range want {
		if r, ok := checklist.ByID(p.rule); ok && r.Lifecycle.Implemented() && !found[p] {
			t.Errorf("%s is marked and not reported", p)
		}
	}
}
