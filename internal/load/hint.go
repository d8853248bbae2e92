package load

import (
	"regexp"
	"strings"
)

var newerGo = regexp.MustCompile(`requires go >= ?([0-9][^\s;,)]*)`)

// hint returns what a user can do about a message of the go command, or "".
func hint(msg string) string {
	has := func(subs ...string) bool {
		for _, s := range subs {
			if strings.Contains(msg, s) {
				return true
			}
		}
		return false
	}
	switch m := newerGo.FindStringSubmatch(msg); {
	case m != nil:
		return "install Go " + m[1] + " or newer (toolchains are never downloaded)"
	case has("inconsistent vendoring"):
		return "run go mod vendor (go work vendor in a workspace), or remove the vendor folder"
	case has("updates to go.mod needed", "go mod tidy"):
		return "run go mod tidy"
	case has("missing go.sum entry", "module lookup disabled", "no required module provides package",
		"cannot find module providing package", "cannot query module", "dial tcp", "no such host", "verifying module", "reading http"):
		return "run go mod download (or go mod tidy, if go.mod lacks it)"
	case has("go.work"):
		return "repair go.work, or set GOWORK=off"
	}
	return ""
}

// withHint returns msg on one line, followed by what to do about it.
func withHint(msg string) string {
	msg = oneLine(msg)
	if h := hint(msg); h != "" {
		return msg + ": " + h
	}
	return msg
}
