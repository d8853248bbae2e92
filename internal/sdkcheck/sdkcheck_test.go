package sdkcheck

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/models"
)

// full asks for the check at every version of every model, which downloads all
// of them.
const full = "MCPVET_FULL"

// ownModule are the models whose modules don't fit into this module's go.mod,
// so that only the full check, which makes a module for each, sees them.
var ownModule = map[string]string{
	"genkit": "its MCP plugin compiles with an old mcp-go only",
}

func builtin(t *testing.T) []*models.Model {
	t.Helper()
	set, err := models.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return set.Models()
}

// served reports whether the module of m can be had.
func served(t *testing.T, m *models.Model) bool {
	t.Helper()
	if m.Served != nil && !*m.Served {
		t.Logf("%s: not checked, %s can't be downloaded", m.Name, m.Module)
		return false
	}
	return true
}

// TestNewest resolves all rows in the newest version of every module.
func TestNewest(t *testing.T) {
	var paths []string
	var checked []*models.Model
	for _, m := range builtin(t) {
		switch {
		case !served(t, m):
		case ownModule[m.Name] != "":
			t.Logf("%s: checked with %s=1 only: %s", m.Name, full, ownModule[m.Name])
		default:
			checked = append(checked, m)
			paths = append(paths, Packages(m, newest(m))...)
		}
	}
	slices.Sort(paths)
	pkgs, err := Load(".", slices.Compact(paths))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range checked {
		if err := Check(m, newest(m), pkgs); err != nil {
			t.Error(err)
		}
	}
}

// TestRequirements holds go.mod to the newest versions that the models name, so
// that TestNewest checks what it says.
func TestRequirements(t *testing.T) {
	data, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range builtin(t) {
		if m.Module == "" || !served(t, m) || ownModule[m.Name] != "" {
			continue
		}
		if len(m.Versions) == 0 {
			t.Errorf("%s: no versions to check at", m.Name)
			continue
		}
		if !strings.Contains(string(data), fmt.Sprintf("\t%s %s\n", m.Module, m.Versions[0])) {
			t.Errorf("%s: go.mod does not require %s %s; go get it and import it in deps.go", m.Name, m.Module, m.Versions[0])
		}
	}
}

// TestAllVersions resolves all rows in every version that the models list, but
// for the newest ones of libraries.
func TestAllVersions(t *testing.T) {
	if os.Getenv(full) == "" {
		t.Skipf("set %s=1 to check every version of every module", full)
	}
	for _, m := range builtin(t) {
		if !served(t, m) || m.Module == "" {
			continue
		}
		missing := m.Requests
		t.Run(m.Name, func(t *testing.T) {
			versions := m.Versions
			if m.Kind == "lib" && ownModule[m.Name] == "" {
				versions = versions[1:] // TestNewest has checked the newest
			}
			for _, v := range versions {
				t.Run(v, func(t *testing.T) {
					dir := t.TempDir()
					paths := Packages(m, v)
					if err := NewModule(dir, m.Module, v, paths); err != nil {
						t.Fatal(err)
					}
					pkgs, err := Load(dir, paths)
					if err != nil {
						t.Fatal(err)
					}
					if err := Check(m, v, pkgs); err != nil {
						t.Error(err)
					}
					missing = slices.DeleteFunc(slices.Clone(missing), func(r string) bool {
						return !slices.Contains(MissingRequests(m, pkgs), r)
					})
				})
			}
			if len(missing) > 0 {
				t.Errorf("no version has the request types %q", missing)
			}
		})
	}
}

