package engine

import (
	"path/filepath"
	"slices"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/load"
)

// A selection knows which files the user's patterns select. Whole modules are
// analysed, since a server and its tools may lie in different packages; the
// patterns say what is shown.
type selection struct {
	all   bool // every package is selected
	files map[string]bool
}

func newSelection(loaded *load.Result) *selection {
	s := &selection{all: true, files: make(map[string]bool)}
	for _, pkg := range loaded.Packages {
		if !loaded.Selected(pkg.PkgPath) {
			s.all = false
			continue
		}
		for _, f := range pkg.Syntax {
			s.files[pkg.Fset.PositionFor(f.FileStart, false).Filename] = true
		}
		for _, list := range [][]string{pkg.GoFiles, pkg.CompiledGoFiles, pkg.OtherFiles} {
			for _, f := range list {
				s.files[f] = true
			}
		}
	}
	return s
}

// file reports whether a file, by its absolute name, is selected.
func (s *selection) file(name string) bool {
	return s.all || s.files[filepath.FromSlash(name)]
}

// filter removes from inv what no selected file has a part in. A server stays
// as long as one of its tools does, or one of the findings is about it: what a
// finding is called must not depend on what else is shown.
func (s *selection) filter(inv *inventory.Inventory, found []finding.Finding) {
	kept := make(map[string]bool) // servers
	for _, f := range found {
		kept[f.Server] = true
	}
	keep := func(list []*inventory.Tool) []*inventory.Tool {
		return slices.DeleteFunc(list, func(t *inventory.Tool) bool {
			if !s.file(t.Position.File) && !s.file(t.Registration.File) && (t.Handler == nil || !s.file(t.Handler.File)) {
				return true
			}
			if t.Server != nil {
				kept[*t.Server] = true
			}
			return false
		})
	}
	inv.Tools = keep(inv.Tools)
	inv.Resources = keep(inv.Resources)
	inv.ResourceTemplates = keep(inv.ResourceTemplates)
	inv.Prompts = keep(inv.Prompts)
	inv.Completions = keep(inv.Completions)
	inv.Servers = slices.DeleteFunc(inv.Servers, func(srv *inventory.Server) bool {
		return !kept[srv.ID] && !s.file(srv.Position.File)
	})
}
