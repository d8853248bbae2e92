package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// The call graph. Function values and dynamic types are propagated from where
// they are made, over assignments, parameters, results, fields and elements,
// to where they are called (variable type analysis: fields by type, not by
// object). It answers who a dynamic call can reach when the function at hand
// can't tell itself.

// An object is a function value or the dynamic type of an interface value.
type object struct {
	fn    string // id
	bound bool   // fn is a method with its receiver
	typ   string
	made  int32 // the call that made it, from 1: a writer whose content is a sink
}

type edgeCall struct {
	x  *fn
	at site
}

// A graph holds the nodes of the analysis. A node is a register, a result of a
// function, a field of a type, or a global.
type graph struct {
	e       *Engine
	base    map[string]int32 // function -> node of register 0
	named   map[string]int32 // fields, globals
	size    int32
	next    [][]int32
	has     []map[int32]bool
	held    [][]int32 // what has holds, in the order in which it came
	calls   map[int32][]edgeCall
	methods map[int32][]methodValue
	objects []object
	number  map[object]int32
	work    []int32
	edges   map[[2]int32]bool
	reached map[edgeCall][]object // what callees has told
	linked  map[linkKey]bool
	makers  []edgeCall // of writers whose content is a sink
}

type methodValue struct {
	method string
	dst    int32
}

type linkKey struct {
	caller string
	at     site
	callee string
}

func newGraph(e *Engine) *graph {
	g := &graph{e: e, base: map[string]int32{}, named: map[string]int32{}, calls: map[int32][]edgeCall{},
		methods: map[int32][]methodValue{}, number: map[object]int32{}, linked: map[linkKey]bool{},
		edges: map[[2]int32]bool{}, reached: map[edgeCall][]object{}}
	for _, id := range e.ids {
		f := e.funcs[id]
		g.base[id] = g.size
		g.size += f.Regs + 1 + int32(f.Results)
	}
	g.grow()
	for _, id := range e.ids {
		x := e.fn(id)
		for b := range x.Blocks {
			for i := range x.Blocks[b].Instrs {
				g.instr(x, site{int32(b), int32(i)})
			}
		}
	}
	g.run()
	g.edges = nil
	return g
}

func (g *graph) grow() {
	for int32(len(g.next)) < g.size {
		g.next = append(g.next, nil)
		g.has = append(g.has, nil)
		g.held = append(g.held, nil)
	}
}

func (g *graph) name(s string) int32 {
	n, ok := g.named[s]
	if !ok {
		n = g.size
		g.named[s] = n
		g.size++
		g.grow()
	}
	return n
}

// node returns the node of an operand, -1 for none.
func (g *graph) node(x *fn, r program.Ref) int32 {
	if r > 0 {
		return g.base[x.ID] + int32(r)
	}
	if c := x.constant(r); c != nil && c.Kind == program.ConstGlobal {
		return g.name("g" + c.S)
	}
	return -1
}

func (g *graph) result(id string, i int) int32 {
	return g.base[id] + g.e.funcs[id].Regs + 1 + int32(i)
}

// fewEdges is the number of edges of a node up to which a list is searched
// faster than a map.
const fewEdges = 16

func (g *graph) edge(from, to int32) {
	if from < 0 || to < 0 || from == to {
		return
	}
	if n := len(g.next[from]); n < fewEdges {
		if slices.Contains(g.next[from], to) {
			return
		}
	} else { // such as those of a field to all that read it
		if n == fewEdges {
			for _, old := range g.next[from] {
				g.edges[[2]int32{from, old}] = true
			}
		}
		key := [2]int32{from, to}
		if g.edges[key] {
			return
		}
		g.edges[key] = true
	}
	g.next[from] = append(g.next[from], to)
	for _, o := range g.held[from] {
		g.put(to, o)
	}
}

// flow connects an operand with a node; a function in the operand is an
// object by itself.
func (g *graph) flow(x *fn, r program.Ref, to int32) {
	if c := x.constant(r); c != nil && c.Kind == program.ConstFunc {
		g.put(to, g.object(object{fn: c.S}))
		return
	}
	g.edge(g.node(x, r), to)
}

func (g *graph) object(o object) int32 {
	n, ok := g.number[o]
	if !ok {
		n = int32(len(g.objects))
		g.objects = append(g.objects, o)
		g.number[o] = n
	}
	return n
}

// maxObjects bounds what one node can hold: beyond it the node says nothing
// of use, and the propagation would grow with the square of the program.
const maxObjects = 64

func (g *graph) put(n, o int32) {
	if n < 0 || g.has[n][o] || len(g.has[n]) >= maxObjects {
		return
	}
	if g.has[n] == nil {
		g.has[n] = map[int32]bool{}
	}
	g.has[n][o] = true
	g.held[n] = append(g.held[n], o)
	g.work = append(g.work, n, o)
}

