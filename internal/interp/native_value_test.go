package interp

import (
	"testing"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

func testValues(b *bench) {
	b.checkN(`("a" nil)`, models.EvalIdentity0, 2, str("a"), dunno())
	b.check(`"b"`, models.EvalIdentity1, str("a"), str("b"))
	b.want(b.on(models.EvalReceiver, str("r")), `"r"`)
	b.check(`&"a"`, models.EvalPointerTo, str("a"))
	b.check(`&p.Tool{Name:"a"}`, models.EvalPointerTo, &Struct{Type: "p.Tool", Fields: map[string]Value{"Name": str("a")}})
	b.check(`[&"a" &"b"]`, models.EvalPointersTo, b.strs("a", "b"))
	b.check(`"a"`, models.EvalDeref, b.ptr(str("a")))
	b.check(`"a"|"b"`, models.EvalDeref, either2(b.ptr(str("a")), b.ptr(str("b"))))
	b.check("?", models.EvalDeref, dunno())
	b.types = []string{"string"}
	b.check(`""`, models.EvalDeref, Nil{})
	b.types = nil
	b.sym = "aws.Int64Value"
	b.check("0", models.EvalDeref, Nil{})
	b.sym = "x.F"
	b.check(`"a"`, models.EvalDerefOr, b.ptr(str("a")), str("b"))
	b.check(`"b"`, models.EvalDerefOr, Nil{}, str("b"))
	b.check(`?|"b"`, models.EvalDerefOr, dunno(), str("b"))
	b.check(`"a"`, models.EvalFirst, b.list(str(""), str("a"), str("b")))
	b.checkN(`("a" true)`, models.EvalFirst, 2, b.list(str(""), str("a"), str("b")))
	b.checkN(`("" false)`, models.EvalFirst, 2, b.strs("", ""))
	b.check(`?|"b"`, models.EvalFirst, b.list(dunno(), str("b"), str("c")))
	b.check(`"a"|"b"`, models.EvalFirst, b.list(either2(str(""), str("a")), str("b")))
	b.check(`"x?"`, models.EvalFirst, b.list(partly("x?"), str("b")))
	b.check(`"a"`, models.EvalTernary, boolean(true), str("a"), str("b"))
	b.check(`"a"|"b"`, models.EvalTernary, dunno(), str("a"), str("b"))
	give := func(t string) Value { return fn(func([]Value) Value { return str(t) }) }
	b.check(`"b"`, models.EvalTernaryCall, boolean(false), give("a"), give("b"))
	b.check(`"a"|"b"`, models.EvalTernaryCall, dunno(), give("a"), give("b"))
	b.check("?!", models.EvalNonNil)
	b.checkN("(?! ?)", models.EvalNonNil, 2)
	b.checkN("(nil nil)", models.EvalZero, 2)
	b.types = []string{"map[string]any"}
	b.check("nil", models.EvalZero)
	b.types = []string{"int"}
	b.check("0", models.EvalZero)
	b.types = nil
}

func testTypeRules(b *bench) {
	b.types = []string{"*example.com/x.Tool"}
	typ := b.call(models.EvalTypeFor)
	b.want(typ, "type *example.com/x.Tool")
	b.types = nil
	b.check("?", models.EvalTypeFor)
	elem := b.on(models.EvalTypeElem, typ)
	b.want(elem, "type example.com/x.Tool")
	b.want(b.on(models.EvalTypeName, elem), `"Tool"`)
	b.want(b.on(models.EvalTypeName, typ), `""`)
	b.want(b.on(models.EvalTypeElem, iface("*reflect.rtype", b.call(models.EvalTypeOf, iface("map[[2]int][]string", Nil{})))), "type []string")
	b.check("type int|type string", models.EvalTypeOf, either2(iface("int", integer(1)), iface("string", str("a"))))
	b.check("nil", models.EvalTypeOf, Nil{})
	b.check("?!", models.EvalTypeOf, dunno())
	b.want(b.on(models.EvalTypeName, dunno()), "?")
	for typ, want := range map[string]string{"p.Box[a/b.T]": "Box[a/b.T]", "int": "int", "func(int)": "", "struct{A int }": "", "": "", "any": ""} {
		if got := nameInPackage(typ); got != want {
			b.t.Errorf("name of %s: got %q, want %q", typ, got, want)
		}
	}
}

func testCells(b *bench) {
	for sym, want := range map[string]string{"(*sync/atomic.Bool).Load": "false", "(*sync/atomic.Pointer[T]).Load": "nil", "(*sync/atomic.Int64).Load": "0",
		"(*go.uber.org/atomic.String).Load": `""`, "(*a.Float64).Load": "0"} {
		b.sym = sym
		b.want(b.on(models.EvalCellLoad, &Ptr{Obj: b.m.newObject("", program.ZeroStruct, here)}), want)
	}
	cell := &Ptr{Obj: b.m.newObject("sync/atomic.Value", program.ZeroStruct, here)}
	b.on(models.EvalCellStore, cell, str("a"))
	b.want(b.on(models.EvalCellLoad, cell), `"a"`)
	b.on(models.EvalCellStore, cell, str("b"))
	b.want(b.on(models.EvalCellLoad, cell), `"b"`)
	end := b.m.region()
	b.on(models.EvalCellStore, cell, str("c"))
	end()
	b.want(b.on(models.EvalCellLoad, cell), `"b"|"c"`)
	param := dunno()
	b.on(models.EvalCellStore, param, str("d"))
	b.want(b.on(models.EvalCellLoad, param), `"d"`)
	b.want(b.on(models.EvalCellLoad, dunno()), "?")
}

func testCalls(b *bench) {
	b.checkN("(? ?)", models.EvalNoop, 2, str("a"))
	if _, returns := b.method(models.EvalNoReturn, 0, nil); returns {
		b.t.Error("noreturn returns")
	}
	for _, c := range []struct {
		err     Value
		returns bool
	}{{Nil{}, true}, {dunno(), true}, {&Unknown{NonNil: true}, false}, {either2(Nil{}, &Unknown{NonNil: true}), true}, {iface("*p.Err", b.ptr(str("x"))), false}} {
		if _, returns := b.method(models.EvalExitIfErr, 0, nil, c.err); returns != c.returns {
			b.t.Errorf("exitiferr of %s: returns %v", b.show(c.err, 0), returns)
		}
	}
	b.checkN(`("a" nil)`, models.EvalCall, 2, fn(func([]Value) Value { return &Tuple{Vs: []Value{str("a"), Nil{}}} }))
	b.checkN("()", models.EvalCall, 0, fn(func([]Value) Value { return str("a") }))
	b.check("?", models.EvalCall, dunno())
	b.check(`"a"|"b"`, models.EvalCall, either2(fn(func([]Value) Value { return str("a") }), fn(func([]Value) Value { return str("b") })))
	b.want(b.call(models.EvalCall, &Func{ID: "p.mark", called: new(bool)}), `"<?"`)

	runs := 0
	count := fn(func([]Value) Value { runs++; return integer(int64(runs)) })
	once := &Ptr{Obj: b.m.newObject("sync.Once", program.ZeroStruct, here)}
	for range 3 {
		b.method(models.EvalCallOnce, 0, once, count)
	}
	if runs != 1 {
		b.t.Errorf("callonce: %d calls, want 1", runs)
	}
	f, ok := b.call(models.EvalOnceFunc, count).(*Func)
	if !ok {
		b.t.Fatal("oncefunc gives no function")
	}
	b.want(b.m.apply(f, nil, program.Instr{}), "2")
	b.want(b.m.apply(f, nil, program.Instr{}), "2")
	var self *Func
	self, _ = b.call(models.EvalOnceFunc, fn(func([]Value) Value { return b.m.apply(self, nil, program.Instr{}) })).(*Func)
	b.want(b.m.apply(self, nil, program.Instr{}), "?")
}

func testEvents(b *bench) {
	fatal := b.call(models.EvalFatalEvent)
	if _, returns := b.method(models.EvalEventSend, 0, b.on(models.EvalReceiver, fatal), str("bye")); returns {
		b.t.Error("sending a fatal event returns")
	}
	for _, v := range []Value{b.call(models.EvalEvent), dunno(), either2(fatal, b.call(models.EvalEvent)), &Opaque{Sym: "o"}} {
		if _, returns := b.method(models.EvalEventSend, 0, v, str("hello")); !returns {
			b.t.Errorf("sending %s does not return", b.show(v, 0))
		}
	}
	b.check("?!", models.EvalEvent)
}

// TestCallValueFits sees that a function gets as many arguments as it has
// parameters.
func TestCallValueFits(t *testing.T) {
	b := newBench(t)
	mark := &Func{ID: "p.mark", called: new(bool)}
	b.check(`["<a" "<b"]`, models.EvalMapList, b.strs("a", "b"), mark)
	if !*mark.called {
		t.Error("the function does not count as called")
	}
	method := &Func{ID: "(p.Level).String", Recv: str("x")}
	b.check(`["level x"]`, models.EvalMapList, b.strs("a"), method)
}
