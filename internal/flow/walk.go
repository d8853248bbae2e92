package flow

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// The walk visits what an entry can run: function by function, over calls of
// all kinds, with the way that led there. It follows no data, and tells apart
// calls of one function only where who asks says that they differ.

// How a frame came about.
type frameKind uint8

const (
	frameEntry    frameKind = iota // serves a request
	frameCall                      // was called, in the caller's own time
	frameGo                        // runs beside the caller
	frameCallback                  // is called by code outside the program, which got the function
	frameWorker                    // runs already, and receives what the caller sends
	frameFree                      // nobody asked who calls it
)

// A Frame is one call of a function on a way from an entry.
type Frame struct {
	e       *Engine
	x       *fn
	kind    frameKind
	caller  *Frame
	at      site     // of the call in the caller
	shift   int      // operand of the call minus parameter index
	embed   []string // embedded fields between the operand and the receiver
	depth   int
	made    *Frame // the frame in which a closure was made, and where
	madeAt  site
	sum     *sum
	after   *site // of a worker: where it receives
	judging bool  // see Judge.always

	kids map[kidKey]*Frame
	memo map[program.Ref][]Origin
	run  *course
}

type kidKey struct {
	at site
	id string
}

// Func returns the id of the function.
func (f *Frame) Func() string { return f.x.ID }

// Caller returns the frame that called, nil for an entry.
func (f *Frame) Caller() *Frame { return f.caller }

// Params describes the parameters of the function, the receiver first.
func (f *Frame) Params() []program.Param { return f.x.Params }

// OfEntry reports whether the frame is on a way from an entry, so that what it
// does is done for a request.
func (f *Frame) OfEntry() bool {
	for ; f != nil; f = f.caller {
		if f.kind == frameEntry {
			return true
		}
	}
	return false
}

// Beside reports whether the function runs beside its caller, which need not
// wait for it.
func (f *Frame) Beside() bool { return f.kind == frameGo || f.kind == frameWorker }

// Background reports whether the function, or one that it is called by, runs
// beside its caller.
func (f *Frame) Background() bool {
	for ; f != nil; f = f.caller {
		if f.Beside() {
			return true
		}
	}
	return false
}

// Hops returns the way from the entry to the frame: the calls, outermost first.
func (f *Frame) Hops() []Hop {
	var out []Hop
	for g := f; g.caller != nil; g = g.caller {
		in := g.caller.x.in(g.at)
		text := "calls " + g.x.Name
		switch g.kind {
		case frameGo:
			text = "starts " + g.x.Name
		case frameCallback:
			text = "hands on " + g.x.Name
		case frameWorker:
			text = "sends to " + g.x.Name
		}
		out = append(out, Hop{Pos: in.Pos, Text: text})
	}
	slices.Reverse(out)
	return out
}

// A Call is a call of code outside the program.
type Call struct {
	Frame *Frame
	Sym   string
	Pos   program.Pos
	Defer bool
	at    site
}

// Bounds of a walk. Real entries reach some hundred functions.
const (
	maxFrames = 6000
	maxDepthW = 48 // calls on top of each other
)

// A Walker visits what entries reach. Key tells calls of one function apart:
// the function is visited again for each key. Enter, which may be nil, reports
// whether to go on into a function.
type Walker struct {
	Key   func(*Frame) string
	Enter func(*Frame) bool
	Call  func(Call)
	Visit func(*Frame) // of each frame; may be nil
	// Scenario, which may be nil, is what is known of the call of the entry.
	Scenario *Scenario
}

// Walk visits the calls that an entry reaches, nearest first, and reports
// whether it got to the end.
func (e *Engine) Walk(en Entry, w Walker) bool {
	x := e.fn(en.Func)
	if x == nil {
		return true
	}
	if e.scene = w.Scenario; e.scene != nil {
		e.scene.of = en
	}
	defer func() { e.scene = nil }()
	root := &Frame{e: e, x: x, kind: frameEntry, sum: &sum{fn: x, bind: en.Binds, dead: x.deadOf(en)}}
	queue := []*Frame{root}
	seen := map[string]bool{x.ID + mark + w.Key(root): true} // the function, the constants that it is given, the key
	for n := 0; n < len(queue); n++ {
		f := queue[n]
		if !e.spend(1 + len(f.x.Blocks)/manyBlocks) {
			return false
		}
		if w.Visit != nil {
			w.Visit(f)
		}
		f.calls(w.Call, func(g *Frame) {
			if g.depth > maxDepthW || w.Enter != nil && !w.Enter(g) {
				return
			}
			key := g.x.ID + mark + w.Key(g)
			if v := g.sum.given; v != nil {
				key += mark + v.key
			}
			if !seen[key] && len(queue) < maxFrames {
				seen[key] = true
				queue = append(queue, g)
			}
		})
	}
	return len(queue) < maxFrames
}