func (g *graph) run() {
	for len(g.work) > 0 {
		k := len(g.work)
		n, o := g.work[k-2], g.work[k-1]
		g.work = g.work[:k-2]
		for _, to := range g.next[n] {
			g.put(to, o)
		}
		for _, c := range g.calls[n] {
			g.connect(c, g.objects[o])
		}
		for _, m := range g.methods[n] {
			if id, _ := g.e.method(g.objects[o].typ, m.method); id != "" {
				g.put(m.dst, g.object(object{fn: id, bound: true}))
			}
		}
	}
}

// instr adds the edges of an instruction.
func (g *graph) instr(x *fn, at site) {
	in := x.in(at)
	dst := g.node(x, in.Dst)
	switch in.Op {
	case program.OpPhi, program.OpConvert, program.OpChangeInterface, program.OpTypeAssert, program.OpSlice,
		program.OpRange, program.OpNext, program.OpIndexAddr, program.OpIndex, program.OpUnOp:
		n := len(in.Args)
		if in.Op != program.OpPhi {
			n = 1
		}
		for _, a := range in.Args[:n] {
			g.flow(x, a, dst)
		}
		if in.Op == program.OpIndexAddr {
			g.edge(dst, g.node(x, in.Args[0])) // what is stored there is an element
		}
	case program.OpLoad, program.OpLookup:
		g.flow(x, in.Args[0], dst)
		if isContainer(in.Type) { // what is put into it there is in it here
			g.edge(dst, g.node(x, in.Args[0]))
		}
	case program.OpStore:
		g.flow(x, in.Args[1], g.node(x, in.Args[0]))
	case program.OpSend:
		g.flow(x, in.Args[1], g.node(x, in.Args[0]))
	case program.OpUnknown:
		for i := 0; in.Sym == program.Select && i+1 < len(in.Args); i += 2 {
			g.flow(x, in.Args[i], dst)
			g.flow(x, in.Args[i+1], g.node(x, in.Args[i]))
		}
	case program.OpMapUpdate:
		g.flow(x, in.Args[2], g.node(x, in.Args[0]))
	case program.OpFieldAddr:
		f := g.name("f" + generic(in.Owner) + "." + in.Sym)
		g.edge(f, dst)
		g.edge(dst, f)
	case program.OpField:
		g.edge(g.name("f"+generic(in.Owner)+"."+in.Sym), dst)
	case program.OpMakeInterface:
		g.flow(x, in.Args[0], dst)
		if g.e.hasMethods(in.Type) {
			g.put(dst, g.object(object{typ: in.Type}))
		}
	case program.OpMakeClosure:
		g.put(dst, g.object(object{fn: in.Sym}))
		if f := g.e.funcs[in.Sym]; f != nil {
			for i, a := range in.Args {
				to := g.base[in.Sym] + int32(len(f.Params)+1+i)
				g.flow(x, a, to)
				g.edge(to, g.node(x, a))
			}
		}
	case program.OpBoundMethod:
		if in.Mode == program.CallInvoke {
			r := g.node(x, in.Args[0])
			m := methodValue{methodName(in.Sym), dst}
			g.methods[r] = append(g.methods[r], m)
			if r >= 0 {
				for _, o := range g.held[r] {
					g.work = append(g.work, r, o)
				}
			}
			break
		}
		g.put(dst, g.object(object{fn: in.Sym, bound: true}))
		if f := g.e.funcs[in.Sym]; f != nil {
			g.flow(x, in.Args[0], g.base[in.Sym]+1)
		}
	case program.OpReturn:
		for i, a := range in.Args {
			if i < x.Results {
				g.flow(x, a, g.result(x.ID, i))
			}
		}
	case program.OpExtract:
		g.extract(x, in, dst)
	case program.OpCall, program.OpGo, program.OpDefer:
		g.call(x, at)
	}
}

func (g *graph) extract(x *fn, in *program.Instr, dst int32) {
	t := x.def(in.Args[0])
	if t == nil {
		return
	}
	if f := g.e.funcs[t.Sym]; t.Op == program.OpCall && t.Mode == program.CallStatic && f != nil && int(in.N) < f.Results {
		g.edge(g.result(t.Sym, int(in.N)), dst)
		return
	}
	g.flow(x, in.Args[0], dst)
}

