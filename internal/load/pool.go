package load

import (
	"context"
	"sync"
)

// A pool says how much work may go on at once, and until when.
type pool struct {
	ctx     context.Context
	workers int
}

// run does the jobs, and those that a finished job brings up, and returns when
// all are done. After ctx ends no further job is started.
func run[T any](p *pool, jobs []T, do func(T) []T) error {
	var (
		mu     sync.Mutex
		queue  = append([]T(nil), jobs...)
		cond   = sync.NewCond(&mu)
		active int
		wg     sync.WaitGroup
	)
	worker := func() {
		mu.Lock()
		defer mu.Unlock()
		for {
			for len(queue) == 0 && active > 0 {
				cond.Wait()
			}
			if len(queue) == 0 || p.ctx.Err() != nil {
				cond.Broadcast()
				return
			}
			job := queue[0]
			queue = queue[1:]
			active++
			mu.Unlock()
			more := do(job)
			mu.Lock()
			active--
			queue = append(queue, more...)
			cond.Broadcast()
		}
	}
	for range p.workers {
		wg.Go(worker)
	}
	wg.Wait()
	return p.ctx.Err()
}
