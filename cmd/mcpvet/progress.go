package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// A progress is the line on a terminal that says what takes so long. It
// appears only once a run has lasted a moment, and leaves nothing behind.
type progress struct {
	mu    sync.Mutex
	w     io.Writer // nil: nobody watches
	width int
	text  string
	shown bool
	done  bool
	timer *time.Timer
}

// progressDelay is how long a run stays silent.
const progressDelay = 300 * time.Millisecond

// newProgress returns the progress line for w, which shows nothing if w is
// not a terminal.
func newProgress(w io.Writer, quiet bool) *progress {
	p := new(progress)
	if width := terminal(w); width > 0 && !quiet {
		p.w, p.width = w, width
		p.timer = time.AfterFunc(progressDelay, p.show)
	}
	return p
}

// set says what is being done now.
func (p *progress) set(text string) {
	if p.w == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = text
	if p.shown {
		p.draw()
	}
}

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.done {
		p.shown = true
		p.draw()
	}
}

// draw overwrites the line. It must not wrap: what wraps can't be erased.
func (p *progress) draw() {
	if p.done {
		return
	}
	text := []rune("mcpvet: " + p.text)
	if len(text) >= p.width {
		text = text[:p.width-1]
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", string(text))
}

// stop erases the line.
func (p *progress) stop() {
	if p.w == nil {
		return
	}
	p.timer.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown && !p.done {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.done = true
}
