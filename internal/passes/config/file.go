package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/models"
)

// FileName is the name under which a configuration is looked for.
const FileName = ".mcpvet.yaml"

// maxSize is the largest configuration that is read, in bytes.
const maxSize = 1 << 20

// Never is the value of fail-on that makes no finding fail the run.
const Never = finding.Severity("never")

// A Config is the content of a .mcpvet.yaml. The zero Config is the
// configuration of a project without one.
type Config struct {
	Path   string // absolute path of the file, "" without one
	Digest string // "sha256:" and the hexadecimal digest of the file's bytes

	Profile   finding.Profile       // "" when not set
	FailOn    finding.Severity      // "" when not set; Never
	Rules     map[string]RuleConfig // by rule id
	Exclude   []Glob                // paths relative to the file's folder
	Models    models.Rows
	Tests     *bool    // nil when not set
	Generated *bool    // nil when not set
	Follow    []string // patterns of dependencies that are in scope
	Policy    Policy
}

// A RuleConfig adjusts one rule.
type RuleConfig struct {
	Enabled  *bool            // nil when not set
	Severity finding.Severity // "" when not set
}

// A Policy says which tool needs which scope, and what a team has accepted.
type Policy struct {
	Scopes     []ScopeRequirement // in the order of the file
	Exemptions []Exemption        // in the order of the file
	Tools      []ToolPolicy       // the most specific first, names before patterns
}

// A ToolPolicy is the row of a tool, or of several, that guard.LoadPolicy reads
// from the same file.
type ToolPolicy struct {
	Tool    Glob
	Scopes  []string // all of them
	Public  bool     // nobody has to be known
	Confirm bool     // each call is confirmed
}

// ToolRow returns the row of a tool, nil if there is none.
func (p *Policy) ToolRow(tool string) *ToolPolicy {
	for i := range p.Tools {
		if p.Tools[i].Tool.Match(tool) {
			return &p.Tools[i]
		}
	}
	return nil
}

// A ScopeRequirement says that a tool needs scopes.
type ScopeRequirement struct {
	Tool   Glob
	Scopes []string // all of them; never empty
}

// An Exemption accepts what a rule says of a tool, until it expires.
type Exemption struct {
	Rule    string // id
	Tool    Glob   // the zero Glob covers findings about servers too
	AnyTool bool
	Reason  string
	Expires time.Time // the first day on which it no longer holds, in UTC; zero: never
	Line    int       // of the exemption in the file
}

// misspelt is a name that people give the file, which nobody would read.
const misspelt = ".mcpvet.yml"

// Find looks for a configuration in dir and the folders above it, up to and
// including stop. It returns "" when there is none. A symbolic link that leads
// out of stop is an error: what a repository names must not be read from
// elsewhere, and told in messages.
func Find(dir, stop string) (string, error) {
	for {
		path := filepath.Join(dir, FileName)
		info, err := os.Stat(path)
		switch {
		case err == nil && info.Mode().IsRegular():
			return path, below(path, stop)
		case err == nil:
			return "", fmt.Errorf("%s is not a regular file; remove it or name another file with --config", path)
		case !errors.Is(err, fs.ErrNotExist):
			return "", fmt.Errorf("look for a configuration: %w", err)
		}
		if other := filepath.Join(dir, misspelt); exists(other) {
			return "", fmt.Errorf("%s is not read: call it %s", other, FileName)
		}
		parent := filepath.Dir(dir)
		if dir == stop || parent == dir {
			return "", nil
		}
		dir = parent
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// below returns an error for a file that is a link to somewhere outside of dir.
func below(path, dir string) error {
	if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return err
	}
	to, err := filepath.EvalSymlinks(path)
	if err != nil {
		return fmt.Errorf("look for a configuration: %w", err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return fmt.Errorf("look for a configuration: %w", err)
	}
	if rel, err := filepath.Rel(dir, to); err != nil || !filepath.IsLocal(rel) {
		return fmt.Errorf("%s is a link that leads out of %s; name the file with --config", path, dir)
	}
	return nil
}

// Load reads and parses a configuration.
func Load(path string) (*Config, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("read the configuration: %w", err)
	}
	data, err := readFile(abs)
	if err != nil {
		return nil, err
	}
	return Parse(abs, data)
}

func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read the configuration: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read the configuration: %s is not a regular file", path)
	}
	if info.Size() > maxSize {
		return nil, fmt.Errorf("read the configuration: %s has %d bytes; at most %d are read", path, info.Size(), maxSize)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the configuration: %w", err)
	}
	return data, nil
}

// DigestOf returns the digest of data in the form that Config.Digest has.
func DigestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// RuleEnabled reports whether the rule with this id is to run.
func (c *Config) RuleEnabled(id string) bool {
	r := c.Rules[id]
	return r.Enabled == nil || *r.Enabled
}

// SeverityOf returns the severity that a finding of the rule has, given the
// one that the rule gave it.
func (c *Config) SeverityOf(id string, s finding.Severity) finding.Severity {
	if r := c.Rules[id]; r.Severity != "" {
		return r.Severity
	}
	return s
}

// Excludes reports whether findings in a file are left out. The path is
// absolute.
func (c *Config) Excludes(path string) bool {
	if c.Path == "" || len(c.Exclude) == 0 {
		return false
	}
	rel, err := filepath.Rel(filepath.Dir(c.Path), path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return false
	}
	rel = filepath.ToSlash(rel)
	for _, g := range c.Exclude {
		if g.Match(rel) {
			return true
		}
	}
	return false
}

// Exempt returns the suppression of a finding that the policy exempts on the
// given day, or nil.
func (c *Config) Exempt(f finding.Finding, now time.Time) *finding.Suppression {
	for _, e := range c.Policy.Exemptions {
		if e.Covers(f) && !e.Expired(now) {
			return &finding.Suppression{Kind: finding.Exempted, Pos: finding.Position{File: c.Path, Line: e.Line}, Reason: e.Reason}
		}
	}
	return nil
}

// Covers reports whether an exemption is about a finding, expired or not.
func (e Exemption) Covers(f finding.Finding) bool {
	return e.Rule == f.Rule && (e.AnyTool || e.Tool.Match(f.Tool))
}

// Expired reports whether an exemption no longer holds on a day: what it accepts
// counts again.
func (e Exemption) Expired(now time.Time) bool { return !e.Expires.IsZero() && !now.Before(e.Expires) }
