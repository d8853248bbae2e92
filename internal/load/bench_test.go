package load

import (
	"os"
	"testing"
)

// BenchmarkLoad loads the checkout that MCPVET_CHECKOUT names. For the memory
// of a single load, run it once and measure the process:
//
//	go test -c ./internal/load
//	MCPVET_CHECKOUT=DIR /usr/bin/time -v ./load.test -test.run '^$' -test.bench Load -test.benchtime 1x
//
// MCPVET_LOAD says by which loader: auto, export or source. With -test.v it also
// prints what was not analysed.
func BenchmarkLoad(b *testing.B) {
	dir := os.Getenv("MCPVET_CHECKOUT")
	if dir == "" {
		b.Skip("MCPVET_CHECKOUT is not set to the folder of a module")
	}
	for b.Loop() {
		res, err := Load(b.Context(), Options{Dir: dir, Tests: os.Getenv("MCPVET_TESTS") != "", Mode: Mode(os.Getenv("MCPVET_LOAD"))})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(res.Packages)), "packages")
		b.ReportMetric(float64(len(res.Problems)), "problems")
		if testing.Verbose() {
			b.Log(res.Mode, res.ModeReason)
			for _, p := range res.Problems {
				b.Log(p)
			}
		}
	}
}
