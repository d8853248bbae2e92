package trifecta

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/told"
)

// Told is the fact of a package: keys of what was reported about it and about
// what it imports.
type Told struct{ told.Keys }

// key identifies what is said of a server.
func key(f *finding.Finding) uint64 {
	sum := sha256.Sum256([]byte(f.Server + "\x00" + f.Message))
	return binary.BigEndian.Uint64(sum[:8])
}
