package deadline

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Told is the fact of a package: keys of what was reported about it and about
// the packages that it imports, which see the same handlers.
type Told struct{ Keys []uint64 }

// AFact marks Told as a fact.
func (*Told) AFact() {}

func (t *Told) String() string { return fmt.Sprintf("%d findings told", len(t.Keys)) }

// key identifies a group by its place and its cause.
func (g *group) key() uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s:%d:%d\x00%d", g.at.File, g.at.Line, g.at.Col, g.cause))
	return binary.BigEndian.Uint64(sum[:8])
}

// importedTold reads the facts of the packages that pass imports.
func importedTold(pass *analysis.Pass) map[uint64]bool {
	told := map[uint64]bool{}
	for _, imp := range pass.Pkg.Imports() {
		var fact Told
		if pass.ImportPackageFact(imp, &fact) {
			for _, k := range fact.Keys {
				told[k] = true
			}
		}
	}
	return told
}

// exportTold passes on what was told: go vet hands a package only the facts of
// its direct imports.
func exportTold(pass *analysis.Pass, told map[uint64]bool) {
	if len(told) > 0 {
		pass.ExportPackageFact(&Told{Keys: slices.Sorted(maps.Keys(told))})
	}
}
