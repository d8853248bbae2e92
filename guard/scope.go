package guard

import (
	"context"
	"fmt"
	"strings"
)

// RequireScope returns nil if the caller in the context is known and has all of
// the scopes, and a *[Refusal] otherwise. Without scopes it asks only for a
// known caller. Call it in a handler behind an adapter, and return its error.
func RequireScope(ctx context.Context, scopes ...string) error {
	id, ok := IdentityFrom(ctx)
	if !ok {
		return refuse(StatusDenied, "the caller is unknown: authenticate, and call again")
	}
	return requireScopes(id, scopes)
}

// requireScopes names what is missing: the caller needs it to ask for access.
func requireScopes(id Identity, scopes []string) error {
	var missing []string
	for _, s := range scopes {
		if !id.Has(s) {
			missing = append(missing, s)
		}
	}
	if len(missing) > 0 {
		return refuse(StatusDenied, fmt.Sprintf("the caller lacks the scope %s: ask for it, and call again", strings.Join(missing, ", ")))
	}
	return nil
}