func (g *graph) call(x *fn, at site) {
	in := x.in(at)
	dst := g.node(x, in.Dst)
	switch in.Mode {
	case program.CallBuiltin:
		if in.Sym == "append" || in.Sym == "min" || in.Sym == "max" {
			for _, a := range in.Args {
				g.flow(x, a, dst)
			}
		} else if in.Sym == "copy" && len(in.Args) == 2 {
			g.flow(x, in.Args[1], g.node(x, in.Args[0]))
		}
	case program.CallStatic:
		f := g.e.funcs[in.Sym]
		if f == nil {
			if g.e.makesSink(in.Sym) {
				g.makers = append(g.makers, edgeCall{x, at})
				g.put(dst, g.object(object{made: int32(len(g.makers))}))
			}
			if strings.ContainsAny(in.Class, "fo") {
				for _, a := range in.Args { // decorators, options, containers
					g.flow(x, a, dst)
				}
			}
			return
		}
		g.link(x, at, in.Sym, in.Args)
		for i, p := range f.Params {
			if i < len(in.Args) && strings.HasPrefix(p.Type, program.TypeParamOpen) {
				for k, tp := range f.TypeParams {
					if tp == p.Type && k < len(in.TypeArgs) && g.e.hasMethods(in.TypeArgs[k]) {
						g.put(g.base[in.Sym]+1+int32(i), g.object(object{typ: in.TypeArgs[k]}))
					}
				}
			}
		}
	case program.CallDynamic, program.CallInvoke:
		n := g.node(x, in.Args[0])
		if c := x.constant(in.Args[0]); c != nil && c.Kind == program.ConstFunc {
			g.connect(edgeCall{x, at}, object{fn: c.S})
			return
		}
		if n < 0 {
			return
		}
		g.calls[n] = append(g.calls[n], edgeCall{x, at})
		for _, o := range g.held[n] {
			g.work = append(g.work, n, o)
		}
	}
}

// connect links a dynamic call with a function that it can reach.
func (g *graph) connect(c edgeCall, o object) {
	in := c.x.in(c.at)
	if in.Mode == program.CallInvoke {
		if o.typ == "" {
			return
		}
		if id, _ := g.e.method(o.typ, methodName(in.Sym)); id != "" {
			g.link(c.x, c.at, id, in.Args)
		}
		return
	}
	f := g.e.funcs[o.fn]
	if f == nil {
		return
	}
	args := in.Args[1:]
	if o.bound {
		args = append([]program.Ref{0}, args...)
	}
	g.link(c.x, c.at, o.fn, args)
}

func (g *graph) link(x *fn, at site, callee string, args []program.Ref) {
	key := linkKey{x.ID, at, callee}
	if g.linked[key] {
		return
	}
	g.linked[key] = true
	f := g.e.funcs[callee]
	in := x.in(at)
	for i := range f.Params {
		if i < len(args) && args[i] != 0 {
			p := g.base[callee] + 1 + int32(i)
			g.flow(x, args[i], p)
			if isContainer(f.Params[i].Type) {
				g.edge(p, g.node(x, args[i]))
			}
		}
	}
	if in.Dst > 0 && f.Results == 1 {
		g.edge(g.result(callee, 0), g.node(x, in.Dst))
	} else if in.Dst > 0 && in.Mode != program.CallStatic {
		for i := range f.Results {
			g.edge(g.result(callee, i), g.node(x, in.Dst))
		}
	}
}

// callees lists the functions that a dynamic call can reach, sorted; bound
// says that the arguments start at the second parameter.
func (g *graph) callees(x *fn, at site) []object {
	key := edgeCall{x, at}
	out, ok := g.reached[key]
	if !ok {
		out = g.findCallees(x, at)
		g.reached[key] = out
	}
	return out
}

func (g *graph) findCallees(x *fn, at site) []object {
	in := x.in(at)
	n := g.node(x, in.Args[0])
	if n < 0 {
		return nil
	}
	var out []object
	for _, o := range g.held[n] {
		obj := g.objects[o]
		if in.Mode == program.CallInvoke {
			id, _ := g.e.method(obj.typ, methodName(in.Sym))
			if id == "" {
				continue
			}
			obj = object{fn: id, typ: obj.typ}
		}
		if obj.fn != "" && g.e.funcs[obj.fn] != nil {
			out = append(out, obj)
		}
	}
	slices.SortFunc(out, func(a, b object) int { return strings.Compare(a.fn+a.typ, b.fn+b.typ) })
	return slices.Compact(out)
}

// modelled lists the methods outside the program with rows that a call through
// an interface can reach.
func (g *graph) modelled(x *fn, at site) []string {
	in := x.in(at)
	n := g.node(x, in.Args[0])
	if n < 0 {
		return nil
	}
	var out []string
	for _, o := range g.held[n] {
		if sym := g.e.modelled(g.objects[o].typ, methodName(in.Sym)); sym != "" {
			out = append(out, sym)
		}
	}
	return out
}

// writers lists the calls that made the writers that an operand can be.
func (g *graph) writers(x *fn, r program.Ref) []edgeCall {
	n := g.node(x, r)
	if n < 0 {
		return nil
	}
	var made []int
	for _, o := range g.held[n] {
		if m := g.objects[o].made; m > 0 {
			made = append(made, int(m-1))
		}
	}
	slices.Sort(made)
	out := make([]edgeCall, len(made))
	for i, m := range made {
		out[i] = g.makers[m]
	}
	return out
}

// isContainer reports whether a type is a reference to elements.
func isContainer(typ string) bool {
	return strings.HasPrefix(typ, "map[") || strings.HasPrefix(typ, "[]") || strings.HasPrefix(typ, "chan ")
}

func methodName(sym string) string { return sym[strings.LastIndexByte(sym, '.')+1:] }

// generic returns the name of a type without its arguments.
func generic(name string) string {
	base, _, _ := strings.Cut(name, "[")
	if base == "" {
		return name
	}
	return base
}
