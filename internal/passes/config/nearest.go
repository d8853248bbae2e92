package config

import "strings"

// Nearest returns the candidate that word is most likely a misspelling of,
// or "" when none is close. Case doesn't count; of equally close candidates
// the first wins.
func Nearest(word string, candidates []string) string {
	const longest = 64 // no key or command is longer; keeps hostile input cheap
	if word == "" || len(word) > longest {
		return ""
	}
	word = strings.ToLower(word)
	// A third of the letters may be wrong, and always one.
	best, limit := "", max(1, len(word)/3)+1
	for _, c := range candidates {
		if d := distance(word, strings.ToLower(c)); d < limit {
			best, limit = c, d
		}
	}
	return best
}

// distance is the number of insertions, deletions, substitutions and swaps of
// neighbours that lead from a to b.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	// Three rows suffice: the swap looks back two.
	prev2 := make([]int, len(y)+1)
	prev := make([]int, len(y)+1)
	cur := make([]int, len(y)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(x); i++ {
		cur[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(y)]
}

// suggestion renders the end of an error message about an unknown word.
func suggestion(word string, candidates []string) string {
	if n := Nearest(word, candidates); n != "" {
		return "; did you mean " + n + "?"
	}
	return "; known: " + strings.Join(candidates, ", ")
}
