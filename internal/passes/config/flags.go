package config

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/mcpvet/mcpvet/internal/finding"
)

// flagValues are the values of Analyzer.Flags.
type flagValues struct {
	config    fileFlag
	packages  packagesFlag
	profile   profileFlag
	tests     bool
	generated bool

	mu  sync.Mutex
	key flagKey // that res and err belong to
	res *Result
	err error
}

// A flagKey is everything that a Result made from flags depends on.
type flagKey struct {
	config           *Config
	profile          finding.Profile
	tests, generated bool
}

var flags flagValues

func init() {
	fs := &Analyzer.Flags
	fs.Var(&flags.config, "config", "configuration file, as its absolute `PATH@sha256:DIGEST`")
	fs.Var(&flags.profile, "profile", "report findings of this `PROFILE`: regular, pedantic or auditor")
	fs.BoolVar(&flags.tests, "tests", false, "analyse _test.go files, too")
	fs.BoolVar(&flags.generated, "generated", false, "analyse generated files, too")
}

// Use makes c the configuration of all passes whose file set has no settings of
// its own. Without it, it is the one that the flags name.
func Use(c *Config) {
	flags.mu.Lock()
	defer flags.mu.Unlock()
	flags.config = fileFlag{config: c}
}

// RegisterGlobal adds the analyzer's flags to fs under their own names. The
// vet protocol shows the flags of root analyzers only, each with the
// analyzer's name in front; these are for all rules.
func RegisterGlobal(fs *flag.FlagSet) {
	Analyzer.Flags.VisitAll(func(f *flag.Flag) { fs.Var(f.Value, f.Name, f.Usage) })
}

// RegisterPackages adds the flag "packages" to fs, for a driver that does not say
// which module a package is of.
func RegisterPackages(fs *flag.FlagSet) {
	fs.Var(&flags.packages, "packages", "analyse the packages that match these `PATTERNS`, divided by commas: example.com/server/...")
}

// A packagesFlag is a list of patterns of import paths.
type packagesFlag struct {
	text     string
	patterns []string
}

func (p *packagesFlag) String() string { return p.text }

func (p *packagesFlag) Set(s string) error {
	*p = packagesFlag{text: s}
	for _, word := range strings.Split(s, ",") {
		word = strings.TrimSpace(word)
		if word == "" || strings.HasPrefix(word, ".") || strings.HasPrefix(word, "/") {
			return fmt.Errorf("%q is not the pattern of an import path, like example.com/server/...", word)
		}
		p.patterns = append(p.patterns, word)
	}
	return nil
}

// match reports whether one of the patterns matches.
func (p *packagesFlag) match(path string) bool {
	for _, pattern := range p.patterns {
		below, all := strings.CutSuffix(pattern, "/...")
		if path == below || all && strings.HasPrefix(path, below+"/") {
			return true
		}
	}
	return false
}

// RegisterProfile adds the flag "profile" to the flags of a rule, unless it is
// there. Where it is set it wins over the profile of all rules.
func RegisterProfile(fs *flag.FlagSet) {
	if fs.Lookup("profile") != nil {
		return
	}
	fs.Var(new(profileFlag), "profile", "report findings of this `PROFILE`: regular, pedantic or auditor")
}

// ProfileOf returns the profile that the flags of a rule ask for, or fallback.
func ProfileOf(fs *flag.FlagSet, fallback finding.Profile) finding.Profile {
	if f := fs.Lookup("profile"); f != nil {
		if p := finding.Profile(f.Value.String()); p != "" {
			return p
		}
	}
	return fallback
}

// result returns the settings that the flags give, merging the models once
// for all packages of the process.
func (v *flagValues) result() (*Result, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	key := flagKey{v.config.config, finding.Profile(v.profile), v.tests, v.generated}
	if v.res == nil && v.err == nil || v.key != key {
		v.key = key
		v.res, v.err = newResult(key.config, key.profile, key.tests, key.generated)
	}
	return v.res, v.err
}

// A profileFlag is a profile, "" when not set.
type profileFlag finding.Profile

func (p *profileFlag) String() string { return string(*p) }

func (p *profileFlag) Set(s string) error {
	v, err := ParseProfile(s)
	*p = profileFlag(v)
	return err
}

// ParseProfile reads the name of a profile.
func ParseProfile(s string) (finding.Profile, error) {
	var names []string
	for _, p := range finding.Profiles() {
		if string(p) == s {
			return p, nil
		}
		names = append(names, string(p))
	}
	return "", fmt.Errorf("unknown profile %q%s", s, suggestion(s, names))
}

// A fileFlag is a configuration file with its digest. go vet repeats an
// analysis only when the tool, its flags or the package change, and doesn't
// know of files that the tool reads: so the digest is part of the flag.
type fileFlag struct {
	text   string
	config *Config
}

func (f *fileFlag) String() string { return f.text }

func (f *fileFlag) Set(s string) error {
	if s == "" {
		*f = fileFlag{}
		return nil
	}
	path, digest, _ := strings.Cut(s, "@sha256:")
	if !filepath.IsAbs(path) {
		return fmt.Errorf("%s is not an absolute path; the tool runs in the folder of each package", path)
	}
	c, err := Load(path)
	if err != nil {
		return err
	}
	if want := c.Path + "@" + c.Digest; digest == "" {
		return fmt.Errorf("without the digest of %s go vet would not notice that it changes; use -config=%s", path, want)
	} else if "sha256:"+digest != c.Digest {
		return fmt.Errorf("%s has changed; use -config=%s", path, want)
	}
	*f = fileFlag{text: s, config: c}
	return nil
}
