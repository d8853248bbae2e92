package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	var buf bytes.Buffer
	p := &progress{w: &buf, width: 20, timer: time.NewTimer(time.Hour)}
	p.set("loading")
	if buf.Len() != 0 {
		t.Errorf("shown at once: %q", buf.String())
	}
	p.show()
	p.set("analysing 1234 packages with long names")
	p.stop()
	p.set("late")
	p.stop()
	const erase = "\r\x1b[K"
	want := erase + "mcpvet: loading" + erase + "mcpvet: analysing 1" + erase
	if buf.String() != want {
		t.Errorf("got %q, want %q", buf.String(), want)
	}

	// A run that ends before the line appears leaves no trace.
	buf.Reset()
	p = &progress{w: &buf, width: 20, timer: time.NewTimer(time.Hour)}
	p.set("loading")
	p.stop()
	p.show()
	if buf.Len() != 0 {
		t.Errorf("got %q", buf.String())
	}

	// Nothing that is no terminal ever shows it.
	p = newProgress(new(strings.Builder), false)
	p.set("loading")
	p.stop()
	if p.w != nil {
		t.Error("a line for something that is no terminal")
	}
}

func TestOutputs(t *testing.T) {
	outs, err := outputs("json", []string{"sarif=a/b=c.sarif"}, "text", "json", "sarif")
	if err != nil || len(outs) != 2 || outs[0] != (output{format: "json"}) || outs[1] != (output{format: "sarif", file: "a/b=c.sarif"}) {
		t.Errorf("%v, %v", outs, err)
	}
}
