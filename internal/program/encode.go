package program

import (
	"bytes"
	"compress/flate"
	"encoding/gob"
	"fmt"
	"io"
	"maps"
	"slices"
)

// wire is what gob writes for a Package: lists instead of maps, because gob
// writes a map in random order and facts must not change from run to run.
type wire struct {
	Path    string
	Main    bool
	Imports []string
	Init    string
	Funcs   []*Func
	Types   []*Type
	Mutated []string
	Embeds  []Embed
	Skipped []Skipped
}

// Encode returns the bytes of p, compressed: the same bytes for the same package.
func (p *Package) Encode() ([]byte, error) {
	w := wire{Path: p.Path, Main: p.Main, Imports: p.Imports, Init: p.Init, Mutated: p.Mutated, Embeds: p.Embeds, Skipped: p.Skipped}
	for _, id := range slices.Sorted(maps.Keys(p.Funcs)) {
		w.Funcs = append(w.Funcs, p.Funcs[id])
	}
	for _, name := range slices.Sorted(maps.Keys(p.Types)) {
		w.Types = append(w.Types, p.Types[name])
	}
	var out bytes.Buffer
	z, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		return nil, fmt.Errorf("encode package %s: %w", p.Path, err)
	}
	if err := gob.NewEncoder(z).Encode(w); err != nil {
		return nil, fmt.Errorf("encode package %s: %w", p.Path, err)
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("encode package %s: %w", p.Path, err)
	}
	return out.Bytes(), nil
}

// Decode reverses Encode.
func Decode(data []byte) (*Package, error) {
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(data)))
	if err != nil {
		return nil, fmt.Errorf("decode package: %w", err)
	}
	var w wire
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(&w); err != nil {
		return nil, fmt.Errorf("decode package: %w", err)
	}
	p := &Package{Path: w.Path, Main: w.Main, Imports: w.Imports, Init: w.Init, Mutated: w.Mutated, Embeds: w.Embeds, Skipped: w.Skipped,
		Funcs: make(map[string]*Func, len(w.Funcs)), Types: make(map[string]*Type, len(w.Types))}
	for _, f := range w.Funcs {
		p.Funcs[f.ID] = f
	}
	for _, t := range w.Types {
		p.Types[t.Name] = t
	}
	return p, nil
}
