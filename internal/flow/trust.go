package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Whether what a proxy says is believed only where there is one: a switch of
// the operator, or a look at who is at the other end of the connection, leads
// to the block. Which way of the branch is the trusting one nobody can tell, so
// each way is a fact of its own, and behind the branch, where both ways meet,
// neither holds.

// A trustFact is one way of a branch on such a condition.
type trustFact struct {
	cond program.Ref
	way  bool
}

// maxTrust bounds how far conditions are followed.
const maxTrust = 8

// remoteOwner and remoteField are where net/http tells who is at the other end.
const (
	remoteOwner = "net/http.Request"
	remoteField = "RemoteAddr"
)

// trustIn returns the facts that hold in each block.
func (x *fn) trustIn() [][]trustFact {
	if x.trust != nil {
		return x.trust
	}
	n := len(x.Blocks)
	x.trust = make([][]trustFact, n)
	known := make([]bool, n)
	order := make([]int32, n)
	for b := range order {
		order[b] = int32(b)
	}
	slices.SortFunc(order, func(a, b int32) int { return int(x.Blocks[a].Order - x.Blocks[b].Order) })
	for changed, turn := true, 0; changed && turn < 12; turn++ {
		changed = false
		for _, b := range order {
			var in []trustFact
			first := true
			for _, p := range x.Blocks[b].Preds {
				if !known[p] {
					continue // a back edge says nothing against
				}
				facts := x.trustOnEdge(p, b)
				if first {
					in, first = facts, false
					continue
				}
				in = slices.DeleteFunc(slices.Clone(in), func(f trustFact) bool { return !slices.Contains(facts, f) })
			}
			if first && b != 0 {
				continue
			}
			if !known[b] || len(in) != len(x.trust[b]) {
				x.trust[b], known[b], changed = in, true, true
			}
		}
	}
	return x.trust
}

// trustOnEdge returns what holds on the way from one block to the next.
func (x *fn) trustOnEdge(p, b int32) []trustFact {
	facts := x.trust[p]
	blk := &x.Blocks[p]
	if len(blk.Succs) != 2 || blk.Succs[0] == blk.Succs[1] || len(blk.Instrs) == 0 {
		return facts
	}
	last := &blk.Instrs[len(blk.Instrs)-1]
	if last.Op != program.OpIf {
		return facts
	}
	way := blk.Succs[0] == b
	facts = withFacts(facts, x.implied(last.Args[0], way, maxTrust)...)
	if x.trustsAt(last.Args[0]) {
		facts = withFacts(facts, trustFact{last.Args[0], way})
	}
	return facts
}

// withFacts returns facts with more of them, each once.
func withFacts(facts []trustFact, more ...trustFact) []trustFact {
	facts = facts[:len(facts):len(facts)]
	for _, f := range more {
		if !slices.Contains(facts, f) {
			facts = append(facts, f)
		}
	}
	return facts
}

// trustsAt is trusts, found out once.
func (x *fn) trustsAt(r program.Ref) bool {
	if x.trusted == nil {
		x.trusted = map[program.Ref]bool{}
	}
	t, ok := x.trusted[r]
	if !ok {
		t = x.trusts(r, maxTrust)
		x.trusted[r] = t
	}
	return t
}

// implied returns what a condition that was put together of others says when it
// has come out that way: "a && b" is a phi whose other values are false.
func (x *fn) implied(r program.Ref, way bool, depth int) []trustFact {
	in := x.def(r)
	if in == nil || in.Op != program.OpPhi || depth == 0 {
		return nil
	}
	var out []trustFact
	first := true
	for i, a := range in.Args {
		if c := x.constant(a); c != nil && c.Kind == program.ConstBool && (c.I != 0) != way {
			continue
		}
		preds := x.Blocks[x.defs[r].block].Preds
		if i >= len(preds) || x.trust[preds[i]] == nil && preds[i] != 0 {
			continue
		}
		facts := withFacts(x.trust[preds[i]], x.implied(a, way, depth-1)...)
		if x.trustsAt(a) {
			facts = withFacts(facts, trustFact{a, way})
		}
		if first {
			out, first = facts, false
		} else {
			out = slices.DeleteFunc(out, func(f trustFact) bool { return !slices.Contains(facts, f) })
		}
	}
	return out
}

