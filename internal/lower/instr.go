package lower

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcpvet/mcpvet/internal/program"
)

// instr lowers one instruction; false drops it.
func (w *funcLowerer) instr(in ssa.Instruction) (program.Instr, bool) {
	l := w.l
	out := program.Instr{Pos: l.pos(in.Pos())}
	if v, ok := in.(ssa.Value); ok {
		out.Dst = w.regs[v]
	}
	args := func(vs ...ssa.Value) {
		if len(vs) > 0 {
			out.Args = make([]program.Ref, 0, len(vs))
		}
		for _, v := range vs {
			out.Args = append(out.Args, w.ref(v))
		}
	}
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.RunDefers:
		return out, false
	case *ssa.Alloc:
		elem := in.Type().Underlying().(*types.Pointer).Elem()
		out.Op, out.Type, out.Zero = program.OpAlloc, l.types.add(elem), zeroOf(elem)
	case *ssa.Phi:
		out.Op, out.Zero = program.OpPhi, zeroOf(in.Type())
		args(in.Edges...)
	case *ssa.Call:
		w.call(&out, program.OpCall, in.Common())
	case *ssa.Go:
		w.call(&out, program.OpGo, in.Common())
	case *ssa.Defer:
		w.call(&out, program.OpDefer, in.Common())
	case *ssa.MakeClosure:
		w.closure(&out, in)
	case *ssa.MakeInterface:
		out.Op, out.Type = program.OpMakeInterface, l.types.add(in.X.Type())
		args(in.X)
	case *ssa.MakeSlice:
		out.Op = program.OpMakeSlice
		if t, ok := in.Type().Underlying().(*types.Slice); ok {
			out.Type, out.Zero = l.types.add(t.Elem()), zeroOf(t.Elem())
		}
		args(in.Len, in.Cap)
	case *ssa.MakeMap:
		out.Op = program.OpMakeMap
		args(in.Reserve)
	case *ssa.MakeChan:
		out.Op = program.OpMakeChan
		args(in.Size)
	case *ssa.Send:
		out.Op = program.OpSend
		args(in.Chan, in.X)
	case *ssa.Store:
		out.Op = program.OpStore
		if p, ok := w.storePos[in]; ok {
			out.Pos = l.pos(p)
		}
		args(in.Addr, in.Val)
	case *ssa.FieldAddr:
		out.Op = program.OpFieldAddr
		out.Sym, out.Owner = fieldName(in.X.Type(), in.Field), l.types.name(owner(in.X.Type()))
		args(in.X)
	case *ssa.Field:
		out.Op, out.Zero, out.Type = program.OpField, zeroOf(in.Type()), l.types.add(in.Type())
		out.Sym, out.Owner = fieldName(in.X.Type(), in.Field), l.types.name(owner(in.X.Type()))
		args(in.X)
	case *ssa.IndexAddr:
		out.Op = program.OpIndexAddr
		args(in.X, in.Index)
	case *ssa.Index:
		out.Op, out.Zero, out.Type = program.OpIndex, zeroOf(in.Type()), l.types.add(in.Type())
		args(in.X, in.Index)
	case *ssa.Lookup:
		out.Op, out.Comma = program.OpLookup, in.CommaOk
		w.lookupZero(&out, in)
		args(in.X, in.Index)
	case *ssa.MapUpdate:
		out.Op = program.OpMapUpdate
		args(in.Map, in.Key, in.Value)
	case *ssa.Slice:
		out.Op, out.Zero = program.OpSlice, zeroOf(in.Type())
		args(in.X, in.Low, in.High)
	case *ssa.Range:
		out.Op = program.OpRange
		args(in.X)
	case *ssa.Next:
		out.Op = program.OpNext
		if in.IsString {
			out.Zero = program.ZeroString
		}
		args(in.Iter)
	case *ssa.Extract:
		out.Op, out.N = program.OpExtract, int32(in.Index)
		if _, ok := in.Tuple.(*ssa.Select); ok {
			out.Zero = zeroOf(in.Type())
		}
		args(in.Tuple)
	case *ssa.Select:
		out.Op, out.Sym = program.OpUnknown, program.Select
		var cases []ssa.Value
		for _, st := range in.States {
			cases = append(cases, st.Chan, st.Send)
		}
		args(cases...)
	case *ssa.BinOp:
		out.Op, out.Sym = program.OpBinOp, in.Op.String()
		args(in.X, in.Y)
	case *ssa.UnOp:
		if in.Op == token.MUL {
			out.Op, out.Zero, out.Type = program.OpLoad, zeroOf(in.Type()), l.types.add(in.Type())
		} else {
			out.Op, out.Sym, out.Comma = program.OpUnOp, in.Op.String(), in.CommaOk
		}
		args(in.X)
	case *ssa.Convert, *ssa.ChangeType, *ssa.MultiConvert, *ssa.SliceToArrayPointer:
		out.Op, out.Type = program.OpConvert, l.types.add(in.(ssa.Value).Type())
		args(*in.Operands(nil)[0])
	case *ssa.ChangeInterface:
		out.Op = program.OpChangeInterface
		args(in.X)
	case *ssa.TypeAssert:
		out.Op, out.Comma, out.Zero = program.OpTypeAssert, in.CommaOk, zeroOf(in.AssertedType)
		out.Type = l.types.add(in.AssertedType)
		args(in.X)
	case *ssa.Return:
		out.Op = program.OpReturn
		args(in.Results...)
	case *ssa.If:
		out.Op = program.OpIf
		args(in.Cond)
	case *ssa.Jump:
		out.Op = program.OpJump
	case *ssa.Panic:
		out.Op = program.OpPanic
		args(in.X)
	default:
		out.Op, out.Sym = program.OpUnknown, strings.TrimPrefix(strings.ToLower(fmt.Sprintf("%T", in)), "*ssa.")
	}
	return out, true
}

