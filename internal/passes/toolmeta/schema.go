package toolmeta

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// schema reads the input schema of a tool, from whatever gives it: options, a
// schema value in the descriptor or in the call, or the Go type of the arguments.
func (rd *reader) schema(t *Tool, d interp.Value, row *models.Descriptor, pick func(interp.Value) interp.Value) {
	if props := rd.at(d, interp.FieldProperties); props != nil {
		rd.properties(t, props, nil)
	}
	given := false
	candidates := []interp.Value{rd.at(d, interp.FieldSchema), rd.reg.Schema}
	for _, f := range row.Schema {
		candidates = append(candidates, pick(rd.at(d, f)))
	}
	for _, v := range candidates {
		if v != nil && rd.schemaValue(t, v, 0) {
			given = true
			break
		}
	}
	if typ, ok := interp.AsString(rd.at(d, interp.FieldSchemaType)); ok {
		rd.schemaType(t, typ)
		return
	}
	if !given && rd.reg.SchemaType != "" {
		rd.schemaType(t, rd.reg.SchemaType)
	}
}

// schemaValue reads a schema that is a value: a struct of a schema library, a
// map, or JSON text. It reports whether v is a schema at all.
func (rd *reader) schemaValue(t *Tool, v interp.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	v = rd.m.Deref(interp.Plain(v))
	switch v := v.(type) {
	case interp.Nil:
		return false
	case *interp.Unknown:
		t.dontKnow(inventory.Unknown{Part: "schema", Reason: v.Reason})
		return true
	case *interp.Const:
		s, ok := v.V.(string)
		if !ok || strings.TrimSpace(s) == "" {
			return false
		}
		rd.schemaJSON(t, s)
		return true
	case *interp.Opaque:
		if v.Inner != nil {
			return rd.schemaValue(t, v.Inner, depth+1)
		}
		t.dontKnow(inventory.Unknown{Part: "schema", Reason: "it is the result of " + v.Sym})
		return true
	case *interp.Struct, *interp.Map:
		if typ, ok := interp.AsString(rd.m.Get(v, interp.FieldSchemaType)); ok {
			rd.schemaType(t, typ)
			return true
		}
		props := rd.keyword(v, "properties")
		if s, ok := v.(*interp.Struct); ok && len(s.Fields) == 0 {
			return false
		} else if m, isMap := props.(*interp.Map); ok && isMap && len(m.Obj.Keys) == 0 && len(s.Fields) == 1 {
			return false
		}
		rd.properties(t, props, rd.required(v))
		return true
	}
	return false
}

// keyword reads a JSON schema keyword from a map, or from a struct whose
// fields are named like it.
func (rd *reader) keyword(v interp.Value, name string) interp.Value {
	v = interp.Plain(v)
	if p, ok := v.(*interp.Ptr); ok && p.Obj.Fields != nil { // read as a whole it would be copied for each keyword
		return rd.named(p, p.Obj.Type, name)
	}
	switch v := rd.m.Deref(v).(type) {
	case *interp.Map:
		if k := rd.m.Get(v, name); k != nil {
			return k
		}
		return rd.m.Get(v, exported(name)) // set by an option of a prompt
	case *interp.Struct:
		return rd.named(v, v.Type, name)
	}
	return nil
}

// named returns the field of a struct, or of what a pointer points to, that has
// a name in JSON.
func (rd *reader) named(v interp.Value, typ, name string) interp.Value {
	if field := rd.fieldOf(typ, name); field != "" {
		return rd.m.Get(v, field)
	}
	return rd.m.Get(v, exported(name))
}

