package report

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
)

const (
	mainFile   = "cmd/shop/main.go"
	ordersFile = "pkg/héllo wörld 100%/orders.go"
)

const mainSource = `package main

func main() {
	srv := server.NewMCPServer("shop", "1.0.0")
	srv.AddTool(search, searchOrders)
	srv.AddTool(refund, refundOrder)
}
`

// ordersSource has characters of one, two, three and four bytes before the
// places that findings name.
const ordersSource = `package orders

func searchOrders(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	where := req.GetString("where", "")
	label := "🛒 é e\u0301 日本"
	/* 🛒é日本 */ rows := db.Query("SELECT id FROM orders WHERE " + where)
	return render(label, rows), nil
}

func refundOrder(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return pay.Refund(ctx, req.GetString("order", ""))
}
`

// writeFile writes a file of the audited source below root.
func writeFile(t testing.TB, root, name, content string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func at(file string, line, column, end int) finding.Position {
	return finding.Position{File: file, Line: line, Column: column, EndColumn: end}
}

// sampleInventory has two servers and every kind of thing that a server
// offers, known and unknown.
func sampleInventory() *inventory.Inventory {
	shop, ops := ptrTo("shop@cmd/shop/main.go:4"), ptrTo("ops@cmd/ops/main.go:9")
	return &inventory.Inventory{
		Version: inventory.Version,
		Servers: []*inventory.Server{
			{ID: *shop, Name: "shop", SDK: "mcp-go", SDKVersion: "v1.2.1", Transports: []string{"http", "stdio"},
				Position: inventory.Position{File: mainFile, Line: 4, Column: 9}},
			{ID: *ops, SDK: "go-sdk", SDKVersion: "v1.8.0", Position: inventory.Position{File: "cmd/ops/main.go", Line: 9, Column: 7}},
		},
		Tools: []*inventory.Tool{
			{
				Name: ptrTo("refund_order"), Server: shop, Kind: inventory.KindTool, Description: "Pays an order back.",
				Position:     inventory.Position{File: mainFile, Line: 6, Column: 14},
				Registration: inventory.Position{File: mainFile, Line: 6, Column: 2},
				Handler:      &inventory.Handler{Name: "example.com/shop/pkg/orders.refundOrder", File: ordersFile, Line: 10},
				Annotations:  map[string]any{"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true},
				Declared:     map[string]any{"readOnlyHint": false},
				Properties: map[string]*inventory.Property{
					"order":   {Type: "string", Description: "Number of the order.", Required: true},
					"confirm": {Type: "boolean", PublishedDefault: false, EffectiveDefault: false},
				},
				Effects: []string{"spend"}, Changes: "yes", Destructive: "yes",
				Controls: map[string]*inventory.State{
					"confirm": {State: "pass", Evidence: []inventory.Evidence{{Position: inventory.Position{File: ordersFile, Line: 11, Column: 2}, Text: "confirm must be true"}}},
					"scope":   {State: "unknown"},
				},
			},
			{
				Name: ptrTo("search_orders"), Server: shop, Kind: inventory.KindTool, Description: "Finds orders <by> a condition & more.",
				Position:     inventory.Position{File: mainFile, Line: 5, Column: 14},
				Registration: inventory.Position{File: mainFile, Line: 5, Column: 2},
				Handler:      &inventory.Handler{Name: "(*example.com/shop/pkg/orders.Store).SearchOrders", File: ordersFile, Line: 3},
				Annotations:  map[string]any{"readOnlyHint": true, "destructiveHint": false, "idempotentHint": false, "openWorldHint": true},
				Declared:     map[string]any{"readOnlyHint": true, "destructiveHint": false},
				Properties:   map[string]*inventory.Property{"where": {Type: "string", PublishedDefault: "1=1"}},
				Controls: map[string]*inventory.State{
					"confirm": {State: "n/a", Evidence: []inventory.Evidence{{Position: inventory.Position{File: mainFile, Line: 5, Column: 14}, Text: "it destroys nothing"}}},
					"sqlparam": {State: "fail", Evidence: []inventory.Evidence{
						{Position: inventory.Position{File: ordersFile, Line: 6, Column: 29}, Text: `argument "where" becomes part of the text of a query`}}},
				},
			},
			{
				Pattern: "^report_.*$", Server: shop, Kind: inventory.KindTask,
				Position:     inventory.Position{File: "pkg/reports/registry_of_reports.go", Line: 120, Column: 4},
				Registration: inventory.Position{File: "pkg/reports/registry_of_reports.go", Line: 131, Column: 3},
				Unknown: []inventory.Unknown{
					{Part: "name", Reason: "built by fmt.Sprintf from a value that a configuration file gives"},
					{Part: "handler", Reason: "read from a map at run time"},
					{Part: "schema", Reason: "read from a file"},
				},
			},
			{
				Name: ptrTo("ping"), Kind: inventory.KindTool, Position: inventory.Position{File: "internal/legacy/ping.go", Line: 3, Column: 1},
				Unknown: []inventory.Unknown{{Part: "server", Reason: "the registration is in a package that was not analysed"}},
			},
		},
		Resources: []*inventory.Tool{{
			Name: ptrTo("catalogue"), Server: shop, Kind: inventory.KindResource, URI: "shop://catalogue",
			Position: inventory.Position{File: "pkg/catalogue.go", Line: 8, Column: 2},
			Handler:  &inventory.Handler{Name: "example.com/shop/pkg.readCatalogue", File: "pkg/catalogue.go", Line: 20},
		}},
		ResourceTemplates: []*inventory.Tool{{
			Name: ptrTo("order"), Server: shop, Kind: inventory.KindResourceTemplate, URI: "shop://orders/{id}/lines/{line}/notes/{note}/attachments/{attachment}",
			Position: inventory.Position{File: "pkg/catalogue.go", Line: 12, Column: 2},
		}},
		Prompts: []*inventory.Tool{{
			Name: ptrTo("apology"), Server: shop, Kind: inventory.KindPrompt, Position: inventory.Position{File: "pkg/prompts.go", Line: 4, Column: 2},
			Properties: map[string]*inventory.Property{"customer": {Type: "string", Required: true}},
		}},
		NotSeen: []inventory.NotSeen{
			{What: "example.com/shop/internal/legacy", Reason: "does not type-check: undefined: legacyClient", Position: inventory.Position{File: "internal/legacy/client.go", Line: 41, Column: 9}},
		},
	}
}

// sampleReport has one finding of each shape: a flow, a posture finding, a
// suppressed, a hidden, a duplicate, and one without a server.
func sampleReport(t testing.TB) Report {
	t.Helper()
	root := t.TempDir()
	writeFile(t, root, mainFile, mainSource)
	writeFile(t, root, ordersFile, ordersSource)
	shop := "shop@cmd/shop/main.go:4"
	flow := finding.Finding{
		Rule: "MCP005", Pos: at(ordersFile, 6, 29, 77), Severity: finding.Error, Confidence: finding.High, Profile: finding.Regular,
		Message: `argument "where" of tool "search_orders" reaches the text of a SQL query`,
		Tool:    "search_orders", Server: shop,
		Trace: []finding.Step{
			{Pos: at(ordersFile, 4, 11, 36), Text: `argument "where"`},
			{Pos: at(ordersFile, 4, 2, 7), Text: "assigned to where"},
			{Pos: at("pkg/query/builder_with_a_rather_long_name.go", 20, 9, 14), Text: "passed to build"},
			{Pos: at("pkg/query/builder_with_a_rather_long_name.go", 22, 9, 14), Text: "joined by strings.Join"},
			{Pos: at("pkg/query/builder_with_a_rather_long_name.go", 25, 9, 14), Text: "returned"},
			{Pos: at(ordersFile, 6, 38, 76), Text: "concatenated"},
			{Pos: at(ordersFile, 6, 29, 77), Text: "query text of (*database/sql.DB).Query"},
		},
		Related: []finding.Evidence{{Pos: at(ordersFile, 11, 9, 20), Text: `tool "refund_order" passes its argument as a parameter, which the driver keeps apart from the text`}},
		Fixes: []finding.Fix{{Title: "pass the value as a parameter", Edits: []finding.Edit{
			{Pos: at(ordersFile, 6, 38, 76), NewText: `"SELECT id FROM orders WHERE id = ?", where`},
		}}},
	}
	posture := finding.Finding{
		Rule: "MCP002", Pos: at(mainFile, 4, 9, 45), Severity: finding.Error, Confidence: finding.Medium, Profile: finding.Regular,
		Message: `3 of 3 tools of server "shop" check no scope`, Server: shop,
	}
	for _, name := range []string{"refund_order", "report_a", "report_b", "report_c", "report_d", "search_orders"} {
		posture.Related = append(posture.Related, finding.Evidence{Pos: at(mainFile, 6, 2, 34), Text: `tool "` + name + `"`})
	}
	duplicate := flow
	duplicate.Severity, duplicate.Trace = finding.Warning, nil
	suppressed := finding.Finding{
		Rule: "MCP001", Pos: at(ordersFile, 11, 9, 52), Severity: finding.Error, Confidence: finding.High, Profile: finding.Regular,
		Message: `tool "refund_order" spends without confirmation`, Tool: "refund_order", Server: shop,
		Suppressed: &finding.Suppression{Kind: finding.Directive, Pos: at(ordersFile, 10, 1, 0), Reason: "the till confirms"},
	}
	hidden := finding.Finding{
		Rule: "MCP016", Pos: at(mainFile, 6, 14, 20), Severity: finding.Note, Confidence: finding.High, Profile: finding.Pedantic,
		Message: `tool "refund_order" states no destructiveHint`, Tool: "refund_order", Server: shop,
	}
	orphan := finding.Finding{
		Rule: "MCP015", Pos: at("internal/legacy/ping.go", 3, 1, 0), Severity: finding.Warning, Confidence: finding.Low, Profile: finding.Regular,
		Message: "tool \"pi\u200bng\" has a hidden character \x1b[31m in its name", Tool: "pi\u200bng",
	}
	return Report{
		ToolVersion: "v0.1.0", Root: root, Profile: finding.Regular, FailOn: finding.Warning, Packages: 12,
		Findings:  []finding.Finding{flow, posture, duplicate, suppressed, hidden, orphan},
		Inventory: sampleInventory(),
		NotSeen:   []inventory.NotSeen{{What: "example.com/shop/cmd/generated", Reason: "generated files are not analysed"}},
		Rules:     checklist.All(),
		Ran:       []string{"MCP015"},
		Docs:      map[string]string{"MCP015": "# tooldesc\n\nReports names and descriptions that mislead the model.\n"},
	}
}
