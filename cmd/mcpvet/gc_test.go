package main

import "testing"

func TestGCPercent(t *testing.T) {
	for live, want := range map[uint64]int{
		0:         3100,
		32 << 20:  300,
		64 << 20:  200,
		128 << 20: 200,
		192 << 20: 133,
		256 << 20: 100,
		4 << 30:   100,
	} {
		if got := gcPercent(live); got != want {
			t.Errorf("%d MiB live: %d%%, want %d%%", live>>20, got, want)
		}
	}
}
