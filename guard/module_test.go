package guard

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestDependencies holds the modules to what a user of them has to take along.
func TestDependencies(t *testing.T) {
	requires := regexp.MustCompile(`(?m)^(?:require)?\s*([a-z0-9.-]+\.[a-z]+/\S+) v[^\s]+$`) // without "// indirect"
	for file, want := range map[string][]string{
		"go.mod":       {"golang.org/x/time"},
		"gosdk/go.mod": {"github.com/mcpvet/mcpvet/guard", "github.com/modelcontextprotocol/go-sdk"},
		"mcpgo/go.mod": {"github.com/mark3labs/mcp-go", "github.com/mcpvet/mcpvet/guard"},
	} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range requires.FindAllStringSubmatch(string(data), -1) {
			got = append(got, m[1])
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s requires %q, want %q", file, got, want)
		}
	}
}
