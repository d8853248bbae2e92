package flow

import (
	"strconv"
	"strings"
)

// A path leads from a value to a part of it. Its steps: ".f" a field, "[k]" an
// element with a constant index or key, "[*]" any element, "[#]" the keys of a
// map, "()i" a result of calling it, "()>i" what an argument refers to after
// calling it, "()^i,k" what it calls an argument with, "<i" an element of a
// tuple, "@k" what a context holds under a key.
type path string

// maxSteps bounds paths. Beyond it a part stands for all that is below it.
const maxSteps = 5

const mark = "\x01"

const (
	anyElem = "[*]"
	keyElem = "[#]"
)

func (p path) add(step string) path {
	if p.full() {
		return p
	}
	return p + path(mark+step)
}

// full reports whether a path stands for all that is below it.
func (p path) full() bool { return strings.Count(string(p), mark) >= maxSteps }

func (p path) join(q path) path {
	for q != "" {
		var s string
		s, q = q.cut()
		p = p.add(s)
	}
	return p
}

// cut splits off the first step.
func (p path) cut() (string, path) {
	if p == "" {
		return "", ""
	}
	if i := strings.Index(string(p[1:]), mark); i >= 0 {
		return string(p[1 : i+1]), p[i+1:]
	}
	return string(p[1:]), ""
}

func (p path) steps() []string {
	if p == "" {
		return nil
	}
	return strings.Split(string(p[1:]), mark)
}

func isElem(step string) bool { return step != "" && step[0] == '[' && step != keyElem }

// same reports whether two steps can lead to one place.
func same(a, b string) bool {
	return a == b || isElem(a) && isElem(b) && (a == anyElem || b == anyElem)
}

// read returns which part of the value at path at is affected by data at path
// data: all of it ("", true), a part, or none.
func read(data, at path) (path, bool) {
	for {
		if data == "" || at == "" {
			return data, true
		}
		var a, b string
		a, data = data.cut()
		b, at = at.cut()
		if !same(a, b) {
			return "", false
		}
	}
}

// covers reports whether a store to path at overwrites all of path data.
func covers(at, data path) bool {
	for at != "" {
		var a, b string
		if data == "" {
			return false
		}
		a, at = at.cut()
		b, data = data.cut()
		if a != b || a == anyElem || a == keyElem {
			return false
		}
	}
	return true
}

// index returns the constant index of an element step.
func index(step string) (int, bool) {
	if !isElem(step) || len(step) < 3 {
		return 0, false
	}
	i, err := strconv.Atoi(step[1 : len(step)-1])
	return i, err == nil && i >= 0
}

func elemStep(i int64) string { return "[" + strconv.FormatInt(i, 10) + "]" }