// distrusted takes off a mask what is believed in a block.
func (x *fn) distrusted(block int32, m Mask) Mask {
	if x.e.requests && m.Has(decideMask) && len(x.Blocks) > 1 && len(x.trustIn()[block]) > 0 {
		m &^= decideMask
	}
	return m
}

// distrustedOnEdge is distrusted for what comes over an edge.
func (x *fn) distrustedOnEdge(p, b int32, m Mask) Mask {
	if x.e.requests && m.Has(decideMask) {
		x.trustIn()
		if len(x.trustOnEdge(p, b)) > 0 {
			m &^= decideMask
		}
	}
	return m
}

// trusts reports whether a condition is a switch of the operator or asks who is
// at the other end.
func (x *fn) trusts(r program.Ref, depth int) bool {
	if x.isSwitch(r, depth) || x.provesProxy(r, depth) {
		return true
	}
	if in := x.def(r); in != nil && in.Op == program.OpBinOp && (!x.compared(in, 0) || !x.compared(in, 1)) {
		return false // whether the address can be taken apart says nothing of whose it is
	}
	return x.asksRemote(r, depth, map[program.Ref]bool{})
}

// provesProxy reports whether a condition compares, in constant time, what a
// request brings with what the operator has set: a secret that the proxy shares.
func (x *fn) provesProxy(r program.Ref, depth int) bool {
	in := x.def(r)
	if in == nil || depth == 0 {
		return false
	}
	switch in.Op {
	case program.OpUnOp, program.OpBinOp:
		return slices.ContainsFunc(in.Args, func(a program.Ref) bool { return x.provesProxy(a, depth-1) })
	case program.OpCall:
		return (in.Sym == "crypto/subtle.ConstantTimeCompare" || in.Sym == "crypto/hmac.Equal") &&
			slices.ContainsFunc(in.Args, func(a program.Ref) bool { return x.isSetting(a, depth-1) })
	}
	return false
}

// isSwitch reports whether a condition is a setting: a boolean field, global,
// parameter or captured variable, what the environment or a method of the
// configuration says, or which of several ways a text chooses.
func (x *fn) isSwitch(r program.Ref, depth int) bool {
	if depth == 0 || x.constant(r) != nil {
		return false
	}
	in := x.def(r)
	if in == nil {
		i := int(r) - 1
		return i >= 0 && i < len(x.Params) && x.Params[i].Type == "bool" && !x.alwaysTold(i)
	}
	switch in.Op {
	case program.OpUnOp:
		return in.Sym == "!" && x.isSwitch(in.Args[0], depth-1)
	case program.OpLoad, program.OpField:
		return in.Zero == program.ZeroBool && x.isSetting(r, depth)
	case program.OpPhi:
		return slices.ContainsFunc(in.Args, func(a program.Ref) bool { return x.isSwitch(a, depth-1) })
	case program.OpBinOp:
		return x.comparesSetting(in, depth)
	case program.OpExtract:
		call := x.def(in.Args[0])
		return call != nil && call.Op == program.OpCall && in.N == 0 && in.Zero == program.ZeroBool && x.asksSettings(call, depth-1)
	case program.OpCall:
		return len(in.Class) == 1 && in.Class[0] == program.ClassNumber && x.asksSettings(in, depth-1)
	}
	return false
}

// comparesSetting reports whether a comparison is about how many proxies are
// listed, whether an environment variable is on, or which header was chosen.
func (x *fn) comparesSetting(in *program.Instr, depth int) bool {
	for i, a := range in.Args {
		c := x.constant(in.Args[1-i])
		if c == nil {
			continue
		}
		switch c.Kind {
		case program.ConstInt:
			if n := x.def(a); (c.I == 0 || c.I == 1) && n != nil && n.Op == program.OpCall && n.Sym == "len" && x.isSetting(n.Args[0], depth-1) {
				return true
			}
		case program.ConstBool:
			return x.isSwitch(a, depth-1)
		case program.ConstString:
			text := strings.ToLower(c.S)
			if (slices.Contains([]string{"1", "true", "yes", "on"}, text) || x.e.models.ForwardedHeader(text) != nil || aboutProxies(text)) && x.isSetting(a, depth-1) {
				return true
			}
		}
	}
	return false
}

// aboutProxies reports whether a name speaks of proxies.
func aboutProxies(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "prox") || strings.Contains(name, "forward") || strings.Contains(name, "trust")
}

