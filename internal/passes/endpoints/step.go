package endpoints

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/program"
)

// A next is a call by which a function hands a request on.
type next struct {
	block int32
	to    interp.Value
	instr *program.Instr
}

// function follows a function of the program that serves requests: to what it
// hands them on to, or to where it lets a server answer.
func (f *finder) function(fn *interp.Func, t trail, out *[]*Way) {
	body := f.w.Func(fn.ID)
	if body == nil {
		if fn.Recv != nil && strings.HasSuffix(fn.ID, ").ServeHTTP") { // a method value of an interface
			f.resolve(fn.Recv, t, out)
		}
		return
	}
	for _, s := range t.steps {
		if s.Func != nil && s.Func.ID == fn.ID && len(t.steps) > 8 {
			return // it hands on to itself
		}
	}
	probe := f.l.Probe(fn)
	if probe == nil {
		return
	}
	f.dispatches(fn, body, probe, t, out)
	nexts := f.nexts(body, probe)
	if len(nexts) == 0 {
		return
	}
	t = t.by(f.step(fn, body, nexts))
	for _, n := range nexts {
		if made := f.made(body, probe, n, t, out); !made {
			f.resolve(n.to, t, out)
		}
	}
}

// dispatches finds where a function lets a server answer a message itself.
func (f *finder) dispatches(fn *interp.Func, body *program.Func, probe *interp.Probe, t trail, out *[]*Way) {
	for b := range body.Blocks {
		for i := range body.Blocks[b].Instrs {
			in := &body.Blocks[b].Instrs[i]
			if in.Op != program.OpCall || in.Mode != program.CallStatic {
				continue
			}
			rows := f.w.Models.Func(in.Sym)
			if rows == nil || rows.Dispatch == nil || len(in.Args) == 0 {
				continue
			}
			target := &Target{Model: rows.Model, Version: f.sdk(rows.Model), Site: in.Pos, Func: body, Dispatch: in, m: f.m}
			target.servers = interp.ServersOf(probe.Value(in.Args[0]))
			f.reach(target, t.by(f.step(fn, body, []next{{block: int32(b), instr: in}})), out)
		}
	}
}

// nexts lists the calls by which a function hands a request on.
func (f *finder) nexts(body *program.Func, probe *interp.Probe) []next {
	request := f.requests(body)
	var out []next
	for b := range body.Blocks {
		for i := range body.Blocks[b].Instrs {
			in := &body.Blocks[b].Instrs[i]
			if in.Op != program.OpCall || len(in.Args) == 0 {
				continue
			}
			n := next{block: int32(b), instr: in}
			switch in.Mode {
			case program.CallInvoke:
				if !strings.HasSuffix(in.Sym, ").ServeHTTP") {
					continue
				}
				n.to = probe.Value(in.Args[0])
			case program.CallDynamic:
				if !slices.ContainsFunc(in.Args[1:], func(a program.Ref) bool { return request[a] }) {
					continue
				}
				n.to = probe.Value(in.Args[0])
			case program.CallStatic:
				g := f.w.Func(in.Sym)
				switch {
				case strings.HasSuffix(in.Sym, ").ServeHTTP") && g == nil:
					n.to = probe.Value(in.Args[0])
				case g != nil && g.Results == 0 && f.serves(g) && slices.ContainsFunc(in.Args, func(a program.Ref) bool { return request[a] }):
					to := &interp.Func{ID: in.Sym}
					if g.Recv {
						to.Recv = probe.Value(in.Args[0])
					}
					n.to = to
				default:
					continue
				}
			default:
				continue
			}
			out = append(out, n)
		}
	}
	return out
}

// made follows a call of a handler of an SDK that the function itself makes for
// each request.
func (f *finder) made(body *program.Func, probe *interp.Probe, n next, t trail, out *[]*Way) bool {
	if len(n.instr.Args) == 0 {
		return false
	}
	in := definition(body, n.instr.Args[0])
	for in != nil && (in.Op == program.OpMakeInterface || in.Op == program.OpChangeInterface || in.Op == program.OpConvert) {
		in = definition(body, in.Args[0])
	}
	if in == nil || in.Op != program.OpCall {
		return false
	}
	rows := f.w.Models.Func(in.Sym)
	if rows == nil || len(rows.Transports) == 0 {
		return false
	}
	args := make([]interp.Value, len(in.Args))
	for i, a := range in.Args {
		args[i] = probe.Value(a)
	}
	target := f.target(rows, nil, &interp.Opaque{Sym: in.Sym, Args: args, Pos: in.Pos}, args, in.Pos)
	if target == nil {
		return false
	}
	target.inside(body)
	f.reach(target, t, out)
	return true
}

// inside leaves out options of a handler that the function makes in place:
// what it stores is not followed there.
func (t *Target) inside(body *program.Func) {
	for i, a := range t.args {
		if p, ok := interp.Plain(a).(*interp.Unknown); ok && p.Sym == "" {
			t.args[i] = nil
		}
	}
	t.Func = body
}

// definition returns the instruction that makes a register, nil for others.
func definition(body *program.Func, r program.Ref) *program.Instr {
	if r <= 0 {
		return nil
	}
	for b := range body.Blocks {
		for i := range body.Blocks[b].Instrs {
			if in := &body.Blocks[b].Instrs[i]; in.Dst == r {
				return in
			}
		}
	}
	return nil
}

// requests lists the registers of a function that hold the request, or what a
// framework has around it.
func (f *finder) requests(body *program.Func) map[program.Ref]bool {
	out := map[program.Ref]bool{}
	for i, p := range body.Params {
		if f.carries(p.Type) {
			out[program.Ref(i+1)] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for b := range body.Blocks {
			for i := range body.Blocks[b].Instrs {
				in := &body.Blocks[b].Instrs[i]
				if in.Dst == 0 || out[in.Dst] {
					continue
				}
				same := false
				switch in.Op {
				case program.OpCall: // r.WithContext(ctx), r.Clone(ctx), c.Request()
					same = strings.HasPrefix(in.Sym, "(") && len(in.Args) > 0 && out[in.Args[0]] && requestMaker(in.Sym)
				case program.OpPhi, program.OpChangeInterface, program.OpMakeInterface, program.OpLoad:
					same = slices.ContainsFunc(in.Args, func(a program.Ref) bool { return out[a] })
				case program.OpField, program.OpFieldAddr:
					same = in.Sym == "Request" && out[in.Args[0]]
				}
				if same {
					out[in.Dst], changed = true, true
				}
			}
		}
	}
	return out
}

// requestMaker reports whether a method of a request returns a request.
func requestMaker(sym string) bool {
	return strings.HasSuffix(sym, ").WithContext") || strings.HasSuffix(sym, ").Clone") || strings.HasSuffix(sym, ").Request")
}

// carries reports whether a parameter of that type is a request: a function
// with it and what answers go to, or with it alone, serves one.
func (f *finder) carries(typ string) bool {
	return len(f.w.Models.EndpointsOf([]string{typ})) > 0 || len(f.w.Models.EndpointsOf([]string{"net/http.ResponseWriter", typ})) > 0
}
