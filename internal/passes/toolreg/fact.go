package toolreg

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"sync"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Program is the fact of a package: its lowered form, and those of the
// packages in scope that it imports. go vet hands a package only the facts of
// its direct imports, so each one passes on what it got.
type Program struct {
	pkgs  []*program.Package // in memory
	blobs [][]byte           // as read, not yet decoded
}

// AFact marks Program as a fact.
func (*Program) AFact() {}

func (p *Program) String() string {
	pkgs, err := p.packages()
	if err != nil {
		return "program: " + err.Error()
	}
	return fmt.Sprintf("program of %d packages", len(pkgs))
}

// encoded remembers the bytes of a package: every importer writes them again.
var encoded sync.Map // *program.Package -> []byte

// GobEncode writes the packages, each one compressed on its own.
func (p *Program) GobEncode() ([]byte, error) {
	blobs := p.blobs
	if blobs == nil {
		for _, pkg := range p.pkgs {
			data, ok := encoded.Load(pkg)
			if !ok {
				fresh, err := pkg.Encode()
				if err != nil {
					return nil, err
				}
				data, _ = encoded.LoadOrStore(pkg, fresh)
			}
			blobs = append(blobs, data.([]byte))
		}
	}
	var out bytes.Buffer
	if err := gob.NewEncoder(&out).Encode(blobs); err != nil {
		return nil, fmt.Errorf("encode the program: %w", err)
	}
	return out.Bytes(), nil
}

// GobDecode reads what GobEncode wrote.
func (p *Program) GobDecode(data []byte) error {
	*p = Program{}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&p.blobs); err != nil {
		return fmt.Errorf("decode the program: %w", err)
	}
	return nil
}

// packages returns the packages, decoded.
func (p *Program) packages() ([]*program.Package, error) {
	if p.pkgs == nil {
		for _, b := range p.blobs {
			pkg, err := program.Decode(b)
			if err != nil {
				return nil, err
			}
			encoded.Store(pkg, b)
			p.pkgs = append(p.pkgs, pkg)
		}
	}
	return p.pkgs, nil
}
