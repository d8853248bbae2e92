package models

import (
	"maps"
	"slices"
	"strings"
)

func (c *checker) effects(rows []Effect) {
	for i, r := range rows {
		c.function("effects", i, r.Symbol, r.Method)
		c.oneOf("on", r.On, Touched())
		by := 0
		for _, text := range []string{r.Does, r.Method, r.Flags} {
			if text != "" {
				by++
			}
		}
		if by == 0 || by > 1 {
			c.fail("does", "give one of does, method, flags")
		}
		if r.Does != "" {
			c.oneOf("does", r.Does, Acts())
		}
		if !strings.HasPrefix(r.Method, "=") {
			c.path("method", r.Method, valueRoots, false)
		}
		c.path("url", r.URL, valueRoots, false)
		c.path("flags", r.Flags, valueRoots, false)
		c.path("at", r.At, valueRoots, false)
		c.oneOf("reads", r.Reads, whoseTexts)
	}
}

var whoseTexts = []string{"", TextOfOthers, TextOfOwner, TextOfBoth}

func (c *checker) services(rows []Service) {
	for i, r := range rows {
		c.section, c.index, c.symbol = "services", i, r.Package
		if r.Package == "" || strings.ContainsAny(r.Package, " ()*") {
			c.fail("package", "%q is no import path", r.Package)
		}
		c.unique(r.Package, strings.Join(r.Types, " ")+strings.Join(r.Suffixes, " "))
		c.oneOf("on", r.On, Touched())
		for _, word := range slices.Sorted(maps.Keys(r.Verbs)) {
			if strings.Join(SplitName(word), " ") != word {
				c.fail("verbs", "%q can't be in a name: write it in lower case", word)
			}
			c.oneOf("verbs", r.Verbs[word], Acts())
		}
		c.oneOf("reads", r.Reads, whoseTexts)
		if r.OfType && len(r.Verbs) == 0 {
			c.fail("of_type", "which methods make the call? give verbs")
		}
	}
}

func (c *checker) local(paths []string) {
	for i, p := range paths {
		c.section, c.index, c.symbol = "local", i, p
		if p == "" || strings.ContainsAny(p, " ()*") {
			c.fail("", "%q is no import path", p)
		}
	}
}

func (c *checker) commands(rows []Command) {
	for i, r := range rows {
		c.section, c.index, c.symbol = "commands", i, strings.Join(r.Programs, ",")
		if len(r.Programs) == 0 {
			c.fail("programs", "the names are missing")
		}
		if r.Does == "" && len(r.Sub) == 0 && len(r.Options) == 0 {
			c.fail("does", "what does it do? give does, sub or options")
		}
		if r.Does != "" {
			c.oneOf("does", r.Does, Acts())
		}
		seen := map[string]bool{}
		for _, key := range []map[string][]string{r.Sub, r.Options} {
			for _, act := range slices.Sorted(maps.Keys(key)) {
				c.oneOf("sub", act, Acts())
				for _, word := range key[act] {
					if seen[word] {
						c.fail("sub", "%q is there twice", word)
					}
					seen[word] = true
				}
			}
		}
		if r.On != "" {
			c.oneOf("on", r.On, Touched())
		}
	}
}

func (c *checker) approvals(rows []Approval) {
	for i, r := range rows {
		c.typ("approvals", i, r.Type, r.Since, r.Until, r.Field)
		c.field("field", r.Field, true)
		if r.Answer == "" || r.Answer == Declined {
			c.fail("answer", "what does it hold if he has approved?")
		}
	}
}

func (c *checker) makers(symbols []string) {
	for i, sym := range symbols {
		c.section, c.index, c.symbol = "errors", i, sym
		if _, err := ParseFunc(sym); err != nil {
			c.fail("", "%v", err)
		}
	}
}
