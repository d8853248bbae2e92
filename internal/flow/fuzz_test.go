package flow

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// FuzzEngine runs the engine on changed programs, from each of their functions:
// it neither panics nor takes longer than its limit lets it. Texts that are no
// programs are left out, so that changes are made of tokens besides bytes.
func FuzzEngine(f *testing.F) {
	for i, text := range seeds(f) {
		f.Add(text, uint64(0))
		f.Add(text, uint64(i+1))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if len(text) < 20_000 {
			runMutant(t, mutate(text, seed))
		}
	})
}

// runMutant reports whether a text is a program.
func runMutant(t *testing.T, text string) bool {
	t.Helper()
	e, err := engineFor(text)
	if err != nil {
		return false
	}
	e.limits.Steps = 100_000
	start := time.Now()
	describe(e)
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("%d steps took %v:\n%s", e.steps, d, text)
	}
	return true
}

// TestMutants runs the engine on the same changed programs each time.
func TestMutants(t *testing.T) {
	n, programs := 1000, 0
	if testing.Short() {
		n = 200
	}
	texts := seeds(t)
	for seed := range n {
		text := mutate(texts[seed%len(texts)], uint64(seed+1))
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("%v\n%s", r, text)
				}
			}()
			if runMutant(t, text) {
				programs++
			}
		}()
	}
	if programs < n/20 {
		t.Errorf("of %d texts %d are programs", n, programs)
	}
	t.Logf("of %d texts %d are programs", n, programs)
}

var (
	tokens     = regexp.MustCompile(`[A-Za-z_]\w*|"[^"]*"|\d+`)
	statements = regexp.MustCompile(`(?:[;{]|\n) ?[^;{}\n]+(?:;|\n)`)
)

// mutate changes a program: tokens are replaced by others of it, statements are
// left out, doubled or moved. Seed 0 changes nothing.
func mutate(text string, seed uint64) string {
	if seed == 0 {
		return text
	}
	r := rand.New(rand.NewPCG(seed, 0))
	for range 1 + r.IntN(2)*r.IntN(3) {
		toks, sts := tokens.FindAllStringIndex(text, -1), statements.FindAllStringIndex(text, -1)
		if len(toks) == 0 || len(sts) == 0 {
			break
		}
		switch r.IntN(5) {
		case 0, 1: // a token near by is most often one that fits
			at := r.IntN(len(toks))
			from := toks[max(0, min(len(toks)-1, at+r.IntN(21)-10))]
			text = text[:toks[at][0]] + text[from[0]:from[1]] + text[toks[at][1]:]
		case 2:
			s := sts[r.IntN(len(sts))]
			text = text[:s[0]+1] + text[s[1]-1:]
		default:
			from, to := sts[r.IntN(len(sts))], sts[r.IntN(len(sts))]
			text = text[:to[1]-1] + "\n" + text[from[0]+1:from[1]-1] + text[to[1]-1:]
		}
	}
	return text
}

// seeds are the texts of the tests of this package.
func seeds(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, tt := range hard {
		out = append(out, tt.text)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("(?s)\\{\"[^\"]*\", `(.*?)`\\}").FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "// ->") {
				out = append(out, fileOf(m[1]))
			}
		}
	}
	if len(out) < 20 {
		t.Fatalf("%d texts of tables, want 20 and more", len(out))
	}
	return out
}
