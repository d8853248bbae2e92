package endpoints

import (
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A Bind says who can reach an address.
type Bind int

// Who can reach an address.
const (
	BindUnknown  Bind = iota
	BindLoopback      // programs on this machine, and pages in its browsers
	BindSocket        // programs of the user that the server runs as
	BindOpen          // a socket that other users can write to
	BindOne           // an address of this machine, other than loopback
	BindAll           // whoever reaches the machine
)

// An Address is where connections come from, as it is when the operator sets
// nothing.
type Address struct {
	Bind    Bind
	Text    string // for people, with {…} for what is not known
	Setting string // what the operator sets it by, "" for none that is known
	called  bool   // it comes from a caller that is not known
	mutual  bool   // only clients with a certificate get in
}

// or joins the addresses of two runs of one call.
func (a Address) or(b Address) Address {
	if a.Bind == BindUnknown || a == b {
		return b
	}
	if b.Bind == BindUnknown || b.Bind <= a.Bind {
		return a
	}
	return b
}

// hole stands for a part of an address that is not known.
const hole = "\x00"

// address judges a value; otherwise is the address where it is empty.
func (f *finder) address(v interp.Value, otherwise string) Address {
	if v == nil {
		return judge(otherwise)
	}
	if l, ok := interp.Plain(v).(*interp.List); ok && len(l.Cells) == 0 {
		return judge(otherwise)
	}
	var out Address
	texts := defaults(v, 0)
	if len(texts) > 1 { // an empty one is what the code puts another in the place of
		var full []string
		for _, t := range texts {
			if t != "" && t != hole {
				full = append(full, t)
			}
		}
		if len(full) > 0 {
			texts = full
		}
	}
	for i, t := range texts {
		if t == "" && emptied(v) {
			t = hole // the operator has to say it, or nothing is served at all
		} else if t == "" {
			t = otherwise
		}
		a := judge(t)
		switch {
		case i == 0:
			out = a
		case a.Bind != out.Bind:
			out = Address{Text: out.Text + " or " + a.Text} // the code chooses, which way is not known
		}
	}
	out.Setting, out.called = settingOf(v), fromCaller(v)
	return out
}

// fromCaller reports whether a value has a part that is a parameter of a
// function that was evaluated without its callers.
func fromCaller(v interp.Value) bool {
	return slices.ContainsFunc(interp.Alternatives(interp.Plain(v)), func(a interp.Value) bool {
		switch a := interp.Plain(a).(type) {
		case *interp.Unknown:
			return a.Param
		case *interp.Text:
			return slices.ContainsFunc(a.Parts, func(p interp.Part) bool { return p.Source != nil && p.Source.Param })
		}
		return false
	})
}

// judge says who can reach an address.
func judge(text string) Address {
	out := Address{Text: strings.ReplaceAll(text, hole, "{…}")}
	if text == "" || text == hole {
		return out
	}
	host := text
	if i := strings.LastIndexByte(text, ':'); i >= 0 {
		host = text[:i]
	}
	host = strings.Trim(host, "[]")
	switch {
	case host == "":
		out.Bind = BindAll
	case strings.Contains(host, hole):
	case host == "localhost":
		out.Bind = BindLoopback
	default:
		ip, err := netip.ParseAddr(host)
		switch {
		case err != nil: // a name of the machine
		case ip.IsUnspecified():
			out.Bind = BindAll
		case ip.IsLoopback():
			out.Bind = BindLoopback
		default:
			out.Bind = BindOne
		}
	}
	return out
}

// maxTexts bounds what an address can be.
const maxTexts = 16

// defaults lists the texts that a value is when the operator sets nothing, with
// a hole for each part that is not known.
func defaults(v interp.Value, depth int) []string {
	if depth > 8 {
		return []string{hole}
	}
	switch v := interp.Plain(v).(type) {
	case *interp.Const:
		switch c := v.V.(type) {
		case string:
			return []string{c}
		case int64:
			return []string{strconv.FormatInt(c, 10)}
		}
	case *interp.Text:
		out := []string{""}
		for _, p := range v.Parts {
			alts := []string{p.S}
			if !p.Known {
				alts = []string{hole}
				if p.Source != nil {
					alts = defaults(p.Source, depth+1)
				}
			}
			var next []string
			for _, o := range out {
				for _, a := range alts {
					if len(next) < maxTexts {
						next = append(next, o+a)
					}
				}
			}
			out = next
		}
		return out
	case *interp.Unknown:
		if v.Default != nil {
			return defaults(v.Default, depth+1)
		}
	case *interp.Choice:
		alts := v.Alts
		// One that the operator may leave empty is what the code puts another in
		// the place of.
		if full := slices.DeleteFunc(slices.Clone(alts), emptied); len(full) > 0 {
			alts = full
		}
		var out []string
		for _, a := range alts {
			out = append(out, defaults(a, depth+1)...)
		}
		if len(out) <= maxTexts {
			return out
		}
	case *interp.List: // of a variadic call
		if len(v.Cells) == 1 && v.Cells[0].Val != nil {
			return defaults(v.Cells[0].Val, depth+1)
		}
	}
	return []string{hole}
}

// emptied reports whether a value has a part that is empty unless the operator
// sets it.
func emptied(v interp.Value) bool {
	empty := func(u *interp.Unknown) bool {
		if u == nil || u.Default == nil {
			return false
		}
		s, ok := interp.AsString(u.Default)
		return ok && s == ""
	}
	switch v := interp.Plain(v).(type) {
	case *interp.Unknown:
		return empty(v)
	case *interp.Text:
		return slices.ContainsFunc(v.Parts, func(p interp.Part) bool { return empty(p.Source) })
	}
	return false
}

// bound judges what connections come from: a listener.
func (f *finder) bound(v interp.Value, depth int) Address {
	var out Address
	if v == nil || depth > 4 {
		return out
	}
	for _, alt := range interp.Alternatives(interp.Plain(v)) {
		o, ok := interp.Plain(alt).(*interp.Opaque)
		if !ok {
			continue
		}
		rows := f.w.Models.Func(o.Sym)
		if rows == nil || rows.Bind == nil {
			continue
		}
		if f.mutual(argument(o, rows.Bind.TLS)) {
			out.mutual = true
			return out
		}
		if rows.Bind.Inner != "" {
			out = out.or(f.bound(argument(o, rows.Bind.Inner), depth+1))
			continue
		}
		if network := defaults(orNil(argument(o, rows.Bind.Network)), 0); len(network) > 0 && strings.HasPrefix(network[0], "unix") {
			out = out.or(f.socket(o.Pos))
			continue
		}
		out = out.or(f.address(argument(o, rows.Bind.Address), ":0"))
	}
	return out
}

// argument evaluates the path of a row at the call that made a value.
func argument(o *interp.Opaque, path string) interp.Value {
	p, err := models.ParsePath(path)
	if err != nil || path == "" {
		return nil
	}
	switch {
	case p.Root == models.RootConst:
		return &interp.Const{V: p.Const}
	case p.Root == models.RootArg && p.Index < len(o.Args) && len(p.Steps) == 0:
		return o.Args[p.Index]
	}
	return nil
}

// socket judges a socket by what the function that makes it does with the rights
// of files: without, only the user who runs the server can write to it.
func (f *finder) socket(made program.Pos) Address {
	out := Address{Bind: BindSocket, Text: "a Unix socket"}
	for _, p := range f.w.Packages() {
		for _, fn := range p.Funcs {
			if !has(fn, made) {
				continue
			}
			for b := range fn.Blocks {
				for i := range fn.Blocks[b].Instrs {
					in := &fn.Blocks[b].Instrs[i]
					if in.Op != program.OpCall || in.Sym != "os.Chmod" || len(in.Args) != 2 {
						continue
					}
					if c := number(fn, in.Args[1]); c > 0 && c&0o022 != 0 {
						out.Bind = BindOpen
					}
				}
			}
		}
	}
	return out
}

func has(fn *program.Func, at program.Pos) bool {
	for b := range fn.Blocks {
		for i := range fn.Blocks[b].Instrs {
			if fn.Blocks[b].Instrs[i].Pos == at {
				return true
			}
		}
	}
	return false
}

func number(fn *program.Func, r program.Ref) int64 {
	if r >= 0 || int(-r) > len(fn.Consts) {
		return -1
	}
	if c := &fn.Consts[-r-1]; c.Kind == program.ConstInt {
		return c.I
	}
	return -1
}

// A Predicate is a function that says whether an address is one of this machine
// only.
type Predicate struct {
	Func *program.Func
	// Wild is the address of all interfaces that it takes for one, "" for none.
	Wild string
	Pos  program.Pos // of the comparison that lets it through
	// Refuses says that start-up code ends, or returns an error, by its answer.
	Refuses bool
}

// predicates finds the functions of the program that tell a loopback address
// from others, and asks each about the addresses of all interfaces.
func (f *finder) predicates() []Predicate {
	var out []Predicate
	for _, p := range f.w.Packages() {
		for _, fn := range p.Funcs {
			if fn.Parent != "" || fn.Results != 1 || len(fn.Params) != 1 || fn.Params[0].Type != "string" || !speaksOfLoopback(fn) {
				continue
			}
			for _, port := range []string{":8080", ""} {
				ask := func(host string) (answer, known bool) {
					if strings.Contains(host, ":") && port != "" {
						host = "[" + host + "]"
					}
					return interp.AsBool(f.l.Apply(&interp.Func{ID: fn.ID}, &interp.Const{V: host + port}))
				}
				if yes, ok := ask("127.0.0.1"); !ok || !yes {
					if yes, ok = ask("localhost"); !ok || !yes {
						continue
					}
				}
				if yes, ok := ask("192.0.2.7"); !ok || yes {
					continue
				}
				pred := Predicate{Func: fn, Pos: fn.Pos}
				for _, wild := range []string{"", "0.0.0.0", "::"} {
					if yes, ok := ask(wild); ok && yes {
						pred.Wild, pred.Pos = wild+port, comparison(fn, wild)
						if pred.Wild == "" {
							pred.Wild = `""`
						}
						break
					}
				}
				pred.Refuses = f.decides(fn.ID)
				out = append(out, pred)
				break
			}
		}
	}
	return out
}

// speaksOfLoopback reports whether a function compares with names of this
// machine, or asks an address whether it is one.
func speaksOfLoopback(fn *program.Func) bool {
	for _, c := range fn.Calls {
		if strings.HasSuffix(c, ").IsLoopback") {
			return true
		}
	}
	for _, c := range fn.Consts {
		if c.Kind == program.ConstString && (strings.HasPrefix(c.S, "localhost") || net.ParseIP(c.S) != nil && net.ParseIP(c.S).IsLoopback()) {
			return true
		}
	}
	return false
}

// comparison finds where a function compares with a text, or else the function.
func comparison(fn *program.Func, with string) program.Pos {
	for b := range fn.Blocks {
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			if in.Op != program.OpBinOp && in.Op != program.OpCall {
				continue
			}
			for _, a := range in.Args {
				if s, ok := constText(fn, a); ok && (s == with || s == with+":") && in.Pos.IsValid() {
					return in.Pos
				}
			}
		}
	}
	return fn.Pos
}

