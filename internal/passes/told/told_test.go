package told

import (
	"bytes"
	"encoding/gob"
	"go/types"
	"maps"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
)

type fruit struct{ Keys }

// TestRoundTrip takes a set over the fact of a package into one that imports
// it, encoded as go vet does.
func TestRoundTrip(t *testing.T) {
	var stored bytes.Buffer
	low := &analysis.Pass{Pkg: types.NewPackage("low", "low"), ExportPackageFact: func(f analysis.Fact) {
		if err := gob.NewEncoder(&stored).Encode(f); err != nil {
			t.Fatal(err)
		}
	}}
	if Write[fruit](low, Set{}); stored.Len() > 0 {
		t.Error("nothing was seen, and there is a fact")
	}
	Write[fruit](low, Set{7: true, 3: true})

	up := types.NewPackage("up", "up")
	up.SetImports([]*types.Package{types.NewPackage("other", "other"), low.Pkg})
	got := Read[fruit](&analysis.Pass{Pkg: up, ImportPackageFact: func(p *types.Package, f analysis.Fact) bool {
		if p != low.Pkg {
			return false
		}
		if err := gob.NewDecoder(&stored).Decode(f); err != nil {
			t.Fatal(err)
		}
		return true
	}})
	if keys := slices.Sorted(maps.Keys(got)); !slices.Equal(keys, []uint64{3, 7}) {
		t.Errorf("got %v, want [3 7]", keys)
	}
}
