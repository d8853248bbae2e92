package guard

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestCheckArguments(t *testing.T) {
	for text, ok := range map[string]bool{
		"": true, "  ": true, "null": true, `{}`: true, `{"a":1,"b":{"a":2}}`: true, `[{"a":1},{"a":2}]`: true, `{"a":1e400}`: true,
		`{"a":1,"a":2}`: false, `{"a":1,"A":2}`: false, `{"a":{"b":1,"B":2}}`: false, `{"k":1,"\u212a":2}`: false, `{"s":1,"ſ":2}`: false, "{\"\u2028\":1,\"\\u2028\":2}": false,
		`{`: false, `{}{}`: false, `{} x`: false, `{"a":}`: false, "{\"a\":\"\xff\"}": false, strings.Repeat("[", 100) + strings.Repeat("]", 100): false,
	} {
		if err := CheckArguments([]byte(text)); (err == nil) != ok {
			t.Errorf("%.40s: %v", text, err)
		}
	}
	// Many keys are compared in another way than few.
	var many strings.Builder
	for i := range 100 {
		many.WriteString(`"k` + strings.Repeat("x", i) + `":1,`)
	}
	if err := CheckArguments([]byte("{" + many.String() + `"z":1}`)); err != nil {
		t.Error(err)
	}
	if CheckArguments([]byte("{"+many.String()+`"Kxx":1}`)) == nil {
		t.Error("a key that is there twice among many is not found")
	}
}

func TestFingerprint(t *testing.T) {
	key := randomKey()
	same := func(a, b string) bool { return Fingerprint(key, []byte(a)) == Fingerprint(key, []byte(b)) }
	for _, pair := range [][2]string{{`{"a":1,"b":2}`, `{ "b":2, "a":1 }`}, {``, `{}`}, {`null`, `{}`}, {`{"a":"\u0041"}`, `{"a":"A"}`}} {
		if !same(pair[0], pair[1]) {
			t.Errorf("%s and %s differ", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{{`{"a":1}`, `{"a":2}`}, {`{"a":1}`, `{"a":"1"}`}, {`{"a":9007199254740993}`, `{"a":9007199254740992}`}, {`{"a":[1,2]}`, `{"a":[2,1]}`}} {
		if same(pair[0], pair[1]) {
			t.Errorf("%s and %s are alike", pair[0], pair[1])
		}
	}
	if Fingerprint(key, []byte(`{}`)) == Fingerprint(randomKey(), []byte(`{}`)) {
		t.Error("the key makes no difference")
	}
	if got := Fingerprint(key, nil); len(got) != 22 {
		t.Errorf("%q has %d characters", got, len(got))
	}
}

// FuzzCheckArguments holds what is let through to being read alike: as a map
// and without regard to case.
func FuzzCheckArguments(f *testing.F) {
	for _, s := range []string{`{"a":1,"A":2}`, `{"a":{"b":[1]}}`, `null`, `{"\u0000":1}`, `{"K":1,"K":2}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if CheckArguments(data) != nil {
			return
		}
		var m map[string]json.RawMessage
		if json.Unmarshal(data, &m) != nil {
			return
		}
		seen := map[string]bool{}
		for k := range m {
			if seen[fold(k)] {
				t.Errorf("%q is there twice", k)
			}
			seen[fold(k)] = true
		}
		c, err := canonical(data)
		again, err2 := canonical(c)
		if err != nil || err2 != nil || string(again) != string(c) {
			t.Errorf("canonical form of %q changes: %q, %v, %v", data, c, err, err2)
		}
		var v, w any
		if c := strings.TrimSpace(string(data)); c == "" || c == "null" {
			return
		}
		if json.Unmarshal(data, &v) != nil || json.Unmarshal(c, &w) != nil || !reflect.DeepEqual(v, w) {
			t.Errorf("canonical form of %q says something else: %q", data, c)
		}
	})
}

// FuzzState tries states against a confirmer that has asked once.
func FuzzState(f *testing.F) {
	c, err := NewConfirmer(randomKey(), nil)
	if err != nil {
		f.Fatal(err)
	}
	args := []byte(`{"id":1}`)
	state := c.Ask("delete", args, "anna")
	f.Add(state, "delete", "anna")
	f.Add("g1.9999999999.n.s", "delete", "anna")
	f.Add("g1...", "", "")
	f.Fuzz(func(t *testing.T, s, tool, user string) {
		if c.valid(s, tool, args, user) && (s != state || tool != "delete" || user != "anna") {
			t.Errorf("%q is taken for %q of %q", s, tool, user)
		}
	})
}
