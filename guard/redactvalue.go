package guard

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// JSON returns raw JSON without its secrets: each text goes through
// [Redactor.Text], and what a key with the name of a secret holds is masked
// whole. What is not JSON is treated as text and comes back as a JSON text.
func (r *Redactor) JSON(raw json.RawMessage) json.RawMessage {
	if len(bytes.TrimSpace(raw)) == 0 {
		return raw
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if !json.Valid(raw) || d.Decode(&v) != nil {
		return encode(r.Text(string(raw)))
	}
	clean, changed := r.value(v, 0)
	if !changed {
		return raw
	}
	return encode(clean)
}

// encode writes plain JSON.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // it changes more than needed
	if e.Encode(v) != nil {
		return json.RawMessage(`"` + Mask + `"`)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// Value returns v, which goes out as JSON, as maps, lists, texts and numbers
// without secrets. A field of a struct is a secret if its name or its name in
// JSON is, or if it has the tag `guard:"secret"`; the tag `guard:"open"` says
// that it is none. A value that JSON can't say is masked.
func (r *Redactor) Value(v any) any {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return r.Text(v)
	case json.RawMessage:
		return r.JSON(v)
	}
	marked := make(map[string]bool)
	collectMarks(reflect.TypeOf(v), marked, 0)
	raw, err := json.Marshal(v)
	if err != nil {
		return Mask
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var plain any
	if d.Decode(&plain) != nil {
		return Mask
	}
	clean, _ := redactWalk{r, marked}.value(plain, 0)
	return clean
}

func (r *Redactor) value(v any, depth int) (any, bool) { return redactWalk{r: r}.value(v, depth) }

// A redactWalk goes through decoded JSON.
type redactWalk struct {
	r      *Redactor
	marked map[string]bool // names in JSON of fields with a tag: secret or not
}

// value returns v without secrets, and whether it had any.
func (w redactWalk) value(v any, depth int) (any, bool) {
	if depth > 2*maxDepth {
		return Mask, true
	}
	switch v := v.(type) {
	case string:
		s := w.r.Text(v)
		return s, s != v
	case []any:
		changed := false
		for i := range v {
			e, c := w.value(v[i], depth+1)
			v[i], changed = e, changed || c
		}
		return v, changed
	case map[string]any:
		changed := false
		for k, e := range v {
			secret, told := w.marked[k]
			if !told {
				secret = secretName(k)
			}
			var c bool
			if secret && !told && harmless(e) {
				continue // "has_token: true" is no secret, nor is an empty one
			}
			if secret {
				e, c = Mask, true
			} else {
				e, c = w.value(e, depth+1)
			}
			// A key can be a secret, too, as in a map by token.
			if key := w.r.Text(k); key != k {
				delete(v, k)
				k, c = key, true
			}
			v[k], changed = e, changed || c
		}
		return v, changed
	}
	return v, false
}

// harmless reports whether a value is none that could be a secret: nothing, a
// boolean, an empty text, the mask.
func harmless(v any) bool {
	switch v := v.(type) {
	case nil, bool:
		return true
	case string:
		return v == "" || v == Mask
	}
	return false
}

// collectMarks finds the fields that have a tag for redaction, in a type and in
// what it is made of.
func collectMarks(t reflect.Type, marked map[string]bool, depth int) {
	for t != nil && depth < 16 {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			t = t.Elem()
			depth++
			continue
		case reflect.Struct:
			for i := range t.NumField() {
				f := t.Field(i)
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				if name == "" {
					name = f.Name
				}
				switch f.Tag.Get("guard") {
				case "secret":
					marked[name] = true
				case "open":
					if !marked[name] {
						marked[name] = false
					}
				default:
					// The field's Go name tells as well as the one in JSON.
					if secretName(f.Name) && !secretName(name) {
						marked[name] = true
					}
				}
				collectMarks(f.Type, marked, depth+1)
			}
		}
		return
	}
}
