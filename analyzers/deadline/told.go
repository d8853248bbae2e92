package deadline

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/mcpvet/mcpvet/internal/passes/told"
)

// Told is the fact of a package: keys of what was reported about it and about
// the packages that it imports, which see the same handlers.
type Told struct{ told.Keys }

// key identifies a group by its place and its cause.
func (g *group) key() uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s:%d:%d\x00%d", g.at.File, g.at.Line, g.at.Col, g.cause))
	return binary.BigEndian.Uint64(sum[:8])
}
