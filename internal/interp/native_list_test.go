package interp

import (
	"testing"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// open returns a list that may have further elements.
func (b *bench) open(ts ...string) *List { return &List{Cells: b.strs(ts...).Cells, Open: dunno()} }

func testLists(b *bench) {
	b.check(`["a" "b" "c"]`, models.EvalConcat, b.list(b.strs("a"), Nil{}, b.strs("b", "c")))
	b.check(`["a" ...]`, models.EvalConcat, b.list(b.strs("a"), dunno()))
	b.check(`["a" "b" ...]`, models.EvalFlatten, b.list(b.open("a"), b.strs("b")))
	l := b.strs("a", "b")
	c := b.call(models.EvalClone, l)
	b.m.write(l.Cells[0], str("z"), true)
	b.want(c, `["a" "b"]`)
	d := b.dict(str("k"), str("v"))
	e := b.call(models.EvalClone, d)
	b.m.mapSet(d.Obj, str("k"), str("w"))
	b.want(e, `map["k":"v"]`)
	b.check("?", models.EvalClone, dunno())
	b.check(`["a" "b"]`, models.EvalAppend, b.strs("a"), b.strs("b"))
	b.check(`["b"]`, models.EvalAppend, Nil{}, b.strs("b"))
	b.check(`["a" "x" "b"]`, models.EvalInsert, b.strs("a", "b"), integer(1), b.strs("x"))
	b.check(`["a" "b" "x"]`, models.EvalInsert, b.strs("a", "b"), dunno(), b.strs("x"))
	b.check(`["a" "d"]`, models.EvalDelete, b.strs("a", "b", "c", "d"), integer(1), integer(3))
	b.check(`["a" "b"]`, models.EvalDelete, b.strs("a", "b"), integer(1), integer(9))
	s := b.strs("c", "a", "b")
	b.call(models.EvalSort, s)
	b.want(s, `["a" "b" "c"]`)
	n := b.list(integer(10), integer(9))
	b.call(models.EvalSort, iface("sort.IntSlice", n))
	b.want(n, "[9 10]")
	mixed := b.list(str("b"), dunno(), str("a"))
	b.call(models.EvalSort, mixed)
	b.want(mixed, `["b" ? "a"]`)
	b.check(`["b" "a"]`, models.EvalReorder, b.strs("b", "a"))
	b.check(`["b" "a"]`, models.EvalReverse, b.strs("a", "b"))
	old := b.strs("a", "b")
	end := b.m.region()
	b.call(models.EvalReverse, old)
	end()
	b.want(old, `["a" "b"]`)
	b.check(`["a" "b" "a" "b"]`, models.EvalReplicate, b.strs("a", "b"), integer(2))
	b.check("[]", models.EvalReplicate, b.strs("a", "b"), integer(-3))
	if l, ok := b.call(models.EvalReplicate, b.strs("a"), integer(1<<62)).(*List); !ok || l.Open == nil || len(l.Cells) > maxListCells {
		b.t.Error("replicate: a huge list is not cut off")
	}
}

func testPick(b *bench) {
	b.check("true", models.EvalHas, b.strs("a", "b"), str("b"))
	b.check("true", models.EvalHas, b.open("a"), str("a"))
	b.check("false", models.EvalHas, b.strs("a", "b"), str("c"))
	b.check("?", models.EvalHas, b.open("a"), str("c"))
	b.check("?", models.EvalHas, b.strs("a", "b"), dunno())
	b.check("false", models.EvalHas, b.strs("a", "b"), partly("x?"))
	b.check("false", models.EvalHas, b.strs("a"), either2(str("x"), str("y")))
	b.check("1", models.EvalFind, b.strs("a", "b"), str("b"))
	b.check("-1", models.EvalFind, b.strs("a", "b"), str("c"))
	b.check("?", models.EvalFind, b.list(dunno(), str("b")), str("b"))
	b.check(`["a" "b" ?]`, models.EvalUnique, b.list(str("a"), str("b"), dunno(), str("a")))
	b.check(`["a" "b" "a"]`, models.EvalCompactList, b.strs("a", "a", "b", "a"))
	b.check(`["a" ?]`, models.EvalWithout, b.list(str("a"), str("b"), dunno()), b.strs("b"))
	b.check(`["a" ? 1 ...]`, models.EvalNonZero, &List{Cells: b.list(str("a"), str(""), dunno(), integer(0), integer(1), Nil{}).Cells, Open: dunno()})
}

func testListCalls(b *bench) {
	upper := fn(func(a []Value) Value { return b.call(models.EvalUpper, a[0]) })
	b.check(`["A" "B"]`, models.EvalMapList, b.strs("a", "b"), upper)
	b.check("[0 1]", models.EvalMapList, b.strs("a", "b"), fn(func(a []Value) Value { return a[1] }))
	b.check(`["A" ...]`, models.EvalMapList, b.open("a"), upper)
	b.check("[? ?]", models.EvalMapList, b.strs("a", "b"), dunno())
	b.check(`["a" "a" "b" "b"]`, models.EvalFlatMap, b.strs("a", "b"), fn(func(a []Value) Value { return b.list(a[0], a[0]) }))
	isB := fn(func(a []Value) Value {
		if t, ok := AsString(a[0]); ok {
			return boolean(t == "b")
		}
		return dunno()
	})
	b.check(`["x"]`, models.EvalFilterMap, b.strs("a", "b"), fn(func(a []Value) Value {
		return &Tuple{Vs: []Value{str("x"), b.m.apply(isB, a, program.Instr{})}}
	}))
	b.check(`["b" ?]`, models.EvalFilter, b.list(str("a"), str("b"), dunno()), isB)
	b.check(`["a" ?]`, models.EvalReject, b.list(str("a"), str("b"), dunno()), isB)
	b.check("true", models.EvalHasFunc, b.strs("a", "b"), isB)
	b.check("false", models.EvalHasFunc, b.strs("a"), isB)
	b.check("?", models.EvalHasFunc, b.open("a"), isB)
	b.check("1", models.EvalFindFunc, b.strs("a", "b"), isB)
	b.check("-1", models.EvalFindFunc, b.strs("a"), isB)
	seen := b.list()
	note := fn(func(a []Value) Value { seen.Cells = append(seen.Cells, b.m.newCell(a[0], here)); return &Tuple{} })
	b.checkN("()", models.EvalForEach, 0, b.open("a", "b"), note)
	b.want(seen, `["a" "b" ?!]`)
	cat := fn(func(a []Value) Value { return concat(a[0], a[1]) })
	b.check(`">ab"`, models.EvalReduce, b.strs("a", "b"), cat, str(">"))
	b.check(`">a"|">a?"`, models.EvalReduce, b.open("a"), cat, str(">"))
	b.check(`map["A":"a" "B":"b"]`, models.EvalKeyBy, b.strs("a", "b"), upper)
	b.check(`map["a":"v" ...]`, models.EvalAssociate, b.open("a"), fn(func(a []Value) Value { return &Tuple{Vs: []Value{a[0], str("v")}} }))
}

func testMaps(b *bench) {
	d := b.dict(str("b"), integer(1), str("a"), integer(2))
	b.check(`["b" "a"]`, models.EvalMapKeys, d)
	b.check(`["b" "a" "c" ...]`, models.EvalMapKeys, b.list(d, b.dict(str("c"), integer(3)), dunno()))
	b.check("[1 2]", models.EvalMapValues, d)
	b.check("[]", models.EvalMapValues, Nil{})
	b.check("[...]", models.EvalMapValues, dunno())
	b.check(`map["b":1 "a":9]`, models.EvalMapMerge, b.list(d, b.dict(str("a"), integer(9))))
	b.check(`map["a":1|2]`, models.EvalMapMerge, b.list(either2(b.dict(str("a"), integer(1)), b.dict(str("a"), integer(2)))))
	to := b.dict(str("z"), integer(0))
	b.checkN("()", models.EvalMapCopy, 0, to, d)
	b.want(to, `map["z":0 "b":1 "a":2]`)
	b.call(models.EvalMapCopy, to, to)
	b.want(to, `map["z":0 "b":1 "a":2]`)
	b.call(models.EvalMapCopy, to, dunno())
	b.want(to, `map["z":0 "b":1 "a":2 ...]`)
	into := b.dict()
	b.call(models.EvalMapInsert, into, b.call(models.EvalSeqAll, d))
	b.want(into, `map["b":1 "a":2]`)
	end := b.m.region()
	b.call(models.EvalMapClear, into)
	end()
	b.want(into, `map["b":1 "a":2]`)
	b.call(models.EvalMapClear, into)
	b.want(into, "map[]")
	pair := fn(func(a []Value) Value {
		return concat(b.call(models.EvalSprint, b.list(a[0])), str("/"), b.call(models.EvalSprint, b.list(a[1])))
	})
	b.check(`["b/1" "a/2"]`, models.EvalMapToList, d, pair)
	b.check(`map["b":"1/b" "a":"2/a"]`, models.EvalMapOfFunc, d, pair)
	b.check(`map["a":2]`, models.EvalMapFilter, d, fn(func(a []Value) Value { return boolean(same(a[0], str("a"))) }))
	b.check(`map["b":1 "a":2]`, models.EvalMapFilter, d, dunno())
	b.check("true", models.EvalMapHas, d, str("a"))
	b.check("false", models.EvalMapHas, d, str("x"))
	b.check("?", models.EvalMapHas, d, dunno())
	b.check("2", models.EvalMapOrValue, d, str("a"), integer(7))
	b.check("7", models.EvalMapOrValue, d, str("x"), integer(7))
	b.check("7", models.EvalMapOrValue, Nil{}, str("x"), integer(7))
	b.check("1|2|7", models.EvalMapOrValue, d, dunno(), integer(7))
}

// yielded calls a sequence as a program does, and stops after limit elements.
func (b *bench) yielded(seq Value, limit int) Value {
	b.t.Helper()
	f, ok := seq.(*Func)
	if !ok {
		b.t.Fatalf("%s is no function", b.show(seq, 0))
	}
	l := b.list()
	b.m.apply(f, []Value{fn(func(a []Value) Value {
		l.Cells = append(l.Cells, b.m.newCell(&Tuple{Vs: a}, here))
		return boolean(len(l.Cells) < limit)
	})}, program.Instr{})
	return l
}

func testSequences(b *bench) {
	d := b.dict(str("b"), integer(1), str("a"), integer(2))
	values := b.call(models.EvalSeqValues, b.strs("x", "y"))
	b.want(b.yielded(values, 9), `[("x") ("y")]`)
	b.want(b.yielded(values, 1), `[("x")]`)
	b.want(b.yielded(b.call(models.EvalSeqValues, b.open("x")), 9), `[("x") (?!)]`)
	b.want(b.yielded(b.call(models.EvalSeqAll, b.strs("x", "y")), 9), `[(0 "x") (1 "y")]`)
	b.want(b.yielded(b.call(models.EvalSeqAll, d), 9), `[("b" 1) ("a" 2)]`)
	b.want(b.yielded(b.call(models.EvalSeqBack, b.strs("x", "y")), 9), `[(1 "y") (0 "x")]`)
	b.want(b.yielded(b.call(models.EvalSeqKeys, d), 9), `[("b") ("a")]`)
	b.want(b.yielded(b.call(models.EvalSeqMap, d), 9), "[(1) (2)]")

	program := &Func{ID: "p.seq", called: new(bool)}
	b.check(`["a" "b"]`, models.EvalCollect, program)
	b.check(`["x" ...]`, models.EvalCollect, b.call(models.EvalSeqValues, b.open("x")))
	b.check("[...]", models.EvalCollect, dunno())
	b.check("[...]", models.EvalCollect, &Func{ID: "elsewhere.Seq"})
	b.check(`map["b":1 "a":2]`, models.EvalCollect2, b.call(models.EvalSeqAll, d))
	b.check(`["z" "a" "b"]`, models.EvalAppendSeq, b.strs("z"), program)
	b.check(`["a" "b"]`, models.EvalSortedList, b.call(models.EvalSeqKeys, d))
	b.check(`["b" "a"]`, models.EvalSortedByFunc, b.call(models.EvalSeqKeys, d), dunno())
	b.check(`["x" ? "a"]`, models.EvalSortedList, b.call(models.EvalSeqValues, b.list(str("x"), dunno(), str("a"))))
}

// TestSharedCells sees that a list that two paths put together of the same
// parts has its elements once.
func TestSharedCells(t *testing.T) {
	b := newBench(t)
	x, y := b.strs("a"), b.strs("b")
	one := b.call(models.EvalConcat, b.list(x, y))
	two := b.call(models.EvalAppend, x, y)
	b.want(join(one, two), `["a" "b"]`)
}