// decides reports whether a function branches on what the predicate answers,
// and one way of that does not come back to the other.
func (f *finder) decides(id string) bool {
	for _, p := range f.w.Packages() {
		for _, fn := range p.Funcs {
			for b := range fn.Blocks {
				for i := range fn.Blocks[b].Instrs {
					in := &fn.Blocks[b].Instrs[i]
					if in.Op == program.OpCall && in.Sym == id && f.branches(fn, in.Dst) {
						return true
					}
				}
			}
		}
	}
	return false
}

// branches reports whether an If that depends on a register has a way that ends
// the function for itself, a refusal, and stands beside one that asks whether
// something is empty: a token that nobody has set.
func (f *finder) branches(fn *program.Func, r program.Ref) bool {
	for b := range fn.Blocks {
		blk := &fn.Blocks[b]
		if len(blk.Instrs) == 0 {
			continue
		}
		last := &blk.Instrs[len(blk.Instrs)-1]
		if last.Op != program.OpIf {
			continue
		}
		cond := last.Args[0]
		if in := definition(fn, cond); cond != r && (in == nil || in.Op != program.OpUnOp || in.Args[0] != r) {
			continue
		}
		beside := slices.ContainsFunc(blk.Preds, func(p int32) bool { return asksEmpty(fn, p) })
		for _, s := range blk.Succs {
			beside = beside || asksEmpty(fn, s) && slices.ContainsFunc(fn.Blocks[s].Succs, func(t int32) bool { return f.ends(fn, t) })
		}
		for _, s := range blk.Succs {
			if beside && (f.ends(fn, s) || slices.ContainsFunc(fn.Blocks[s].Succs, func(t int32) bool { return f.ends(fn, t) })) {
				return true
			}
		}
	}
	return false
}

// asksEmpty reports whether a block branches on whether a text is empty.
func asksEmpty(fn *program.Func, b int32) bool {
	blk := &fn.Blocks[b]
	if len(blk.Instrs) == 0 || blk.Instrs[len(blk.Instrs)-1].Op != program.OpIf {
		return false
	}
	in, _ := negated(fn, blk.Instrs[len(blk.Instrs)-1].Args[0])
	return in != nil && in.Op == program.OpBinOp && slices.ContainsFunc(in.Args, func(a program.Ref) bool {
		s, ok := constText(fn, a)
		return ok && s == "" || number(fn, a) == 0
	})
}

// ends reports whether a block ends the function, or the program, without going
// on.
func (f *finder) ends(fn *program.Func, b int32) bool {
	return len(fn.Blocks[b].Succs) == 0 || slices.ContainsFunc(fn.Blocks[b].Instrs, func(in program.Instr) bool {
		rows := f.w.Models.Func(in.Sym)
		return in.Op == program.OpCall && rows != nil && rows.Evaluated != nil && rows.Evaluated.Rule == models.EvalNoReturn
	})
}