// TestFindsFaults proves that the check is one: rows with each kind of fault
// must fail, and the row without must not.
func TestFindsFaults(t *testing.T) {
	tests := []struct{ name, rows, want string }{
		{"right", `
evaluated: [{func: fmt.Sprintf, rule: sprintf}]
registrars: [{func: (*net/http.ServeMux).HandleFunc, kind: method, server: recv, name: arg0, handler: arg1, schema: "handler[1]"}]
handlers: [{type: net/http.HandlerFunc, kind: method, context: -1, request: 1}]
constructors: [{func: net/http.NewRequest, type: net/http.Request, set: {Method: arg0, URL.Path: arg1}, pointer: true}]
`, ""},
		{"function", `evaluated: [{func: fmt.Sprintff, rule: sprintf}]`, "Sprintff"},
		{"package", `evaluated: [{func: fnt.Sprintf, rule: sprintf}]`, "fnt"},
		{"method", `evaluated: [{func: (*strings.Builder).WriteSting, rule: write}]`, "WriteSting"},
		{"star", `evaluated: [{func: (strings.Builder).WriteString, rule: write}]`, "full name is (*strings.Builder).WriteString"},
		{"promoted", `evaluated: [{func: (*testing.T).Fatal, rule: noreturn}]`, "full name is (*testing.common).Fatal"},
		{"receiver type", `evaluated: [{func: (*strings.Bilder).WriteString, rule: write}]`, "Bilder"},
		{"argument", `registrars: [{func: net/http.HandleFunc, kind: method, name: arg0, handler: arg2}]`, "no parameter 2"},
		{"result", `servers: [{func: net/http.NewServeMux, result: result1}]`, "no result 1"},
		{"receiver", `registrars: [{func: net/http.HandleFunc, kind: method, server: recv, handler: arg1}]`, "no receiver"},
		{"type argument", `registrars: [{func: net/http.HandleFunc, kind: method, schema: typearg0, handler: arg1}]`, "no type parameter 0"},
		{"handler parameter", `registrars: [{func: net/http.HandleFunc, kind: method, schema: "handler[2]", handler: arg1}]`, "no parameter 2"},
		{"no list", `registrars: [{func: net/http.HandleFunc, kind: method, each: "arg0[*]", handler: each}]`, "has no elements"},
		{"method", `registrars: [{func: net/http.Handle, kind: method, each: "arg1.ServeHTTP()[*]", handler: arg1}]`, "can't be called for a result"},
		{"path field", `servers: [{func: net/http.NewRequest, name: result0.Url}]`, "no field Url"},
		{"set field", `constructors: [{func: net/http.NewRequest, type: net/http.Request, set: {Mehtod: arg0}}]`, "no field Mehtod"},
		{"built type", `constructors: [{func: net/http.NewRequest, type: net/http.Reqest}]`, "no such type"},
		{"descriptor", `descriptors: [{type: net/http.Server, kind: tool, name: Adress}]`, "no field Adress"},
		{"hint", `descriptors: [{type: net/http.Request, kind: tool, annotations: URL, hints: {title: Sheme}}]`, "no field Sheme"},
		{"handler type", `handlers: [{type: net/http.HandlerFunc, kind: tool, context: -1, request: 2}]`, "no parameter 2"},
		{"handler shape", `handlers: [{type: net/http.HandlerFunc, kind: tool, context: -1, request: 1, params: 3}]`, "has not 3 parameters"},
		{"context", `handlers: [{type: net/http.HandlerFunc, kind: tool, context: 0, request: 1}]`, "the context, is a net/http.ResponseWriter"},
		{"field", `fields: [{type: net/http.Server, field: Handlr, context: -1, request: 1}]`, "no field Handlr"},
		{"taint", `
sources: [{func: os.Getenv, class: config, name: arg0}, {type: os/exec.Cmd, field: Env, class: config}]
sinks: [{func: os/exec.Command, at: "arg1[*]", program: arg0, kind: argv}, {type: os/exec.Cmd, field: Path, kind: program}]
flows: [{func: (*bytes.Buffer).Write, from: [arg0], to: [recv]}, {func: slices.IndexFunc, from: [arg0], calls: arg1}]
barriers: [{func: strconv.Atoi, value: arg0, clears: [text]}, {func: path/filepath.IsLocal, value: arg0, when: "true", clears: [path]}]
`, ""},
		{"source", `sources: [{func: os.Getenvs, class: config}]`, "Getenvs"},
		{"source value", `sources: [{func: os.Getenv, class: config, value: result1}]`, "no result 1"},
		{"source name", `sources: [{func: os.Getenv, class: config, name: arg1}]`, "no parameter 1"},
		{"source field", `sources: [{type: os/exec.Cmd, field: Enviro, class: config}]`, "no field Enviro"},
		{"field by its tag", `sources: [{type: net/netip.Addr, field: addrr, class: config}]`, "no field addrr"},
		{"field of another struct", `sources: [{type: net/http.Request, field: URL.Path, class: argument}]`, "start the row there"},
		{"sink", `sinks: [{func: os/exec.Comand, at: "arg1[*]", kind: argv}]`, "Comand"},
		{"sink argument", `sinks: [{func: os/exec.Command, at: arg2, kind: argv}]`, "no parameter 2"},
		{"sink elements", `sinks: [{func: os/exec.Command, at: "arg0[*]", kind: argv}]`, "has no elements"},
		{"sink program", `sinks: [{func: os/exec.Command, at: arg1, program: recv, kind: argv}]`, "no receiver"},
		{"sink parameters", `sinks: [{func: os/exec.Command, at: arg1, params: arg3, kind: sql}]`, "no parameter 3"},
		{"sink field", `sinks: [{type: os/exec.Cmd, field: Paths, kind: program}]`, "no field Paths"},
		{"sink type", `sinks: [{type: os/exec.Cmnd, field: Path, kind: program}]`, "no such type"},
		{"flow", `flows: [{func: (*bytes.Buffer).Wriet, from: [arg0], to: [recv]}]`, "Wriet"},
		{"flow from", `flows: [{func: (*bytes.Buffer).Write, from: [arg1], to: [recv]}]`, "no parameter 1"},
		{"flow to", `flows: [{func: bytes.Clone, from: [arg0], to: [recv]}]`, "no receiver"},
		{"flow through an embedded type", `flows: [{func: (*bufio.ReadWriter).WriteString, from: [arg0], to: [recv]}]`, "full name is (*bufio.Writer).WriteString"},
		{"flow calls", `flows: [{func: strings.Map, from: [arg1], calls: arg1}]`, "is no function"},
		{"barrier", `barriers: [{func: strconv.Atio, value: arg0, clears: [text]}]`, "Atio"},
		{"barrier value", `barriers: [{func: strconv.Atoi, value: arg1, clears: [text]}]`, "no parameter 1"},
		{"barrier of an error", `barriers: [{func: path/filepath.IsLocal, value: arg0, clears: [path]}]`, "the last result is no error"},
		{"barrier of a boolean", `barriers: [{func: strconv.Atoi, value: arg0, when: "true", clears: [text]}]`, "no boolean result"},
		{"optional", `optionals: [{func: strconv.Itao, at: arg0, default: true}]`, "Itao"},
		{"optional pointer", `optionals: [{func: strconv.Itoa, at: arg1, default: true}]`, "no parameter 1"},
		{"policy type", `policies: [{type: net/http.Servr, tools: Addr, scopes: A, public: B, confirm: C}]`, "no such type"},
		{"policy tools", `policies: [{type: net/http.Server, tools: Tools, scopes: A, public: B, confirm: C}]`, "no field Tools"},
		{"confirmation", `controls: [{func: strconv.Atoi, kind: confirm, refuses: result2}]`, "no result 2"},
		{"transport type", `transports: [{func: (*net/http.Server).Serve, transport: arg0, types: {net.TCPLstener: http}}]`, "TCPLstener"},
	}
	pkgs, err := Load(".", []string{
		"bufio", "bytes", "fmt", "net", "net/http", "net/netip", "os", "os/exec", "path/filepath", "slices", "strconv", "strings", "testing",
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rows, err := models.ParseRows("test.yaml", []byte(test.rows))
			if err != nil {
				t.Fatal(err)
			}
			err = Check(&models.Model{Name: "m", Kind: "std", Rows: rows}, "", pkgs)
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got error %v, want one with %q", err, test.want)
			}
		})
	}
}

// TestLoadMissing proves that a package that is not there is an error.
func TestLoadMissing(t *testing.T) {
	_, err := Load(".", []string{"fmt", "net/htp"})
	if err == nil || !strings.Contains(err.Error(), "net/htp") {
		t.Errorf("got %v, want an error about net/htp", err)
	}
}

// TestLimits proves that since and until are heeded.
func TestLimits(t *testing.T) {
	pkgs, err := Load(".", []string{"fmt"})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := models.ParseRows("test.yaml", []byte(`evaluated: [{func: fmt.Gone, until: v1.2.0, rule: noop}]`))
	if err != nil {
		t.Fatal(err)
	}
	m := &models.Model{Name: "m", Kind: "std", Versions: []string{"v1.2.0", "v1.1.0"}, Rows: rows}
	if err := Check(m, "v1.2.0", pkgs); err != nil {
		t.Errorf("a row that ends before the version was checked: %v", err)
	}
	if err := Check(m, "v1.1.0", pkgs); err == nil {
		t.Error("a row about the version was not checked")
	}
}

func newest(m *models.Model) string {
	if len(m.Versions) == 0 {
		return ""
	}
	return m.Versions[0]
}
