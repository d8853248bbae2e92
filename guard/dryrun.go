package guard

import (
	"bytes"
	"encoding/json"
	"strings"
)

// DryRun reports whether a call is only to say what it would do: unless the
// argument is there and false. No SDK applies the defaults of a published
// schema everywhere, so that a plain bool that is left out would be false.
func DryRun(arg *bool) bool { return arg == nil || *arg }

// DryRunArgument is [DryRun] for the raw JSON of the arguments: unless they are
// an object whose key name is there exactly once, in whatever case, and is the
// literal false.
func DryRunArgument(args []byte, name string) bool {
	if CheckArguments(args) != nil {
		return true
	}
	var m map[string]json.RawMessage
	if json.Unmarshal(args, &m) != nil {
		return true
	}
	for k, v := range m {
		if strings.EqualFold(k, name) {
			return !bytes.Equal(bytes.TrimSpace(v), []byte("false"))
		}
	}
	return true
}

// DryRunMap is [DryRun] for decoded arguments: unless the key name is there
// once, in whatever case, and is the boolean false.
func DryRunMap(args map[string]any, name string) bool {
	found, dry := 0, true
	for k, v := range args {
		if strings.EqualFold(k, name) {
			found++
			b, ok := v.(bool)
			dry = !ok || b
		}
	}
	return found != 1 || dry
}
