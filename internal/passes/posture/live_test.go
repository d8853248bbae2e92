package posture_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/testkit"
)

// TestLive builds the test programs, runs those that serve over stdio, and
// compares what they list with their comments: an expectation that the SDK
// does not share would make TestDiscovery worthless.
func TestLive(t *testing.T) {
	if os.Getenv("MCPVET_FULL") == "" {
		t.Skip("set MCPVET_FULL=1 to build and run the test programs")
	}
	ran := 0
	root := testkit.Module(t)
	for _, dir := range []string{root, filepath.Join(root, "old", "*")} {
		modules, err := filepath.Glob(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, module := range modules {
			ran += runModule(t, module)
		}
	}
	if ran < 20 {
		t.Errorf("only %d programs ran", ran)
	}
}

// runModule checks the programs of one module and returns how many ran.
func runModule(t *testing.T, module string) (ran int) {
	root, err := filepath.Abs(module)
	if err != nil {
		t.Fatal(err)
	}
	programs, err := filepath.Glob(filepath.Join(root, "src/toolreg/*/main.go"))
	if err != nil {
		t.Fatal(err)
	}
	if len(programs) == 0 {
		programs = []string{filepath.Join(root, "main.go")}
	}
	bin := t.TempDir()
	var packages []string
	for _, p := range programs {
		rel, err := filepath.Rel(root, filepath.Dir(p))
		if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, "./"+filepath.ToSlash(rel))
	}
	build := exec.Command("go", append([]string{"build", "-o", bin + "/"}, packages...)...)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the programs of %s: %v\n%s", module, err, out)
	}
	for _, p := range programs {
		dir := filepath.Dir(p)
		x, err := readExpectations(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		if x.notLive {
			continue
		}
		ran++
		name := filepath.Base(dir)
		if dir == root {
			name = filepath.Base(root)
		}
		t.Run(name, func(t *testing.T) {
			binary := filepath.Join(bin, name)
			if dir == root { // the last element of the module path
				binary = filepath.Join(bin, filepath.Base(root))
			}
			for _, fault := range x.checkLive(askServer(t, binary, dir)) {
				t.Error(fault)
			}
		})
	}
	return ran
}

// A listed is a tool, resource, template or prompt as a server lists it.
type listed struct {
	kind        string
	Name        string          `json:"name"`
	Description string          `json:"description"`
	URI         string          `json:"uri"`
	URITemplate string          `json:"uriTemplate"`
	Annotations map[string]any  `json:"annotations"`
	InputSchema json.RawMessage `json:"inputSchema"`
	Arguments   []struct {
		Name     string `json:"name"`
		Required bool   `json:"required"`
	} `json:"arguments"`
}

// askServer runs a server and lists what it offers.
func askServer(t *testing.T, binary, dir string) []*listed {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cancel()
		_ = cmd.Wait() // it was killed
	}()
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<24)
	send := func(message string) {
		if _, err := fmt.Fprintln(in, message); err != nil {
			t.Fatalf("write to the server: %v\n%s", err, &stderr)
		}
	}
	// ask returns nil where the server has no such method.
	ask := func(id int, method, params string) json.RawMessage {
		send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params))
		for lines.Scan() {
			var reply struct {
				ID     int             `json:"id"`
				Method string          `json:"method"`
				Result json.RawMessage `json:"result"`
			}
			if json.Unmarshal(lines.Bytes(), &reply) == nil && reply.Method == "" && reply.ID == id {
				return reply.Result
			}
		}
		t.Fatalf("no reply to %s: %v\n%s", method, lines.Err(), &stderr)
		return nil
	}
	if ask(1, "initialize", `{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`) == nil {
		t.Fatal("the server refuses to initialize")
	}
	send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	var all []*listed
	for i, list := range []struct{ method, key, kind string }{
		{"tools/list", "tools", inventory.KindTool},
		{"resources/list", "resources", inventory.KindResource},
		{"resources/templates/list", "resourceTemplates", inventory.KindResourceTemplate},
		{"prompts/list", "prompts", inventory.KindPrompt},
	} {
		result := ask(i+2, list.method, "{}")
		if result == nil || string(result) == "null" {
			continue
		}
		var page map[string]json.RawMessage
		if err := json.Unmarshal(result, &page); err != nil {
			t.Fatalf("read the result of %s: %v", list.method, err)
		}
		var entries []*listed
		if err := json.Unmarshal(page[list.key], &entries); err != nil {
			t.Fatalf("read the result of %s: %v", list.method, err)
		}
		for _, e := range entries {
			e.kind = list.kind
		}
		all = append(all, entries...)
	}
	return all
}