// isSetting reports whether a value was there before the request: it comes from
// a field, a global, a captured variable or the environment, and not from what
// a request holds.
func (x *fn) isSetting(r program.Ref, depth int) bool {
	if depth == 0 {
		return false
	}
	in := x.def(r)
	if in == nil { // a captured variable, or a parameter
		i := int(r) - 1
		return i >= len(x.Params) || i >= 0 && !x.ofRequest(i)
	}
	switch in.Op {
	case program.OpLoad:
		if c := x.constant(in.Args[0]); c != nil {
			return c.Kind == program.ConstGlobal && x.e.globalSym(c.S, "", maxSym).Kind != SymBool
		}
		if a := x.def(in.Args[0]); a != nil && a.Op == program.OpAlloc {
			return x.storedSetting(in.Args[0], depth)
		}
		return x.isSetting(in.Args[0], depth-1)
	case program.OpField, program.OpFieldAddr:
		return !isRequestType(in.Owner) && x.isSetting(in.Args[0], depth-1)
	case program.OpAlloc: // a struct that was passed, or captured, by value
		return x.storedSetting(r, depth-1)
	case program.OpConvert, program.OpChangeInterface, program.OpTypeAssert, program.OpMakeInterface:
		return x.isSetting(in.Args[0], depth-1)
	case program.OpExtract:
		return x.isSetting(in.Args[0], depth-1)
	case program.OpCall:
		return x.asksSettings(in, depth-1)
	}
	return false
}

// storedSetting reports whether all that is stored in a variable are settings.
func (x *fn) storedSetting(r program.Ref, depth int) bool {
	stores := x.stores[root{reg: r}]
	return len(stores) > 0 && !slices.ContainsFunc(stores, func(a access) bool {
		v := x.in(a.at).Args[a.op]
		return x.constant(v) == nil && !x.isSetting(v, depth-1) && !x.isSwitch(v, depth-1)
	})
}

// ofRequest reports whether a parameter comes with a request: whatever an entry
// gets, and requests wherever they are handed on.
func (x *fn) ofRequest(i int) bool {
	typ := x.Params[i].Type
	return isRequestType(typ) || x.e.models.IsRequest(strings.TrimPrefix(typ, "*")) || x.e.begins[x.ID] && (i > 0 || !x.Recv)
}

// isRequestType reports whether a type is one of a request.
func isRequestType(typ string) bool {
	return strings.HasPrefix(strings.TrimPrefix(typ, "*"), "net/http.") || typ == "context.Context"
}

// asksSettings reports whether a call is told nothing but settings and
// constants.
func (x *fn) asksSettings(in *program.Instr, depth int) bool {
	if depth <= 0 || in.Mode == program.CallBuiltin {
		return false
	}
	if in.Mode == program.CallStatic {
		if f := x.e.fn(in.Sym); f != nil && f.returnsSwitch(depth-1) {
			return true
		}
	}
	for _, a := range in.Args {
		if x.constant(a) == nil && !x.isSetting(a, depth-1) {
			return false
		}
	}
	return true
}

// returnsSwitch reports whether what a function returns is a switch.
func (x *fn) returnsSwitch(depth int) bool {
	if depth <= 0 {
		return false
	}
	for b := range x.Blocks {
		blk := &x.Blocks[b]
		if n := len(blk.Instrs); n > 0 && blk.Instrs[n-1].Op == program.OpReturn {
			if ret := blk.Instrs[n-1].Args; len(ret) > 0 && x.isSwitch(ret[0], depth-1) {
				return true
			}
		}
	}
	return false
}

// alwaysTold reports whether all callers pass a constant for a parameter, so
// that nobody can switch it.
func (x *fn) alwaysTold(i int) bool {
	calls := x.e.usesOf(x.ID)
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(c edgeCall) bool {
		in := c.x.in(c.at)
		return in.Sym != x.ID || i >= len(in.Args) || c.x.constant(in.Args[i]) == nil
	})
}

// asksRemote reports whether a value was found out from who is at the other end
// of the connection.
func (x *fn) asksRemote(r program.Ref, depth int, seen map[program.Ref]bool) bool {
	in := x.def(r)
	if in == nil || depth == 0 || seen[r] {
		return false
	}
	seen[r] = true
	switch in.Op {
	case program.OpFieldAddr, program.OpField:
		if in.Owner == remoteOwner {
			return in.Sym == remoteField
		}
	case program.OpAlloc:
		for _, a := range x.stores[root{reg: r}] {
			if x.asksRemote(x.in(a.at).Args[a.op], depth-1, seen) {
				return true
			}
		}
		return false
	case program.OpCall:
		if f := x.e.fn(in.Sym); f != nil && f != x && f.decidesByRemote(depth-1) {
			return true
		}
	}
	return slices.ContainsFunc(in.Args, func(a program.Ref) bool { return x.asksRemote(a, depth-1, seen) })
}

