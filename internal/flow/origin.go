package flow

import (
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// about returns what a check says of a value, and of the text or the list that
// the value is a part or a changed copy of: little, if that is what is used
// later.
func (x *fn) about(r program.Ref, g guard) guards {
	out := guards{x.key(r): g}
	for range 3 {
		from, holds, why := x.origin(r)
		if from == 0 || x.constant(from) != nil {
			break
		}
		g = guard{clears: g.clears & holds, weak: g.weak}
		if lost := out[x.key(r)].clears &^ holds; lost != 0 {
			g.weak = append(g.weak[:len(g.weak):len(g.weak)], weak{mask: lost, why: why, pos: x.def(r).Pos})
		}
		out = both(out, guards{x.key(from): g})
		r = from
	}
	return out
}

// origin returns what a value is a part or a copy of, for which kinds a check
// of the value holds for it too, and why not for others.
func (x *fn) origin(r program.Ref) (from program.Ref, holds Mask, why string) {
	in := x.def(r)
	if in == nil || len(in.Args) == 0 {
		return 0, 0, ""
	}
	switch in.Op {
	case program.OpConvert, program.OpMakeInterface, program.OpChangeInterface:
		return x.origin(in.Args[0])
	case program.OpExtract:
		if t := x.def(in.Args[0]); t != nil && t.Op == program.OpCall && in.N < 2 && (t.Sym == "strings.Cut" || t.Sym == "bytes.Cut") {
			return t.Args[0], 0, "only a part of the text is checked"
		}
	case program.OpSlice:
		if in.Zero == program.ZeroString {
			return in.Args[0], 0, "only a part of the text is checked"
		}
	case program.OpLoad:
		a := x.def(in.Args[0])
		if a == nil || a.Op != program.OpIndexAddr || x.constant(a.Args[1]) == nil {
			break
		}
		if call := x.def(a.Args[0]); call != nil && call.Op == program.OpCall {
			switch call.Sym {
			case "strings.Fields", "strings.Split", "strings.SplitN", "strings.FieldsFunc", "strings.SplitAfter":
				if x.isZero(a.Args[1]) {
					return call.Args[0], 0, "only the first word is checked"
				}
				return call.Args[0], 0, "only one word is checked"
			}
		}
		return a.Args[0], 0, "only one element is checked"
	case program.OpCall:
		const copied = "a changed copy of the text is checked"
		switch in.Sym {
		case "strings.ToLower", "strings.ToUpper":
			return in.Args[0], allKinds, ""
		case "strings.TrimSpace": // what it takes away ends a command, a header or a line
			return in.Args[0], allKinds &^ KindMask(models.KindShell, models.KindCode, models.KindProgram, models.KindHeader, models.KindLog), copied
		case "strings.TrimPrefix", "strings.TrimSuffix":
			if _, ok := x.sym(in.Args[1]).Text(); ok {
				return in.Args[0], allKinds, ""
			}
			return in.Args[0], 0, copied
		case "strings.Trim", "strings.TrimLeft", "strings.TrimRight", "strings.TrimFunc", "strings.Replace", "strings.ReplaceAll",
			"path/filepath.Base", "path.Base", "path/filepath.Clean", "path.Clean":
			return in.Args[0], 0, copied
		}
	}
	return 0, 0, ""
}
