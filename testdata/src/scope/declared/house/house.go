// Package house asks a service that nothing is known about.
package house

import "context"

// Ask is set up by the program.
var Ask func(ctx context.Context, action string) error

// May reports whether the call may go on.
//
//mcpvet:control scope
func May(ctx context.Context, action string) error { return Ask(ctx, action) }
