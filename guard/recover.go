package guard

import (
	"fmt"
	"runtime/debug"
)

// A PanicError is the error of a function that panicked. Its text tells the
// client nothing of the panic.
type PanicError struct {
	Value any    // what it panicked with
	Stack []byte // of the goroutine that panicked
}

// Error returns a text for the client.
func (p *PanicError) Error() string {
	return "the tool failed: the server has written down why"
}

// Recover calls f and returns its error, or a *[PanicError] if it panicked. A
// panic in a goroutine that f starts can't be caught.
func Recover(f func() error) (err error) {
	done := false
	defer func() {
		if done {
			return
		}
		// runtime.Goexit and panic(nil) come here as well.
		err = &PanicError{Value: recover(), Stack: debug.Stack()}
	}()
	err = f()
	done = true
	return err
}

func (p *PanicError) detail() string { return fmt.Sprint(p.Value) }
