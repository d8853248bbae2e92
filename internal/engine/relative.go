package engine

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/load"
)

// A relativizer makes file names relative to a root.
type relativizer struct {
	roots []place           // the root as given, and without symbolic links; followed modules
	known map[string]string // absolute -> result
}

// A place is a folder and what stands for it in names: "" or ends in a slash.
type place struct{ dir, name string }

// newRelativizer returns a relativizer for a root. Files of followed modules
// outside of it are named after their module: where the module cache is differs
// between machines, and says nothing to a reader.
func newRelativizer(root string, modules []load.Module) *relativizer {
	rel := &relativizer{known: make(map[string]string)}
	rel.add(root, "")
	for _, m := range modules {
		if !m.Main && m.Dir != "" {
			rel.add(m.Dir, m.Source+"/")
		}
	}
	return rel
}

// add adds a folder as given, and without symbolic links.
func (rel *relativizer) add(dir, name string) {
	clean := filepath.Clean(dir)
	rel.roots = append(rel.roots, place{clean, name})
	if real, err := filepath.EvalSymlinks(dir); err == nil && real != clean {
		rel.roots = append(rel.roots, place{real, name})
	}
}

// file returns a name relative to the root with slashes, or one that starts
// with a followed module; any other name stays absolute.
func (rel *relativizer) file(name string) string {
	if name == "" || !filepath.IsAbs(name) {
		return filepath.ToSlash(name)
	}
	if out, ok := rel.known[name]; ok {
		return out
	}
	out, ok := rel.below(name)
	if !ok {
		// The go command may know the folder by another name than we do.
		if real, err := filepath.EvalSymlinks(name); err == nil {
			out, ok = rel.below(real)
		}
	}
	if !ok {
		out = filepath.ToSlash(name)
	}
	rel.known[name] = out
	return out
}

// below returns name relative to the first root that it lies below.
func (rel *relativizer) below(name string) (string, bool) {
	for _, root := range rel.roots {
		out, err := filepath.Rel(root.dir, name)
		if err == nil && out != ".." && !strings.HasPrefix(out, ".."+string(filepath.Separator)) {
			return root.name + filepath.ToSlash(out), true
		}
	}
	return "", false
}

// finding rewrites every position of f. The slices of f may be shared with
// the result of an analyzer, so they are copied.
func (rel *relativizer) finding(f *finding.Finding) {
	f.Pos.File = rel.file(f.Pos.File)
	f.Trace = append([]finding.Step(nil), f.Trace...)
	for i := range f.Trace {
		f.Trace[i].Pos.File = rel.file(f.Trace[i].Pos.File)
	}
	f.Related = append([]finding.Evidence(nil), f.Related...)
	for i := range f.Related {
		f.Related[i].Pos.File = rel.file(f.Related[i].Pos.File)
	}
	f.Fixes = slices.DeleteFunc(slices.Clone(f.Fixes), rel.foreign)
	for i := range f.Fixes {
		f.Fixes[i].Edits = append([]finding.Edit(nil), f.Fixes[i].Edits...)
		for j := range f.Fixes[i].Edits {
			f.Fixes[i].Edits[j].Pos.File = rel.file(f.Fixes[i].Edits[j].Pos.File)
		}
	}
	if f.Suppressed != nil {
		s := *f.Suppressed
		s.Pos.File = rel.file(s.Pos.File)
		f.Suppressed = &s
	}
}

// foreign reports whether a fix changes a file of a followed module, which is
// not the user's to change here.
func (rel *relativizer) foreign(fix finding.Fix) bool {
	return slices.ContainsFunc(fix.Edits, func(e finding.Edit) bool {
		name := rel.file(e.Pos.File)
		return slices.ContainsFunc(rel.roots, func(p place) bool { return p.name != "" && strings.HasPrefix(name, p.name) })
	})
}

// inventory rewrites every position of inv, which is ours: Merge made it.
func (rel *relativizer) inventory(inv *inventory.Inventory) {
	for _, s := range inv.Servers {
		s.Position.File = rel.file(s.Position.File)
		rel.controls(s.Controls)
	}
	for _, list := range [][]*inventory.Tool{inv.Tools, inv.Resources, inv.ResourceTemplates, inv.Prompts, inv.Completions} {
		for _, t := range list {
			t.Position.File = rel.file(t.Position.File)
			t.Registration.File = rel.file(t.Registration.File)
			if t.Handler != nil {
				t.Handler.File = rel.file(t.Handler.File)
			}
			rel.controls(t.Controls)
			for i := range t.EffectsBy {
				rel.effect(&t.EffectsBy[i])
			}
		}
	}
	for i := range inv.NotSeen {
		rel.notSeen(&inv.NotSeen[i])
	}
}

func (rel *relativizer) effect(e *inventory.Effect) {
	e.Position.File = rel.file(e.Position.File)
	for i := range e.Path {
		e.Path[i].Position.File = rel.file(e.Path[i].Position.File)
	}
}

func (rel *relativizer) controls(controls map[string]*inventory.State) {
	for _, state := range controls {
		for i := range state.Evidence {
			state.Evidence[i].Position.File = rel.file(state.Evidence[i].Position.File)
		}
	}
}

// notSeen rewrites the position, and what was not seen where that is a file.
func (rel *relativizer) notSeen(n *inventory.NotSeen) {
	n.Position.File = rel.file(n.Position.File)
	if filepath.IsAbs(n.What) {
		n.What = rel.file(n.What)
	}
	// Messages of the go command name files, too.
	for _, root := range rel.roots {
		n.Reason = strings.ReplaceAll(n.Reason, root.dir+string(filepath.Separator), root.name)
	}
}
