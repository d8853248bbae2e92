package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/load"
	"github.com/mcpvet/mcpvet/internal/matrix"
	"github.com/mcpvet/mcpvet/internal/passes/ignore"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
)

// result puts together what was collected: suppression, configuration,
// selection, relative positions, order.
func (r *run) result() (*Result, error) {
	r.Progress("sorting findings")
	r.suppress()
	inv := posture.Merge(r.surfaces, r.describers()...)
	for _, p := range r.loaded.Problems {
		r.notSeen = append(r.notSeen, inventory.NotSeen{What: p.What, Reason: p.Reason, Position: inventory.At(p.Pos)})
	}
	res := &Result{
		Inventory: inv,
		Packages:  len(r.loaded.Packages),
		Loader:    r.loaded.Mode, LoaderReason: r.loaded.ModeReason,
		Ran:     r.ran,
		Profile: r.profile(),
	}
	if !offers(inv) && !r.AllowEmpty {
		return nil, r.noServer()
	}
	sel := newSelection(r.loaded)
	for _, f := range r.findings {
		if !sel.file(f.Pos.File) || !r.loaded.Reported(f.Pos.File) || r.Config.Excludes(f.Pos.File) {
			continue
		}
		f.Severity = r.Config.SeverityOf(f.Rule, f.Severity)
		res.Findings = append(res.Findings, f)
	}
	if sel.all {
		res.Findings = append(res.Findings, r.idleExemptions()...)
	} else {
		sel.filter(inv, res.Findings)
	}
	matrix.Servers(inv)
	rel := newRelativizer(r.Root, r.loaded.Modules)
	res.Files = make(map[string]bool, len(sel.files))
	for name := range sel.files {
		res.Files[rel.file(name)] = true
	}
	res.Sources = map[string][]byte{}
	for i := range res.Findings {
		for _, fix := range res.Findings[i].Fixes {
			for _, e := range fix.Edits {
				if f := r.sources.File(e.Pos.File); f != nil {
					res.Sources[rel.file(f.Name)] = f.Content
				}
			}
		}
		rel.finding(&res.Findings[i])
	}
	rel.inventory(inv)
	res.NotSeen = r.notSeen
	for i := range res.NotSeen {
		rel.notSeen(&res.NotSeen[i])
	}
	slices.SortStableFunc(res.Findings, finding.Compare)
	res.Findings = slices.CompactFunc(res.Findings, func(a, b finding.Finding) bool { return finding.Compare(a, b) == 0 })
	slices.SortStableFunc(res.NotSeen, compareNotSeen)
	res.NotSeen = slices.Compact(res.NotSeen)
	return res, nil
}

func compareNotSeen(a, b inventory.NotSeen) int {
	return cmp.Or(cmp.Compare(a.Position.File, b.Position.File), cmp.Compare(a.Position.Line, b.Position.Line),
		cmp.Compare(a.Position.Column, b.Position.Column), cmp.Compare(a.What, b.What), cmp.Compare(a.Reason, b.Reason))
}

// suppress applies directives and exemptions, and adds findings about the
// directives themselves. A finding is suppressed before it is known whether
// anybody sees it, so that a directive is needed under every profile.
func (r *run) suppress() {
	index := ignore.NewIndex(r.ignores)
	for i := range r.findings {
		f := &r.findings[i]
		if s := index.Match(f.Rule, f.Pos.File, f.Pos.Line); s != nil {
			f.Suppressed = s
		} else if s := r.Config.Exempt(*f, r.Now); s != nil {
			f.Suppressed = s
		}
	}
	for _, res := range r.ignores {
		r.findings = append(r.findings, res.Problems...)
	}
	r.findings = append(r.findings, index.Unused(func(id string) bool { return slices.Contains(r.ran, id) })...)
}

// offers reports whether anything of an MCP server was found.
func offers(inv *inventory.Inventory) bool {
	return len(inv.Servers)+len(inv.Tools)+len(inv.Resources)+len(inv.ResourceTemplates)+len(inv.Prompts)+len(inv.Completions) > 0
}

// noServer is the error for code without an MCP server, with what may be the
// reason.
func (r *run) noServer() error {
	n := len(r.loaded.Packages)
	packages := fmt.Sprintf("%d packages", n)
	if n == 1 {
		packages = "1 package"
	}
	modules := make([]string, 0, len(r.loaded.Modules))
	for _, m := range r.loaded.Modules {
		modules = append(modules, m.Path)
	}
	where := ""
	if len(modules) > 0 && len(modules) <= 3 {
		where = " of " + strings.Join(modules, ", ")
	}
	if cause := r.gravest(); cause != "" {
		return fmt.Errorf("%w in %s%s, but not everything could be analysed: %s", ErrNoServer, packages, where, cause)
	}
	return fmt.Errorf("%w in %s%s: is this the folder of the server? A server built by a library of your own is found with --follow, or with a row below \"models\" in .mcpvet.yaml; --allow-empty makes this no error",
		ErrNoServer, packages, where)
}

// gravest says which of the parts that were not analysed may well hide a
// server; it is "" when everything was analysed.
func (r *run) gravest() string {
	rel := newRelativizer(r.Root, r.loaded.Modules)
	text := func(n inventory.NotSeen) string {
		rel.notSeen(&n)
		out := n.Reason
		if n.What != n.Position.File {
			out = n.What + ": " + out
		}
		if n.Position.IsValid() {
			out = fmt.Sprintf("%s:%d:%d: %s", n.Position.File, n.Position.Line, n.Position.Column, out)
		}
		return out
	}
	for _, kind := range []load.Kind{load.KindModule, load.KindMissing, load.KindPackage, load.KindSyntax, load.KindType} {
		for _, p := range r.loaded.Problems {
			if p.Kind == kind {
				return text(inventory.NotSeen{What: p.What, Reason: p.Reason, Position: inventory.At(p.Pos)})
			}
		}
	}
	if len(r.notSeen) > 0 {
		return text(r.notSeen[0])
	}
	return ""
}
