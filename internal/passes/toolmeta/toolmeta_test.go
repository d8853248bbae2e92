package toolmeta_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/toolmeta"
	"github.com/mcpvet/mcpvet/internal/testkit"
)

// tools returns the tools of a test program by name, or by the pattern of
// their names, as with the given version of every SDK.
func tools(t *testing.T, program, version string) map[string]*toolmeta.Tool {
	t.Helper()
	loaded := testkit.Loaded(t)
	defer testkit.Attach(t, loaded.Fset, config.Settings{SDKVersion: func(string) string { return version }})()
	out := map[string]*toolmeta.Tool{}
	for _, act := range testkit.Analyze(t, testkit.Program(t, loaded, program), nil, toolmeta.Analyzer) {
		for _, tool := range act.Result.(*toolmeta.Result).Tools {
			if tool.Name.Known {
				out[tool.Name.Value] = tool
			} else {
				out[tool.Name.Pattern] = tool
			}
		}
	}
	return out
}

// TestPublishedByVersion checks that the hints served depend on the version
// of the SDK.
func TestPublishedByVersion(t *testing.T) {
	for version, want := range map[string][2]int{ // hints of an empty and of a full annotations value
		"v1.8.0": {2, 4},
		"v1.6.1": {0, 3}, // false without a pointer is left out
		"":       {2, 4}, // unknown: as the newest
	} {
		got := tools(t, "inline_gosdk", version)
		if n := len(got["empty_annotations"].Annotations); n != want[0] {
			t.Errorf("version %q serves %d hints of an empty value, want %d", version, n, want[0])
		}
		if n := len(got["find"].Annotations); n != want[1] {
			t.Errorf("version %q serves %d hints, want %d: %v", version, n, want[1], got["find"].Annotations)
		}
		if n := len(got["bare"].Annotations); n != 0 {
			t.Errorf("version %q serves %d hints of a tool without annotations", version, n)
		}
	}
}

// TestStrings checks that every text that a client sees is there, with where
// it is written.
func TestStrings(t *testing.T) {
	tool := tools(t, "inline_mcpgo", "v1.2.1")["list_notes"]
	if tool == nil {
		t.Fatal("no tool list_notes")
	}
	for _, want := range []string{"list_notes", "Lists notes.", "tag", "Only notes with this tag.", "limit"} {
		i := slices.IndexFunc(tool.Strings, func(s toolmeta.Text) bool { return s.Value == want })
		if i < 0 {
			t.Errorf("%q is not among the texts", want)
		} else if !tool.Strings[i].Pos.IsValid() {
			t.Errorf("the text %q has no position", want)
		}
	}
}

// TestFamilies checks the patterns of names that exist only at run time: they
// are regular expressions that match what the program can make, and nothing
// else.
func TestFamilies(t *testing.T) {
	got := tools(t, "families", "v1.2.1")
	for pattern, names := range map[string][2]string{
		`query_.*`:       {"query_orders", "xquery_"},
		`execute_.*_.*`:  {"execute_orders_6", "execute-x-1"},
		`schema\..*\.v1`: {"schema.orders.v1", "schemaXordersXv1"},
	} {
		tool := got[pattern]
		if tool == nil {
			t.Errorf("no family %s", pattern)
			continue
		}
		re := regexp.MustCompile("^(?:" + tool.Name.Pattern + ")$")
		if !re.MatchString(names[0]) || re.MatchString(names[1]) {
			t.Errorf("%s matches %s: %v, and %s: %v", pattern, names[0], re.MatchString(names[0]), names[1], re.MatchString(names[1]))
		}
		if tool.Name.Reason == "" {
			t.Errorf("%s does not say why the name is not known", pattern)
		}
	}
}

// TestDescriptions checks descriptions that are known in part.
func TestDescriptions(t *testing.T) {
	d := tools(t, "http_request", "v1.8.0")["tenant_info"].Description
	if d.Known || !d.Given || d.Pattern != "Of .*" || d.Reason == "" {
		t.Errorf("the description is %+v, want the pattern \"Of .*\" with a reason", d)
	}
	d = tools(t, "inline_gosdk", "v1.8.0")["bare"].Description
	if d.Given || d.Known {
		t.Errorf("the description that nobody gave is %+v", d)
	}
}