func (w *funcLowerer) lookupZero(out *program.Instr, in *ssa.Lookup) {
	if m, ok := in.X.Type().Underlying().(*types.Map); ok {
		out.Zero, out.Type = zeroOf(m.Elem()), w.l.types.add(m.Elem())
		return
	}
	out.Zero = program.ZeroInt
}

// closure lowers a closure, and a method value to a bound method.
func (w *funcLowerer) closure(out *program.Instr, in *ssa.MakeClosure) {
	fn := in.Fn.(*ssa.Function)
	for _, b := range in.Bindings {
		out.Args = append(out.Args, w.ref(b))
	}
	if obj, ok := fn.Object().(*types.Func); ok && strings.HasSuffix(fn.Name(), "$bound") {
		out.Op, out.Sym = program.OpBoundMethod, obj.Origin().FullName()
		if types.IsInterface(obj.Signature().Recv().Type()) {
			out.Mode = program.CallInvoke
		}
		for _, t := range fn.TypeArgs() {
			out.TypeArgs = append(out.TypeArgs, w.l.types.add(t))
		}
		w.calls[out.Sym] = true
		return
	}
	out.Op = program.OpMakeClosure
	out.Sym, out.TypeArgs = w.funcRef(fn)
}

func (w *funcLowerer) call(out *program.Instr, op program.Op, c *ssa.CallCommon) {
	out.Op = op
	out.Pos = w.l.pos(c.Pos())
	out.N = int32(c.Signature().Results().Len())
	out.Class = classes(c.Signature().Results())
	skip := 0 // operands that are not written as arguments
	switch fn := c.Value.(type) {
	case *ssa.Builtin:
		out.Mode, out.Sym = program.CallBuiltin, fn.Name()
	case *ssa.Function:
		if !c.IsInvoke() {
			out.Mode = program.CallStatic
			out.Sym, out.TypeArgs = w.funcRef(fn)
			if fn.Signature.Recv() != nil {
				skip = 1
			}
			break
		}
		w.dynamic(out, c)
		skip = 1
	default:
		w.dynamic(out, c)
		skip = 1
	}
	for _, a := range c.Args {
		out.Args = append(out.Args, w.ref(a))
	}
	w.argPos(out, c, skip)
}