func exported(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// fieldOf returns the field of a struct that has a name in JSON, "" if none has.
// A schema is asked for some twenty of them, for each argument of each tool.
func (rd *reader) fieldOf(typ, name string) string {
	fields, ok := rd.byJSON[typ]
	if !ok {
		if t := rd.w.Type(typ); t != nil {
			fields = make(map[string]string, len(t.Fields))
			for _, f := range slices.Backward(t.Fields) { // the first of a name counts
				fields[jsonName(f)] = f.Name
			}
		}
		rd.byJSON[typ] = fields
	}
	return fields[name]
}

// required lists the names in the keyword "required".
func (rd *reader) required(v interp.Value) []string {
	var out []string
	for _, e := range rd.m.Elements(rd.keyword(v, "required")) {
		if s, ok := interp.AsString(e); ok {
			out = append(out, s)
		}
	}
	return out
}

// properties reads a map from name to property schema.
func (rd *reader) properties(t *Tool, props interp.Value, required []string) {
	if props == nil {
		return
	}
	m, ok := rd.m.Deref(interp.Plain(props)).(*interp.Map)
	if !ok {
		if u, isUnknown := interp.Plain(props).(*interp.Unknown); isUnknown {
			t.dontKnow(inventory.Unknown{Part: "schema", Reason: u.Reason})
		}
		return
	}
	for i, k := range m.Obj.Keys {
		name, ok := interp.AsString(k)
		if !ok {
			t.dontKnow(inventory.Unknown{Part: "schema", Reason: "the name of an argument is computed"})
			continue
		}
		t.Properties[name] = rd.property(t, m.Obj.Vals[i], slices.Contains(required, name))
		t.limit(name, func(keyword string) bool {
			v := rd.keyword(m.Obj.Vals[i], keyword)
			if v == nil {
				return false
			}
			_, none := interp.Plain(v).(interp.Nil)
			return !none
		})
	}
}

// limit notes the limits of a property, by the keywords that its schema has.
func (t *Tool) limit(name string, has func(keyword string) bool) {
	few := has("enum") || has("const")
	l := Limits{
		Max:    few || has("maximum") || has("exclusiveMaximum"),
		Min:    few || has("minimum") || has("exclusiveMinimum"),
		Length: few || has("minLength") || has("minItems") || has("pattern"),
	}
	if l != (Limits{}) {
		t.Limits[name] = l
	}
}

func (rd *reader) property(t *Tool, v interp.Value, required bool) *inventory.Property {
	p := &inventory.Property{Required: required, Type: rd.typeKeyword(v)}
	if t.Kind == inventory.KindPrompt {
		p.Type = "string"
	}
	if s, ok := interp.AsString(rd.keyword(v, "description")); ok {
		p.Description = s
	}
	if b, ok := interp.AsBool(rd.keyword(v, "required")); ok && b {
		p.Required = true
	}
	if def := rd.keyword(v, "default"); def != nil {
		p.PublishedDefault = rd.constant(rd.m.Deref(interp.Plain(def)), p.Type)
		rd.effective(p)
	}
	return p
}

// effective says which default reaches the handler.
func (rd *reader) effective(p *inventory.Property) {
	if rd.reg.Row != nil && rd.reg.Row.AppliesDefaults {
		p.EffectiveDefault = p.PublishedDefault
	}
}

// typeKeyword reads the keyword "type": a name, or a list of names of which
// null is left out.
func (rd *reader) typeKeyword(v interp.Value) string {
	typ := rd.keyword(v, "type")
	if s, ok := interp.AsString(typ); ok && s != "" {
		return s
	}
	list := rd.m.Elements(typ)
	if len(list) == 0 {
		list = rd.m.Elements(rd.keyword(v, "types"))
	}
	for _, e := range list {
		if s, ok := interp.AsString(e); ok && s != "null" {
			return s
		}
	}
	return ""
}

// constant returns a default as JSON would have it; nil when it is not known.
// JSON text (json.RawMessage) is what it says; the text of a string's default
// is JSON only where it is quoted.
func (rd *reader) constant(v interp.Value, typ string) any {
	switch v := v.(type) {
	case *interp.Const:
		s, ok := v.V.(string)
		if !ok {
			return v.V
		}
		var out any
		if (typ != "string" || strings.HasPrefix(s, `"`)) && json.Unmarshal([]byte(s), &out) == nil {
			return out
		}
		return s
	case *interp.List:
		out := []any{}
		for _, e := range rd.m.Elements(v) {
			out = append(out, rd.constant(rd.m.Deref(interp.Plain(e)), "string"))
		}
		return out
	}
	return nil
}

// schemaJSON reads a schema that is JSON text.
func (rd *reader) schemaJSON(t *Tool, text string) {
	var s struct {
		Properties map[string]struct {
			Type        any    `json:"type"`
			Description string `json:"description"`
			Default     any    `json:"default"`
		} `json:"properties"`
		Required []string `json:"required"`
	}
	var all struct {
		Properties map[string]map[string]any `json:"properties"`
	}
	if json.Unmarshal([]byte(text), &all) == nil {
		for name, p := range all.Properties {
			t.limit(name, func(keyword string) bool { return p[keyword] != nil })
		}
	}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.dontKnow(inventory.Unknown{Part: "schema", Reason: "it is not JSON: " + err.Error()})
		return
	}
	for name, p := range s.Properties {
		prop := &inventory.Property{Description: p.Description, Required: slices.Contains(s.Required, name), PublishedDefault: p.Default}
		switch typ := p.Type.(type) {
		case string:
			prop.Type = typ
		case []any:
			for _, one := range typ {
				if s, ok := one.(string); ok && s != "null" {
					prop.Type = s
					break
				}
			}
		}
		rd.effective(prop)
		t.Properties[name] = prop
	}
}

// schemaType infers a schema from a Go type, as the SDK in use does.
func (rd *reader) schemaType(t *Tool, typ string) {
	desc := rd.w.Type(strings.TrimPrefix(typ, "*"))
	if desc == nil {
		if !strings.HasPrefix(typ, "map[") && typ != "any" {
			t.dontKnow(inventory.Unknown{Part: "schema", Reason: "the type " + typ + " is not described"})
		}
		return
	}
	if desc.Kind != program.KindStruct {
		return
	}
	rd.fields(t, desc, rd.dialect(), 0)
}

