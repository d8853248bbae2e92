package flow

import (
	"github.com/mcpvet/mcpvet/internal/program"
)

// Who receives from a channel does what it does for those who send: a worker that
// start-up code has started works for the handlers that give it jobs.

// A worker is a function and where it receives from a channel.
type worker struct {
	x  *fn
	at site
}

// sends lists the channels that an instruction sends to.
func sends(in *program.Instr) []program.Ref {
	switch {
	case in.Op == program.OpSend:
		return in.Args[:1]
	case in.Op == program.OpUnknown && in.Sym == program.Select:
		var out []program.Ref
		for i := 0; i+1 < len(in.Args); i += 2 {
			if in.Args[i+1] != 0 {
				out = append(out, in.Args[i])
			}
		}
		return out
	}
	return nil
}

// sent lists what an instruction sends.
func sent(in *program.Instr) []program.Ref {
	switch {
	case in.Op == program.OpSend:
		return in.Args[1:2]
	case in.Op == program.OpUnknown && in.Sym == program.Select:
		var out []program.Ref
		for i := 1; i < len(in.Args); i += 2 {
			if in.Args[i] != 0 {
				out = append(out, in.Args[i])
			}
		}
		return out
	}
	return nil
}

// receives lists the channels that an instruction receives from.
func receives(in *program.Instr) []program.Ref {
	switch {
	case in.Op == program.OpUnOp && in.Sym == "<-":
		return in.Args[:1]
	case in.Op == program.OpUnknown && in.Sym == program.Select:
		var out []program.Ref
		for i := 0; i+1 < len(in.Args); i += 2 {
			if in.Args[i+1] == 0 {
				out = append(out, in.Args[i])
			}
		}
		return out
	}
	return nil
}

// maxReceivers bounds the functions that receive from one channel.
const maxReceivers = 8

// receiversOf lists where the program receives from the channel that an origin
// made.
func (e *Engine) receiversOf(o *Origin) []worker {
	if e.receivers == nil {
		e.receivers = map[string][]worker{}
		for _, id := range e.ids {
			x := e.fn(id)
			for b := range x.Blocks {
				for i := range x.Blocks[b].Instrs {
					for _, ch := range receives(&x.Blocks[b].Instrs[i]) {
						e.noteReceiver(x, site{int32(b), int32(i)}, ch)
					}
				}
			}
		}
	}
	return e.receivers[o.ID()]
}

func (e *Engine) noteReceiver(x *fn, at site, ch program.Ref) {
	for _, o := range e.free(x).Origins(ch) {
		if o.Kind == OriginNew && len(e.receivers[o.ID()]) < maxReceivers {
			e.receivers[o.ID()] = append(e.receivers[o.ID()], worker{x, at})
		}
	}
}

// workers returns the frames of the functions that receive from a channel, from
// there on. The function itself and its closures, which wait for their own
// results, are none.
func (f *Frame) workers(at site, ch program.Ref) []*Frame {
	var out []*Frame
	for _, o := range f.Origins(ch) {
		if o.Kind != OriginNew {
			continue
		}
		for _, r := range f.e.receiversOf(&o) {
			if f.calledBy(r.x) {
				continue
			}
			key := kidKey{at, r.x.ID}
			k, ok := f.kids[key]
			if !ok {
				k = &Frame{e: f.e, x: r.x, kind: frameWorker, caller: f, at: at, depth: f.depth + 1, sum: r.x.alone(), after: &r.at}
				if r.x.FreeVars > 0 {
					k.made, k.madeAt = f.makerOf(r.x)
				}
				if f.kids == nil {
					f.kids = map[kidKey]*Frame{}
				}
				f.kids[key] = k
			}
			out = append(out, k)
		}
	}
	return out
}

// calledBy reports whether a function is on the way to the frame.
func (f *Frame) calledBy(x *fn) bool {
	for ; f != nil; f = f.caller {
		if f.x.ID == x.ID {
			return true
		}
	}
	return false
}

// behindSite reports whether one site can run after another.
func (x *fn) behindSite(from, to site) bool {
	return from.block == to.block && from.index < to.index || x.follows(from.block, to.block)
}

// Worker reports whether the function runs already and receives what its caller
// sends, and whether the caller waits for what comes back.
func (f *Frame) Worker() (is, awaited bool) {
	if f.kind != frameWorker {
		return false, false
	}
	up := f.caller.x
	for b := range up.Blocks {
		for i := range up.Blocks[b].Instrs {
			in := &up.Blocks[b].Instrs[i]
			if len(receives(in)) > 0 || in.Op == program.OpCall && methodName(in.Sym) == "Wait" {
				return true, true
			}
		}
	}
	return true, false
}