func (w *funcLowerer) dynamic(out *program.Instr, c *ssa.CallCommon) {
	out.Mode = program.CallDynamic
	if c.IsInvoke() {
		out.Mode, out.Sym = program.CallInvoke, c.Method.Origin().FullName()
		out.Type = w.l.types.name(c.Signature().Results())
		w.l.types.add(c.Value.Type())
		w.calls[out.Sym] = true
	}
	out.Args = append(out.Args, w.ref(c.Value))
}

// argPos notes where constant arguments are written: SSA gives constants no position.
func (w *funcLowerer) argPos(out *program.Instr, c *ssa.CallCommon, skip int) {
	call, ok := w.l.args[c.Pos()]
	if !ok {
		return
	}
	var pos []program.Pos
	for i, e := range call.Args {
		if i+skip >= len(out.Args) {
			break
		}
		if out.Args[i+skip] < 0 {
			if pos == nil {
				pos = make([]program.Pos, len(out.Args))
			}
			pos[i+skip] = w.l.pos(e.Pos())
		}
	}
	out.ArgPos = pos
}

// variadicPos positions the stores that SSA makes for variadic arguments.
func (w *funcLowerer) variadicPos(c *ssa.CallCommon) {
	call, ok := w.l.args[c.Pos()]
	sig := c.Signature()
	if !ok || !sig.Variadic() || call.Ellipsis.IsValid() || len(c.Args) == 0 {
		return
	}
	from := sig.Params().Len() - 1
	s, ok := c.Args[len(c.Args)-1].(*ssa.Slice)
	if !ok || s.Referrers() == nil || len(call.Args) <= from {
		return
	}
	arr, ok := s.X.(*ssa.Alloc)
	if !ok || arr.Referrers() == nil {
		return
	}
	for _, r := range *arr.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok || ia.Referrers() == nil {
			continue
		}
		k, ok := ia.Index.(*ssa.Const)
		if !ok || int(k.Int64())+from >= len(call.Args) {
			continue
		}
		for _, u := range *ia.Referrers() {
			if st, ok := u.(*ssa.Store); ok && !st.Pos().IsValid() {
				w.storePos[st] = call.Args[int(k.Int64())+from].Pos()
			}
		}
	}
}

// owner returns the struct type that a field is selected from.
func owner(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// classes returns the class of each result.
func classes(results *types.Tuple) string {
	out := make([]byte, results.Len())
	for i := range out {
		out[i] = class(results.At(i).Type())
	}
	return string(out)
}

func class(t types.Type) byte {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch basicKind(u) {
		case program.KindString:
			return program.ClassText
		case program.KindBool, program.KindInt, program.KindFloat:
			return program.ClassNumber
		}
	case *types.Slice:
		if b, ok := u.Elem().Underlying().(*types.Basic); ok {
			if b.Kind() == types.Byte || b.Kind() == types.Rune || b.Info()&types.IsString != 0 {
				return program.ClassText
			}
			return program.ClassNumber
		}
	case *types.Array, *types.Struct:
		if isNumbers(u, 0) {
			return program.ClassNumber
		}
	case *types.Signature:
		return program.ClassFunc
	case *types.Interface:
		if types.Identical(t, types.Universe.Lookup("error").Type()) {
			return program.ClassError
		}
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context" {
			return program.ClassContext
		}
	}
	return program.ClassOther
}

// isNumbers reports whether a type holds nothing but numbers and booleans, as a
// UUID does.
func isNumbers(t types.Type, depth int) bool {
	if depth > 4 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsNumeric|types.IsBoolean) != 0
	case *types.Array:
		return isNumbers(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if !isNumbers(f.Type(), depth+1) {
				return false
			}
		}
		return u.NumFields() > 0
	}
	return false
}

func fieldName(t types.Type, i int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i).Name()
	}
	return "?" // a type parameter constrained to structs
}
