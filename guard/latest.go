package guard

import (
	"context"
	"log/slog"
)

// latest is the handler of [slog.Default] as it is when a record is written: a
// guard that is a variable of a package is made before the program sets its log.
type latest struct {
	first slog.Handler // the one there was when the guard was made
	with  func(slog.Handler) slog.Handler
}

type insideKey struct{}

// handler returns the handler of a record. Where the program made the guard's own
// log its default, that log would come back here for ever.
func (l latest) handler(ctx context.Context) (context.Context, slog.Handler) {
	h := l.first
	if ctx.Value(insideKey{}) == nil {
		h = slog.Default().Handler()
		ctx = context.WithValue(ctx, insideKey{}, true)
	}
	if l.with != nil {
		h = l.with(h)
	}
	return ctx, h
}

// Enabled is that of the handler.
func (l latest) Enabled(ctx context.Context, level slog.Level) bool {
	ctx, h := l.handler(ctx)
	return h.Enabled(ctx, level)
}

// Handle hands the record on.
func (l latest) Handle(ctx context.Context, r slog.Record) error {
	ctx, h := l.handler(ctx)
	return h.Handle(ctx, r)
}

// WithAttrs remembers the attributes for whichever handler it will be.
func (l latest) WithAttrs(attrs []slog.Attr) slog.Handler {
	return l.and(func(h slog.Handler) slog.Handler { return h.WithAttrs(attrs) })
}

// WithGroup is like WithAttrs.
func (l latest) WithGroup(name string) slog.Handler {
	return l.and(func(h slog.Handler) slog.Handler { return h.WithGroup(name) })
}

func (l latest) and(f func(slog.Handler) slog.Handler) slog.Handler {
	before := l.with
	if before == nil {
		return latest{l.first, f}
	}
	return latest{l.first, func(h slog.Handler) slog.Handler { return f(before(h)) }}
}
