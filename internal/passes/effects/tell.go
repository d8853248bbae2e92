package effects

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/models"
)

// How effects are told to people.

// ranks orders acts by what a reader should see first.
var ranks = []string{models.ActNone, models.ActRead, models.ActCreate, models.ActGrant, models.ActSend, models.ActRun, models.ActUpdate, models.ActSpend, models.ActDelete}

// Rank orders effects by the harm that they do; what is only guessed comes after
// what is known.
func (e *Effect) Rank() int {
	r := 2 * slices.Index(ranks, e.Act)
	if e.Caller {
		r = 2*len(ranks) + 1
	}
	if e.Guess || e.Vague {
		r--
	}
	return r
}

// Worst returns the effect that a reader should see first, nil for none.
func Worst(list []*Effect) *Effect {
	if len(list) == 0 {
		return nil
	}
	return slices.MaxFunc(list, func(a, b *Effect) int { return a.Rank() - b.Rank() })
}

// Doing says what an effect is, as a clause without its subject.
func (e *Effect) Doing() string {
	verb := map[string]string{
		models.ActRead: "reads", models.ActCreate: "creates something", models.ActUpdate: "changes what exists", models.ActDelete: "deletes", models.ActSend: "sends to others",
		models.ActRun: "runs something", models.ActGrant: "changes permissions", models.ActSpend: "spends",
	}[e.Act]
	switch {
	case e.Caller && e.On == models.OnDatabase:
		verb = "runs a statement of the caller's choice"
	case e.Caller:
		verb = "runs what the caller chooses"
	case e.On == models.OnFiles && e.Act == models.ActUpdate:
		verb = "overwrites files"
	case e.On == models.OnFiles && e.Act == models.ActDelete:
		verb = "deletes files"
	}
	return verb + " (" + e.What + ")"
}

// Way lists the calls from the entry to the effect, and the effect.
func (e *Effect) Way() []flow.Hop {
	var out []flow.Hop
	for _, h := range e.Hops {
		if h.Pos.IsValid() && h.Text != "" {
			out = append(out, h)
		}
	}
	return append(out, flow.Hop{Pos: e.Pos, Text: e.What})
}

// MayChange reports whether an entry may change something: by what it does, or by
// what its name says that it does.
func (r *Result) MayChange(e *posture.Entry) bool {
	s := r.Of[e]
	if s == nil || s.Changes != No {
		return true
	}
	switch r.Models.Words().Act(e.Name.Value) {
	case "", models.ActNone, models.ActRead:
		return false
	}
	return true
}
