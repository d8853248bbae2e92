package models

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"sync"
)

// Reading the builtin rows as YAML costs more than all else of a start, and
// under go vet there is one for each package. So what was read is kept as JSON
// beside them. Each file's part holds for the bytes it was made of only: rows
// that were edited since are read as YAML, which is slower and gives the same.

// ReadyFile is where the project keeps what Ready returns.
const ReadyFile = "models/builtin.jsonl"

//go:embed builtin.jsonl
var readyJSON []byte

// readyFile is the content of one file of builtin rows.
type readyFile struct {
	File   string   `json:"file"`
	SHA256 string   `json:"sha256"`
	Models []*Model `json:"models"`
}

var readyFiles = sync.OnceValue(func() map[string]readyFile {
	out := map[string]readyFile{}
	for line := range bytes.Lines(readyJSON) {
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields() // of rows whose Go type is another by now
		var c readyFile
		if d.Decode(&c) == nil {
			out[c.File] = c
		}
	}
	return out
})

// eachFile calls do for each file of builtin rows, in order.
func eachFile(do func(name string, data []byte) error) error {
	for _, folder := range []string{"sdk", "std", "lib", "programs"} {
		entries, err := files.ReadDir(folder)
		if err != nil {
			return fmt.Errorf("reading the builtin models: %w", err)
		}
		for _, e := range entries {
			name := path.Join(folder, e.Name())
			data, err := files.ReadFile(name)
			if err != nil {
				return fmt.Errorf("reading the builtin models: %w", err)
			}
			if err := do(name, data); err != nil {
				return err
			}
		}
	}
	return nil
}

// readBuiltin returns the models of a file of builtin rows.
func readBuiltin(name string, data []byte) ([]*Model, error) {
	if c, ok := readyFiles()[name]; ok && c.SHA256 == digest(data) {
		return c.Models, nil
	}
	return parseModels(name, data)
}

// Ready returns the content of ReadyFile.
func Ready() ([]byte, error) {
	var out bytes.Buffer
	err := eachFile(func(name string, data []byte) error {
		ms, err := parseModels(name, data)
		if err != nil {
			return err
		}
		line, err := json.Marshal(readyFile{name, digest(data), ms})
		if err != nil {
			return fmt.Errorf("making %s ready: %w", name, err)
		}
		var whole any
		if err := json.Unmarshal(line, &whole); err != nil {
			return fmt.Errorf("making %s ready: %w", name, err)
		}
		if line, err = json.Marshal(withoutNothing(whole)); err != nil {
			return fmt.Errorf("making %s ready: %w", name, err)
		}
		out.Write(line)
		out.WriteByte('\n')
		return nil
	})
	return out.Bytes(), err
}

// withoutNothing leaves out what a decoder leaves as it is: keys with null or an
// empty text, which most are.
func withoutNothing(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, in := range v {
			if in == nil || in == "" {
				delete(v, key)
			} else {
				v[key] = withoutNothing(in)
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutNothing(v[i])
		}
	}
	return v
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
