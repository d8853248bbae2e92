// Package words holds names.
package words

// Shared is the name of a tool.
const Shared = "shared" + suffix

const suffix = "_name"

// Join joins two words.
func Join(a, b string) string { return a + "_" + b }
