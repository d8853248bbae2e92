package toolreg

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"sync"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Program is the fact of a package: its lowered form, and those of the
// packages in scope that it imports. go vet hands a package only the facts of
// its direct imports, so each one passes on what it got.
type Program struct {
	parts []*part
}

// A part is one package, decoded, encoded, or both: most of what a package
// passes on it hands over as it came, and what several imports hand over is
// decoded once.
type part struct {
	path string
	pkg  func() (*program.Package, error)
	data func() ([]byte, error)
}

// partOf is the part of a package that was lowered here.
func partOf(pkg *program.Package) *part {
	return &part{
		path: pkg.Path,
		pkg:  func() (*program.Package, error) { return pkg, nil },
		data: sync.OnceValues(pkg.Encode),
	}
}

// readPart is a part that was read.
func readPart(path string, data []byte) *part {
	return &part{
		path: path,
		pkg: sync.OnceValues(func() (*program.Package, error) {
			pkg, err := program.Decode(data)
			if err == nil && pkg.Path != path {
				err = errors.New("it is another package")
			}
			if err != nil {
				return nil, fmt.Errorf("read the fact about %s: %w", path, err)
			}
			return pkg, nil
		}),
		data: func() ([]byte, error) { return data, nil },
	}
}

// AFact marks Program as a fact.
func (*Program) AFact() {}

func (p *Program) String() string {
	for _, part := range p.parts {
		if _, err := part.pkg(); err != nil {
			return "program: " + err.Error()
		}
	}
	return fmt.Sprintf("program of %d packages", len(p.parts))
}

// wire is what gob writes for a Program. Each package has bytes of its own, so
// that they can be passed on without being read.
type wire struct {
	Paths []string
	Data  [][]byte
}

// GobEncode writes the packages.
func (p *Program) GobEncode() ([]byte, error) {
	var w wire
	for _, part := range p.parts {
		data, err := part.data()
		if err != nil {
			return nil, err
		}
		w.Paths, w.Data = append(w.Paths, part.path), append(w.Data, data)
	}
	var out bytes.Buffer
	if err := gob.NewEncoder(&out).Encode(w); err != nil {
		return nil, fmt.Errorf("encode the program: %w", err)
	}
	return out.Bytes(), nil
}

// GobDecode reads what GobEncode wrote.
func (p *Program) GobDecode(data []byte) error {
	var w wire
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&w); err != nil {
		return fmt.Errorf("decode the program: %w", err)
	}
	if len(w.Paths) != len(w.Data) {
		return fmt.Errorf("decode the program: %d names for %d packages", len(w.Paths), len(w.Data))
	}
	*p = Program{}
	for i, path := range w.Paths {
		p.parts = append(p.parts, readPart(path, w.Data[i]))
	}
	return nil
}

// packages returns the packages, decoded.
func (p *Program) packages() ([]*program.Package, error) {
	var pkgs []*program.Package
	for _, part := range p.parts {
		pkg, err := part.pkg()
		if err != nil {
			return nil, err
		}
		pkgs = append(pkgs, pkg)
	}
	return pkgs, nil
}
