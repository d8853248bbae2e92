package transport

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/passes/endpoints"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// How often requests are protected.
type often int

const (
	never     often = iota
	sometimes       // by what the operator sets, or on some ways only
	always
)

// A protection is what stands before an endpoint, on its weakest route.
type protection struct {
	auth, origin, host often
	unless             string      // what switches authentication on, for people
	off                program.Pos // where the SDK's own is switched off
	looks              bool        // a check of the program's own looks at the Origin or the Host
	ignored            program.Pos // where a credential is looked at in vain
	version            string      // for people: that the SDK's version has none
}

func protectionOf(e *endpoints.Endpoint) protection {
	p := protection{auth: always, origin: always, host: always}
	for _, ways := range routes(e) {
		var auth, origin, host []often
		if slices.ContainsFunc(ways, demanded) { // the others are ways that no start takes
			ways = slices.DeleteFunc(ways, func(w *endpoints.Way) bool { return !demanded(w) })
		}
		for _, w := range ways {
			a, o := never, never
			for _, s := range w.Before {
				a, o = max(a, gives(s, models.GivesAuth, s.Checks.Auth)), max(o, gives(s, models.GivesOrigin, s.Checks.Origin))
				if slices.Contains(s.Gives, models.GivesHost) {
					o = always
				}
				p.looks = p.looks || s.Checks.Origin.Refuses || slices.Contains(s.Gives, models.GivesHost)
				if s.Checks.Auth.Refuses && s.Checks.Auth.Unless != "" {
					p.unless = s.Checks.Auth.Unless
				}
				if s.Checks.Auth.Ignored {
					p.ignored = s.Checks.Auth.Pos
				}
			}
			h := never
			yes, off := w.Target.Protects(models.GivesHost)
			if yes {
				h = always
			} else if off.IsValid() {
				p.off = off
			} else if since := w.Target.Since(models.GivesHost); since != "" && w.Target.Version != "" {
				p.version = fmt.Sprintf("; %s has one from %s on, not in %s", w.Target.Model.Name, since, w.Target.Version)
			}
			if yes, _ := w.Target.Protects(models.GivesOrigin); yes {
				o = always
			}
			auth, origin, host = append(auth, a), append(origin, o), append(host, h)
		}
		p.auth, p.origin, p.host = min(p.auth, joined(auth)), min(p.origin, joined(origin)), min(p.host, joined(host))
	}
	return p
}

// An inside is what all servers of an endpoint ask of tool calls.
type inside struct {
	auth    often
	unless  string
	unknown string // what may ask, and is not seen
}

func insideOf(e *endpoints.Endpoint) inside {
	out := inside{auth: always}
	most, known := never, false
	for _, in := range e.Inside {
		how := never
		switch {
		case in.Auth.Refuses && !in.Auth.Bypass:
			how = always
		case in.Auth.Refuses:
			how, out.unless = sometimes, in.Auth.Unless
		}
		out.auth, most = min(out.auth, how), max(most, how)
		if in.Unknown == "" {
			known = true // there is one that nothing else is given to
		} else {
			out.unknown = in.Unknown[strings.LastIndexByte(in.Unknown, '/')+1:]
		}
	}
	switch {
	case len(e.Inside) == 0:
		return inside{}
	case out.auth == never && most != never, known && out.unknown != "" && out.auth == never:
		out.auth = sometimes
	}
	return out
}

// demanded reports whether a way passes an authentication by a setting without
// which the program does not start.
func demanded(w *endpoints.Way) bool {
	return slices.ContainsFunc(w.Before, func(s endpoints.Step) bool { return s.Demanded && s.Checks.Auth.Refuses })
}

// joined says how often the ways of one route are protected: one that is and one
// that is not are what the operator chooses between.
func joined(ways []often) often {
	least, most := slices.Min(ways), slices.Max(ways)
	if least == never && most != never {
		return sometimes
	}
	return least
}

// gives says how often a step gives a protection.
func gives(s endpoints.Step, what string, c endpoints.Check) often {
	switch {
	case slices.Contains(s.Gives, what), c.Refuses && !c.Bypass:
		return always
	case c.Refuses:
		return sometimes
	}
	return never
}

// routes groups the ways of an endpoint by where requests come in and what
// serves them: the ways of one group are what the configuration chooses between.
func routes(e *endpoints.Endpoint) map[string][]*endpoints.Way {
	out := map[string][]*endpoints.Way{}
	for _, w := range e.Ways {
		k := fmt.Sprint(w.Route, w.Target.Site)
		out[k] = append(out[k], w)
	}
	return out
}

// bounded reports whether the body of a request is limited on a way.
func bounded(w *endpoints.Way) bool {
	if yes, _ := w.Target.Protects(models.GivesBody); yes {
		return true
	}
	return slices.ContainsFunc(w.Before, func(s endpoints.Step) bool {
		return slices.Contains(s.Gives, models.GivesBody) || s.Checks.Body
	})
}

// subject names an endpoint for a message.
func subject(e *endpoints.Endpoint) string {
	kind := "HTTP endpoint"
	if len(e.Kinds) == 1 && e.Kinds[0] == "sse" {
		kind = "SSE endpoint"
	}
	if len(e.Servers) == 1 {
		return "the " + kind + " of " + named(e.Servers[0])
	}
	return "the MCP " + kind
}

func named(s *posture.Server) string {
	if s.Name != "" {
		return fmt.Sprintf("server %q", s.Name)
	}
	return "server " + s.ID[strings.LastIndexByte(s.ID, '/')+1:]
}

// address shows the address of an endpoint, with who sets it.
func address(e *endpoints.Endpoint) string {
	at := e.Address.Text
	if e.Address.Setting != "" && strings.HasSuffix(at, ":0") {
		at = strings.TrimSuffix(at, "0") // no port unless it is set
	}
	text := fmt.Sprintf("%q", at)
	if strings.HasSuffix(at, ":") {
		text = fmt.Sprintf("%q and a port", at)
	}
	if e.Address.Text == "" || e.Address.Text == "{…}" {
		text = "not known"
	}
	if e.Address.Setting != "" {
		if text == "not known" {
			return "the " + e.Address.Setting
		}
		if strings.ContainsAny(at, "{") || strings.HasSuffix(at, ":") {
			return text + ", set by the " + e.Address.Setting
		}
		return text + ", by default of the " + e.Address.Setting
	}
	return text
}
