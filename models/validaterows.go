package models

import (
	"fmt"
	"strings"

	"golang.org/x/mod/semver"
)

func (c *checker) servers(rows []Server) {
	for i, r := range rows {
		c.function("servers", i, r.Symbol, "")
		c.path("name", r.Name, textRoots, false)
		c.path("options", r.Options, valueRoots, false)
		c.path("calls", r.Calls, valueRoots, false)
		c.path("result", r.Result, valueRoots, false)
		if r.Recovers != "" && !semver.IsValid(r.Recovers) {
			c.fail("recovers", "%q is no version", r.Recovers)
		}
	}
}

func (c *checker) registrars(rows []Registrar) {
	for i, r := range rows {
		c.function("registrars", i, r.Symbol, r.Kind+" "+r.Method+" "+r.Handler)
		c.oneOf("kind", r.Kind, entryKinds)
		c.path("server", r.Server, valueRoots, false)
		c.path("each", r.Each, valueRoots, false)
		c.each = r.Each != ""
		c.path("descriptor", r.Descriptor, valueRoots, false)
		c.path("name", r.Name, textRoots, false)
		c.path("description", r.Description, textRoots, false)
		c.path("uri", r.URI, textRoots, false)
		c.path("handler", r.Handler, valueRoots, false)
		c.path("schema", r.Schema, schemaRoots, false)
		c.path("result", r.Result, valueRoots, false)
		if r.Descriptor == "" && r.Name == "" && r.URI == "" && r.Handler == "" {
			c.fail("", "give a descriptor, a name, a uri or a handler")
		}
		if r.Method != "" && !isIdentifier(r.Method) {
			c.fail("method", "%q is no method name", r.Method)
		}
	}
}

func (c *checker) removers(rows []Remover) {
	for i, r := range rows {
		c.function("removers", i, r.Symbol, r.Kind)
		c.oneOf("kind", r.Kind, entryKinds)
		c.path("server", r.Server, valueRoots, false)
		c.path("name", r.Name, valueRoots, true)
	}
}

func (c *checker) descriptors(rows []Descriptor) {
	for i, r := range rows {
		c.typ("descriptors", i, r.Type, r.Since, r.Until, "")
		c.oneOf("kind", r.Kind, entryKinds)
		c.field("name", r.Name, false)
		c.field("description", r.Description, false)
		c.field("uri", r.URI, false)
		c.field("arguments", r.Arguments, false)
		c.field("handler", r.Handler, false)
		c.field("annotations", r.Annotations, len(r.Hints) > 0)
		for _, s := range r.Schema {
			c.field("schema", s, true)
		}
		for hint, f := range r.Hints {
			c.oneOf("hints", hint, hints)
			c.field("hints", f, true)
		}
		for hint, v := range r.Published {
			c.oneOf("published", hint, hints)
			if _, ok := v.(bool); !ok {
				c.fail("published", "%s: %v is neither true nor false", hint, v)
			}
		}
		c.version("published_since", r.PublishedSince)
	}
}

func (c *checker) constructors(rows []Constructor) {
	for i, r := range rows {
		c.function("constructors", i, r.Symbol, "")
		if _, err := ParseType(r.Type); err != nil {
			c.fail("type", "type: %v", err)
		}
		c.set("set", r.Set)
		c.path("options", r.Options, valueRoots, false)
		c.path("schema", r.Schema, schemaRoots, r.Into != "")
		c.field("into", r.Into, false)
		c.path("result", r.Result, valueRoots, false)
	}
}

func (c *checker) options(rows []Option) {
	for i, r := range rows {
		c.function("options", i, r.Symbol, "")
		c.set("set", r.Set)
		c.path("schema", r.Schema, schemaRoots, false)
		c.path("options", r.Options, valueRoots, false)
		c.field("into", r.Into, r.Options != "")
		if p := r.Property; p != nil {
			c.path("property.name", p.Name, textRoots, true)
			c.path("property.options", p.Options, valueRoots, false)
			c.set("property.set", p.Set)
			if p.Type != "" {
				c.oneOf("property.type", p.Type, []string{"string", "boolean", "number", "integer", "object", "array", "null"})
			}
		}
		if r.Builder && !strings.HasPrefix(r.Func, "(") {
			c.fail("builder", "a builder is a method")
		}
		if len(r.Set) == 0 && r.Property == nil && r.Schema == "" && r.Options == "" && !r.Validates && !r.Recovers {
			c.fail("", "the option does nothing: give set, property, schema, options, validates or recovers")
		}
	}
}

func (c *checker) adapters(rows []Adapter) {
	for i, r := range rows {
		c.function("adapters", i, r.Symbol, "")
		c.path("handler", r.Handler, valueRoots, true)
		c.path("result", r.Result, valueRoots, false)
		c.path("descriptor", r.Descriptor, valueRoots, false)
		c.given(r.Gives, r.Policy)
	}
}

func (c *checker) handlers(rows []HandlerType) {
	for i, r := range rows {
		c.typ("handlers", i, r.Type, r.Since, r.Until, fmt.Sprint(r.Params, r.Results))
		c.oneOf("kind", r.Kind, entryKinds)
		c.indexes(r.Context, r.Request, r.Untrusted)
		if r.Params < 0 || r.Results < 0 {
			c.fail("params", "numbers of parameters and results are not negative")
		}
	}
}

func (c *checker) transports(rows []Transport) {
	for i, r := range rows {
		c.function("transports", i, r.Symbol, r.Kind)
		if r.Kind != "" {
			c.oneOf("kind", r.Kind, transports)
		} else if r.Transport == "" {
			c.fail("kind", "give a kind or the path of a transport")
		}
		c.path("server", r.Server, valueRoots, false)
		c.path("get_server", r.GetServer, valueRoots, false)
		c.path("transport", r.Transport, valueRoots, len(r.Types) > 0)
		c.path("options", r.Options, valueRoots, false)
		c.path("address", r.Address, textRoots, false)
		for t, kind := range r.Types {
			if _, err := ParseType(t); err != nil {
				c.fail("types", "types: %v", err)
			}
			if field, ok := strings.CutPrefix(kind, "."); ok {
				c.field("types", field, true)
			} else {
				c.oneOf("types", kind, transports)
			}
		}
	}
}

func (c *checker) middleware(rows []Middleware) {
	for i, r := range rows {
		c.function("middleware", i, r.Symbol, "")
		c.path("server", r.Server, valueRoots, false)
		c.path("functions", r.Functions, valueRoots, len(r.Gives) == 0)
		c.given(r.Gives, r.Policy)
		c.oneOf("order", r.Order, orders)
		if len(r.Covers) == 0 {
			c.fail("covers", "covers is missing: which kinds does it wrap?")
		}
		for _, k := range r.Covers {
			c.oneOf("covers", k, coverKinds)
		}
	}
}

func (c *checker) evaluated(rows []Evaluated) {
	for i, r := range rows {
		c.function("evaluated", i, r.Symbol, "")
		if !IsEvalRule(r.Rule) {
			c.fail("rule", "%q is no rule of the evaluator; models.EvalRules lists them", r.Rule)
		}
	}
}

func (c *checker) fields(rows []Field) {
	for i, r := range rows {
		c.typ("fields", i, r.Type, r.Since, r.Until, fmt.Sprint(r.Field, r.Since))
		c.field("field", r.Field, true)
		if r.Kind != "" {
			c.oneOf("kind", r.Kind, entryKinds)
		}
		c.indexes(r.Context, r.Request, r.Untrusted)
	}
}
