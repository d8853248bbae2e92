package interp

import (
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mcpvet/mcpvet/internal/program"
)

// tagged reads the json tag of a field; the name is "" where the tag gives
// none. False means that JSON leaves the field out.
func tagged(f program.Field) (jsonField, bool) {
	tag := reflect.StructTag(f.Tag).Get("json")
	if tag == "-" {
		return jsonField{}, false
	}
	name, options, _ := strings.Cut(tag, ",")
	out := jsonField{name: name}
	for o := range strings.SplitSeq(options, ",") {
		switch o {
		case "omitempty":
			out.omitEmpty = true
		case "omitzero":
			out.omitZero = true
		case "string":
			out.quoted = true
		}
	}
	return out, true
}

func exported(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}
