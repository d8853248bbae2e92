package flow

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A check of the host of a URL says of the URL that it leads nowhere else.

const urlType = "net/url.URL"

// hostOf returns the URL whose host a value is: u.Host, or what u.Hostname()
// gives; 0 if it is none.
func (x *fn) hostOf(r program.Ref) program.Ref {
	in := x.def(r)
	if in == nil {
		return 0
	}
	switch in.Op {
	case program.OpCall:
		switch in.Sym {
		case "(*net/url.URL).Hostname":
			return in.Args[0]
		case "strings.ToLower", "strings.TrimSpace", "strings.TrimSuffix": // hosts have no case
			return x.hostOf(in.Args[0])
		}
	case program.OpLoad:
		if d := x.def(in.Args[0]); d != nil && d.Op == program.OpFieldAddr && d.Sym == "Host" && strings.TrimPrefix(d.Owner, "*") == urlType {
			return d.Args[0]
		}
	case program.OpField:
		if in.Sym == "Host" && in.Owner == urlType {
			return in.Args[0]
		}
	}
	return 0
}

// parsedFrom returns the text that a URL was parsed from, 0 if it is no result of
// a parser.
func (x *fn) parsedFrom(in *program.Instr) program.Ref {
	if in.Op != program.OpExtract || in.N != 0 {
		return 0
	}
	t := x.def(in.Args[0])
	if t == nil || t.Op != program.OpCall {
		return 0
	}
	switch t.Sym {
	case "net/url.Parse", "net/url.ParseRequestURI":
		return t.Args[0]
	case "(*net/url.URL).Parse":
		return t.Args[1]
	}
	return 0
}

// suffixed returns what it says that a host ends with a text: one that begins
// with a dot ends in whole names.
func (x *fn) suffixed(v program.Ref, text string, pos program.Pos) (guard, bool) {
	if x.hostOf(v) == 0 {
		return guard{}, false
	}
	if strings.HasPrefix(text, ".") && strings.Count(text, ".") > 1 {
		return guard{clears: KindMask(models.KindURLHost)}, true
	}
	return guard{weak: []weak{{mask: KindMask(models.KindURLHost), why: "the end of the host is compared without a dot before it", pos: pos}}}, true
}
