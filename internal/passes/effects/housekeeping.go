package effects

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Where so many tools of a server, and so large a part of them, write the same
// file at the same place, it is not what one of them is for: the server keeps
// something there, a token or a record of its own.
// Half of them will do for what is far from the code of the tools.
const (
	manyTools  = 6
	mostOfThem = 0.66
	halfOfThem = 0.5
	farAway    = 6 // calls
)

// share returns what part of the tools of a server must do the same.
func share(e *Effect) float64 {
	if len(e.Hops) >= farAway {
		return halfOfThem
	}
	return mostOfThem
}

// housekept reports whether an effect is of a kind that a server has for itself.
func housekept(e *Effect) bool {
	return (e.On == models.OnFiles || e.On == models.OnProcesses) && !e.Caller && (e.Act == "" || e.Changes())
}

// setting reports whether an effect is a read of a file, which may be one of the
// settings of a server.
func setting(e *Effect) bool { return e.On == models.OnFiles && e.Act == models.ActRead }

// housekeeping takes off tools what their server does for itself: what most of
// them do at one place, and what is the same whichever of them is called, and
// with which arguments. A read of that kind is one of a setting.
func (v *visitor) housekeeping(tools []*tool) {
	common := most(tools, func(e *Effect) (string, bool) { return "", housekept(e) || setting(e) })
	own := map[*Effect]string{}
	for _, t := range tools {
		asked := v.asker(t)
		for _, e := range t.Effects {
			if common[e] && !asked(e) {
				own[e] = told(e)
			}
		}
	}
	common = most(tools, func(e *Effect) (string, bool) { text, ok := own[e]; return text, ok })
	for _, t := range tools {
		for _, e := range t.Effects {
			e.Shared = common[e] && setting(e)
		}
		t.Effects = slices.DeleteFunc(t.Effects, func(e *Effect) bool { return common[e] && housekept(e) })
	}
}

// most returns the effects that most tools of a server have at one place, of
// those about which with says the same.
func most(tools []*tool, with func(*Effect) (string, bool)) map[*Effect]bool {
	type act struct {
		server     *posture.Server
		pos        program.Pos
		name, with string
	}
	all := map[*posture.Server]int{}
	do := map[act]int{}
	of := map[*Effect]act{}
	for _, t := range tools {
		all[t.entry.Server]++
		for _, e := range t.Effects {
			if text, ok := with(e); ok {
				of[e] = act{t.entry.Server, e.Pos, e.Name, text}
				do[of[e]]++
			}
		}
	}
	out := map[*Effect]bool{}
	for e, a := range of {
		n := all[a.server]
		out[e] = n >= manyTools && float64(do[a]) > share(e)*float64(n)
	}
	return out
}

// asker returns what reports whether what an effect of a tool is done to, or
// what is written there, comes from the arguments of the tool.
func (v *visitor) asker(t *tool) func(*Effect) bool {
	var judges []*flow.Judge
	return func(e *Effect) bool {
		if e.Call.Frame == nil {
			return false
		}
		if judges == nil {
			v.e.Again()
			for _, b := range t.bodies {
				if in, ok := t.enter(b); ok {
					judges = append(judges, v.e.Judge(arguments(in), in))
				}
			}
		}
		return slices.ContainsFunc(e.Call.Args(), func(a program.Ref) bool {
			return slices.ContainsFunc(judges, func(j *flow.Judge) bool { return j.Mark(e.Call.Frame, a).Data })
		})
	}
}

// arguments is the question what comes from the client.
func arguments(in flow.Entry) *flow.Question {
	q := &flow.Question{
		Base:  func(*flow.Call) []flow.Mark { return nil },
		Field: func(string, string) flow.Mark { return flow.Mark{} },
		Bases: func(string, string, string) bool { return false },
	}
	for _, p := range in.Params {
		for len(q.Params) <= p.Index {
			q.Params = append(q.Params, flow.Mark{})
		}
		q.Params[p.Index].Data = true
	}
	return q
}

// told returns what the code itself says of what an effect is done to, so that
// tools can be told apart by it.
func told(e *Effect) string {
	if e.Call.Frame == nil {
		return ""
	}
	var b strings.Builder
	for _, a := range e.Call.Args() {
		switch s := e.Call.Frame.Sym(a); s.Kind {
		case flow.SymText, flow.SymConcat, flow.SymCall, flow.SymList:
			b.WriteString(s.Pieces())
			for _, k := range flow.List(s) {
				b.WriteString(" " + k.Pieces())
			}
		}
		b.WriteByte('|')
	}
	return b.String()
}
