package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// headroom is how many bytes a large program may allocate before the next
// garbage collection.
const headroom = 256 << 20

// floor is how large the heap of any program may get before a collection is
// worth its while, and smallest what Go takes a heap for that is smaller.
const (
	floor    = 128 << 20
	smallest = 4 << 20
)

// tuneGC trades memory for time. A run is short, and most of what it
// allocates lives to its end: with Go's own setting a fifth of the time goes
// into collecting. Once a heap is no longer small, there is little to win beyond
// 200 %, since fresh memory costs time, too; and what is large already must not
// triple. Settings of the environment win.
func tuneGC() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	adjustGC()
	afterGC()
}

// afterGC adjusts the setting after each collection: a finalizer of garbage
// runs once per collection.
func afterGC() {
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) {
		adjustGC()
		afterGC()
	})
}

// adjustGC sets the growth until the next collection from what lives now.
func adjustGC() {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	debug.SetGCPercent(gcPercent(sample[0].Value.Uint64()))
}

// gcPercent returns the growth for a number of live bytes: up to floor, then
// 200 % as long as that is within headroom, and never less than Go's own 100 %.
func gcPercent(live uint64) int {
	live = max(live, smallest)
	percent := min(200, max(100, headroom*100/live))
	if live < floor {
		percent = max(percent, (floor-live)*100/live)
	}
	return int(percent)
}
