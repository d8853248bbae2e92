package tooldesc

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/told"
)

// Told is the fact of a package: keys of what was reported about it and about
// the packages that it imports. A package that imports it sees the same
// descriptors again, and two of them together perhaps for the first time.
type Told struct{ told.Keys }

// key identifies a fault by its place, by what it is, and by the places it is
// related to. The message is no part of it: the name of a tool or of a server
// may be known in one package and not in another.
func key(f finding.Finding, what string) uint64 {
	parts := []string{place(f.Pos), what}
	for _, r := range f.Related {
		parts = append(parts, place(r.Pos))
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "")))
	return binary.BigEndian.Uint64(sum[:8])
}

func place(p finding.Position) string { return fmt.Sprintf("%s:%d:%d\x00", p.File, p.Line, p.Column) }

// export passes on what was told, what imported packages told included: go vet
// hands a package only the facts of its direct imports.
func (c *checker) export(pass *analysis.Pass) {
	all := maps.Clone(c.told)
	maps.Copy(all, c.seen)
	told.Write[Told](pass, all)
}