// calls visits the calls of a frame.
func (f *Frame) calls(outside func(Call), enter func(*Frame)) {
	x := f.x
	var live []bool
	if f.e.scene != nil {
		live = f.course().live
	}
	for b := range x.Blocks {
		if f.sum.dead != nil && f.sum.dead[b] || live != nil && !live[b] {
			continue
		}
		for i := range x.Blocks[b].Instrs {
			in := &x.Blocks[b].Instrs[i]
			at := site{int32(b), int32(i)}
			if f.after != nil && !x.behindSite(*f.after, at) {
				continue
			}
			for _, ch := range sends(in) {
				for _, g := range f.workers(at, ch) {
					enter(g)
				}
			}
			for _, v := range sent(in) { // whoever receives a function calls it
				for _, g := range f.called(at, v) {
					enter(g)
				}
			}
			if in.Op != program.OpCall && in.Op != program.OpGo && in.Op != program.OpDefer || in.Mode == program.CallBuiltin {
				continue
			}
			kids, syms := f.reached(at)
			for _, g := range kids {
				enter(g)
			}
			for _, sym := range syms {
				outside(Call{Frame: f, Sym: sym, Pos: in.Pos, Defer: in.Op == program.OpDefer, at: at})
			}
			if len(syms) > 0 {
				for _, g := range f.handedOn(at) {
					enter(g)
				}
			}
		}
	}
}

// reached returns the frames that a call leads to, and the functions outside
// the program.
func (f *Frame) reached(at site) (kids []*Frame, syms []string) {
	in := f.x.in(at)
	t := f.e.targets(f.sum, at)
	kind := frameCall
	if in.Op == program.OpGo {
		kind = frameGo
	}
	for _, g := range t.list {
		if k := f.child(at, g, kind); k != nil {
			kids = append(kids, k)
		}
	}
	for _, h := range t.higher {
		for _, g := range f.passed(h, 0) {
			if k := f.child(at, f.align(at, g), kind); k != nil {
				kids = append(kids, k)
			}
		}
	}
	if len(kids) == 0 && len(t.higher) > 0 {
		objs := f.e.callGraph().callees(f.x, at)
		for _, o := range objs[:min(len(objs), maxTargets)] {
			if k := f.child(at, f.e.targetOf(in, o), kind); k != nil {
				kids = append(kids, k)
			}
		}
	}
	syms = t.syms
	alone := t.external || len(kids) == 0 && in.Mode == program.CallInvoke && !f.e.declares(in.Sym) // nobody in the program stands behind a library's interface
	if alone && len(syms) == 0 && in.Mode != program.CallDynamic {
		syms = []string{in.Sym}
	}
	return kids, syms
}

// align fits a function that was found elsewhere to the operands of a call.
func (f *Frame) align(at site, g target) target {
	if f.x.in(at).Mode == program.CallInvoke {
		g.shift = 0
	}
	return g
}

// maxPassed bounds how far up a function is looked for that callers pass.
const maxPassed = 12

// passed finds the functions that callers pass at a place.
func (f *Frame) passed(h higher, depth int) []target {
	if depth > maxPassed {
		return nil
	}
	up, r, embed := f.passer(h.reg)
	if up == nil || len(embed) > 0 {
		return nil
	}
	t := f.e.held(up.sum, r, h.path, h.method)
	out := slices.Clip(t.list)
	for _, next := range t.higher {
		out = append(out, up.passed(next, depth+1)...)
	}
	return out
}

