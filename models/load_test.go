package models

import (
	"strings"
	"testing"
)

// TestBuiltin holds the builtin rows valid and known to be there.
func TestBuiltin(t *testing.T) {
	s, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	again, err := loadBuiltin()
	if err != nil {
		t.Fatal(err)
	}
	if s.Digest() != again.Digest() || len(s.Digest()) != 64 {
		t.Errorf("digests %q and %q of the same rows", s.Digest(), again.Digest())
	}
	names := make(map[string]bool)
	for _, m := range s.Models() {
		if names[m.Name] {
			t.Errorf("two models are called %s", m.Name)
		}
		names[m.Name] = true
		if m.Module != "" && (m.Served == nil || *m.Served) && len(m.Versions) == 0 {
			t.Errorf("%s: no versions, so sdkcheck would check nothing", m.Name)
		}
	}
	for _, name := range []string{"std", "go-sdk", "mcp-go", "trpc-mcp-go", "cortex", "mcp-golang", "thinkinai-go-mcp", "foxy-contexts", "viant-mcp", "gomcp", "klarlabs-mcp", "genkit"} {
		if !names[name] {
			t.Errorf("there is no model %s", name)
		}
	}
}

// TestStrict proves that faulty rows are errors that say where they are.
func TestStrict(t *testing.T) {
	tests := []struct{ name, rows, want string }{
		{"not yaml", "servers: [", "t.yaml:1:"},
		{"no section", "- func: a.B", "t.yaml:1: rows are grouped by section"},
		{"unknown section", "servres: []", `t.yaml:1:1: unknown field "servres"`},
		{"unknown key", "evaluated:\n- {func: a.B, rule: noop}\n- {func: a.C, rul: noop}", `t.yaml:3:15: unknown field "rul"`},
		{"key twice", "evaluated:\n- {func: a.B, func: a.C, rule: noop}", "t.yaml:2:"},
		{"wrong type", "evaluated: {func: a.B}", "t.yaml:1:"},
		{"two documents", "evaluated: []\n---\nservers: []", "more than one YAML document"},
		{"model key", "name: x", "unknown field"},
		{"alias", "evaluated: &e\n- {func: a.B, rule: noop}\nservers: *e", "t.yaml:3: aliases are not allowed"},
		{"nesting", "evaluated:\n" + strings.Repeat("[", 100000), "t.yaml:2: more than 200 nested brackets"},
		{"nesting after brackets that close nothing", "# " + strings.Repeat("]", 1000) + "\nevaluated:\n" + strings.Repeat("[", 100000), "t.yaml:3: more than 200 nested brackets"},
		{"nested lists", "evaluated:\n" + strings.Repeat("- ", 100000), `t.yaml:2: more than 200 times "-" on one line`},
		{"nested keys", "evaluated:\n" + strings.Repeat("?\t", 100000), `t.yaml:2: more than 200 times "?" on one line`},
		{"anchors", "evaluated:" + strings.Repeat(" &a", 100000), `t.yaml:1: more than 200 times "&" on one line`},
		{"symbol missing", "evaluated:\n- {rule: noop}", "t.yaml:2: : the symbol is missing"},
		{"symbol", "evaluated:\n- {func: Println, rule: noop}", `t.yaml:2: Println: symbol "Println"`},
		{"method symbol", "evaluated:\n- {func: (*a.B.C, rule: noop}", "write (path.Type).Method"},
		{"type symbol", "handlers:\n- {type: B, kind: tool, context: 0, request: 1}", "write import/path.Name"},
		{"rule", "evaluated:\n- {func: a.B, rule: noop}\n- {func: a.C, rule: sprontf}", `t.yaml:3: a.C: "sprontf" is no rule`},
		{"kind", "registrars:\n- func: a.B\n  kind: tol\n  handler: arg0", `t.yaml:3: a.B: "tol" is none of tool`},
		{"path", "registrars:\n- func: a.B\n  kind: tool\n  handler: arg", `t.yaml:4: a.B: handler: access path "arg"`},
		{"path step", "registrars:\n- {func: a.B, kind: tool, handler: 'arg0[x]'}", "neither"},
		{"path root", "registrars:\n- {func: a.B, kind: tool, handler: typearg0}", "can't start with typearg"},
		{"constant handler", "registrars:\n- {func: a.B, kind: tool, handler: =x}", "can't start with const"},
		{"each without list", "registrars:\n- {func: a.B, kind: tool, handler: each.Handler}", `needs a list in "each"`},
		{"empty registrar", "registrars:\n- {func: a.B, kind: tool}", "give a descriptor"},
		{"method name", "registrars:\n- {func: a.B, kind: tool, handler: arg0, method: a-b}", "no method name"},
		{"duplicate", "evaluated:\n- {func: a.B, rule: noop}\n- {func: a/v2.B, rule: noop}\n- {func: a/v3.B, rule: noop}", "t.yaml:4: a/v3.B: there are two rows"},
		{"duplicate type", "descriptors:\n- {type: a.B, kind: tool}\n- {type: a.B, kind: prompt}", "t.yaml:3: a.B: there are two rows"},
		{"gives", "middleware:\n- {func: a.B, covers: [tool], order: first-outermost, gives: [scop]}", `"scop" is none of scope`},
		{"gives nothing", "middleware:\n- {func: a.B, covers: [tool], order: first-outermost}", "functions is missing"},
		{"policy without gives", "adapters:\n- {func: a.B, handler: arg0, policy: arg1}", "give gives"},
		{"policy field", "policies:\n- {type: a.B, scopes: S, public: P, confirm: C}", "tools is missing"},
		{"policy twice", "policies:\n- {type: a.B, tools: T, scopes: S, public: P, confirm: C}\n- {type: a.B, tools: T, scopes: S, public: P, confirm: C}", "two rows"},
		{"optional", "optionals:\n- {func: a.B}", "at is missing"},
		{"refuses", "controls:\n- {func: a.B, kind: scope, refuses: result0}", "about confirmations"},
		{"all", "controls:\n- {func: a.B, kind: scope, all: true}", "about limits"},
		{"remover", "removers:\n- {func: a.B, kind: tool}", "name is missing"},
		{"hint", "descriptors:\n- {type: a.B, kind: tool, annotations: A, hints: {readonly: R}}", "none of title"},
		{"hints without annotations", "descriptors:\n- {type: a.B, kind: tool, hints: {title: T}}", "annotations is missing"},
		{"published", "descriptors:\n- {type: a.B, kind: tool, published: {readOnlyHint: maybe}}", "neither true nor false"},
		{"descriptor path", "descriptors:\n- {type: a.B, kind: tool, name: 'N[*]'}", "only names are allowed"},
		{"constructor type", "constructors:\n- {func: a.B, type: C}", "write import/path.Name"},
		{"set path", "constructors:\n- {func: a.B, type: a.C, set: {N: arg}}", "is no index"},
		{"set field", "constructors:\n- {func: a.B, type: a.C, set: {'N.': arg0}}", "is no name"},
		{"idle option", "options:\n- {func: a.B}", "does nothing"},
		{"option into", "options:\n- {func: a.B, options: 'arg0[*]'}", "into is missing"},
		{"builder", "options:\n- {func: a.B, builder: true, set: {N: arg0}}", "a builder is a method"},
		{"property type", "options:\n- {func: a.B, property: {name: arg0, type: str}}", "none of string"},
		{"property name", "options:\n- {func: a.B, property: {type: string}}", "property.name is missing"},
		{"adapter", "adapters:\n- {func: a.B}", "handler is missing"},
		{"parameter index", "handlers:\n- {type: a.B, kind: tool, context: -2, request: 1}", "no parameter index"},
		{"transport", "transports:\n- {func: a.B}", "give a kind"},
		{"transport kind", "transports:\n- {func: a.B, kind: carrier-pigeon}", "none of stdio"},
		{"transport types", "transports:\n- {func: a.B, transport: arg0, types: {a.T: '. x'}}", "is no name"},
		{"order", "middleware:\n- {func: a.B, functions: arg0, covers: [tool], order: first}", "none of first-outermost"},
		{"covers", "middleware:\n- {func: a.B, functions: arg0, order: first-outermost}", "covers is missing"},
		{"version", "evaluated:\n- {func: a.B, rule: noop, since: 1.2}", "write v1.2.3"},
		{"limits", "evaluated:\n- {func: a.B, rule: noop, since: v1.2.0, until: v1.1.0}", "is not after"},
		{"field", "fields:\n- {type: a.B, field: C-D, kind: nothing, context: 0, request: 1}", "none of tool"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ParseRows("t.yaml", []byte(test.rows))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error\n%v\nwant one with\n%s", err, test.want)
			}
		})
	}
}

