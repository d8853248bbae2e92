package engine

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
)

// evaluators decides which package's pass evaluates the start-up code of each.
// What a program runs of a library it runs with known arguments, so evaluating
// the library by itself too would cost as much again and tell less. Of several
// programs that import a library, the one that imports most packages stands
// for it: it is the likeliest to run what is there.
func evaluators(pkgs []*packages.Package) func(*types.Package) *types.Package {
	type program struct {
		main     *packages.Package
		packages []*packages.Package
	}
	var programs []program
	for _, pkg := range pkgs {
		if pkg.Name == "main" {
			programs = append(programs, program{pkg, closure(pkg)})
		}
	}
	slices.SortStableFunc(programs, func(a, b program) int {
		return cmp.Or(cmp.Compare(len(b.packages), len(a.packages)), cmp.Compare(a.main.PkgPath, b.main.PkgPath))
	})
	by := make(map[*types.Package]*types.Package)
	for _, p := range programs {
		for _, pkg := range p.packages {
			if pkg.Name != "main" && by[pkg.Types] == nil {
				by[pkg.Types] = p.main.Types
			}
		}
	}
	return func(pkg *types.Package) *types.Package { return by[pkg] }
}

// closure lists the packages in scope that pkg imports, by way of others too.
func closure(pkg *packages.Package) []*packages.Package {
	seen := map[*packages.Package]bool{pkg: true}
	work := []*packages.Package{pkg}
	var out []*packages.Package
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for _, imp := range p.Imports {
			if !seen[imp] {
				seen[imp] = true
				work = append(work, imp)
				out = append(out, imp)
			}
		}
	}
	return out
}