// passer returns where the value of a parameter or free variable comes from:
// an operand in the frame that passes it, and the embedded fields below it. It
// is nil where that is not known.
func (f *Frame) passer(r program.Ref) (up *Frame, arg program.Ref, embed []string) {
	i := int(r) - 1
	if i >= len(f.x.Params) {
		if f.made == nil {
			return nil, 0, nil
		}
		args := f.made.x.in(f.madeAt).Args
		if k := i - len(f.x.Params); k < len(args) {
			return f.made, args[k], nil
		}
		return nil, 0, nil
	}
	if f.caller == nil || f.kind == frameCallback || f.kind == frameWorker {
		return nil, 0, nil
	}
	in := f.caller.x.in(f.at)
	op := i + f.shift
	if op < 0 || op >= len(in.Args) {
		return nil, 0, nil
	}
	if in.Mode == program.CallDynamic && op == 0 { // the receiver that the function value is bound to
		if d := f.caller.x.def(in.Args[0]); d != nil && d.Op == program.OpBoundMethod && len(d.Args) > 0 {
			return f.caller, d.Args[0], nil
		}
		return nil, 0, nil
	}
	if i == 0 {
		return f.caller, in.Args[op], f.embed
	}
	return f.caller, in.Args[op], nil
}

// handedOn returns the frames of the functions that a call of code outside the
// program gets, and may call.
func (f *Frame) handedOn(at site) []*Frame {
	var out []*Frame
	in := f.x.in(at)
	for op, a := range in.Args {
		if in.Mode != program.CallDynamic || op > 0 {
			out = append(out, f.called(at, a)...)
		}
	}
	return out
}

// called returns the frames of the functions that a value which is handed on at
// a site can be.
func (f *Frame) called(at site, a program.Ref) []*Frame {
	if f.x.constant(a) == nil {
		switch d := f.x.def(a); {
		case d == nil && (a <= 0 || int(a) > len(f.x.Params)):
			return nil
		case d == nil:
		case d.Op != program.OpMakeClosure && d.Op != program.OpBoundMethod && d.Op != program.OpConvert && d.Op != program.OpPhi && d.Op != program.OpLoad:
			return nil
		}
	}
	t := f.e.held(f.sum, a, "", "")
	list := slices.Clip(t.list)
	for _, h := range t.higher {
		list = append(list, f.passed(h, 0)...)
	}
	var out []*Frame
	for _, g := range list {
		if k := f.child(at, g, frameCallback); k != nil {
			out = append(out, k)
		}
	}
	return out
}

// child returns the frame of a function that is called at a site.
func (f *Frame) child(at site, g target, kind frameKind) *Frame {
	key := kidKey{at, g.id}
	if k, ok := f.kids[key]; ok {
		return k
	}
	x := f.e.fn(g.id)
	if x == nil {
		return nil
	}
	s := x.alone()
	if kind == frameCall || kind == frameGo {
		if v := f.e.givenBy(f.x, f.sum.given, at, g.id, g.shift); v != nil {
			x = v.fn
			s = v.alone()
		}
	}
	k := &Frame{e: f.e, x: x, kind: kind, caller: f, at: at, shift: g.shift, embed: g.embed, depth: f.depth + 1, sum: s}
	if x.FreeVars > 0 {
		k.made, k.madeAt = f.makerOf(x)
	}
	if f.kids == nil {
		f.kids = map[kidKey]*Frame{}
	}
	f.kids[key] = k
	return k
}

// makerOf returns the frame in which a closure was made, and where: the nearest
// one of its parent, or else whatever call of that.
func (f *Frame) makerOf(x *fn) (*Frame, site) {
	parent := f.e.fn(x.Parent)
	if parent == nil {
		return nil, site{}
	}
	at, ok := parent.makes(x.ID)
	if !ok {
		return nil, site{}
	}
	for g := f; g != nil; g = g.caller {
		if g.x.ID == parent.ID {
			return g, at
		}
	}
	return f.e.free(parent), at
}

// makes returns where a function makes a closure.
func (x *fn) makes(id string) (site, bool) {
	for b := range x.Blocks {
		for i := range x.Blocks[b].Instrs {
			if in := &x.Blocks[b].Instrs[i]; in.Op == program.OpMakeClosure && in.Sym == id {
				return site{int32(b), int32(i)}, true
			}
		}
	}
	return site{}, false
}

// free returns the frame of a function for which it does not matter who calls
// it.
func (e *Engine) free(x *fn) *Frame {
	if f, ok := e.frees[x.ID]; ok {
		return f
	}
	f := &Frame{e: e, x: x, kind: frameFree, sum: x.alone()}
	e.frees[x.ID] = f
	if x.FreeVars > 0 {
		if parent := e.fn(x.Parent); parent != nil {
			if at, ok := parent.makes(x.ID); ok {
				f.made, f.madeAt = e.free(parent), at
			}
		}
	}
	return f
}
