package guard

import (
	"fmt"
	"strings"
)

// NoOption returns an error if a program could read s as an option, or take it
// for nothing at all: if it is empty, starts with "-", or holds a zero byte. For
// programs that read "+x" or "@file" or "/x" specially, an allow-list is needed.
func NoOption(s string) error {
	switch {
	case s == "":
		return fmt.Errorf("the argument is empty: give a value")
	case s[0] == '-':
		return fmt.Errorf("the argument %q starts with \"-\": give a value that is no option", clip(s, 64))
	case strings.IndexByte(s, 0) >= 0:
		return fmt.Errorf("the argument %q holds a zero byte: leave it out", clip(s, 64))
	}
	return nil
}

// Operands returns "--" and the values, to be the end of the arguments of a
// program that ends its options at "--". Each value is checked by [NoOption],
// too, for the programs and subcommands that don't.
//
//	args, err := guard.Operands(pattern, file)
//	if err != nil { ... }
//	cmd := exec.CommandContext(ctx, "grep", append([]string{"-n"}, args...)...)
func Operands(values ...string) ([]string, error) {
	out := append(make([]string, 0, len(values)+1), "--")
	for _, v := range values {
		if err := NoOption(v); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}
