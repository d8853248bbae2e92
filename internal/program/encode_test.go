package program

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// fill sets everything below v to something that is not zero, so that what is
// lost on the way shows.
func fill(v reflect.Value, n *int, depth int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n%100) + 1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*n%100) + 1)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(*n) + 0.5)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n, depth)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), n, depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), n, depth+1)
			}
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 2 {
			elem := reflect.New(v.Type().Elem()).Elem()
			fill(elem, n, depth+1)
			key := reflect.New(v.Type().Key()).Elem()
			fill(key, n, depth+1)
			v.SetMapIndex(key, elem)
		}
	default:
		panic("no value for " + v.Type().String())
	}
}

// filled returns a package in which every field is set.
func filled() *Package {
	p, n := &Package{}, 0
	fill(reflect.ValueOf(p).Elem(), &n, 0)
	// functions and types are found again by their ids and names
	funcs, types := map[string]*Func{}, map[string]*Type{}
	for _, f := range p.Funcs {
		funcs[f.ID] = f
	}
	for _, t := range p.Types {
		types[t.Name] = t
	}
	p.Funcs, p.Types = funcs, types
	return p
}

func TestEncode(t *testing.T) {
	p := filled()
	if len(p.Funcs) != 2 || len(p.Types) != 2 {
		t.Fatalf("%d functions and %d types, want 2 of each", len(p.Funcs), len(p.Types))
	}
	data, err := p.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for range 10 { // maps come in another order each time
		again, err := p.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(again, data) {
			t.Fatal("the same package gives other bytes")
		}
	}
	got, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, p) {
		t.Errorf("read %+v\nwrote %+v", got, p)
	}
}

func TestDecodeDamaged(t *testing.T) {
	data, err := filled().Encode()
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		if _, err := Decode(data[:i]); err == nil {
			t.Errorf("%d of %d bytes were read without an error", i, len(data))
		} else if !strings.HasPrefix(err.Error(), "decode package") {
			t.Errorf("error %q does not say what was decoded", err)
		}
		changed := bytes.Clone(data)
		changed[i] ^= 0xff
		_, _ = Decode(changed) // must not panic
	}
}

func TestSubst(t *testing.T) {
	param := func(s string) string { return TypeParamOpen + s + TypeParamClose }
	args := map[string]string{param("T"): "int", param("U"): "[]string", param("V"): "p.G[" + param("T") + "]"}
	for _, tt := range []struct{ in, want string }{
		{"string", "string"},
		{param("T"), "int"},
		{"map[" + param("T") + "]" + param("U"), "map[int][]string"},
		{"p.G[" + param("W") + "]", "p.G[" + param("W") + "]"},
		{param("V"), "p.G[" + param("T") + "]"}, // what is put in is not substituted again
		{"x" + TypeParamOpen, "x" + TypeParamOpen},
		{"", ""},
	} {
		if got := Subst(tt.in, args); got != tt.want {
			t.Errorf("Subst(%q) = %q, want %q", tt.in, got, tt.want)
		}
		if got := Subst(tt.in, nil); got != tt.in {
			t.Errorf("Subst(%q) without arguments = %q", tt.in, got)
		}
	}
}

func TestMethods(t *testing.T) {
	typ := &Type{Name: "p.T", Methods: []Method{{Name: "A"}, {Name: "B"}, {Name: "D"}}}
	for name, want := range map[string]bool{"A": true, "B": true, "C": false, "D": true, "": false, "E": false} {
		if _, ok := typ.Method(name); ok != want {
			t.Errorf("Method(%q) found: %v, want %v", name, ok, want)
		}
	}
	if !typ.Implements(&Type{Methods: []Method{{Name: "B"}, {Name: "D"}}}) || !typ.Implements(&Type{}) {
		t.Error("T does not implement an interface of which it has all methods")
	}
	if typ.Implements(&Type{Methods: []Method{{Name: "B"}, {Name: "C"}}}) {
		t.Error("T implements an interface of which it lacks a method")
	}
}
