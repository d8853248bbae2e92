package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/mcpvet/mcpvet/internal/finding"
)

// fingerprintKey names the way fingerprints are made. It changes when they do,
// so that a viewer never compares two kinds.
const fingerprintKey = "mcpvet/v1"

// fingerprints returns one fingerprint for each of r.Findings, in their order.
//
// A fingerprint names the same fault across versions of the source: it hashes
// rule, file, tool, the server's name and the text of the line, and no line
// number. Findings that are equal in all of these are numbered in their order.
// It counts over hidden and suppressed findings too, so that another profile
// or a new ignore directive does not rename the others.
func (r Report) fingerprints(src *sources) []string {
	seen := map[string]int{}
	byFinding := map[string]string{}
	for _, f := range r.all {
		hash := r.hash(f, src)
		seen[hash]++
		byFinding[identity(f)] = numbered(hash, seen[hash])
	}
	out := make([]string, len(r.Findings))
	for i, f := range r.Findings {
		out[i] = byFinding[identity(f)]
	}
	return out
}

// numbered makes a fingerprint of a hash and a number among equal ones.
func numbered(hash string, n int) string { return fmt.Sprintf("%s:%d", hash, n) }

func (r Report) hash(f finding.Finding, src *sources) string {
	server := ""
	if s := r.server(f.Server); s != nil {
		server = s.Name // the id may hold a position
	}
	// Without the source the message is the best that is left.
	text, ok := src.normalised(f.Pos.File, f.Pos.Line)
	if !ok {
		text = f.Message
	}
	h := sha256.New()
	for _, part := range []string{f.Rule, f.Pos.File, f.Tool, server, text} {
		_, _ = io.WriteString(h, part+"\x00") // a hash never fails to write
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// identity is what makes two findings one, as a key.
func identity(f finding.Finding) string {
	return fmt.Sprintf("%d:%d:%q", f.Pos.Line, f.Pos.Column, []string{f.Pos.File, f.Rule, f.Tool, f.Server, f.Message})
}
