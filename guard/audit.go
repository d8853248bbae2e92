package guard

import (
	"context"
	"log/slog"
	"time"
)

// A Record says what became of one call. It holds a keyed fingerprint of the
// arguments, never the arguments.
type Record struct {
	Time        time.Time     `json:"time"` // when the call came
	Kind        Kind          `json:"kind"`
	Name        string        `json:"name"` // of the tool, resource, prompt or method
	User        string        `json:"user"` // "" if unknown
	Session     string        `json:"session,omitempty"`
	Fingerprint string        `json:"fingerprint"` // see Fingerprint
	Status      Status        `json:"status"`
	Reason      string        `json:"reason,omitempty"` // why it was refused, or how it failed, without secrets
	Duration    time.Duration `json:"duration_ns"`      // nanoseconds in JSON
	Task        bool          `json:"task,omitempty"`   // it runs on after its answer
	Answer      bool          `json:"answer,omitempty"` // it answers a question of an earlier call
}

// An Auditor keeps records. Write is called once per call, on every way out of
// it, by many goroutines at once. If it fails the guard says so in its log.
type Auditor interface {
	Write(ctx context.Context, r Record) error
}

// NewAudit returns an auditor that writes records to a log handler, at level
// Info, and at Warn those of calls that did not end well.
func NewAudit(h slog.Handler) Auditor { return slogAudit{h} }

type slogAudit struct{ h slog.Handler }

func (a slogAudit) Write(ctx context.Context, r Record) error {
	level := slog.LevelInfo
	if r.Status != StatusOK && r.Status != StatusAsked {
		level = slog.LevelWarn
	}
	if !a.h.Enabled(ctx, level) {
		return nil
	}
	rec := slog.NewRecord(r.Time, level, "mcp call", 0)
	rec.AddAttrs(
		slog.String("kind", string(r.Kind)), slog.String("name", r.Name), slog.String("user", r.User), slog.String("session", r.Session),
		slog.String("fingerprint", r.Fingerprint), slog.String("status", string(r.Status)), slog.Duration("duration", r.Duration),
	)
	if r.Reason != "" {
		rec.AddAttrs(slog.String("reason", r.Reason))
	}
	if r.Task {
		rec.AddAttrs(slog.Bool("task", true))
	}
	if r.Answer {
		rec.AddAttrs(slog.Bool("answer", true))
	}
	return a.h.Handle(ctx, rec)
}
