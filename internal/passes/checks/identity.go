package checks

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

const (
	withValue    = "context.WithValue"
	contextValue = "(context.Context).Value"
	requestType  = "*net/http.Request"
)

// ask makes the questions.
func (c *checker) ask() {
	c.keys = map[string]bool{}
	c.headers = &flow.Question{
		Base: func(call *flow.Call) []flow.Mark {
			if call.Sym == contextValue {
				return nil
			}
			return c.tells(call)
		},
		Field: c.tellsField,
		Bases: func(sym, owner, field string) bool {
			return sym != "" && sym != contextValue && c.mayTell(sym) || owner != "" && c.tellsField(owner, field).Data
		},
		Opaque: c.opaque, Part: c.tellsPart, Says: c.says,
	}
	c.identity = &flow.Question{Base: c.tells, Field: c.tellsField, Opaque: c.opaque, Part: c.tellsPart, Says: c.says, Bases: func(sym, owner, field string) bool {
		return sym != "" && c.mayTell(sym) || owner != "" && c.tellsField(owner, field).Data
	}}
	c.askLimits()
	c.askRecords()
	c.askArguments()
}

func (c *checker) control(sym, kind string) *models.Control {
	if k := c.declared.Funcs[sym]; k == kind {
		return &models.Control{Kind: k}
	}
	if rows := c.set.Func(sym); rows != nil && rows.Control != nil && rows.Control.Kind == kind {
		return rows.Control
	}
	return nil
}

// mayTell reports whether a function may tell who calls, or what the caller may
// do.
func (c *checker) mayTell(sym string) bool {
	if sym == contextValue {
		return true
	}
	if r := c.control(sym, models.ControlScope); r != nil && r.Wraps == "" {
		return true
	}
	rows := c.set.Func(sym)
	return rows != nil && rows.Identity != nil && !rows.Identity.Knows
}

// says returns how much a call answers: of one that compares with a secret only
// that the caller knows that.
func (c *checker) says(sym string) flow.Grade {
	if rows := c.set.Func(sym); rows != nil && rows.Identity != nil && rows.Identity.Knows {
		return flow.Present
	}
	return flow.Decides
}

// tells returns what the results of a call say of who calls.
func (c *checker) tells(call *flow.Call) []flow.Mark {
	if r := c.control(call.Sym, models.ControlScope); r != nil && r.Wraps == "" {
		return answers(call.Classes(), flow.Decides)
	}
	data := make([]flow.Mark, max(1, len(call.Classes())))
	if call.Sym == contextValue {
		if !c.identityKey(call.ContextKey()) {
			return nil
		}
		data[0].Data = true
		return data
	}
	rows := c.set.Func(call.Sym)
	if rows == nil || rows.Identity == nil || rows.Identity.Knows {
		return nil
	}
	if rows.Identity.Header != "" {
		p, err := models.ParsePath(rows.Identity.Header)
		if err != nil {
			return nil
		}
		i := p.Index
		if strings.HasPrefix(call.Sym, "(") {
			i++
		}
		name, known := call.Constant(i)
		if !known || !c.credential(name) {
			return data // something else
		}
	}
	for i, k := range call.Classes() {
		if k == program.ClassNumber || k == program.ClassError {
			data[i].Answer = flow.Present
		} else {
			data[i].Data = true
		}
	}
	return data
}

// answers marks all results of a call as answers.
func answers(classes string, g flow.Grade) []flow.Mark {
	out := make([]flow.Mark, max(1, len(classes)))
	for i := range out {
		out[i] = flow.Mark{Data: true, Answer: g}
	}
	return out
}

func (c *checker) tellsField(owner, name string) flow.Mark {
	owner, _, _ = strings.Cut(owner, "[")
	rows := c.set.TaintField(owner, name)
	return flow.Mark{Data: rows != nil && rows.Identity != nil}
}

// tellsPart reports whether a field of what came along with a request says who
// sent it. The address of a service, say, does not.
func (c *checker) tellsPart(owner, name string) bool {
	owner, _, _ = strings.Cut(owner, "[")
	return c.nameTells(name) || c.set.Words().Credential(name) || c.nameTells(owner[strings.LastIndexByte(owner, '.')+1:])
}

// credential reports whether what a client sends under a name says who it is.
func (c *checker) credential(name string) bool {
	if r := c.set.ForwardedHeader(name); r != nil {
		return r.Tells(models.SaysUser)
	}
	low := strings.ToLower(name)
	return low == "authorization" || low == "proxy-authorization" || low == "cookie" || c.set.Words().Credential(name) || c.nameTells(name)
}

// tellers are words of names for who somebody is, or what he may do.
var tellers = []string{"user", "caller", "principal", "identity", "claims", "claim", "token", "auth", "scope", "scopes", "role", "roles",
	"subject", "permission", "permissions", "apikey", "credential", "credentials", "bearer", "account", "tenant", "actor"}

// nameTells reports whether a name speaks of who somebody is.
func (c *checker) nameTells(name string) bool {
	return slices.ContainsFunc(models.SplitName(name), func(w string) bool { return slices.Contains(tellers, w) })
}

// opaque reports whether a call asks somebody else, so that its failure says
// nothing of what it got.
func (c *checker) opaque(sym string) bool {
	if sym == withValue || strings.HasPrefix(sym, "fmt.") && !strings.HasPrefix(sym, "fmt.Sprint") {
		return true
	}
	rows := c.set.Func(sym)
	return rows != nil && rows.Outbound != nil || c.set.API(sym) != nil
}

// identityKey reports whether what is kept under a key of contexts says who
// calls: it was made from what came along with an HTTP request. Where nobody is
// seen to put anything there, the name of the key has to say so.
func (c *checker) identityKey(key string) bool {
	if key == "" {
		return false
	}
	is, ok := c.keys[key]
	if ok {
		return is
	}
	c.keys[key] = false // while it is found out
	j := c.e.Asker(c.headers)
	puts := 0
	for _, put := range c.e.CallsOf(func(sym string) bool { return sym == withValue }) {
		if put.ContextKey() != key {
			continue
		}
		puts++
		if c.fromRequest(j, put.Frame, put.Args()[2], 3) {
			is = true
			break
		}
	}
	if puts == 0 {
		name := key[strings.LastIndexByte(key, '/')+1:]
		is = c.nameTells(name)
	}
	c.keys[key] = is
	return is
}

// fromRequest reports whether a value was made from what says who sent a
// request, in a function or in those that call it.
func (c *checker) fromRequest(j *flow.Judge, f *flow.Frame, r program.Ref, depth int) bool {
	if j.Mark(f, r).Data {
		return true
	}
	i := f.Parameter(r)
	if i < 0 || depth == 0 {
		return false
	}
	return slices.ContainsFunc(c.e.CallsTo(f.Func()), func(up flow.Call) bool {
		return i < len(up.Args()) && c.fromRequest(j, up.Frame, up.Args()[i], depth-1)
	})
}
