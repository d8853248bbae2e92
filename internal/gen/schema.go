package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/models"
)

// A schema is a part of a JSON schema. The encoder sorts its keys.
type schema map[string]any

// closed makes an object that has no other properties.
func closed(description string, properties schema, required ...string) schema {
	s := schema{"type": "object", "additionalProperties": false, "properties": properties}
	if description != "" {
		s["description"] = description
	}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

func enum[T ~string](description string, values ...T) schema {
	return schema{"description": description, "enum": values}
}

// configSchema makes the JSON schema of a configuration, for editors. That it
// accepts what the program accepts is held by a test.
func configSchema(rules []checklist.Rule) ([]byte, error) {
	text := schema{"type": "string", "minLength": 1}
	texts := func(description string) schema {
		return schema{"description": description, "type": "array", "items": text}
	}
	severities := []finding.Severity{finding.Error, finding.Warning, finding.Note}
	ruleSettings := schema{}
	var names []string
	for _, r := range rules {
		names = append(names, r.ID, r.Slug)
		setting := schema{"description": r.Summary, "anyOf": []schema{
			{"type": "boolean"},
			closed("", schema{"enabled": schema{"type": "boolean"}, "severity": enum("What its findings count as.", severities...)}),
		}}
		ruleSettings[r.ID], ruleSettings[r.Slug] = setting, setting
	}
	out := closed("The configuration of mcpvet.", schema{
		"version":   schema{"description": "Version of the format.", "const": 1},
		"profile":   enum("Findings to show.", finding.Profiles()...),
		"fail-on":   enum("Severity from which a finding fails the run.", append(severities, config.Never)...),
		"tests":     schema{"description": "Analyse _test.go files, too.", "type": "boolean"},
		"generated": schema{"description": "Analyse generated files, too.", "type": "boolean"},
		"follow":    texts("Dependencies to analyse, too: paths of modules or packages, with /... at the end for all below."),
		"exclude":   texts("Paths relative to the file of which findings are left out; * within a folder, ** across folders."),
		"rules":     closed("Rules by id or slug: true, false or what to adjust.", ruleSettings),
		"policy": closed("Which tool needs which scope, what the companion enforces, and what a team has accepted.", schema{
			"tools":     guarded("What may be called: patterns of names of tools. The companion refuses a tool without a row.", true),
			"resources": guarded("What may be read: patterns of the URIs of resources.", false),
			"prompts":   guarded("What may be got: patterns of names of prompts.", false),
			"methods":   guarded("Other methods of the protocol that run code of the server.", false),
			"limits": closed("Limits of all calls together.", schema{
				"user": rate("Calls of one user."), "global": rate("Calls of all users."),
			}),
			"timeout": duration("Maximum duration of a call."),
			"scopes": schema{
				"description":          "Patterns of names of tools, with the scopes that each needs.",
				"type":                 "object",
				"additionalProperties": schema{"type": "array", "items": text, "minItems": 1},
			},
			"exemptions": schema{
				"description": "Findings that a team has accepted.",
				"type":        "array",
				"items": closed("", schema{
					"rule":    enum("Id or slug of the rule.", names...),
					"tool":    schema{"description": "Pattern of names of tools; without it findings about servers are exempt, too.", "type": "string", "minLength": 1},
					"reason":  text,
					"expires": schema{"description": "Last day on which it holds.", "type": "string", "pattern": `^\d{4}-\d{2}-\d{2}$`},
				}, "rule", "reason"),
			},
		}),
		"models": rowsSchema(reflect.TypeFor[models.Rows]()),
	}, "version")
	out["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	out["$id"] = "https://github.com/mcpvet/mcpvet/blob/main/docs/config.schema.json"
	out["title"] = config.FileName
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(out); err != nil {
		return nil, fmt.Errorf("make the schema of the configuration: %w", err)
	}
	return b.Bytes(), nil
}

// guarded makes the schema of a table that the companion enforces.
func guarded(description string, tools bool) schema {
	text := schema{"type": "string", "minLength": 1}
	row := schema{
		"scopes":  schema{"description": "Scopes that the caller needs, all of them.", "anyOf": []schema{text, {"type": "array", "items": text}}},
		"public":  schema{"description": "Whoever calls may do so.", "type": "boolean"},
		"limit":   rate("Calls of one user."),
		"timeout": duration("Maximum duration of a call."),
	}
	if tools {
		row["confirm"] = schema{"description": "A person confirms each call.", "type": "boolean"}
	} else {
		row["confirm"] = schema{"const": false}
	}
	return schema{"description": description, "type": "object", "additionalProperties": schema{"anyOf": []schema{{"type": "null"}, closed("", row)}}}
}

func rate(description string) schema {
	return schema{"description": description + " A number in a time: 60/m, 10/30s.", "type": "string", "pattern": `^ *[0-9]{1,9} */ *([smhd]|([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+) *$`}
}

func duration(description string) schema {
	return schema{"description": description + " With a unit: 30s.", "type": "string", "pattern": `^\+?([0-9]*\.?[0-9]+(ns|us|µs|ms|s|m|h))+$`}
}

// rowsSchema makes the schema of a Go type that YAML is read into.
func rowsSchema(t reflect.Type) schema {
	switch t.Kind() {
	case reflect.Pointer:
		return rowsSchema(t.Elem())
	case reflect.String:
		return schema{"type": "string"}
	case reflect.Bool:
		return schema{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return schema{"type": "integer"}
	case reflect.Slice:
		return schema{"type": "array", "items": rowsSchema(t.Elem())}
	case reflect.Map:
		return schema{"type": "object", "additionalProperties": rowsSchema(t.Elem())}
	case reflect.Struct:
		properties := schema{}
		fieldsOf(t, properties)
		return closed("", properties)
	}
	return schema{} // any value
}

// fieldsOf adds the fields of a struct, those of embedded ones, too.
func fieldsOf(t reflect.Type, into schema) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case strings.Contains(options, "inline"):
			fieldsOf(f.Type, into)
		case name != "" && name != "-" && f.IsExported():
			into[name] = rowsSchema(f.Type)
		}
	}
}
