package load

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"

	"github.com/mcpvet/mcpvet/internal/finding"
)

// A Kind says what sort of thing went wrong.
type Kind string

// The kinds of problems.
const (
	KindModule   Kind = "module"   // a module or workspace could not be listed
	KindPattern  Kind = "pattern"  // a pattern matches nothing
	KindMissing  Kind = "missing"  // an imported package is not there
	KindPackage  Kind = "package"  // the go command or the loader rejects a package
	KindSyntax   Kind = "syntax"   // a file does not parse
	KindType     Kind = "type"     // the code does not type-check
	KindStripped Kind = "stripped" // a declaration or a part of one was left out because of an error in it
	KindVersion  Kind = "version"  // the code asks for another Go version
)

func (k Kind) rank() int {
	switch k {
	case KindModule:
		return 0
	case KindMissing:
		return 1
	}
	return 2
}

// A Problem is something that was not analysed, or only in part.
type Problem struct {
	Kind    Kind
	What    string // pattern, module, package, file or declaration
	Package string // import path, "" when it is not about one package
	Module  string // module path, "" when it is not about one module
	Reason  string // one line, with what to do where something can be done
	Pos     finding.Position
}

func (p Problem) String() string {
	if p.Pos.IsValid() {
		return fmt.Sprintf("%s: %s: %s", p.Pos, p.What, p.Reason)
	}
	return fmt.Sprintf("%s: %s", p.What, p.Reason)
}

// compareProblems orders problems by place, then by text. What is missing as a
// whole comes first: it explains much of what follows.
func compareProblems(a, b Problem) int {
	return cmp.Or(
		cmp.Compare(a.Kind.rank(), b.Kind.rank()),
		cmp.Compare(a.Module, b.Module),
		cmp.Compare(a.Package, b.Package),
		a.Pos.Compare(b.Pos),
		cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(a.What, b.What),
		cmp.Compare(a.Reason, b.Reason),
	)
}

// A NothingError says why there is nothing to analyse, and what to do.
type NothingError struct {
	Reason string
	Hint   string
}

func (e *NothingError) Error() string {
	if e.Hint == "" {
		return "nothing to analyse: " + e.Reason
	}
	return "nothing to analyse: " + e.Reason + "; " + e.Hint
}

// position resolves pos to its place in the physical file.
func (l *loader) position(pos token.Pos) finding.Position {
	if !pos.IsValid() {
		return finding.Position{}
	}
	p := l.fset.PositionFor(pos, false)
	return finding.Position{File: p.Filename, Line: p.Line, Column: p.Column}
}

// sortedProblems returns the problems so far, sorted and without repetition.
func (l *loader) sortedProblems() []Problem {
	ps := slices.Clone(l.problems)
	slices.SortFunc(ps, compareProblems)
	return slices.Compact(ps)
}
