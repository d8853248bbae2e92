package load

import (
	"path/filepath"
	"strings"
	"testing"
)

const cgoModule = `
-- go.mod --
module example.com/cgo

go 1.24
-- a.go --
package a

/*
#include <stdlib.h>
#include "lib.h"
#cgo LDFLAGS: -lm
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"
)

type handle struct {
	p *C.struct_session
	o C.options_t
}

func Exec(cmd string) (string, error) {
	c := C.CString(cmd)
	defer C.free(unsafe.Pointer(c))
	if C.run(c, C.int(len(cmd)), nil) != 0 {
		return "", errors.New("failed")
	}
	n := int(C.count(c))
	out := C.GoString(C.output(c))
	return fmt.Sprint(out, n, C.MAX_LEN), nil
}

func Alloc(n int) []byte {
	p := C.malloc(C.size_t(n))
	defer C.free(p)
	return C.GoBytes(p, C.int(n))
}

func Both() error {
	v, err := C.both(1)
	fmt.Println(v)
	return err
}

func Open() *handle {
	h := &handle{p: (*C.struct_session)(C.open_session())}
	if C.is_ready(h.p) {
		return nil
	}
	switch C.state() {
	case C.STATE_A, C.STATE_B:
	}
	C.counter = 3
	C.touch(&C.counter)
	var x C.long = C.long(1)
	var y C.flags_t = C.flags_t(3)
	fmt.Println(x, y, C.sizeof_int, new(C.struct_other))
	return h
}

func Field(s *C.struct_session) int { return int(s.field) }

func Fine() string { return "no C here" }
-- b.go --
package a

func UsesCode() string { s, _ := Exec("x"); return s }
`

func TestCgo(t *testing.T) {
	dir := tree(t, cgoModule)
	for _, untrusted := range []bool{false, true} {
		res := load(t, Options{Dir: dir, Untrusted: untrusted})
		p := pkg(t, res, "example.com/cgo")
		wantAnalysed(t, p, "Alloc", "Both", "Exec", "Field", "Fine", "Open", "UsesCode")
		wantProblem(t, res, KindStripped, "function Field: a part of it", filepath.Join(dir, "a.go")+":60:46")
		for _, pr := range res.Problems {
			if !strings.Contains(pr.String(), "a.go:60:") {
				t.Errorf("unexpected problem: %v", pr)
			}
		}
		if len(p.Syntax) != 2 || len(p.Syntax[1].Comments) == 0 {
			t.Error("the cgo file is not there as it was written")
		}
	}
}

func TestCgoDependency(t *testing.T) {
	dir := tree(t, `
-- main/go.mod --
module example.com/main

go 1.24

require example.com/dep v0.0.0

replace example.com/dep => ../dep
-- main/a.go --
package main

import "example.com/dep"

func main() { dep.Run("x"); println(dep.Session{}.Name) }
-- dep/go.mod --
module example.com/dep

go 1.24
-- dep/dep.go --
package dep

// int x;
import "C"

type Session struct {
	c    C.int
	Name string
}

func Run(s string) { C.run(C.CString(s)) }
`)
	res := load(t, Options{Dir: filepath.Join(dir, "main")})
	wantNoProblems(t, res)
	wantAnalysed(t, pkg(t, res, "example.com/main"), "main")
}