// TestModelStrict proves the same for what only a builtin file has.
func TestModelStrict(t *testing.T) {
	tests := []struct{ name, rows, want string }{
		{"name", "kind: sdk\nmodule: a.b/c", "the name is missing"},
		{"module", "name: x\nkind: sdk", "the module is missing"},
		{"kind", "name: x\nkind: sdkk\nmodule: a.b/c", `f.yaml:2: model x: "sdkk" is none of`},
		{"version", "name: x\nkind: std\nversions: [1.2.3]", "write v1.2.3"},
		{"version order", "name: x\nkind: std\nversions: [v1.0.0, v1.1.0]", "the newest comes first"},
		{"dialect", "name: x\nkind: std\ninference:\n- {dialect: klingon}", "f.yaml:4:"},
		{"on_error", "name: x\nkind: std\ninference:\n- {dialect: google, on_error: shrug}", "none of"},
		{"request", "name: x\nkind: std\nrequests: [Foo]", "write import/path.Name"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := parseModels("f.yaml", []byte(test.rows))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error\n%v\nwant one with\n%s", err, test.want)
			}
		})
	}
}

// TestModelsClash proves that two models can't have rows of one kind for one
// symbol, whatever the major version they write.
func TestModelsClash(t *testing.T) {
	ms, err := parseModels("f.yaml", []byte(`
name: a
kind: lib
module: m
evaluated: [{func: m/p.F, rule: noop}]
---
name: b
kind: lib
module: m/v2
evaluated: [{func: m/v2/p.F, rule: noreturn}]
`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newSet(ms, nil); err == nil || !strings.Contains(err.Error(), "models a and b both have evaluated for m/p.F") {
		t.Errorf("got error %v", err)
	}
}

// TestEmptyRows proves that nothing is no error.
func TestEmptyRows(t *testing.T) {
	for _, text := range []string{"", "\n# nothing\n", "---\n", "evaluated:\n", "\ufeffevaluated: []"} {
		if _, err := ParseRows("t.yaml", []byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestValidate proves that rows made by hand are checked without a file.
func TestValidate(t *testing.T) {
	rows := Rows{Evaluated: []Evaluated{{Symbol: Symbol{Func: "a.B"}, Rule: "noop"}, {Symbol: Symbol{Func: "a.C"}, Rule: "x"}}}
	if err := rows.Validate(); err == nil || !strings.HasPrefix(err.Error(), "evaluated[1]: a.C:") {
		t.Errorf("got error %v", err)
	}
}

// FuzzParseRows holds ParseRows to its promises: no panic, errors that name the
// file, and rows that can be used.
func FuzzParseRows(f *testing.F) {
	f.Add("registrars:\n- {func: (*a/v2.S).Add, kind: tool, each: 'arg0[*]', descriptor: each.Tool, handler: each.H}")
	f.Add("options:\n- {func: a.With, property: {name: arg0, type: string, options: 'arg1[*]', set: {required: =true}}}")
	f.Add("descriptors:\n- {type: a.T, kind: tool, annotations: A, hints: {title: T}, published: {readOnlyHint: false}}")
	f.Add("transports: &x\n- {func: a.Run, kind: '', transport: arg0, types: {a.T: .Inner}}\n")
	f.Add("evaluated:\n- {func: a.B, rule: noop, since: v1.0.0}\nfields: [{type: a.O, field: H, kind: '', context: 0, request: 1}]")
	f.Add("servers: *nowhere")
	f.Add("? [a, b]\n: !!binary x")
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := ParseRows("fuzz.yaml", []byte(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz.yaml") {
				t.Errorf("error without the file: %v", err)
			}
			return
		}
		if err := rows.Validate(); err != nil {
			t.Errorf("rows that were read are not valid: %v", err)
		}
		if _, err := newSet(nil, &rows); err != nil {
			t.Errorf("rows that were read make no set: %v", err)
		}
	})
}
