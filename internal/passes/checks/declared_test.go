package checks

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"
)

func TestControlsRoundTrip(t *testing.T) {
	fact := &Controls{Funcs: []string{"example.test/house.May scope", "(*example.test/house.Gate).Pass limit"}}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(fact); err != nil {
		t.Fatal(err)
	}
	got := new(Controls)
	if err := gob.NewDecoder(&buf).Decode(got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, fact) {
		t.Errorf("got %v, want %v", got, fact)
	}
}
