package interp

import (
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

func testWriters(b *bench) {
	w := b.builder()
	b.want(b.on(models.EvalWriterText, w), `""`)
	v, _ := b.method(models.EvalWrite, 2, w, str("ab"))
	b.want(v, "(2 nil)")
	b.want(b.on(models.EvalWriteRune, w, integer('é')), "nil")
	v, _ = b.method(models.EvalWriteRune, 2, w, integer(-1))
	b.want(v, "(3 nil)")
	b.want(b.on(models.EvalWriterText, w), `"abé�"`)
	b.want(b.on(models.EvalWriterLen, w), "7")
	b.on(models.EvalWriterReset, w)
	b.want(b.on(models.EvalWriterText, w), `""`)
	end := b.m.region()
	b.on(models.EvalWrite, w, either2(str("a"), str("b")))
	b.checkN("(1 nil)", models.EvalWriteTo, 2, iface("*bytes.Buffer", w), str("c"))
	end()
	b.want(b.on(models.EvalWriterText, w), `"ac"|"bc"`)
	b.want(b.on(models.EvalWriterLen, w), "?")
	b.on(models.EvalWrite, w, dunno())
	b.want(b.on(models.EvalWriterText, w), `"ac?"|"bc?"`)

	r := b.call(models.EvalNewWriter, str("text"))
	b.check(`"text"`, models.EvalReadAll, iface("*strings.Reader", r))
	b.check("?", models.EvalReadAll, dunno())
	b.check("?", models.EvalReadAll, iface("*os.File", b.ptr(str("x"))))
	b.want(b.on(models.EvalWriterText, b.call(models.EvalNewWriter, Nil{})), `""`)
	b.want(b.on(models.EvalWriterText, b.call(models.EvalNewWriter)), `""`)

	embedded := &Ptr{Obj: b.m.newObject("p.Log", program.ZeroStruct, here)}
	b.call(models.EvalWriteTo, iface("*p.Log", embedded), str("in"))
	b.want(b.on(models.EvalWriterText, &Ptr{Obj: b.m.field(embedded.Obj, "Buffer")}), `"in"`)
	param := dunno()
	b.on(models.EvalWrite, param, str("x"))
	b.want(b.on(models.EvalWriterText, param), `"?x"`)

	at := program.Pos{File: "w.go", Line: 4, Col: 2}
	first := b.builder()
	b.on(models.EvalWrite, first, &Const{V: "a", Pos: at})
	b.on(models.EvalWrite, first, str("b"))
	if p := PosOf(b.on(models.EvalWriterText, first)); p != at {
		b.t.Errorf("position of a written text: %v, want that of its first part", p)
	}
}

// tool returns a struct value.
func tool(fields map[string]Value) *Struct { return &Struct{Type: "p.Tool", Fields: fields} }

func testMarshal(b *bench) {
	j := func(want string, v Value) {
		b.t.Helper()
		got, ok := AsString(b.call(models.EvalJSONMarshal, v))
		if !ok || got != want {
			b.t.Errorf("JSON of %s: got %s, want %s", b.show(v, 0), b.show(b.call(models.EvalJSONMarshal, v), 0), want)
		}
	}
	j(`"a\u003c"`, iface("string", str("a<")))
	j(`[1,1.5,true,null]`, b.list(integer(1), &Const{V: 1.5}, boolean(true), Nil{}))
	j(`{"a":[],"b":{"c":"d"}}`, b.dict(str("b"), iface("map[string]any", b.dict(str("c"), iface("string", str("d")))), str("a"), &List{}))
	j(`{"3":1}`, b.dict(integer(3), integer(1)))
	j(`"YQ=="`, iface("[]byte", str("a")))
	j(`{"name":""}`, &Struct{Type: "p.Tool"})
	j(`{"name":"x","limit":3,"hints":{"readOnly":true},"tags":["t"],"schema":{"type":"object"},"raw":{"a":1},"key":"aw==","id":"7","note":"n"}`,
		b.ptr(tool(map[string]Value{
			"Base": &Struct{Type: "p.Base", Fields: map[string]Value{"ID": integer(7), "Name": str("inner")}},
			"More": b.ptr(&Struct{Type: "p.More", Fields: map[string]Value{"Note": str("n")}}),
			"Name": str("x"), "Limit": integer(3), "Hidden": str("h"), "private": str("p"), "Raw": str(`{"a": 1}`), "Key": str("k"),
			"Hints":  b.ptr(&Struct{Type: "p.Hints", Fields: map[string]Value{"ReadOnly": boolean(true)}}),
			"Tags":   b.strs("t"),
			"Schema": b.dict(str("type"), iface("string", str("object"))),
		})))
	b.checkN(`("1"|"2" nil)`, models.EvalJSONMarshal, 2, either2(integer(1), integer(2)))

	half := tool(map[string]Value{"Name": dunno()})
	o, ok := b.call(models.EvalJSONMarshal, half).(*Opaque)
	if !ok || o.Inner != half {
		b.t.Errorf("JSON of a value known in part: %s, want an opaque around it", b.show(o, 0))
	}
	for _, v := range []Value{dunno(), b.open("a"), fn(nil), &Map{Obj: &MapObject{Open: dunno()}}, &Struct{Type: "q.Elsewhere"}, partly("a?"),
		&Struct{Type: "p.Tool", Built: "sdk.NewTool"}, &Struct{Type: "p.Tool", Open: dunno()}} {
		b.want(b.call(models.EvalJSONMarshal, v), "opaque "+marshaled)
	}
	loop := &Ptr{Obj: b.m.newObject("p.Node", program.ZeroOther, here)}
	b.m.write(loop.Obj, b.list(loop), true)
	b.want(b.call(models.EvalJSONMarshal, loop), "opaque "+marshaled)

	b.check(`"{\n\t\"a\": 1\n}"`, models.EvalJSONIndent, b.dict(str("a"), integer(1)), str(""), str("\t"))
	b.check("opaque "+marshaled, models.EvalJSONIndent, dunno(), str(""), str("\t"))
	b.check("true", models.EvalJSONValid, str("{}"))
	b.check("false", models.EvalJSONValid, str("{"))
	w := b.builder()
	enc := b.call(models.EvalJSONNewEncoder, iface("*strings.Builder", w))
	b.want(b.on(models.EvalJSONEncode, enc, integer(1)), "nil")
	b.want(b.on(models.EvalJSONEncode, enc, str("a")), "nil")
	b.want(b.on(models.EvalWriterText, w), `"1\n\"a\"\n"`)
}

// into decodes a JSON text into a new variable and returns what it holds.
func (b *bench) into(typ string, text Value) (Value, Value) {
	b.t.Helper()
	o := b.m.newObject(typ, program.ZeroOther, here)
	err := b.call(models.EvalJSONUnmarshal, text, iface("*"+typ, &Ptr{Obj: o}))
	return b.m.read(o, o.Kind, o.Type), err
}

func testUnmarshal(b *bench) {
	u := func(want, typ, text string) {
		b.t.Helper()
		v, err := b.into(typ, str(text))
		if got := b.show(v, 0); got != want || !isNil(err) {
			b.t.Errorf("%s of %s: got %s, error %s, want %s", typ, text, got, b.show(err, 0), want)
		}
	}
	u(`"a"`, "string", `"a"`)
	u("3", "int", "3")
	u("3", "float64", "3")
	u("[1 2]", "[]int", "[1, 2]")
	u(`map["b":[1] "a":[]]`, "map[string][]int", `{"b": [1], "a": []}`)
	u(`map[3:true]`, "map[int]bool", `{"3": true}`)
	u(`&"a"`, "*string", `"a"`)
	u("nil", "*string", "null")
	u(`map[string]any(map["type":string("object") "n":float64(1.5) "l":[]any([bool(true) nil])])`, "any", `{"type": "object", "n": 1.5, "l": [true, null]}`)
	u(`map["k":string("v")]`, "map[string]any", `{"k": "v"}`)
	u(`"{\"a\": 1}"`, "encoding/json.RawMessage", `{"a": 1}`)
	u(`"k"`, "[]byte", `"aw=="`)
	u(`p.Own{Text:"[1, 2]"}`, "p.Own", "[1, 2]")
	u(`p.Tool{Base:p.Base{ID:7} Hints:&p.Hints{ReadOnly:true} More:&p.More{Note:"n"} Name:"x" Schema:map["a":float64(1)] Tags:["t"]}`, "p.Tool",
		`{"NAME": "x", "id": "7", "note": "n", "hints": {"readOnly": true}, "tags": ["t"], "schema": {"a": 1}, "Hidden": "h", "private": "p", "other": {}}`)
	u(`[p.Hints{ReadOnly:true} p.Hints{}]`, "[]p.Hints", `[{"readOnly": true}, {}]`)

	v, err := b.into("int", str("1.5"))
	b.want(&Tuple{Vs: []Value{v, err}}, "(?! ?)")
	_, err = b.into("int", str("{"))
	b.want(err, "?!")
	_, err = b.into("int", str("1 2"))
	b.want(err, "?!")
	v, err = b.into("any", str(strings.Repeat("[", 5000)+strings.Repeat("]", 5000)))
	b.want(&Tuple{Vs: []Value{v, err}}, "(? ?)")
	v, err = b.into("string", dunno())
	b.want(&Tuple{Vs: []Value{v, err}}, "(? ?)")
	v, _ = b.into("int", either2(str("1"), str("2")))
	b.want(v, "1|2")

	at := program.Pos{File: "j.go", Line: 3, Col: 5}
	v, _ = b.into("p.Tool", &Const{V: `{"name": "x"}`, Pos: at})
	if p := PosOf(b.m.Get(v, "Name")); p != at {
		b.t.Errorf("position of a decoded name: %v, want that of the text", p)
	}

	// fields that the text does not name keep what they hold
	o := b.m.newObject("p.Tool", program.ZeroStruct, here)
	b.m.write(b.m.field(o, "Limit"), integer(3), true)
	b.call(models.EvalJSONUnmarshal, str(`{"name": "x"}`), iface("*p.Tool", &Ptr{Obj: o}))
	b.want(b.m.read(o, o.Kind, ""), `p.Tool{Limit:3 Name:"x"}`)

	half := tool(map[string]Value{"Name": partly("a?")})
	v, err = b.into("p.Tool", b.call(models.EvalJSONMarshal, half))
	b.want(&Tuple{Vs: []Value{v, err}}, `(p.Tool{Name:"a?"} nil)`)
	v, _ = b.into("p.Hints", b.call(models.EvalJSONMarshal, half))
	b.want(v, "?")

	dec := b.call(models.EvalJSONNewDecoder, iface("*strings.Reader", b.call(models.EvalNewWriter, str("1 [2]"))))
	n := b.m.newObject("any", program.ZeroNil, here)
	dest := iface("*any", &Ptr{Obj: n})
	b.want(b.on(models.EvalJSONDecode, dec, dest), "nil")
	b.want(n.Val, "float64(1)")
	b.want(b.on(models.EvalJSONDecode, dec, dest), "nil")
	b.want(n.Val, "[]any([float64(2)])")
	b.want(b.on(models.EvalJSONDecode, dec, dest), "?!")
	b.want(b.on(models.EvalJSONDecode, dunno(), dest), "?")
}

// FuzzUnmarshal sees that no JSON text panics or runs away, and that what it
// decodes to in an interface has JSON again.
func FuzzUnmarshal(f *testing.F) {
	for _, s := range []string{`{"name": "x", "hints": {}}`, `[1, "a", null, {"k": [true]}]`, `{"a": {"a": {"a": 1e999}}}`, `"\ud800"`, "{", "", "nul", `{"":0,"":1}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		b := newBench(t)
		for _, typ := range []string{"p.Tool", "map[string]p.Tool", "[]*p.Hints", "string", "int", "[]byte", "p.Own", "q.Nowhere", "map["} {
			b.into(typ, str(s))
		}
		v, err := b.into("any", str(s))
		if isNil(err) {
			if _, ok := AsString(b.call(models.EvalJSONMarshal, v)); !ok {
				t.Errorf("%q decodes to %s, which has no JSON", s, b.show(v, 0))
			}
		}
	})
}