// decidesByRemote reports whether what a function returns, or which way it
// takes, depends on who is at the other end.
func (x *fn) decidesByRemote(depth int) bool {
	if depth <= 0 {
		return false
	}
	for b := range x.Blocks {
		blk := &x.Blocks[b]
		if len(blk.Instrs) == 0 {
			continue
		}
		last := &blk.Instrs[len(blk.Instrs)-1]
		if last.Op != program.OpIf && last.Op != program.OpReturn {
			continue
		}
		for _, a := range last.Args {
			if x.asksRemote(a, depth-1, map[program.Ref]bool{}) {
				return true
			}
		}
	}
	return false
}

// usesOf lists where the program calls a function, takes its value or makes a
// closure of it.
func (e *Engine) usesOf(id string) []edgeCall {
	uses, ok := e.used[id]
	if ok {
		return uses
	}
	e.in(e.usersOf(id), func(c edgeCall, in *program.Instr) {
		switch in.Op {
		case program.OpCall, program.OpGo, program.OpDefer, program.OpMakeClosure, program.OpBoundMethod:
			if in.Mode == program.CallStatic && in.Sym == id {
				uses = append(uses, c)
			}
		}
		for _, a := range in.Args {
			if f := c.x.constant(a); f != nil && f.Kind == program.ConstFunc && f.S == id {
				uses = append(uses, c)
			}
		}
	})
	e.used[id] = uses
	return uses
}

// usersOf lists the functions that may call a function or take its value, in
// order.
func (e *Engine) usersOf(id string) []string {
	if e.users == nil {
		e.users = map[string][]string{}
		for _, user := range e.ids {
			for _, sym := range e.funcs[user].Calls {
				e.users[sym] = append(e.users[sym], user)
			}
		}
	}
	for _, sym := range e.standsFor() {
		if sym == id {
			return e.ids // by a variable that holds it
		}
	}
	return e.users[id]
}

// Switched reports whether a function serves requests only where a switch that
// speaks of proxies is on: each place that calls it, or hands it on, is there.
func (e *Engine) Switched(id string) bool { return e.switched(id, maxTrust, map[string]bool{}) }

func (e *Engine) switched(id string, depth int, seen map[string]bool) bool {
	uses := e.usesOf(id)
	if len(uses) == 0 || depth == 0 || seen[id] {
		return false
	}
	seen[id] = true
	return !slices.ContainsFunc(uses, func(u edgeCall) bool {
		facts := u.x.trustIn()[u.at.block]
		named := slices.ContainsFunc(facts, func(f trustFact) bool { return u.x.speaksOfProxies(f.cond, maxTrust) })
		return !named && !e.switched(u.x.ID, depth-1, seen)
	})
}

// speaksOfProxies reports whether the name of something that a value comes from
// does.
func (x *fn) speaksOfProxies(r program.Ref, depth int) bool {
	return slices.ContainsFunc(x.saidIn(r, depth, nil), aboutProxies)
}

// saidIn lists the names of what a value comes from: fields, globals,
// parameters, functions, and the texts among them.
func (x *fn) saidIn(r program.Ref, depth int, names []string) []string {
	if c := x.constant(r); c != nil {
		if c.Kind == program.ConstString || c.Kind == program.ConstGlobal {
			names = append(names, c.S[strings.LastIndexByte(c.S, '/')+1:])
		}
		return names
	}
	in := x.def(r)
	if in == nil {
		if i := int(r) - 1; i >= 0 && i < len(x.Params) {
			names = append(names, x.Params[i].Name)
		}
		return names
	}
	if depth == 0 {
		return names
	}
	switch in.Op {
	case program.OpField, program.OpFieldAddr:
		names = append(names, in.Sym)
	case program.OpCall:
		names = append(names, methodName(in.Sym))
	case program.OpAlloc:
		for _, a := range x.stores[root{reg: r}] {
			names = x.saidIn(x.in(a.at).Args[a.op], depth-1, names)
		}
	}
	for _, a := range in.Args {
		names = x.saidIn(a, depth-1, names)
	}
	return names
}
