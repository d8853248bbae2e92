package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// answersField is where an SDK gives the answers of people that come back with a
// request: whoever sends it can write them himself.
const answersField = "InputResponses"

// Answers reports whether a function reads answers that come back with the
// request, and whether it does what can show that this server has asked for
// them: it verifies something, or looks up what it has kept.
func (e *Engine) Answers(id string) (reads, proves bool) {
	x := e.fn(id)
	if x == nil {
		return false, false
	}
	for b := range x.Blocks {
		for i := range x.Blocks[b].Instrs {
			switch in := &x.Blocks[b].Instrs[i]; in.Op {
			case program.OpField, program.OpFieldAddr:
				reads = reads || in.Sym == answersField && e.models.TaintField(generic(in.Owner), in.Sym) != nil
			case program.OpLookup:
				proves = proves || x.mapTexts(in.Args[0]) == nil && !x.ofAnswers(in.Args[0])
			}
		}
	}
	return reads, proves || slices.ContainsFunc(x.Calls, verifies)
}

// ofAnswers reports whether a map is that of the answers.
func (x *fn) ofAnswers(r program.Ref) bool {
	return slices.Contains(x.saidIn(r, 4, nil), answersField)
}

// verifies reports whether a function compares in constant time, opens what was
// sealed, or checks a signature.
func verifies(sym string) bool {
	name := strings.ToLower(methodName(sym))
	does := slices.ContainsFunc([]string{"equal", "compare", "open", "verify", "decrypt", "parse"}, func(w string) bool { return strings.Contains(name, w) })
	of := strings.TrimLeft(sym, "(*")
	return does && (strings.HasPrefix(of, "crypto/") || slices.ContainsFunc([]string{"jwt", "jose", "paseto", "/crypto/", "tink"}, func(w string) bool { return strings.Contains(of, w) })) ||
		strings.HasPrefix(of, "sync.Map).") || strings.Contains(of, "lru.")
}
