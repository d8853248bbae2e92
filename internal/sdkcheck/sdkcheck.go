// Package sdkcheck holds the rows of package models against the real SDKs and
// libraries: every symbol must resolve, every access path must fit the
// signature it is about, and every field must exist.
//
// It is a module of its own, so that mcpvet's users don't inherit the SDKs.
// deps.go keeps the requirements of its go.mod.
package sdkcheck

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/mcpvet/mcpvet/models"
)

// Packages returns the import paths of the packages that the rows of m about
// version name, as they are in m's module, sorted. An empty version means the
// newest.
func Packages(m *models.Model, version string) []string {
	symbols := slices.Clone(m.Requests)
	for _, f := range functions(m) {
		if models.InVersion(f.symbol.Since, f.symbol.Until, version) {
			symbols = append(symbols, f.symbol.Func)
		}
	}
	for _, t := range typeRows(m) {
		if models.InVersion(t.since, t.until, version) {
			symbols = append(symbols, t.name)
		}
	}
	var paths []string
	for _, s := range symbols {
		parts, err := models.ParseFunc(s)
		if err != nil {
			continue // the rows were validated when they were read
		}
		if p := importPath(m, parts.Package); !slices.Contains(paths, p) {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	return paths
}

// importPath returns the real import path of a package that rows name without
// the major version of its module.
func importPath(m *models.Model, path string) string {
	if m.Module == "" {
		return path
	}
	rest, ok := strings.CutPrefix(path, models.Canonical(m.Module))
	if ok && (rest == "" || rest[0] == '/') {
		return m.Module + rest
	}
	return path
}

// Load type-checks packages in the module at dir from source, and all that they
// import, without function bodies: nothing is compiled. Packages with errors are
// loaded as far as they go, for an old SDK may not fit the newest libraries.
func Load(dir string, paths []string) (map[string]*types.Package, error) {
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule,
		Dir:       dir,
		Env:       append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "CGO_ENABLED=0"),
		ParseFile: parseWithoutBodies,
	}
	pkgs, err := packages.Load(cfg, paths...)
	if err != nil {
		return nil, fmt.Errorf("loading %s: %w", strings.Join(paths, " "), err)
	}
	loaded := make(map[string]*types.Package)
	for _, p := range pkgs {
		if p.Types != nil && len(p.CompiledGoFiles) > 0 {
			loaded[p.PkgPath] = p.Types
		}
	}
	for _, path := range paths {
		if loaded[path] == nil {
			i := slices.IndexFunc(pkgs, func(p *packages.Package) bool { return p.PkgPath == path })
			if i >= 0 && len(pkgs[i].Errors) > 0 {
				return loaded, fmt.Errorf("package %s is not there: %w", path, pkgs[i].Errors[0])
			}
			return loaded, fmt.Errorf("package %s is not there", path)
		}
	}
	return loaded, nil
}

// parseWithoutBodies parses a file and drops the bodies of its functions, whose
// types nobody asks for.
func parseWithoutBodies(fset *token.FileSet, filename string, src []byte) (*ast.File, error) {
	file, err := parser.ParseFile(fset, filename, src, parser.SkipObjectResolution)
	if file != nil {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				f.Body = nil
			}
		}
	}
	return file, err
}

// NewModule makes dir a module that requires module at version, with all that
// the packages at paths need.
func NewModule(dir, module, version string, paths []string) error {
	commands := [][]string{{"mod", "init", "check.example/check"}}
	get := []string{"get", module + "@" + version}
	for _, p := range paths {
		if p != module {
			get = append(get, p+"@"+version)
		}
	}
	commands = append(commands, get)
	for _, args := range commands {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
		}
	}
	return nil
}

// Check resolves the rows of m that are about version. An empty version means
// the newest. Fields and options, which come and go between versions, are looked
// up only in the newest of m's versions that a row is about.
func Check(m *models.Model, version string, pkgs map[string]*types.Package) error {
	c := &checker{model: m, version: version, pkgs: pkgs}
	for _, f := range functions(m) {
		if models.InVersion(f.symbol.Since, f.symbol.Until, version) {
			c.function(f)
		}
	}
	for _, t := range typeRows(m) {
		if models.InVersion(t.since, t.until, version) {
			c.typ(t)
		}
	}
	return errors.Join(c.errs...)
}

// MissingRequests returns the request types of m that none of the packages has.
// Which version has which of them, the rows don't say.
func MissingRequests(m *models.Model, pkgs map[string]*types.Package) []string {
	c := &checker{model: m, pkgs: pkgs}
	var missing []string
	for _, r := range m.Requests {
		if c.lookupType(r) == nil {
			missing = append(missing, r)
		}
	}
	return missing
}

// newestOf returns the newest of m's versions that lies in the limits.
func newestOf(m *models.Model, since, until string) string {
	for _, v := range m.Versions {
		if models.InVersion(since, until, v) {
			return v
		}
	}
	return ""
}
