package checks

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/models"
)

// Declared reads the directives by which a team names its own controls:
//
//	//mcpvet:control scope
//	func mayWrite(ctx context.Context) error
var Declared = &analysis.Analyzer{
	Name:       "mcpdeclared",
	Doc:        "mcpdeclared: read the directives that declare functions to be controls",
	Run:        readDirectives,
	Requires:   []*analysis.Analyzer{config.Analyzer, config.Syntax},
	ResultType: reflect.TypeFor[*DeclaredResult](),
	FactTypes:  []analysis.Fact{new(Controls)},
}

// A DeclaredResult maps functions, by their full names, to kinds of controls.
type DeclaredResult struct{ Funcs map[string]string }

// Controls is the fact of a package: the functions that it, or a package that
// it imports, declares to be controls, as "name kind", sorted.
type Controls struct{ Funcs []string }

// AFact marks Controls as a fact.
func (*Controls) AFact() {}

func (c *Controls) String() string { return fmt.Sprintf("%d controls", len(c.Funcs)) }

const directive = "//mcpvet:control"

func readDirectives(pass *analysis.Pass) (any, error) {
	res := &DeclaredResult{Funcs: map[string]string{}}
	if !pass.ResultOf[config.Analyzer].(*config.Result).InScope {
		return res, nil
	}
	all := map[string]bool{}
	for _, imp := range pass.Pkg.Imports() {
		var fact Controls
		if pass.ImportPackageFact(imp, &fact) {
			for _, f := range fact.Funcs {
				all[f] = true
			}
		}
	}
	for _, file := range pass.Files {
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Doc == nil {
				continue
			}
			for _, comment := range fn.Doc.List {
				rest, ok := strings.CutPrefix(comment.Text, directive)
				words := strings.Fields(rest)
				if !ok || len(words) == 0 || rest[0] != ' ' || !slices.Contains(models.ControlKinds(), words[0]) {
					continue
				}
				if obj, ok := pass.TypesInfo.Defs[fn.Name].(*types.Func); ok {
					all[obj.Origin().FullName()+" "+words[0]] = true
				}
			}
		}
	}
	if len(all) > 0 {
		pass.ExportPackageFact(&Controls{Funcs: slices.Sorted(maps.Keys(all))})
	}
	for f := range all {
		i := strings.LastIndexByte(f, ' ')
		res.Funcs[f[:i]] = f[i+1:]
	}
	return res, nil
}
