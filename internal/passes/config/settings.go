package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// SettingsName is what errors call the settings of a host.
const SettingsName = "settings"

// FromSettings makes a configuration of the settings that another program, such
// as golangci-lint, hands over, as it read them from a file of its own: the keys
// of a configuration, and "config" for the path of one, relative to dir or to a
// folder above it. Without that key it is the nearest configuration from dir, an
// absolute path, up to the root of its repository.
//
// A key of the settings wins over the same key of the file. Excluded paths are
// relative to the folder of the file, or to the root of dir if there is no file.
func FromSettings(settings any, dir string) (*Config, error) {
	keys, err := settingsMap(settings)
	if err != nil {
		return nil, err
	}
	root, err := Root(dir)
	if err != nil {
		return nil, err
	}
	var path string
	if v, ok := keys["config"]; ok {
		path, _ = v.(string)
		if path == "" {
			return nil, fmt.Errorf("%s: config must be the path of a configuration, not %v", SettingsName, v)
		}
		delete(keys, "config")
		path = above(dir, root, filepath.FromSlash(path))
	} else if path, err = Find(dir, root); err != nil {
		return nil, err
	}
	c := &Config{Path: filepath.Join(root, FileName), Digest: DigestOf(nil)}
	if path != "" {
		if c, err = Load(path); err != nil {
			return nil, err
		}
	}
	if len(keys) == 0 {
		return c, nil
	}
	over, err := parseSettings(keys)
	if err != nil {
		return nil, err
	}
	return c.with(over, keys), nil
}

// above returns the path of a file that is named relative to dir or to a folder
// above it, up to root: a linter may be started below the folder of its settings.
func above(dir, root, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	for d := dir; ; d = filepath.Dir(d) {
		path := filepath.Join(d, name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		if d == root || d == filepath.Dir(d) {
			return filepath.Join(dir, name) // reading it says that it is not there
		}
	}
}

// settingsMap returns a copy of the settings as a map.
func settingsMap(settings any) (map[string]any, error) {
	switch m := settings.(type) {
	case nil:
		return map[string]any{}, nil
	case map[string]any:
		return maps.Clone(m), nil
	}
	return nil, fmt.Errorf("%s must be a mapping of keys to values, not %v", SettingsName, settings)
}

// The lines of settings are lost: those in an error are of no file.
var settingsLine = regexp.MustCompile(`(?m)^(` + SettingsName + `):\d+(?::\d+)?: `)

// parseSettings reads keys as a configuration.
func parseSettings(keys map[string]any) (*Config, error) {
	if p, ok := keys["policy"].(map[string]any); ok {
		for _, k := range slices.Sorted(maps.Keys(p)) {
			// golangci-lint gives all keys in lower case: a name would not be that
			// of its tool any more.
			if k == "scopes" || k == "tools" || k == "resources" || k == "prompts" || k == "methods" {
				return nil, fmt.Errorf("%s: policy.%s has names as keys, whose case is lost here; write it into a %s", SettingsName, k, FileName)
			}
		}
	}
	doc := maps.Clone(keys)
	if doc["version"] == nil {
		doc["version"] = 1
	}
	data, err := yaml.Marshal(plain(doc))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", SettingsName, err)
	}
	c, err := Parse(SettingsName, data)
	if err != nil {
		return nil, fmt.Errorf("%s", strings.ReplaceAll(settingsLine.ReplaceAllString(err.Error(), "$1: "), "the configuration", "the settings"))
	}
	return c, nil
}

// plain returns a value with days as they were written: a reader of YAML takes
// 2027-01-31 for a time.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = plain(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = plain(e)
		}
		return out
	case time.Time:
		return v.Format(time.DateOnly)
	}
	return v
}

// with returns c with the given keys as over has them.
func (c *Config) with(over *Config, keys map[string]any) *Config {
	out := *c
	out.Digest = DigestOf([]byte(c.Digest + over.Digest))
	for key := range keys {
		switch key {
		case "profile":
			out.Profile = over.Profile
		case "fail-on":
			out.FailOn = over.FailOn
		case "rules":
			out.Rules = over.Rules
		case "exclude":
			out.Exclude = over.Exclude
		case "models":
			out.Models = over.Models
		case "tests":
			out.Tests = over.Tests
		case "generated":
			out.Generated = over.Generated
		case "follow":
			out.Follow = over.Follow
		case "policy":
			out.Policy.Exemptions = over.Policy.Exemptions // the rest is in files only
		}
	}
	return &out
}

// Root returns the folder that paths are relative to: that of the repository
// which dir, an absolute path, is in, else of the module, else dir itself. A
// repository is as far up as .git says; a worktree's .git is a file.
func Root(dir string) (string, error) {
	for _, marker := range []string{".git", "go.mod"} {
		root, err := upward(dir, marker)
		if err != nil {
			return "", err
		}
		if root != "" {
			return root, nil
		}
	}
	return dir, nil
}

// upward returns dir or the nearest folder above it that holds a file or
// folder of the given name, or "".
func upward(dir, name string) (string, error) {
	for {
		_, err := os.Lstat(filepath.Join(dir, name))
		if err == nil {
			return dir, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("look for %s: %w", name, err)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", nil
		}
		dir = parent
	}
}
