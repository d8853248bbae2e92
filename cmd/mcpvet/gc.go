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

// tuneGC trades memory for time. A run is short, and most of what it
// allocates lives to its end: with Go's own setting a fifth of the time goes
// into collecting. Beyond 200 % there is little to win, since fresh memory
// costs time, too; and what is large already must not triple. Settings of the
// environment win.
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

// gcPercent returns the growth for a number of live bytes: 200 % as long as
// that is within headroom, and never less than Go's own 100 %.
func gcPercent(live uint64) int {
	return int(min(200, max(100, headroom*100/max(live, 1))))
}
