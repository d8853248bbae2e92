package interp

import "github.com/mcpvet/mcpvet/models"

// opensSession reports whether the contexts of handlers are those of the request
// that opened the session: nothing in the options says otherwise.
func (s *site) opensSession(r *models.Transport) bool {
	if r.Session == "" {
		return false
	}
	options := s.single(r.Options)
	if v := s.m.Get(options, r.Session); v != nil {
		is, known := AsBool(v)
		return known && !is
	}
	switch Plain(options).(type) {
	case *Ptr, *Struct, Nil:
		return true
	}
	return false
}

// ServersOf lists the servers that v can be.
func ServersOf(v Value) []*Server {
	var out []*Server
	for _, alt := range Alternatives(Plain(v)) {
		if o, ok := Plain(alt).(*Opaque); ok && o.Server != nil {
			out = append(out, o.Server)
		}
	}
	return out
}
