package models

import (
	"slices"
	"strings"
)

var (
	classes = []string{ClassArgument, ClassHeader, ClassCaller, ClassSecret, ClassOutside, ClassError, ClassConfig, ClassStream, ClassOptional}
	edges   = []string{"", "true", "false", "nil", "nonnil", "empty"}
	grades  = []string{"", GradeStrong, GradeWeak}
)

// place starts a row that is about a function, or about a field of a type.
func (c *checker) place(section string, i int, s Symbol, typ, field, unique string) {
	if typ == "" {
		c.function(section, i, s, unique)
		return
	}
	c.typ(section, i, typ, s.Since, s.Until, field+" "+unique)
	if s.Func != "" {
		c.fail("func", "give func, or type and field, not both")
	}
	c.field("field", field, true)
}

func (c *checker) sources(rows []Source) {
	for i, r := range rows {
		c.place("sources", i, r.Symbol, r.Type, r.Field, r.Value+" "+r.Class)
		c.oneOf("class", r.Class, classes)
		c.path("value", r.Value, valueRoots, false)
		c.path("name", r.Name, textRoots, false)
		c.path("default", r.Default, valueRoots, false)
		if (r.Default != "" || r.Fails) && r.Name == "" {
			c.fail("name", "name is missing: what is left out?")
		}
	}
}

func (c *checker) sinks(rows []Sink) {
	for i, r := range rows {
		c.place("sinks", i, r.Symbol, r.Type, r.Field, r.At+" "+r.Kind)
		c.oneOf("kind", r.Kind, append(FlowKinds(), sinkKinds...))
		c.path("at", r.At, valueRoots, r.Type == "")
		switch {
		case r.Kind == KindPath:
			c.oneOf("does", r.Does, PathEffects())
		case r.Does != "":
			c.fail("does", "only a sink of kind path does something to a file")
		}
		c.path("program", r.Program, valueRoots, false)
		c.path("params", r.Params, valueRoots, false)
	}
}

func (c *checker) flows(rows []Flow) {
	for i, r := range rows {
		c.function("flows", i, r.Symbol, strings.Join(append(slices.Clone(r.From), r.To...), " ")+r.Calls)
		for _, p := range r.From {
			c.path("from", p, valueRoots, true)
		}
		for _, p := range r.To {
			c.path("to", p, valueRoots, true)
		}
		c.path("calls", r.Calls, valueRoots, false)
		c.path("format", r.Format, valueRoots, false)
		c.path("name", r.Name, valueRoots, false)
		c.kinds(r.Clears)
		if len(r.To) > 0 && len(r.From) == 0 {
			c.fail("from", "from is missing: what passes to %s?", strings.Join(r.To, ", "))
		}
	}
}

func (c *checker) barriers(rows []Barrier) {
	for i, r := range rows {
		c.function("barriers", i, r.Symbol, r.Value+" "+r.When+" "+strings.Join(r.Clears, " "))
		c.path("value", r.Value, valueRoots, true)
		c.oneOf("when", r.When, edges)
		c.oneOf("grade", r.Grade, grades)
		c.kinds(r.Clears)
		c.path("tags", r.Tags, valueRoots, false)
		if len(r.Clears) == 0 && r.Tag == "" {
			c.fail("clears", "clears is missing: what is the value safe for?")
		}
		if r.Tag != "" && (len(r.Clears) > 0 || r.Grade != "") {
			c.fail("tag", "the tag says what is checked: give no clears and no grade")
		}
		if r.Tags != "" && r.Tag == "" {
			c.fail("tag", "tag is missing: of which key are the words in tags?")
		}
		if r.Grade == GradeWeak && r.Why == "" {
			c.fail("why", "why is missing: what does a weak check let through?")
		}
	}
}

func (c *checker) kinds(list []string) {
	for _, k := range list {
		c.oneOf("clears", k, append(FlowKinds(), KindText))
	}
}

func (c *checker) dialects(rows []Dialect) {
	for i, r := range rows {
		c.section, c.index, c.symbol = "dialects", i, strings.Join(r.Packages, ",")
		if len(r.Packages) == 0 {
			c.fail("packages", "the packages are missing")
		}
		if !slices.Contains([]string{"?", "$", ":", "@p"}, r.Placeholder) {
			c.fail("placeholder", "%q is none of ? $ : @p", r.Placeholder)
		}
	}
}

func (c *checker) programs(rows []Program) {
	for i, r := range rows {
		c.section, c.index, c.symbol = "programs", i, strings.Join(append(slices.Clone(r.Names), r.Sub...), " ")
		if len(r.Names) == 0 {
			c.fail("names", "the names are missing")
		}
		for _, n := range r.Names {
			if n == "" || strings.ContainsAny(n, "/\\ ") || strings.HasSuffix(n, ".exe") {
				c.fail("names", "%q is no base name of a program", n)
			}
			c.unique(n+" "+strings.Join(r.Sub, " "), "")
		}
		if r.Language == "" && r.Interprets() {
			c.fail("language", "language is missing: what does it interpret?")
		}
		for key, at := range map[string]*int{"text_at": r.TextAt, "argv": r.Argv, "join_at": r.JoinAt} {
			if at != nil && (*at < 0 || *at > maxIndex) {
				c.fail(key, "%d is no position", *at)
			}
		}
		for key, options := range map[string][]string{
			"text": r.Text, "argv_after": r.ArgvAfter, "values": r.Values, "pairs": r.Pairs, "flags": r.Flags, "file": r.File, "dangerous": r.Dangerous,
		} {
			for _, o := range options {
				if o == "" || strings.ContainsAny(o, " =") {
					c.fail(key, "%q is no option", o)
				}
			}
		}
	}
}
