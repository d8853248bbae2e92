package models

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// A RowAbout is a row that applies to a symbol, for people.
type RowAbout struct {
	Model   *Model // nil: the user's configuration
	Section string // key of the rows in a model: sinks
	Why     string // what of the symbol the row names
	YAML    string // the row
}

// RowsAbout lists the rows that apply to a symbol: a function as the go command
// prints it, a type, a field of a type (path.Type.Field), a package or the name
// of a program.
func (s *Set) RowsAbout(symbol string) []RowAbout {
	var out []RowAbout
	for _, m := range s.models {
		model := m
		if m == s.user {
			model = nil
		}
		rows := reflect.ValueOf(m.Rows)
		for i := range rows.NumField() {
			section, _, _ := strings.Cut(rows.Type().Field(i).Tag.Get("yaml"), ",")
			list := rows.Field(i)
			if list.Kind() != reflect.Slice {
				continue
			}
			for k := range list.Len() {
				if why := s.applies(section, list.Index(k), symbol); why != "" {
					out = append(out, RowAbout{model, section, why, rowText(list.Index(k).Interface())})
				}
			}
		}
	}
	return out
}

// FuncsLike lists the functions of rows that a symbol is the short name of, as
// reports write it: os/exec.Command for exec.Command.
func (s *Set) FuncsLike(symbol string) []string {
	found := map[string]bool{}
	for _, m := range s.models {
		rows := reflect.ValueOf(m.Rows)
		for i := range rows.NumField() {
			list := rows.Field(i)
			if list.Kind() != reflect.Slice || list.Type().Elem().Kind() != reflect.Struct {
				continue
			}
			for k := range list.Len() {
				f := list.Index(k).FieldByName("Func")
				if f.IsValid() && f.Kind() == reflect.String && shortFunc(f.String()) == shortFunc(symbol) {
					found[f.String()] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// shortFunc is the name of a function with the last element of its package's path
// only, and without the parentheses of a receiver.
func shortFunc(name string) string {
	name = strings.NewReplacer("(", "", ")", "", "*", "").Replace(name)
	return name[strings.LastIndex(name, "/")+1:]
}

// applies says what of a symbol a row names, "" for nothing.
func (s *Set) applies(section string, row reflect.Value, symbol string) string {
	same := func(name string) bool { return name != "" && s.canonical(name) == s.canonical(symbol) }
	if row.Kind() == reflect.String {
		switch name := row.String(); {
		case same(name):
			return "the name"
		case section == "local" && below(s.packageOf(symbol), name):
			return "the package"
		}
		return ""
	}
	if row.Kind() != reflect.Struct {
		return ""
	}
	text := func(name string) string {
		if f := row.FieldByName(name); f.IsValid() && f.Kind() == reflect.String {
			return f.String()
		}
		return ""
	}
	switch typ, field := text("Type"), text("Field"); {
	case same(text("Func")):
		return "the function"
	case typ != "" && field != "" && same(typ+"."+field):
		return "the field"
	case typ != "" && field == "" && same(typ):
		return "the type"
	}
	if pkg := text("Package"); section == "services" && pkg != "" && s.packageOf(symbol) == canonicalPath(pkg, s.forks) {
		return "the package"
	}
	for _, list := range []string{"Names", "Programs"} {
		if f := row.FieldByName(list); f.IsValid() {
			if names, ok := f.Interface().([]string); ok && slices.Contains(names, symbol) {
				return "the program"
			}
		}
	}
	return ""
}

// packageOf returns the canonical path of the package of a symbol.
func (s *Set) packageOf(symbol string) string {
	if parts, err := ParseFunc(symbol); err == nil {
		return canonicalPath(parts.Package, s.forks)
	}
	return canonicalPath(symbol, s.forks)
}

// below reports whether a package is another one or below it.
func below(pkg, parent string) bool {
	rest, ok := strings.CutPrefix(pkg, parent)
	return ok && (rest == "" || rest[0] == '/')
}

// rowText writes a row as it stands in a model.
func rowText(row any) string {
	if s, ok := row.(string); ok {
		return s
	}
	data, err := yaml.MarshalWithOptions(row, yaml.Flow(true))
	if err != nil {
		return fmt.Sprintf("%+v", row)
	}
	return strings.TrimSpace(string(data))
}

// Count returns how many rows there are.
func (r *Rows) Count() int {
	n := 0
	v := reflect.ValueOf(*r)
	for i := range v.NumField() {
		if v.Field(i).Kind() == reflect.Slice {
			n += v.Field(i).Len()
		}
	}
	return n
}
