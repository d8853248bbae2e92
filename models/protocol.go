package models

import (
	_ "embed"
	"errors"
	"fmt"
)

//go:embed protocol.yaml
var protocolFile []byte

// A Method is a method of the protocol that servers without an SDK serve by
// themselves. One that neither lists nor calls introduces the server.
type Method struct {
	Name   string `yaml:"name"`
	Lists  string `yaml:"lists,omitempty"`  // kind of what the answer lists
	Calls  string `yaml:"calls,omitempty"`  // kind of what the request runs
	Answer string `yaml:"answer,omitempty"` // where the answer has the list, or what the server says of itself
}

// Method returns a method of the protocol by its name, or nil.
func (s *Set) Method(name string) *Method { return s.methods[name] }

// Called reports whether there is a method that runs what is of that kind.
func (s *Set) Called(kind string) bool {
	for _, m := range s.methods {
		if m.Calls == kind {
			return true
		}
	}
	return false
}

// parseProtocol reads the methods of the protocol by name. Errors name
// filename and line.
func parseProtocol(filename string, data []byte) (map[string]*Method, error) {
	docs, err := parseYAML(filename, data)
	if err != nil {
		return nil, err
	}
	if len(docs) != 1 {
		return nil, fmt.Errorf("%s: %d YAML documents; put all methods into one", filename, len(docs))
	}
	var file struct {
		Methods []*Method `yaml:"methods"`
	}
	if err := decode(filename, docs[0], &file); err != nil {
		return nil, err
	}
	c := checker{where: locate(filename, docs[0]), section: "methods"}
	out := make(map[string]*Method, len(file.Methods))
	for i, m := range file.Methods {
		if m == nil {
			return nil, fmt.Errorf("%s: methods[%d] is empty", filename, i)
		}
		c.index, c.symbol = i, m.Name
		switch {
		case m.Name == "":
			c.fail("name", "the name is missing")
		case out[m.Name] != nil:
			c.fail("name", "the method is there twice")
		case m.Lists != "" && m.Calls != "":
			c.fail("calls", "a method lists something or calls it, not both")
		case (m.Answer == "") != (m.Calls != ""):
			c.fail("answer", "a call has no answer to be read, and any other method has one")
		}
		for key, kind := range map[string]string{"lists": m.Lists, "calls": m.Calls} {
			if kind != "" {
				c.oneOf(key, kind, entryKinds)
			}
		}
		out[m.Name] = m
	}
	if len(out) == 0 {
		c.errs = append(c.errs, fmt.Errorf("%s: no methods", filename))
	}
	return out, errors.Join(c.errs...)
}
