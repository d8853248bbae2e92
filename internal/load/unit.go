package load

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// A unit is what one go list describes: a module, or a workspace.
type unit struct {
	dir     string   // where the go command runs
	work    string   // go.work file, "" for a single module
	modules []string // directories of the main modules
	extra   []string // directory patterns that dir/... leaves out, like ./testdata/x
}

// patterns returns the patterns for go list: all of every main module.
func (u *unit) patterns() []string {
	var pats []string
	for _, m := range u.modules {
		pats = append(pats, modulePattern(u.dir, m))
	}
	return append(pats, u.extra...)
}

// modulePattern returns the pattern, for the go command in dir, of all packages
// of the module in mod. A directory pattern must not start in a folder that
// such patterns leave out, like .repo; the module path stands in for it then.
func modulePattern(dir, mod string) string {
	rel, err := filepath.Rel(dir, mod)
	if err != nil {
		return filepath.Join(mod, "...")
	}
	if skippedName(filepath.Base(rel)) && rel != ".." {
		if data, err := os.ReadFile(filepath.Join(mod, "go.mod")); err == nil {
			if path := modfile.ModulePath(data); path != "" {
				return path + "/..."
			}
		}
	}
	return "./" + filepath.ToSlash(rel) + "/..."
}

// findUnits returns the modules and workspaces that the patterns point into,
// and the modules nested below a pattern with "...", sorted by directory.
func (l *loader) findUnits(pats []*pattern) ([]*unit, error) {
	f := &unitFinder{work: l.gocmd.work, units: make(map[string]*unit)}
	for _, p := range pats {
		base, wild := p.dir, p.wild
		if p.path != nil {
			// An import path may name a package of any module here.
			if base == "" || f.above(l.dir) {
				base = l.dir
			}
			wild = wild || !f.above(base)
		}
		u, err := f.add(base)
		if err != nil {
			return nil, err
		}
		if u != nil && p.path == nil && skippedBelow(u.modules, base) {
			u.extra = append(u.extra, p.folders(base)...)
		}
		if wild {
			for _, dir := range modulesBelow(base) {
				if _, err := f.add(dir); err != nil {
					return nil, err
				}
			}
		}
	}
	if len(f.units) == 0 {
		return nil, l.noModule()
	}
	units := make([]*unit, 0, len(f.units))
	for _, u := range f.units {
		units = append(units, u)
	}
	slices.SortFunc(units, func(a, b *unit) int { return strings.Compare(a.dir, b.dir) })
	return units, nil
}

// folders returns the directories that p names in a place that "..." patterns
// of the go command leave out, up to nested modules.
func (p *pattern) folders(base string) []string {
	if !p.wild {
		return []string{base}
	}
	var dirs []string
	nested := modulesBelow(base)
	walkDirs(base, func(name string, d fs.DirEntry) bool {
		dir := filepath.Dir(name)
		inNested := slices.ContainsFunc(nested, func(mod string) bool {
			return mod != base && (dir == mod || strings.HasPrefix(dir, mod+string(filepath.Separator)))
		})
		if strings.HasSuffix(name, ".go") && !inNested && !slices.Contains(dirs, dir) && p.dirs.MatchString(filepath.ToSlash(dir)) {
			dirs = append(dirs, dir)
		}
		return true
	})
	return dirs
}

// noModule says why there is no module to load.
func (l *loader) noModule() error {
	entries, err := os.ReadDir(l.dir)
	switch {
	case err != nil:
		return fmt.Errorf("cannot read %s: %w", l.dir, err)
	case len(entries) == 0:
		return &NothingError{Reason: "folder " + l.dir + " is empty", Hint: "run mcpvet in the folder of a Go module, or point to one with -C"}
	case !goFileBelow(l.dir):
		return &NothingError{Reason: "there are no Go files in " + l.dir, Hint: "run mcpvet in the folder of a Go module, or point to one with -C"}
	}
	return &NothingError{Reason: "there is no go.mod in " + l.dir + ", above it or below it", Hint: "run go mod init and go mod tidy there first, or point to a module with -C"}
}

// A unitFinder collects units, keyed by their go.work or go.mod.
type unitFinder struct {
	work  string // GOWORK
	units map[string]*unit
}

