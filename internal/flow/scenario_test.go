package flow

import "testing"

// TestGiven: what a call has for an argument, as code of a type reads it.
func TestGiven(t *testing.T) {
	for _, test := range []struct {
		given Given
		typ   string
		want  value
	}{
		{Given{Left: true}, "bool", value{kind: valBool}},
		{Given{Left: true}, "string", value{kind: valText}},
		{Given{Left: true}, "int64", value{kind: valInt}},
		{Given{Left: true}, "*bool", value{kind: valNil}},
		{Given{Left: true}, "any", value{kind: valNil}},
		{Given{Left: true, Value: "true"}, "bool", value{kind: valBool, b: true}}, // the SDK's default
		{Given{Value: "false"}, "bool", value{kind: valBool}},
		{Given{Value: "DELETE"}, "string", value{kind: valText, s: "DELETE"}},
		{Given{Value: "true"}, "*bool", value{kind: valNonNil, at: &value{kind: valBool, b: true}}},
	} {
		got := test.given.value(test.typ)
		if !got.told || !got.same(test.want) {
			t.Errorf("%+v as %s is %+v, want %+v", test.given, test.typ, got, test.want)
		}
	}
}

// TestJoinValues: two ways give what both agree on.
func TestJoinValues(t *testing.T) {
	yes, no, never, unknown := value{kind: valBool, b: true}, value{kind: valBool}, value{kind: valNever}, value{}
	for _, test := range []struct{ a, b, want value }{
		{yes, yes, yes}, {yes, no, unknown}, {never, yes, yes}, {yes, never, yes}, {never, never, never}, {yes, unknown, unknown}, {unknown, yes, unknown},
	} {
		if got := test.a.join(test.b); !got.same(test.want) {
			t.Errorf("%+v or %+v is %+v, want %+v", test.a, test.b, got, test.want)
		}
	}
	told := value{kind: valBool, b: true, told: true}
	if !yes.join(told).told {
		t.Error("what one way is told is lost")
	}
	if yes.join(value{kind: valNil}).known() {
		t.Error("a boolean or nil is known")
	}
}

// TestMark: what is asked about is kept together, and the stronger answer counts.
func TestMark(t *testing.T) {
	m := Mark{Data: true}.or(Mark{Answer: Present}).or(Mark{Answer: Decides}).or(Mark{})
	if m != (Mark{Data: true, Answer: Decides}) {
		t.Errorf("got %+v", m)
	}
	if grade(false, Decides) != Silent || grade(true, Present) != Present {
		t.Error("a grade without its reason")
	}
	if !constructs("example.test/a.NewClient", "oe") || constructs("example.test/a.Verify", "oe") || constructs("example.test/a.New", "o") {
		t.Error("what makes something is told by its name, and by that it may fail")
	}
}
