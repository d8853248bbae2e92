package guard

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// WithTimeout calls f with a context that ends after at most d, and returns its
// error; a *[Refusal] with [StatusTimeout] if f failed for that reason. It
// waits for f: Go can't stop a function that doesn't heed its context, and to
// go on without it would leave it running unseen.
func WithTimeout(ctx context.Context, d time.Duration, f func(context.Context) error) error {
	if d <= 0 {
		return fmt.Errorf("the timeout is %v: give one above zero", d)
	}
	inner, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	err := f(inner)
	if err != nil && inner.Err() != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return refuse(StatusTimeout, fmt.Sprintf("the call took longer than %v: ask for less", d))
	}
	return err
}
