package interp

import (
	"net"
	"net/netip"
	"strings"

	"github.com/mcpvet/mcpvet/models"
)

// addressNatives are the rules about addresses of the network.
func addressNatives() map[string]native {
	return map[string]native{
		models.EvalJoinHostPort: func(s *site) (Value, bool) {
			return s.overArgs(2, func(vs []Value) Value {
				if host, ok := AsString(vs[0]); ok && strings.Contains(host, ":") {
					return concat(str("["), vs[0], str("]:"), vs[1])
				}
				return concat(vs[0], str(":"), vs[1])
			}), true
		},
		models.EvalSplitHostPort: func(s *site) (Value, bool) {
			return s.overArgs(1, func(vs []Value) Value {
				text, ok := AsString(vs[0])
				if !ok {
					return s.unknown()
				}
				host, port, err := net.SplitHostPort(text)
				if err != nil {
					return &Tuple{Vs: []Value{str(""), str(""), &Unknown{Reason: "an error", NonNil: true}}}
				}
				return &Tuple{Vs: []Value{str(host), str(port), Nil{}}}
			}), true
		},
		models.EvalParseIP: func(s *site) (Value, bool) {
			return s.overArgs(1, func(vs []Value) Value {
				text, ok := AsString(vs[0])
				if !ok {
					return s.unknown()
				}
				ip, err := netip.ParseAddr(text)
				var v Value = &Opaque{Sym: s.sym, Pos: s.pos, native: ip}
				switch {
				case s.results == 2 && err != nil:
					return &Tuple{Vs: []Value{unknown("no address"), &Unknown{Reason: "an error", NonNil: true}}}
				case s.results == 2:
					return &Tuple{Vs: []Value{v, Nil{}}}
				case err != nil:
					return Nil{}
				}
				return v
			}), true
		},
		models.EvalIPLoopback:    ipIs(netip.Addr.IsLoopback),
		models.EvalIPUnspecified: ipIs(netip.Addr.IsUnspecified),
	}
}

// ipIs asks the address that a method's receiver is.
func ipIs(ask func(netip.Addr) bool) native {
	return func(s *site) (Value, bool) {
		if o, ok := Plain(s.recv).(*Opaque); ok {
			if ip, ok := o.native.(netip.Addr); ok {
				return boolean(ask(ip)), true
			}
		}
		return s.unknown(), true
	}
}
