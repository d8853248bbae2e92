// Package toolmeta is the pass that reads the metadata of what is registered:
// names, descriptions, schemas, defaults, annotations.
package toolmeta

import (
	"reflect"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Analyzer reads metadata. Its result is a *Result, nil out of scope.
var Analyzer = &analysis.Analyzer{
	Name:       "mcptoolmeta",
	Doc:        "mcptoolmeta: read names, descriptions, schemas and annotations of what is registered",
	Run:        run,
	Requires:   []*analysis.Analyzer{config.Analyzer, toolreg.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// A Result holds the metadata of the registrations of toolreg, in their order.
type Result struct{ Tools []*Tool }

// A Text is a string of a descriptor.
type Text struct {
	Given   bool // the descriptor has it
	Known   bool // Value is all of it
	Value   string
	Pattern string // regular expression for a text that is known in part
	Reason  string // why it is not known
	Param   bool   // it is a parameter of a function that was evaluated without its callers
	Pos     program.Pos
}

// A Tool is the metadata of one descriptor. One registration has several
// when its name is one of several.
type Tool struct {
	Reg         *interp.Registration
	Kind        string
	Name        Text
	Description Text
	URI         Text
	Pos         program.Pos    // where the descriptor is written
	Annotations map[string]any // hints as served
	Declared    map[string]any // hints that the code states
	Properties  map[string]*inventory.Property
	Limits      map[string]Limits // of the properties whose schema has some
	Strings     []Text            // every other string that a client shows or a model reads: titles, descriptions of arguments
	Unknown     []inventory.Unknown
}

// Limits say what the schema of a property limits. Whether anybody looks at the
// schema is another question: see Validated.
type Limits struct{ Max, Min, Length bool }

// Validated reports whether the SDK refuses a call that the schema does not
// allow.
func (t *Tool) Validated() bool {
	if t.Reg.Row != nil && t.Reg.Row.Validates {
		return true
	}
	for _, s := range interp.ServersOf(t.Reg.Server) {
		if s.Validates {
			return true
		}
	}
	return false
}

func run(pass *analysis.Pass) (any, error) {
	regs := pass.ResultOf[toolreg.Analyzer].(*toolreg.Result)
	if regs == nil {
		return (*Result)(nil), nil
	}
	cfg := pass.ResultOf[config.Analyzer].(*config.Result)
	res := &Result{}
	if regs.Machine == nil {
		return res, nil
	}
	byJSON := map[string]map[string]string{}
	for _, r := range regs.Registrations {
		rd := &reader{m: regs.Machine, w: regs.World, cfg: cfg, reg: r, byJSON: byJSON}
		res.Tools = append(res.Tools, rd.tools()...)
	}
	return res, nil
}

// reader reads the metadata of one registration.
type reader struct {
	m   *interp.Machine
	w   *interp.World
	cfg *config.Result
	reg *interp.Registration

	byJSON map[string]map[string]string // see fieldOf
}

// tools returns one Tool per alternative of the descriptor and of its name.
func (rd *reader) tools() []*Tool {
	descs := []interp.Value{nil}
	if rd.reg.Descriptor != nil {
		descs = interp.Alternatives(interp.Plain(rd.reg.Descriptor))
	}
	var out []*Tool
	for _, d := range descs {
		d = rd.m.Deref(interp.Plain(d))
		row := rd.row(d)
		name := rd.part(d, rd.reg.Name, row.Name)
		names := []interp.Value{name}
		if name != nil {
			names = interp.Alternatives(interp.Plain(name))
		}
		for i, n := range names {
			out = append(out, rd.tool(d, row, n, i, len(names)))
		}
	}
	return out
}

// row returns what is known of the type of a descriptor.
func (rd *reader) row(d interp.Value) *models.Descriptor {
	if s, ok := d.(*interp.Struct); ok {
		if row, _ := rd.w.Models.Descriptor(s.Type); row != nil {
			return row
		}
		if row := rd.guessRow(s.Type); row != nil {
			return row
		}
	}
	return &models.Descriptor{Name: "Name", Description: "Description", Schema: []string{"InputSchema", "Schema"}}
}

// guessRow describes a struct type of a server without an SDK by the JSON
// names of its fields, which the protocol fixes.
func (rd *reader) guessRow(typ string) *models.Descriptor {
	t := rd.w.Type(typ)
	if t == nil {
		return nil
	}
	row := &models.Descriptor{Type: typ}
	for _, f := range t.Fields {
		switch jsonName(f) {
		case "name":
			row.Name = f.Name
		case "description":
			row.Description = f.Name
		case "inputSchema":
			row.Schema = append(row.Schema, f.Name)
		case "annotations":
			row.Annotations = f.Name
			row.Hints = map[string]string{}
			if a := rd.w.Type(strings.TrimPrefix(f.Type, "*")); a != nil {
				for _, h := range a.Fields {
					if n := jsonName(h); strings.HasSuffix(n, "Hint") {
						row.Hints[n] = h.Name
					}
				}
			}
		}
	}
	return row
}

// part returns the value of a registration's own path, or the descriptor's field.
func (rd *reader) part(d, direct interp.Value, path string) interp.Value {
	if direct != nil {
		return direct
	}
	return rd.at(d, path)
}

// at reads a path of fields; nil when nothing was stored there.
func (rd *reader) at(d interp.Value, path string) interp.Value {
	if d == nil || path == "" {
		return nil
	}
	v := d
	for f := range strings.SplitSeq(path, ".") {
		if v = rd.m.Get(v, f); v == nil {
			return nil
		}
	}
	return v
}

// tool reads one alternative: the i-th of n names. Other parts with as many
// alternatives come from the same paths, so the i-th of them belongs to it.
func (rd *reader) tool(d interp.Value, row *models.Descriptor, name interp.Value, i, n int) *Tool {
	t := &Tool{Reg: rd.reg, Kind: rd.reg.Kind, Annotations: map[string]any{}, Declared: map[string]any{}, Properties: map[string]*inventory.Property{}, Limits: map[string]Limits{}}
	pick := func(v interp.Value) interp.Value {
		if v == nil || n <= 1 {
			return v
		}
		if alts := interp.Alternatives(interp.Plain(v)); len(alts) == n {
			return alts[i]
		}
		return v
	}
	t.Name = textOf(name)
	t.Description = textOf(pick(rd.part(d, rd.reg.Describe, row.Description)))
	t.URI = textOf(pick(rd.part(d, rd.reg.URI, row.URI)))
	t.Pos = position(d, t.Name, rd.reg)
	rd.hints(t, d, row, pick)
	rd.schema(t, d, row, pick)
	if row.Arguments != "" {
		rd.arguments(t, rd.at(d, row.Arguments))
	}
	if open, ok := rd.at(d, interp.FieldOptions).(*interp.Unknown); ok {
		t.dontKnow(inventory.Unknown{Part: "options", Reason: open.Reason})
	}
	t.Strings = rd.strings(d)
	for _, p := range []struct {
		part string
		text Text
	}{{"name", t.Name}, {"description", t.Description}} {
		if p.text.Given && !p.text.Known {
			t.dontKnow(inventory.Unknown{Part: p.part, Reason: p.text.Reason})
		}
	}
	if !t.Name.Given && t.Kind != inventory.KindCompletion {
		t.dontKnow(inventory.Unknown{Part: "name", Reason: "the descriptor has no name"})
	}
	return t
}

// maxLiteral is how many lines a name may stand below the start of its
// descriptor's literal or constructor call.
const maxLiteral = 5

// position says where a descriptor is written: at its literal or constructor
// call, or, where a helper builds it from what it is given, at the name; else
// at the registration.
func position(d interp.Value, name Text, reg *interp.Registration) program.Pos {
	var p program.Pos
	if d != nil {
		p = interp.PosOf(d)
	}
	n := name.Pos
	switch {
	case !p.IsValid() && !n.IsValid():
		return reg.Site
	case !p.IsValid():
		return n
	case n.IsValid() && (n.File != p.File || n.Line < p.Line || n.Line > p.Line+maxLiteral):
		return n
	}
	return p
}

// textOf reads a string.
func textOf(v interp.Value) Text {
	if v == nil {
		return Text{}
	}
	t := Text{Given: true, Pos: interp.PosOf(v)}
	switch v := interp.Plain(v).(type) {
	case *interp.Const:
		if s, ok := v.V.(string); ok {
			t.Known, t.Value = true, s
			return t
		}
		t.Reason = "it is not a string"
	case *interp.Text:
		var b strings.Builder
		var reasons []string
		for _, p := range v.Parts {
			if p.Known {
				b.WriteString(regexp.QuoteMeta(p.S))
				continue
			}
			b.WriteString(".*")
			reasons = append(reasons, p.S)
			if p.Source != nil && p.Source.Param {
				t.Param = true
			}
		}
		t.Pattern = b.String()
		t.Reason = strings.Join(slices.Compact(reasons), "; ")
	case *interp.Unknown:
		t.Reason, t.Param = v.Reason, v.Param
	case *interp.Choice:
		// a text that configuration may replace: what the code says counts
		var given []interp.Value
		for _, a := range v.Alts {
			if s, ok := interp.AsString(a); ok && s != "" {
				given = append(given, a)
			}
		}
		if len(given) == 1 {
			return textOf(given[0])
		}
		t.Reason = "it is one of several"
	case interp.Nil:
		return Text{}
	default:
		t.Reason = "it is computed"
	}
	return t
}

// hints reads annotations as declared and as served.
func (rd *reader) hints(t *Tool, d interp.Value, row *models.Descriptor, pick func(interp.Value) interp.Value) {
	if row.Annotations == "" && len(row.Hints) == 0 {
		return
	}
	at := d
	if row.Annotations != "" {
		at = pick(rd.at(d, row.Annotations))
	}
	if at == nil {
		return
	}
	at = rd.m.Deref(interp.Plain(at))
	if u, ok := at.(*interp.Unknown); ok {
		t.dontKnow(inventory.Unknown{Part: "annotations", Reason: u.Reason})
		return
	}
	if _, isNil := at.(interp.Nil); isNil {
		return
	}
	publishes := len(row.Published) > 0 && rd.atLeast(row.PublishedSince)
	for _, hint := range sortedKeys(row.Hints) {
		v := pick(rd.at(at, row.Hints[hint]))
		if v == nil {
			if def, ok := row.Published[hint]; ok && publishes {
				t.Annotations[hint] = def
			}
			continue
		}
		v = rd.m.Deref(interp.Plain(v))
		c, ok := v.(*interp.Const)
		if !ok {
			switch v.(type) {
			case interp.Nil:
			case *interp.Choice:
				if textOf(v).Known {
					continue // a title
				}
				t.dontKnow(inventory.Unknown{Part: "annotations." + hint, Reason: "it is one of several"})
			default:
				reason := "its value is computed"
				if u, ok := v.(*interp.Unknown); ok {
					reason = u.Reason
				}
				t.dontKnow(inventory.Unknown{Part: "annotations." + hint, Reason: reason})
			}
			continue
		}
		b, ok := c.V.(bool)
		if !ok {
			continue
		}
		if !c.Default {
			t.Declared[hint] = b
		} else if !rd.atLeast(row.DefaultsSince) {
			continue
		}
		if _, plain := row.Published[hint]; plain && !publishes && !b {
			continue // a false without a pointer was left out by versions before
		}
		t.Annotations[hint] = b
	}
}

// atLeast reports whether the SDK in use has at least that version. An
// unknown version counts as a new one.
func (rd *reader) atLeast(version string) bool {
	if version == "" || rd.reg.Model == nil {
		return true
	}
	v := rd.cfg.SDKVersion(rd.reg.Model.Module)
	return v == "" || semver.Compare(v, version) >= 0
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// strings collects every known string inside a descriptor.
func (rd *reader) strings(d interp.Value) []Text {
	var out []Text
	seen := map[interp.Value]bool{}
	var walk func(v interp.Value, depth int)
	walk = func(v interp.Value, depth int) {
		if v == nil || depth > 8 || len(out) > 2000 {
			return
		}
		v = interp.Plain(v)
		switch v := v.(type) {
		case *interp.Const:
			if s, ok := v.V.(string); ok && s != "" && !v.Default {
				out = append(out, textOf(v))
			}
		case *interp.Struct:
			for _, k := range sortedKeys(v.Fields) {
				walk(v.Fields[k], depth+1)
			}
		case *interp.Ptr:
			if !seen[v] {
				seen[v] = true
				walk(rd.m.Deref(v), depth+1)
			}
		case *interp.Map:
			for i := range v.Obj.Keys {
				walk(v.Obj.Keys[i], depth+1)
				walk(v.Obj.Vals[i], depth+1)
			}
		case *interp.List:
			for _, e := range rd.m.Elements(v) {
				walk(e, depth+1)
			}
		case *interp.Opaque:
			walk(v.Inner, depth+1)
		}
	}
	walk(d, 0)
	return out
}

// dontKnow notes a part that could not be determined, once for each reason.
func (t *Tool) dontKnow(u inventory.Unknown) {
	if !slices.Contains(t.Unknown, u) {
		t.Unknown = append(t.Unknown, u)
	}
}
