package guard

import (
	"context"
	"errors"
	"time"
)

// An outcome is what becomes of a call.
type outcome struct {
	started time.Time
	call    Call
	canon   []byte // its arguments
	id      Identity
	failed  bool // the result tells of a failure
	late    bool // and the time was over
	err     error
}

// record is the record of a call, but for how it ended.
func (o *outcome) record(g *Guard) Record {
	return Record{
		Time: o.started, Kind: o.call.Kind, Name: clip(o.call.Name, 256), User: o.id.User, Session: o.id.Session,
		Fingerprint: g.mac.fingerprint(o.canon), Task: o.call.Task, Answer: o.call.Answer != nil,
	}
}

// begin records that a call begins, if that is a condition of it.
func (g *Guard) begin(ctx context.Context, o *outcome) error {
	if !g.strict {
		return nil
	}
	r := o.record(g)
	r.Status = StatusBegun
	if err := g.write(ctx, r); err != nil {
		return refuse(StatusDenied, "the call can't be recorded, so it is not made: call again later")
	}
	return nil
}

// record writes what became of a call.
func (g *Guard) record(ctx context.Context, o *outcome) {
	r := o.record(g)
	r.Duration = time.Since(o.started)
	r.Status, r.Reason = g.status(ctx, o)
	_ = g.write(ctx, r) // has been logged; the call is over
}

// write hands a record to all auditors.
func (g *Guard) write(ctx context.Context, r Record) error {
	ctx = context.WithoutCancel(ctx) // a call that was cancelled is recorded, too
	var errs []error
	for _, a := range g.audit {
		if err := Recover(func() error { return a.Write(ctx, r) }); err != nil {
			g.logger.ErrorContext(ctx, "an audit record could not be written", "name", r.Name, "status", string(r.Status), "error", err)
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// status says how a call ended, and why.
func (g *Guard) status(ctx context.Context, o *outcome) (Status, string) {
	var question *Question
	var panicked *PanicError
	switch refused := Refused(o.err); {
	case refused != nil:
		return refused.Status, refused.Message
	case errors.As(o.err, &question):
		return StatusAsked, ""
	case errors.As(o.err, &panicked):
		g.logger.ErrorContext(ctx, "a handler panicked",
			"kind", string(o.call.Kind), "name", o.call.Name, "panic", panicked.detail(), "stack", string(panicked.Stack))
		return StatusPanic, clip(g.redactor.Text(panicked.detail()), 500)
	case errors.Is(o.err, context.DeadlineExceeded), o.late:
		return StatusTimeout, "its time was over"
	case errors.Is(o.err, context.Canceled):
		return StatusCanceled, ""
	case o.err != nil:
		return StatusError, clip(g.redactor.Text(o.err.Error()), 500)
	case o.failed:
		return StatusError, "the result tells of a failure"
	}
	return StatusOK, ""
}
