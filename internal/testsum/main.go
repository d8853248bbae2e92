// Command testsum reads the output of "go test -json" runs on standard input,
// prints it for people, and closes with one line "N passed, N failed". It
// exits with status 1 if anything failed, if something that was started did
// not end, or if no test ran at all.
//
// Lines that are not JSON pass through. Two of them mean something: a script
// frames its steps with
//
//	::step NAME
//	::step-failed NAME
//
// and a failed step in which no test failed counts as one failure.
//
// A test that runs more than once counts once, as failed if it ever failed.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

func main() {
	ok, err := summarise(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testsum:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// An event is one line of go test -json.
type event struct {
	Action      string
	Package     string
	ImportPath  string // of a package whose build failed
	Test        string
	Output      string
	Elapsed     float64 // seconds
	FailedBuild string
}

// A key names a test, or with an empty test a package.
type key struct{ pkg, test string }

func compareKeys(a, b key) int { return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.test, b.test)) }

// A summary collects what events say.
type summary struct {
	w      io.Writer
	state  map[key]string   // test -> pass, fail, skip; package -> the same, or start
	output map[key][]string // of what has not passed yet
	extra  []string         // failures that are no test: packages, builds, steps
	fails  int              // failures so far, to tell whether a step had one of its own
	atStep int              // value of fails when the current step began
	err    error            // of writing
}

func summarise(r io.Reader, w io.Writer) (ok bool, err error) {
	s := &summary{w: w, state: map[key]string{}, output: map[key][]string{}}
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			s.line(strings.TrimSuffix(line, "\n"))
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return false, fmt.Errorf("read test output: %w", err)
		}
	}
	ok = s.close()
	if s.err != nil {
		return false, fmt.Errorf("print the summary: %w", s.err)
	}
	return ok, nil
}

func (s *summary) printf(format string, args ...any) {
	if _, err := fmt.Fprintf(s.w, format, args...); err != nil && s.err == nil {
		s.err = err
	}
}

// line handles one line of input.
func (s *summary) line(text string) {
	var e event
	if !strings.HasPrefix(text, "{") || json.Unmarshal([]byte(text), &e) != nil || e.Action == "" {
		s.printf("%s\n", text)
		if _, ok := strings.CutPrefix(text, "::step "); ok {
			s.atStep = s.fails
		}
		if name, ok := strings.CutPrefix(text, "::step-failed "); ok && s.fails == s.atStep {
			s.failed("step " + name)
		}
		return
	}
	k := key{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		s.printf("%s", e.Output)
	case "build-fail":
		s.printf("build of %s failed\n", e.ImportPath)
	case "start", "run":
		s.begin(k)
	case "output":
		s.output[k] = append(s.output[k], e.Output)
	case "pass", "skip":
		if s.state[k] != "fail" {
			s.state[k] = e.Action
		}
		delete(s.output, k)
		if e.Test == "" {
			s.printf("%-4s %s (%.1fs)\n", e.Action, e.Package, e.Elapsed)
		}
	case "fail":
		s.fail(k, e)
	}
}

// begin notes that something has started and must end. A package that once
// failed keeps that, but what runs again must end again.
func (s *summary) begin(k key) {
	if s.state[k] != "fail" {
		s.state[k] = "start"
	}
}

// fail notes a failed test or package. A package ends its unfinished tests; if
// none of its tests failed, it did not build, crashed or ran out of time, and
// counts itself.
func (s *summary) fail(k key, e event) {
	if k.test != "" {
		s.printf("FAIL %s %s\n", k.pkg, k.test)
		s.show(k)
		s.state[k] = "fail"
		s.fails++
		return
	}
	s.printf("FAIL %s (%.1fs)\n", k.pkg, e.Elapsed)
	failed := false
	for _, test := range s.tests(k.pkg) {
		if s.state[test] == "start" {
			s.fail(test, event{})
		}
		failed = failed || s.state[test] == "fail"
	}
	if !failed {
		s.show(k)
		if s.state[k] != "fail" {
			s.failed("package " + k.pkg)
		}
	}
	s.state[k] = "fail"
}

func (s *summary) failed(what string) {
	s.extra = append(s.extra, what)
	s.fails++
}

// tests returns the tests of a package, sorted.
func (s *summary) tests(pkg string) []key {
	var out []key
	for k := range s.state {
		if k.pkg == pkg && k.test != "" {
			out = append(out, k)
		}
	}
	slices.SortFunc(out, compareKeys)
	return out
}

// show prints what a failed test or package has printed.
func (s *summary) show(k key) {
	for _, text := range s.output[k] {
		s.printf("    %s", text)
	}
	delete(s.output, k)
}

// close prints the end and reports whether all is well.
func (s *summary) close() bool {
	passed, failed, skipped := 0, 0, 0
	var names []string
	for _, k := range slices.SortedFunc(maps.Keys(s.state), compareKeys) {
		switch state := s.state[k]; {
		case state == "start":
			names = append(names, strings.TrimSpace(k.pkg+" "+k.test)+" did not end")
			s.show(k)
			failed++
		case k.test == "":
		case state == "pass":
			passed++
		case state == "skip":
			skipped++
		case state == "fail":
			names = append(names, k.pkg+" "+k.test)
			failed++
		}
	}
	names = append(names, s.extra...)
	failed += len(s.extra)
	if passed+failed == 0 {
		names = append(names, "no test ran")
		failed++
	}
	for _, name := range names {
		s.printf("failed: %s\n", name)
	}
	if skipped > 0 {
		s.printf("%d skipped\n", skipped)
	}
	s.printf("%d passed, %d failed\n", passed, failed)
	return failed == 0
}