// above reports whether dir is in a module or workspace.
func (f *unitFinder) above(dir string) bool {
	return findUp(dir, "go.mod") != "" || f.workFile(dir) != ""
}

// workFile returns the go.work that the go command would use in dir.
func (f *unitFinder) workFile(dir string) string {
	switch f.work {
	case "":
		return findUp(dir, "go.work")
	case "off":
		return ""
	}
	return f.work
}

// add adds the unit that dir is in, and returns it; nil if dir is in none.
// A module that a go.work above it does not list stands for itself.
func (f *unitFinder) add(dir string) (*unit, error) {
	mod := findUp(dir, "go.mod")
	if work := f.workFile(dir); work != "" {
		members, err := workMembers(work)
		if err != nil {
			return nil, err
		}
		if mod == "" || slices.Contains(members, filepath.Dir(mod)) {
			return f.unit(work, &unit{dir: filepath.Dir(work), work: work, modules: members}), nil
		}
	}
	if mod == "" {
		return nil, nil
	}
	root := filepath.Dir(mod)
	return f.unit(mod, &unit{dir: root, modules: []string{root}}), nil
}

// unit returns the unit for key, u if there was none.
func (f *unitFinder) unit(key string, u *unit) *unit {
	if old := f.units[key]; old != nil {
		return old
	}
	f.units[key] = u
	return u
}

// workMembers returns the absolute directories that a go.work file uses.
func workMembers(work string) ([]string, error) {
	data, err := os.ReadFile(work)
	if err != nil {
		return nil, fmt.Errorf("cannot read go.work (GOWORK=off ignores it): %w", err)
	}
	wf, err := modfile.ParseWork(work, data, nil)
	if err != nil {
		return nil, fmt.Errorf("cannot parse go.work (repair it, or ignore it with GOWORK=off): %w", err)
	}
	var dirs []string
	for _, u := range wf.Use {
		dir := filepath.FromSlash(u.Path)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(work), dir)
		}
		dirs = append(dirs, filepath.Clean(dir))
	}
	slices.Sort(dirs)
	return slices.Compact(dirs), nil
}

// findUp returns the nearest regular file of that name in dir or above, or "".
func findUp(dir, name string) string {
	for {
		file := filepath.Join(dir, name)
		if st, err := os.Stat(file); err == nil && st.Mode().IsRegular() {
			return file
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// skippedName reports whether the go command leaves directories of that name
// out of "..." patterns; node_modules is ours: it can be huge, and the Go code
// in it is never the project's.
func skippedName(name string) bool {
	return name == "vendor" || name == "testdata" || name == "node_modules" ||
		strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") && name != "."
}

// skippedBelow reports whether dir is below one of roots but left out of its
// "..." pattern. Vendored packages are not an own part of any module.
func skippedBelow(roots []string, dir string) bool {
	if !isDir(dir) {
		return false
	}
	for _, root := range roots {
		rel, err := filepath.Rel(root, dir)
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			continue
		}
		skipped := false
		for name := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
			if name == "vendor" {
				return false
			}
			skipped = skipped || skippedName(name)
		}
		return skipped
	}
	return false
}

// modulesBelow returns the directories below dir that have a go.mod.
func modulesBelow(dir string) []string {
	var dirs []string
	walkDirs(dir, func(name string, d fs.DirEntry) bool {
		if d.Name() == "go.mod" && d.Type().IsRegular() {
			dirs = append(dirs, filepath.Dir(name))
		}
		return true
	})
	return dirs
}

// goFileBelow reports whether there is a Go file in dir or below.
func goFileBelow(dir string) bool {
	found := false
	walkDirs(dir, func(name string, d fs.DirEntry) bool {
		found = found || strings.HasSuffix(d.Name(), ".go")
		return !found
	})
	return found
}

// walkDirs calls f with every file below dir until it returns false. Folders
// that cannot be read are passed over, as the go command does.
func walkDirs(dir string, f func(name string, d fs.DirEntry) bool) {
	stop := errors.New("stop")
	_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			if name != dir && skippedName(d.Name()) {
				return fs.SkipDir
			}
			return nil
		case !f(name, d):
			return stop
		}
		return nil
	})
}
