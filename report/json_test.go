package report

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
)

func compileSchema(t *testing.T, path string) *jsonschema.Schema {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile(path)
	if err != nil {
		t.Fatalf("compile %s: %v", path, err)
	}
	return schema
}

func validate(t *testing.T, schema *jsonschema.Schema, data []byte) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Errorf("%v\n%s", err, data)
	}
}

func render(t *testing.T, f func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestJSONSchemas(t *testing.T) {
	check, tools := compileSchema(t, "../docs/check.schema.json"), compileSchema(t, "../docs/tools.schema.json")
	full := sampleReport(t)
	unprofiled := full
	unprofiled.Profile, unprofiled.FailOn = "", ""
	for name, r := range map[string]Report{"full": full, "without a profile": unprofiled, "empty": {}} {
		t.Run(name, func(t *testing.T) {
			validate(t, check, render(t, func(w io.Writer) error { return JSON(w, r) }))
			validate(t, tools, render(t, func(w io.Writer) error { return InventoryJSON(w, r.Inventory) }))
		})
	}
}

// TestSchemasNoticeDrift makes sure that the schemas would fail: on a field
// that they don't describe, and on one that is gone.
func TestSchemasNoticeDrift(t *testing.T) {
	for path, output := range map[string][]byte{
		"../docs/check.schema.json": render(t, func(w io.Writer) error { return JSON(w, sampleReport(t)) }),
		"../docs/tools.schema.json": render(t, func(w io.Writer) error { return InventoryJSON(w, sampleInventory()) }),
	} {
		schema := compileSchema(t, path)
		var objects func(v any, visit func(map[string]any))
		objects = func(v any, visit func(map[string]any)) {
			switch v := v.(type) {
			case map[string]any:
				visit(v)
				for _, e := range v {
					objects(e, visit)
				}
			case []any:
				for _, e := range v {
					objects(e, visit)
				}
			}
		}
		var doc any
		if err := json.Unmarshal(output, &doc); err != nil {
			t.Fatal(err)
		}
		n := 0
		objects(doc, func(o map[string]any) {
			n++
			o["unheard_of"] = 1.5
			if schema.Validate(doc) == nil {
				t.Errorf("%s: an unknown field passes in %v", path, o)
			}
			delete(o, "unheard_of")
		})
		if n < 20 {
			t.Errorf("%s: the sample has only %d objects", path, n)
		}
		root := doc.(map[string]any)
		delete(root, "not_seen")
		if schema.Validate(doc) == nil {
			t.Errorf("%s: a missing field passes", path)
		}
	}
}

// TestSchemasShareDefinitions holds the parts that both files describe equal.
func TestSchemasShareDefinitions(t *testing.T) {
	defs := func(path string) map[string]any {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Defs map[string]any `json:"$defs"`
		}
		if err := json.Unmarshal(data, &doc); err != nil {
			t.Fatal(err)
		}
		return doc.Defs
	}
	check, tools := defs("../docs/check.schema.json"), defs("../docs/tools.schema.json")
	shared := 0
	for name, def := range check {
		if other, ok := tools[name]; ok {
			shared++
			if !reflect.DeepEqual(def, other) {
				t.Errorf("$defs/%s differs", name)
			}
		}
	}
	if shared < 4 {
		t.Errorf("only %d definitions are shared", shared)
	}
}

func TestJSONForm(t *testing.T) {
	out := string(render(t, func(w io.Writer) error { return InventoryJSON(w, sampleInventory()) }))
	if !strings.HasSuffix(out, "}\n") || strings.HasSuffix(out, "\n\n") {
		t.Error("the output does not end in one newline")
	}
	if !strings.Contains(out, "Finds orders <by> a condition & more.") {
		t.Error("HTML characters are escaped")
	}
	if !strings.Contains(out, "\n  \"servers\": [") {
		t.Error("the output is not indented by two spaces")
	}
	// What may be null, and nothing else.
	for line := range strings.Lines(out) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if strings.HasPrefix(value, "null") {
			switch key {
			case `"name"`, `"server"`, `"handler"`, `"published_default"`, `"effective_default"`:
			default:
				t.Errorf("%s is null", key)
			}
		}
	}
}

// TestJSONEmpty makes sure that nothing is null where nothing was found.
func TestJSONEmpty(t *testing.T) {
	for name, out := range map[string][]byte{
		"check":     render(t, func(w io.Writer) error { return JSON(w, Report{}) }),
		"tools":     render(t, func(w io.Writer) error { return InventoryJSON(w, nil) }),
		"nil parts": render(t, func(w io.Writer) error { return InventoryJSON(w, nilParts()) }),
	} {
		if bytes.Contains(out, []byte("null")) && name != "nil parts" {
			t.Errorf("%s has null:\n%s", name, out)
		}
		if !json.Valid(out) {
			t.Errorf("%s is no JSON", name)
		}
	}
}

// nilParts is what a careless pass could hand over.
func nilParts() *inventory.Inventory {
	return &inventory.Inventory{
		Servers: []*inventory.Server{nil, {ID: "s", Controls: map[string]*inventory.State{"scope": nil}}},
		Tools:   []*inventory.Tool{nil, {Properties: map[string]*inventory.Property{"a": nil}}},
	}
}

func TestNilPartsAreLeftOut(t *testing.T) {
	got := complete(nilParts())
	if len(got.Servers) != 1 || len(got.Tools) != 1 || len(got.Tools[0].Properties) != 0 || len(got.Servers[0].Controls) != 0 {
		t.Errorf("nil parts stay: %+v", got)
	}
}

func TestJSONValuesThatCannotBeWritten(t *testing.T) {
	inv := &inventory.Inventory{Tools: []*inventory.Tool{{Annotations: map[string]any{"x": func() {}}}}}
	if err := InventoryJSON(io.Discard, inv); err == nil || !strings.Contains(err.Error(), "write JSON") {
		t.Errorf("error %v does not say what failed", err)
	}
}

func TestJSONHasEverything(t *testing.T) {
	var doc jsonReport
	if err := json.Unmarshal(render(t, func(w io.Writer) error { return JSON(w, sampleReport(t)) }), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Version != CheckVersion || len(doc.Findings) != 4 || len(doc.Servers) != 2 || len(doc.NotSeen) != 2 {
		t.Fatalf("version %q, %d findings, %d servers, %d not seen", doc.Version, len(doc.Findings), len(doc.Servers), len(doc.NotSeen))
	}
	byRule := map[string]jsonFinding{}
	for _, f := range doc.Findings {
		byRule[f.Rule] = f
	}
	flow := byRule["MCP005"]
	if flow.Slug != "sqlparam" || !strings.HasSuffix(flow.URL, "/sqlparam.md") || len(flow.Trace) != 7 || len(flow.Related) != 1 ||
		len(flow.Fixes) != 1 || len(flow.Fixes[0].Edits) != 1 || flow.Severity != finding.Error || flow.Position.EndColumn != 77 {
		t.Errorf("flow finding %+v", flow)
	}
	if posture := byRule["MCP002"]; posture.Tool != nil || posture.Server == nil {
		t.Errorf("posture finding %+v", posture)
	}
	if s := byRule["MCP001"].Suppressed; s == nil || s.Reason != "the till confirms" {
		t.Errorf("suppression %+v", s)
	}
	if !doc.Summary.Failed || doc.Summary.Findings != 3 || doc.Summary.Suppressed != 1 || doc.Summary.Hidden["pedantic"] != 1 {
		t.Errorf("summary %+v", doc.Summary)
	}
}