// checkLive compares expectations with what a server lists.
func (x *expectations) checkLive(have []*listed) []string {
	var faults []string
	for _, e := range x.want {
		if e.keys["live"] == "no" || e.kind == inventory.KindCompletion {
			continue
		}
		kind := e.kind
		if kind == inventory.KindTask {
			kind = inventory.KindTool // they are listed together
		}
		i := slices.IndexFunc(have, func(l *listed) bool { return l.kind == kind && l.Name == e.name })
		if i < 0 {
			faults = append(faults, fmt.Sprintf("%v: the program does not list it", e))
			continue
		}
		t, err := have[i].inventory()
		if err != nil {
			faults = append(faults, fmt.Sprintf("%v: %v", e, err))
			continue
		}
		have = slices.Delete(have, i, i+1)
		// what only the source shows is as expected
		t.Position.Line, t.Handler, t.Server = e.line, &inventory.Handler{Name: "as expected", File: e.file, Line: e.line}, new(e.keys["server"])
		served := &expectation{file: e.file, line: e.line, kind: e.kind, name: e.name, keys: map[string]string{}}
		for k, v := range e.keys {
			if !slices.Contains([]string{"handler", "server", "eff", "declared", "unknown"}, k) {
				served.keys[k] = v
			}
		}
		if strings.Contains(e.keys["unknown"], "description") {
			delete(served.keys, "desc")
		}
		if diff := served.compare(t, ""); diff != "" {
			faults = append(faults, fmt.Sprintf("%v: the program lists it so that %s", e, diff))
		}
	}
	for _, l := range have {
		faults = append(faults, fmt.Sprintf("the program lists %s %s, which no comment expects", l.kind, l.Name))
	}
	return faults
}

// inventory converts what a server lists.
func (l *listed) inventory() (*inventory.Tool, error) {
	t := &inventory.Tool{Kind: l.kind, Name: &l.Name, Description: l.Description, URI: l.URI + l.URITemplate,
		Annotations: map[string]any{}, Properties: map[string]*inventory.Property{}}
	for k, v := range l.Annotations {
		if strings.HasSuffix(k, "Hint") {
			t.Annotations[k] = v
		}
	}
	for _, a := range l.Arguments {
		t.Properties[a.Name] = &inventory.Property{Type: "string", Required: a.Required}
	}
	if len(l.InputSchema) == 0 {
		return t, nil
	}
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	if err := json.Unmarshal(l.InputSchema, &schema); err != nil {
		return nil, err
	}
	for name, raw := range schema.Properties {
		p := &inventory.Property{Required: slices.Contains(schema.Required, name)}
		var s struct {
			Type    any `json:"type"`
			Default any `json:"default"`
		}
		if string(raw) != "true" { // a schema that accepts everything
			if err := json.Unmarshal(raw, &s); err != nil {
				return nil, err
			}
		}
		switch typ := s.Type.(type) {
		case string:
			p.Type = typ
		case []any: // null or one other type
			for _, alt := range typ {
				if alt != "null" {
					p.Type, _ = alt.(string)
				}
			}
		}
		p.PublishedDefault = s.Default
		t.Properties[name] = p
	}
	return t, nil
}