// dialect returns how the SDK in use infers schemas.
func (rd *reader) dialect() string {
	if rd.reg.Model == nil {
		return models.DialectGoogle
	}
	for _, inf := range rd.reg.Model.Inference {
		if rd.atLeast(inf.Since) {
			return inf.Dialect
		}
	}
	return models.DialectGoogle
}

func (rd *reader) fields(t *Tool, desc *program.Type, dialect string, depth int) {
	if depth > 4 {
		return
	}
	for _, f := range desc.Fields {
		name := jsonName(f)
		if f.Embedded && tag(f.Tag, "json") == "" {
			if in := rd.w.Type(strings.TrimPrefix(f.Type, "*")); in != nil {
				rd.fields(t, in, dialect, depth+1)
			}
			continue
		}
		if name == "-" || f.Name == "" || f.Name[0] < 'A' || f.Name[0] > 'Z' {
			continue
		}
		t.Properties[name] = rd.field(f, dialect)
	}
}

func (rd *reader) field(f program.Field, dialect string) *inventory.Property {
	options := strings.Split(tag(f.Tag, "json"), ",")[1:]
	optional := slices.Contains(options, "omitempty") || slices.Contains(options, "omitzero")
	p := &inventory.Property{Type: rd.jsonType(f.Type), Required: !optional}
	keywords := tag(f.Tag, "jsonschema")
	switch dialect {
	case models.DialectGoogle:
		p.Description = keywords
	case models.DialectInvopop, models.DialectInvopopTags:
		if dialect == models.DialectInvopopTags {
			p.Required = false
		}
		for k := range strings.SplitSeq(keywords, ",") {
			key, value, _ := strings.Cut(k, "=")
			switch key {
			case "required":
				p.Required = true
			case "description":
				p.Description = value
			case "default":
				p.PublishedDefault = rd.constant(&interp.Const{V: value}, p.Type)
			}
		}
		if d := tag(f.Tag, "jsonschema_description"); d != "" {
			p.Description = d
		}
	case models.DialectTags:
		p.Description = tag(f.Tag, "description")
		if d := tag(f.Tag, "default"); d != "" {
			p.PublishedDefault = rd.constant(&interp.Const{V: d}, p.Type)
		}
		if tag(f.Tag, "required") == "false" {
			p.Required = false
		}
	}
	if p.PublishedDefault != nil {
		rd.effective(p)
	}
	return p
}

// jsonType names the JSON type of a Go type, "" where it has any.
func (rd *reader) jsonType(typ string) string {
	typ = strings.TrimPrefix(typ, "*")
	switch {
	case typ == "string":
		return "string"
	case typ == "bool":
		return "boolean"
	case strings.HasPrefix(typ, "float"):
		return "number"
	case strings.HasPrefix(typ, "int"), strings.HasPrefix(typ, "uint"), typ == "byte", typ == "rune":
		if !strings.HasPrefix(typ, "interface") {
			return "integer"
		}
		return ""
	case strings.HasPrefix(typ, "[]"), strings.HasPrefix(typ, "[...]"):
		return "array"
	case strings.HasPrefix(typ, "map["):
		return "object"
	}
	if t := rd.w.Type(typ); t != nil {
		if _, ok := t.Method("MarshalText"); ok { // time.Time, slog.Level
			return "string"
		}
		if _, ok := t.Method("MarshalJSON"); ok {
			return ""
		}
		switch t.Kind {
		case program.KindString:
			return "string"
		case program.KindBool:
			return "boolean"
		case program.KindInt:
			return "integer"
		case program.KindFloat:
			return "number"
		case program.KindSlice, program.KindArray:
			return "array"
		case program.KindStruct, program.KindMap:
			return "object"
		}
	}
	return ""
}

// arguments reads a list of structs with a name: the arguments of a prompt,
// or those of a tool whose SDK makes a schema of them.
func (rd *reader) arguments(t *Tool, v interp.Value) {
	if v == nil {
		return
	}
	for _, e := range rd.m.Elements(v) {
		name, ok := interp.AsString(rd.keyword(e, "name"))
		if !ok {
			t.dontKnow(inventory.Unknown{Part: "schema", Reason: "the name of an argument is computed"})
			continue
		}
		p := &inventory.Property{Type: "string"}
		if typ, ok := interp.AsString(rd.keyword(e, "type")); ok {
			p.Type = typ
		}
		p.Description, _ = interp.AsString(rd.keyword(e, "description"))
		p.Required, _ = interp.AsBool(rd.keyword(e, "required"))
		t.Properties[name] = p
	}
}

// jsonName returns the name that encoding/json gives to a field.
func jsonName(f program.Field) string {
	name, _, _ := strings.Cut(tag(f.Tag, "json"), ",")
	if name == "" {
		return f.Name
	}
	return name
}

// tag returns the value of a key of a struct tag.
func tag(t, key string) string { return reflect.StructTag(t).Get(key) }
