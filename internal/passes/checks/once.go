package checks

import (
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
)

const mark = "\x00"

// beyond returns the function that one around a body hands on to, "" where what
// that does has to do with the question; then it is part of the key.
func beyond(j *flow.Judge, w controls.Control) (key, next string) {
	if j.Touches(w.Next) {
		return w.Next, ""
	}
	return "", w.Next
}
