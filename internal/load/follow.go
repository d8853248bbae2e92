package load

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// A FollowError says that a pattern of Options.Follow brings nothing in scope.
type FollowError struct {
	Pattern string
	Reason  string // with what to do
}

func (e *FollowError) Error() string { return "cannot follow " + e.Pattern + ": " + e.Reason }

// A follower decides which packages of dependencies are in scope.
type follower struct {
	pats     []*pattern
	required int // the first ones have to match something
	matched  []bool
}

func (l *loader) newFollower() *follower {
	f := &follower{required: len(l.opts.Follow)}
	f.pats = parsePatterns(l.dir, slices.Concat(l.opts.Follow, l.opts.FollowIfUsed))
	f.matched = make([]bool, len(f.pats))
	return f
}

// match reports whether a package of a module is one to follow.
func (f *follower) match(pkg, module string) bool {
	found := false
	for i, p := range f.pats {
		if p.path != nil && (p.path.MatchString(module) || p.path.MatchString(pkg)) {
			found, f.matched[i] = true, true
		}
	}
	return found
}

// check returns a *FollowError for the first pattern that has to match and
// does not. Where nothing was listed there is a better error to come.
func (f *follower) check(l *loader, units []*unit) error {
	if len(l.nodes) == 0 {
		return nil
	}
	for i, p := range f.pats[:f.required] {
		if !f.matched[i] {
			return &FollowError{Pattern: p.raw, Reason: p.whyNotFollowed(l, units)}
		}
	}
	return nil
}

// whyNotFollowed says why p matches no package of a dependency.
func (p *pattern) whyNotFollowed(l *loader, units []*unit) string {
	if p.path == nil {
		if data, err := os.ReadFile(filepath.Join(p.dir, "go.mod")); err == nil && modfile.ModulePath(data) != "" {
			return "give the path of its module in place of the folder: " + modfile.ModulePath(data)
		}
		return "give the path of a module or package that is imported, not a folder"
	}
	for _, n := range l.nodes {
		if n.failed != "" && (p.path.MatchString(n.path) || strings.HasPrefix(n.path, p.raw+"/")) {
			return "its package " + n.path + " is missing: " + n.failed
		}
	}
	for _, u := range units {
		for _, dir := range u.modules {
			file := filepath.Join(dir, "go.mod")
			data, err := os.ReadFile(file)
			if err != nil {
				continue
			}
			mod, err := modfile.ParseLax(file, data, nil)
			if err != nil {
				continue // the go command has said so
			}
			for _, r := range mod.Require {
				if p.path.MatchString(r.Mod.Path) {
					return fmt.Sprintf("%s requires %s, but no package of it is imported: leave the pattern out", file, r.Mod.Path)
				}
			}
		}
	}
	return "no package of a dependency matches: give the path of a module that \"go list -m all\" lists, like example.com/platform, or a pattern like example.com/platform/..."
}
