//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak returns the resident memory of the largest process, in bytes.
func peak(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	size := int64(usage.Maxrss) //nolint:unconvert // int32 on 32-bit systems
	if runtime.GOOS != "darwin" && runtime.GOOS != "ios" {
		size <<= 10 // kilobytes everywhere else
	}
	return size
}
