package models

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// What is kept as JSON is what the rows say.
func TestReady(t *testing.T) {
	want, err := Ready()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, readyJSON) {
		t.Errorf("%s is stale: run go run ./internal/gen, and commit the result", ReadyFile)
	}
	parts, read := readyFiles(), 0
	err = eachFile(func(name string, data []byte) error {
		ms, err := parseModels(name, data)
		if c, ok := parts[name]; ok && c.SHA256 == digest(data) {
			read++
			if !reflect.DeepEqual(c.Models, ms) {
				t.Errorf("the rows of %s are others as JSON than as YAML", name)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if read < 10 {
		t.Errorf("%d files are read as JSON; want all", read)
	}
}

// Rows that were edited count, stale JSON or not.
func TestReadyStale(t *testing.T) {
	const name = "std/back.yaml"
	data, err := files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	old, err := readBuiltin(name, data)
	if err != nil {
		t.Fatal(err)
	}
	edited := bytes.Replace(data, []byte("name: "+old[0].Name), []byte("name: edited"), 1)
	if ms, err := readBuiltin(name, edited); err != nil || ms[0].Name != "edited" {
		t.Errorf("edited rows: %v, %v; want them read as they are", ms, err)
	}
	if _, err := readBuiltin(name, []byte("name: [")); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("faulty rows: %v; want an error that names the file", err)
	}
}

func BenchmarkBuiltin(b *testing.B) {
	for b.Loop() {
		if err := eachFile(func(name string, data []byte) error {
			_, err := readBuiltin(name, data)
			return err
		}); err != nil {
			b.Fatal(err)
		}
	}
}
