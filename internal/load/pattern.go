package load

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A pattern selects packages.
type pattern struct {
	raw  string
	file string // absolute: the package of this file
	dir  string // absolute: the directory, or the one that the wildcard starts from
	wild bool   // contains "..."
	path *regexp.Regexp
	dirs *regexp.Regexp // on slash-separated absolute directories
}

// parsePatterns reads patterns as the go command does, relative to dir.
// In addition a relative directory may lack its "./".
func parsePatterns(dir string, raw []string) []*pattern {
	var pats []*pattern
	for _, r := range raw {
		p := &pattern{raw: r, wild: strings.Contains(r, "...")}
		abs := filepath.Clean(r)
		if !filepath.IsAbs(r) {
			abs = filepath.Join(dir, r)
		}
		switch {
		case !p.wild && strings.HasSuffix(r, ".go") && !isDir(abs):
			p.file, p.dir = abs, filepath.Dir(abs)
		case isLocal(r):
			p.dir, p.dirs = wildBase(abs), wildcard(filepath.ToSlash(abs))
		default:
			p.path = wildcard(r)
			if base := wildBase(abs); base != dir && isDir(base) {
				p.dir, p.dirs = base, wildcard(filepath.ToSlash(abs))
			}
		}
		pats = append(pats, p)
	}
	return pats
}

// isLocal reports whether a pattern is a path of the file system.
func isLocal(pat string) bool {
	if filepath.IsAbs(pat) || pat == "." || pat == ".." {
		return true
	}
	s := filepath.ToSlash(pat)
	return strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../")
}

func isDir(name string) bool {
	st, err := os.Stat(name)
	return err == nil && st.IsDir()
}

// wildBase returns the directory that a path with a wildcard starts from.
func wildBase(path string) string {
	i := strings.Index(path, "...")
	if i < 0 {
		return path
	}
	return filepath.Dir(path[:i] + "x")
}

// wildcard compiles a pattern: "..." is any text, and a final "/..." also
// matches nothing at all.
func wildcard(pat string) *regexp.Regexp {
	re := regexp.QuoteMeta(pat)
	re = strings.ReplaceAll(re, `\.\.\.`, `.*`)
	if strings.HasSuffix(re, `/.*`) {
		re = strings.TrimSuffix(re, `/.*`) + `(/.*)?`
	}
	return regexp.MustCompile(`^` + re + `$`)
}

// matches reports whether p selects n.
func (p *pattern) matches(n *node) bool {
	if p.file != "" {
		for _, files := range [][]string{n.goFiles, n.testFiles} {
			for _, f := range files {
				if sameFile(f, p.file) {
					return true
				}
			}
		}
		return false
	}
	return p.path != nil && (p.path.MatchString(n.path) || n.forTest != "" && p.path.MatchString(n.forTest)) ||
		p.dirs != nil && (p.dirs.MatchString(filepath.ToSlash(n.dir)) || p.dirs.MatchString(filepath.ToSlash(realPath(n.dir))))
}

// sameFile reports whether two absolute paths name one file; they may differ
// by symbolic links in their directories.
func sameFile(a, b string) bool {
	return a == b || filepath.Base(a) == filepath.Base(b) && realPath(a) == realPath(b)
}

func realPath(name string) string {
	if r, err := filepath.EvalSymlinks(name); err == nil {
		return r
	}
	return name
}

// selectPackages returns the paths of the packages in scope that pats select,
// and of those that are followed. A pattern that matches nothing is a problem,
// and an error if none matches.
func (l *loader) selectPackages(pats []*pattern) (map[string]bool, error) {
	sel := make(map[string]bool)
	var empty []*pattern
	for _, p := range pats {
		found := false
		for _, n := range l.nodes {
			if n.scope && p.matches(n) {
				sel[n.path] = true
				found = true
			}
		}
		if !found {
			empty = append(empty, p)
		}
	}
	if len(sel) == 0 {
		return nil, l.nothingSelected(empty)
	}
	for _, n := range l.nodes {
		if n.scope && n.module != nil && !n.module.Main {
			sel[n.path] = true
		}
	}
	for _, p := range empty {
		l.problems = append(l.problems, Problem{Kind: KindPattern, What: p.raw, Reason: p.whyEmpty(l)})
	}
	return sel, nil
}

// nothingSelected says why no pattern matches a package.
func (l *loader) nothingSelected(empty []*pattern) error {
	anyScope := false
	for _, n := range l.nodes {
		anyScope = anyScope || n.scope
	}
	if anyScope {
		if len(empty) == 1 {
			return &NothingError{Reason: fmt.Sprintf("pattern %s matches no package: %s", empty[0].raw, empty[0].whyEmpty(l)),
				Hint: "give a folder like ./cmd/server, ./... or an import path"}
		}
		return &NothingError{Reason: "no pattern matches a package", Hint: "give folders like ./cmd/server, ./... or import paths"}
	}
	// The listing itself found nothing: a broken module is the better reason.
	for _, p := range l.problems {
		if p.Kind == KindModule || p.Kind == KindPackage {
			return &NothingError{Reason: p.What + ": " + p.Reason}
		}
	}
	for _, p := range empty {
		if goFileBelow(p.dir) {
			return &NothingError{
				Reason: fmt.Sprintf("all Go files of %s are excluded by build constraints for %s/%s%s", p.raw, l.gocmd.goos, l.gocmd.goarch, tagText(l.opts.Tags)),
				Hint:   "give other --goos, --goarch or --tags, or --tests if there are only tests",
			}
		}
	}
	return &NothingError{Reason: "there are no Go files in " + l.dir, Hint: "run mcpvet in the folder of a Go module, or point to one with -C"}
}

func tagText(tags []string) string {
	if len(tags) == 0 {
		return ""
	}
	return " with tags " + strings.Join(tags, ",")
}

// whyEmpty says why p matches no package.
func (p *pattern) whyEmpty(l *loader) string {
	switch {
	case p.file != "":
		if _, err := os.Stat(p.file); err != nil {
			return "no such file"
		}
		return fmt.Sprintf("the file is not part of the build for %s/%s%s, a test (--tests), or in a folder that Go ignores", l.gocmd.goos, l.gocmd.goarch, tagText(l.opts.Tags))
	case p.dir == "":
		return "no package of the module has such an import path"
	case !isDir(p.dir):
		return "no such folder"
	case goFileBelow(p.dir):
		return fmt.Sprintf("no Go file in it is part of the build for %s/%s%s", l.gocmd.goos, l.gocmd.goarch, tagText(l.opts.Tags))
	}
	return "the folder has no Go files"
}
